package search

import "tetrarch/game"

// Tuning holds the numbers of the selective steps that matches showed to depend
// on the game. A zero field means the default, which suits games not tuned yet.
// Margins are in hundredths of the score that wins three games for one lost.
type Tuning struct {
	// Without are features that do not pay in the game.
	Without Features
	// QuiescePlies is how far quiescence looks, in actions.
	QuiescePlies int
	// ReverseStep is the margin of reverse futility for each ply of depth.
	ReverseStep int
	// FutilityBase and FutilityStep make the margin of futility: the base,
	// and the step for each ply of depth.
	FutilityBase, FutilityStep int
	// NullStep is the surplus over beta that deepens the cut of a null move by
	// a ply.
	NullStep int
	// LateBase and LateStep make the number of actions that late move pruning
	// looks at: the base, and tenths of the step for each square of the depth.
	LateBase, LateStep int
	// Reduction scales late move reductions, in per cent.
	Reduction int
	// Contempt is how much less than nothing a draw is worth.
	Contempt int
	// FirstPlay is how much more or less than its parent MCTS expects of an action
	// never visited, in hundredths of the game.
	FirstPlay int
	// Softness is how imprecise max^n takes everybody to be, in thousandths of the
	// game: an action that is worse by so much for its side is chosen e times as
	// seldom as the best. 0 means that the best is always chosen.
	Softness int
	// LevelScale is by how much a level differs from the next, in per cent of the
	// usual difference: less where those above could not be told apart.
	LevelScale int
	// Turns is over how many more turns of a seat its clock is shared out, about
	// two thirds of those that it has in a game.
	Turns int
	// Views are those that the algorithm auto takes, by the number of sides;
	// those of fewer than three do not count.
	Views [game.MaxSides + 1]View
}

// defaults are the numbers of games without others.
var defaults = Tuning{QuiescePlies: 6, ReverseStep: 18, FutilityBase: 25, FutilityStep: 20, NullStep: 33,
	LateBase: 6, LateStep: 30, Reduction: 100, LevelScale: 100, Turns: 25, Views: [game.MaxSides + 1]View{3: MaxN, 4: MaxN}}

// orDefaults fills the fields that are zero.
func (t Tuning) orDefaults() Tuning {
	for _, f := range []struct{ field, value *int }{
		{&t.QuiescePlies, &defaults.QuiescePlies}, {&t.ReverseStep, &defaults.ReverseStep},
		{&t.FutilityBase, &defaults.FutilityBase},
		{&t.FutilityStep, &defaults.FutilityStep}, {&t.NullStep, &defaults.NullStep}, {&t.LateBase, &defaults.LateBase},
		{&t.LateStep, &defaults.LateStep}, {&t.Reduction, &defaults.Reduction},
		{&t.LevelScale, &defaults.LevelScale}, {&t.Turns, &defaults.Turns},
	} {
		if *f.field == 0 {
			*f.field = *f.value
		}
	}
	for n := range t.Views {
		if t.Views[n] == TwoSides {
			t.Views[n] = defaults.Views[n]
		}
	}
	return t
}

// level is the level on the common scale that a level of the game means.
func (t Tuning) level(l float64) float64 { return l * float64(t.orDefaults().LevelScale) / 100 }
