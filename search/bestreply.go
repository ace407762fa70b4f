package search

import "tetrarch/game"

// NewBestReply returns best-reply search for any number of sides (Schadd and
// Winands 2011), in the form that stays within legal play, BRS+ (Esser, Gras,
// Winands, Schadd and Lanctot 2013). Between two actions of the root's side one
// opponent may choose freely; the others play what the order of actions puts
// first. An opponent that plays this too has not used the choice up, and one
// that has used it keeps it for all its actions until the root's side acts.
//
// It is the alpha-beta of [NewParanoid] with fewer actions to look at. Its scores
// of decided games are proven only against such opponents.
func NewBestReply(t *Table) *AlphaBeta { return &AlphaBeta{table: t, view: BestReply} }

// replies is what best-reply search knows of the line: which opponent, if any,
// has used the free choice since the root's side last acted. A position is worth
// something else in each case, and so has another key.
type replies struct {
	on    bool
	spent game.Player // Chance while nobody has used the choice
	salts [game.MaxSeats + 1]uint64
}

// newReplies returns the state in which the choice is free, with keys apart from
// those that salt alone makes.
func newReplies(salt uint64) replies {
	r := replies{on: true, spent: game.Chance}
	for i := range r.salts {
		r.salts[i] = salt ^ uint64(i+1)*0xa0761d6478bd642f
	}
	return r
}

// due makes an opponent, or nobody, the one who has used the choice.
func (w *worker) due(spent game.Player) {
	w.reply.spent = spent
	w.salt = w.reply.salts[spent+1]
}

// answer lists an opponent's actions in their order. It says whether the choice
// is another opponent's, and then leaves only the first.
func (w *worker) answer(f *frame, ply int) bool {
	w.generate(f)
	w.rank(f, ply)
	f.first = pick(&f.list, 0).Move
	if w.reply.spent == game.Chance || w.reply.spent == w.st.Player {
		return false
	}
	f.list.Moves = f.list.Moves[:1]
	return true
}

// spend notes what an action just made, by a player from a frame, does to the
// choice.
func (w *worker) spend(f *frame, by game.Player, m game.Move) {
	switch us := w.campOf[w.us]; {
	case w.camp() == us:
		w.due(game.Chance)
	case f.camp != us && m != f.first && w.reply.spent == game.Chance:
		w.due(by)
	}
}
