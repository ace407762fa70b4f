package search

// TreeTuning holds the numbers of MCTS that matches showed to depend on the game.
// A zero field means the default.
type TreeTuning struct {
	// Leaf is how deep alpha-beta or max^n looks at a leaf before quiescence, in
	// actions; negative for quiescence alone.
	Leaf int
	// Exploration is the weight of priors and of what was not visited, in
	// hundredths.
	Exploration int
	// FirstPlay is how much less than its parent an action never visited is
	// expected to give, in hundredths of a game.
	FirstPlay int
	// Heat is the difference in the order of two actions at which the prior of
	// one is e times that of the other, in hundreds.
	Heat int
}

// treeDefaults are the numbers of games without others.
var treeDefaults = TreeTuning{Leaf: 2, Exploration: 80, FirstPlay: 15, Heat: 120}

// orDefaults fills the fields that are zero.
func (t TreeTuning) orDefaults() TreeTuning {
	for _, f := range []struct{ field, value *int }{
		{&t.Leaf, &treeDefaults.Leaf}, {&t.Exploration, &treeDefaults.Exploration},
		{&t.FirstPlay, &treeDefaults.FirstPlay}, {&t.Heat, &treeDefaults.Heat},
	} {
		if *f.field == 0 {
			*f.field = *f.value
		}
	}
	t.Leaf = max(0, t.Leaf)
	return t
}

func (t *TreeTuning) exploration() float64 { return float64(t.Exploration) / 100 }

func (t *TreeTuning) firstPlay() float64 { return float64(t.FirstPlay) / 100 }

func (t *TreeTuning) heat() float64 { return float64(t.Heat) * 100 }
