package search

import "tetrarch/game"

// View is how a search with more than two sides takes the others to play.
type View uint8

// The views. Of two sides alone all are one and the same.
const (
	// TwoSides is the view of games of two sides.
	TwoSides View = iota
	// MaxN is that every side plays for itself.
	MaxN
	// Paranoid is that all others play together against the side that acts at
	// the root.
	Paranoid
	// BestReply is Paranoid, but of the opponents only one at a time finds its
	// best action; the rest play what looks best.
	BestReply
)

// viewOf is the view of a search from r: v if there are more than two sides.
func viewOf(r Root, v View) View {
	if r.Position.Seating().Sides == 2 {
		return TwoSides
	}
	return v
}

// shared is what a draw of all who are still in the game is worth to each side.
func shared(p game.Position) (to vector) {
	in := game.InPlay(p)
	n := game.Score(0)
	for _, x := range in {
		if x {
			n++
		}
	}
	for side := range p.Seating().Sides {
		to[side] = -game.MaxEval
		if in[side] {
			to[side] = resultScore(game.Whole/n, 0)
		}
	}
	return to
}

// NewParanoid returns a search for any number of sides, in which all others are
// taken to play together against the one that acts at the root.
func NewParanoid(t *Table) *AlphaBeta { return &AlphaBeta{table: t, view: Paranoid} }

// adopt fixes whose values the search compares.
func (w *worker) adopt(v View) {
	w.us, w.draw, w.salt, w.reply = w.st.Side, 0, 0, replies{}
	for side := range w.campOf {
		w.campOf[side] = camp(side & 1)
	}
	if v != Paranoid && v != BestReply {
		return
	}
	for side := range w.campOf {
		w.campOf[side] = 1
	}
	w.campOf[w.us] = 0
	w.salt = uint64(w.us+1) * 0x9e3779b97f4a7c15
	if v == BestReply {
		w.reply = newReplies(w.salt)
		w.salt, w.passer = w.reply.salts[0], nil
	}
	w.draw = shared(w.pos)[w.us]
}

// apportion fills the values of all sides where the search knows but that of
// the root's side: what it leaves is divided among the others in proportion to
// their shares by evaluation.
func (w *worker) apportion(own game.Score) (to vector) {
	n := w.seating.Sides
	own = min(max(own, -game.MaxEval), game.MaxEval)
	share := func(v game.Score) int { return int(v) + int(game.MaxEval) }
	rest := 0
	for side := range n {
		if game.Side(side) != w.us {
			rest += share(w.judged[side])
		}
	}
	left := 2*int(game.MaxEval) - share(own)
	for side := range n {
		switch {
		case game.Side(side) == w.us:
			to[side] = own
		case rest == 0:
			to[side] = game.Score(left/(n-1)) - game.MaxEval
		default:
			to[side] = game.Score(left*share(w.judged[side])/rest) - game.MaxEval
		}
	}
	return to
}
