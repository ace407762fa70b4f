// Package eval holds the hand-written evaluations, one file a game. Each game
// gives a [Model]: how to bind an evaluator to a position, and what its scores
// mean.
package eval

import (
	"math"

	"tetrarch/game"
)

// Model is a game's evaluation.
type Model struct {
	// New binds an evaluator to a position of the game.
	New func(game.Position) game.Evaluator
	// Simple binds an evaluator such as a beginner would write, for the baseline
	// that plays greedily by it; nil where that baseline uses New.
	Simple func(game.Position) game.Evaluator
	// Scale says what scores mean between two sides; see [Scale.For].
	Scale Scale
}

// Scale turns scores into expected results.
type Scale struct {
	// Third is the score at which the side is expected to win three games for
	// one lost, that is 100 centipawns. 0 means that scores are linear in the
	// expected result, as games with chance need them, with ±game.MaxEval for
	// a sure win or loss.
	Third float64
	// Draw is the score by which a decisive result must be missed to be a
	// draw: the half width of the drawn zone.
	Draw float64
}

// For returns the scale for so many sides: among more than two, scores are linear
// in the expected result, as [game.Evaluator] promises.
func (c Scale) For(sides int) Scale {
	if sides > 2 {
		return Scale{}
	}
	return c
}

// Share returns the expected share, 0 to 1, of a side whose score is s.
func (c Scale) Share(s game.Score) float64 {
	if c.Third == 0 {
		return min(1, max(0, (float64(s)/float64(game.MaxEval)+1)/2))
	}
	return 1 / (1 + math.Pow(3, -float64(s)/c.Third))
}

// Centi returns s in hundredths of the advantage that wins three games for one
// lost.
func (c Scale) Centi(s game.Score) int {
	if c.Third != 0 {
		return int(math.Round(float64(s) * 100 / c.Third))
	}
	p := min(0.9999, max(0.0001, c.Share(s)))
	return int(math.Round(100 * math.Log(p/(1-p)) / math.Log(3)))
}

// WDL returns the chances of win, draw and loss, per mille, summing to 1000.
func (c Scale) WDL(s game.Score) (win, draw, loss int) {
	shift := game.Score(c.Draw)
	win = int(math.Round(1000 * c.Share(s-shift)))
	loss = min(1000-win, int(math.Round(1000*c.Share(-s-shift))))
	return win, 1000 - win - loss, loss
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
