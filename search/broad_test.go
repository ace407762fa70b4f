package search_test

import (
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// TestTheRootIsBroad searches positions of which the declared subset is a single
// action: from the fourth iteration on others are looked at and a better one is
// played, unless the search is shallower, the feature is off, or the subset is the
// caller's.
func TestTheRootIsBroad(t *testing.T) {
	better := 0
	for seed := range uint64(40) {
		g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, 6, seed)
		r := rootOf(g)
		r.Position = narrow{r.Position}
		r.Evaluator = func(p game.Position) game.Evaluator { return toy.Evaluator(p.(narrow).Position) }
		var all, some game.MoveList
		r.Position.Generate(&all)
		r.Position.(game.Selective).GenerateSelective(&some)
		declared := some.Moves[0].Move
		best := func(l search.Limits, without search.Features) game.Move {
			return ask(t, search.NewAlphaBeta(table(t)), r, l, search.Config{Without: without}).Best
		}
		lost := ask(t, search.NewAlphaBeta(table(t)), r, search.Limits{Depth: 4, Only: []game.Move{declared}}, search.Config{}).Lines[0].Score
		if all.Len() == 1 || lost < -game.MaxEval {
			continue // or everything is looked at anyway
		}
		if m := best(search.Limits{Depth: 3}, 0); m != declared {
			t.Errorf("seed %d: depth 3: %d, want %d, the only one declared", seed, m, declared)
		}
		if m := best(search.Limits{Depth: 6}, search.FeatureBroadRoot); m != declared {
			t.Errorf("seed %d: without the feature: %d, want %d, the only one declared", seed, m, declared)
		}
		if m := best(search.Limits{Depth: 6, Only: []game.Move{declared}}, 0); m != declared {
			t.Errorf("seed %d: only %d wanted: %d", seed, declared, m)
		}
		if best(search.Limits{Depth: 6}, 0) != declared {
			better++
		}
	}
	if better < 5 {
		t.Errorf("a better action than the one declared was played %d times: want five", better)
	}
}
