package game

import "fmt"

// Play is a game under way: a start position, the actions made since, and the
// result, draws by repetition included.
type Play struct {
	rules *Rules
	pos   Position
	moves []Move
	texts []string       // the actions, written when they were legal
	keys  []uint64       // of the positions before each action
	seen  map[uint64]int // how often each board occurred
	drawn []bool         // whether the position before each action was a draw by repetition
	over  bool
}

// NewPlay starts a game at p, which it takes over.
func NewPlay(r *Rules, p Position) *Play {
	return &Play{rules: r, pos: p, over: p.Base().Over, seen: map[uint64]int{board(p): 1}}
}

// Position returns the current position. The caller may read it and clone it,
// and leaves making actions to the Play.
func (g *Play) Position() Position { return g.pos }

// Rules returns the rules of the game.
func (g *Play) Rules() *Rules { return g.rules }

// Moves returns the actions made, and Texts the same written out. Both belong to
// the Play.
func (g *Play) Moves() []Move   { return g.moves }
func (g *Play) Texts() []string { return g.texts }

// History returns the keys of all positions before the current one, oldest
// first. It belongs to the Play.
func (g *Play) History() []uint64 { return g.keys }

// Over says that the game has ended, on the board or by repetition.
func (g *Play) Over() bool { return g.over }

// Make plays an action given as text.
func (g *Play) Make(text string) error {
	if g.over {
		return fmt.Errorf("action %q: the game is over (%s)", text, g.Reason())
	}
	m, err := g.pos.ParseMove(text)
	if err != nil {
		return err
	}
	g.Push(m)
	return nil
}

// Push plays a legal action.
func (g *Play) Push(m Move) {
	g.moves = append(g.moves, m)
	g.texts = append(g.texts, g.pos.FormatMove(m))
	g.keys = append(g.keys, g.pos.Base().Key)
	g.drawn = append(g.drawn, g.over)
	g.pos.Make(m)
	g.seen[board(g.pos)]++
	g.over = g.pos.Base().Over || g.repeated()
}

// Undo takes back the last action; it says whether there was one.
func (g *Play) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	if key := board(g.pos); g.seen[key] > 1 {
		g.seen[key]--
	} else {
		delete(g.seen, key)
	}
	g.pos.Unmake()
	g.over = g.drawn[n-1]
	g.moves, g.texts, g.keys, g.drawn = g.moves[:n-1], g.texts[:n-1], g.keys[:n-1], g.drawn[:n-1]
	return true
}

// Occurrences counts how often the current position has occurred, this time
// included.
func (g *Play) Occurrences() int { return g.seen[board(g.pos)] }

// board is the key by which the rules of repetition know a position.
func board(p Position) uint64 {
	if e, ok := p.(Exact); ok {
		return e.ExactKey()
	}
	return p.Base().Key
}

func (g *Play) repeated() bool {
	st := g.pos.Base()
	return g.rules.Repetition > 0 && !st.Midturn && g.Occurrences() >= g.rules.Repetition
}

// Returns fills each side's share of the game, summing to [Whole]; it says
// whether the game is over.
func (g *Play) Returns(to *[MaxSides]Score) bool {
	*to = [MaxSides]Score{}
	switch {
	case !g.over:
		return false
	case g.pos.Base().Over:
		g.pos.Returns(to)
	default:
		g.Shared(to)
	}
	return true
}

// Shared fills the shares of a draw agreed or adjudicated now: equal parts for
// all sides still in play.
func (g *Play) Shared(to *[MaxSides]Score) {
	*to = [MaxSides]Score{}
	in := InPlay(g.pos)
	n := Score(0)
	for side := range g.pos.Seating().Sides {
		if in[side] {
			n++
		}
	}
	for side := range g.pos.Seating().Sides {
		if in[side] {
			to[side] = Whole / n
		}
	}
}

// Reason says in one hyphenated word why the game is over, empty if it is not.
func (g *Play) Reason() string {
	switch {
	case !g.over:
		return ""
	case g.pos.Base().Over:
		return g.pos.Reason()
	default:
		return "repetition"
	}
}

// Dropper is a position of a game whose seats can drop out before the end.
type Dropper interface {
	// Dropped says whether a seat is out of the game.
	Dropped(p Player) bool
}

// InPlay says for every side whether one of its seats is still in the game.
func InPlay(p Position) [MaxSides]bool {
	var in [MaxSides]bool
	s := p.Seating()
	d, drops := p.(Dropper)
	for seat := range s.Seats {
		if !drops || !d.Dropped(Player(seat)) {
			in[s.SideOf[seat]] = true
		}
	}
	return in
}
