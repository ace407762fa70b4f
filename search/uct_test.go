package search_test

import (
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// TestUCTBeatsRandom plays toy against random actions, each side as often.
func TestUCTBeatsRandom(t *testing.T) {
	for _, setup := range []game.Setup{{"dice": "no", "retreat": "yes"}, {"seats": "3", "dice": "no"}} {
		const games = 40
		gained, fair := game.Score(0), 0.9
		for i := range games {
			g := walk(t, setup, 0, 1)
			sides := g.Position().Seating().Sides
			us := game.Side(i % sides)
			uct := search.NewUCT(table(t))
			for moves := 0; !g.Over() && moves < 300; moves++ {
				var s search.Searcher = search.NewRandom()
				if g.Position().Base().Side == us {
					s = uct
				}
				g.Push(ask(t, s, rootOf(g), search.Limits{Nodes: 3000}, search.Config{Seed: uint64(i)}).Best)
			}
			var to [game.MaxSides]game.Score
			if !g.Returns(&to) {
				g.Shared(&to)
			}
			gained += to[us]
		}
		if share := float64(gained) / float64(games*game.Whole); share < fair {
			t.Errorf("%v: %.0f %% against random actions, want %.0f", setup, 100*share, 100*fair)
		}
	}
}

func TestUCTEqualSearchesAreEqual(t *testing.T) {
	for _, setup := range []game.Setup{{}, {"seats": "3"}, {"dice": "no"}} {
		g := walk(t, setup, 5, 7)
		run := func(seed uint64) string {
			return finding(ask(t, search.NewUCT(table(t)), rootOf(g), search.Limits{Nodes: 5000, Roll: true}, search.Config{Seed: seed}))
		}
		first := run(1)
		if again := run(1); again != first {
			t.Errorf("%v: %s, again %s", setup, first, again)
		}
		if other := run(2); other == first {
			t.Errorf("%v: %s with another seed too", setup, first)
		}
	}
}

// TestUCTKnowsTheRulesAlone searches with an evaluation that must not be asked.
func TestUCTKnowsTheRulesAlone(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 3, 7)
	r := rootOf(g)
	asked := 0
	r.Evaluator = func(game.Position) game.Evaluator { return counting{&asked} }
	ask(t, search.NewUCT(table(t)), r, search.Limits{Nodes: 5000}, search.Config{})
	if asked > 0 {
		t.Errorf("the evaluation was asked %d times", asked)
	}
}

type counting struct{ n *int }

func (c counting) Evaluate(*[game.MaxSides]game.Score) { *c.n++ }

// TestUCTThreads lets several threads grow one tree.
func TestUCTThreads(t *testing.T) {
	for _, setup := range []game.Setup{{"dice": "no", "retreat": "yes"}, {"seats": "3"}} {
		g := walk(t, setup, 3, 11)
		s := search.NewUCT(table(t))
		for range 3 {
			ask(t, s, rootOf(g), search.Limits{Nodes: 20000, Roll: true}, search.Config{Threads: 4, MultiPV: 2})
		}
	}
}
