// Package eval holds the evaluations, one file a game: written by hand, some with a
// network beside it that was learnt. Each game gives a [Model]: how to bind an
// evaluator to a position, and what its scores mean.
package eval

import "tetrarch/game"

// Model is a game's evaluation.
type Model struct {
	// New binds an evaluator to a position of the game.
	New func(game.Position) game.Evaluator
	// Simple binds an evaluator without what was added later, or such as a beginner
	// would write, for the baseline that plays greedily by it, so that this stays
	// the same; nil where that baseline uses New.
	Simple func(game.Position) game.Evaluator
	// Scale says what scores mean between two sides; see [Scale.For]. It is
	// measured, and what is printed of scores follows it.
	Scale Scale
	// Terms is the same for positions that have no network, where others of the
	// game do; zero if it is no other one.
	Terms Scale
	// Search is what the search takes scores to mean in the same way: its
	// margins, levels and shares were tuned with it, so that it stays when
	// Scale is measured anew.
	Search Scale
	// Network says whether a position has the game's network, by its rules and what
	// is on the board; nil where none has.
	Network func(game.Position) bool
	// Learner binds what a trainer sees to a position of the game; it returns nil for
	// those without a network. Nil where none has one.
	Learner func(game.Position) *Learner
}

// ScaleOf says what scores of a position mean.
func (m *Model) ScaleOf(p game.Position) Scale {
	s := m.Scale
	if m.Terms != (Scale{}) && !m.Network(p) {
		s = m.Terms
	}
	return s.For(p.Seating().Sides)
}

// Weight is a named number of an evaluation, in the evaluator's units.
type Weight struct {
	Name  string
	Value game.Score
}

// explain returns each side's terms, counts times weights, of an evaluation whose
// value is given; the rest is what the other side's take away.
func explain(value [game.MaxSides]game.Score, weights []Weight, counts [2][]int32) []game.Term {
	terms := make([]game.Term, 0, len(weights)+1)
	rest := game.Term{Name: "rest", Values: value}
	for t, w := range weights {
		term := game.Term{Name: w.Name}
		for side := range counts {
			term.Values[side] = w.Value * game.Score(counts[side][t])
			rest.Values[side] -= term.Values[side]
		}
		terms = append(terms, term)
	}
	return append(terms, rest)
}
