package search

import "tetrarch/game"

// Oracle knows what some positions of a game of two sides are worth for certain,
// as a table of endgames does.
type Oracle interface {
	// Probe returns the outcome of p, in which a player acts and which is not
	// over, under best play: 1 if the side that acts wins, -1 if it loses, 0 for
	// a draw; and for a win or loss the number of actions up to the end of the
	// game. It is false where the oracle does not know. Repetition is the
	// search's affair, every other limit on the length of games the oracle's.
	//
	// It is called at every node from all threads at once, so it is quick where
	// it knows nothing, and leaves p alone.
	Probe(p game.Position) (outcome, actions int, ok bool)
}

// Asks says that a searcher asks the oracle of its root: those of [AlphaBeta] do.
func Asks(s Searcher) bool {
	_, ok := s.(interface{ asksOracle() })
	return ok
}

func (*AlphaBeta) asksOracle() {}

// consult returns what the oracle knows of the position just entered, from the
// view of the camp that acts. A position that is a draw by repetition is not
// asked about.
func (w *worker) consult(ply int) (game.Score, bool) {
	outcome, actions, ok := w.oracle.Probe(w.pos)
	if !ok || w.repeated() {
		return 0, false
	}
	w.count()
	w.pvLen[ply] = 0
	w.selDepth = max(w.selDepth, ply)
	w.hits++
	if outcome == 0 {
		return w.from(w.camp(), w.draw), true
	}
	return game.Score(outcome) * (Mate - game.Score(ply+actions)), true
}
