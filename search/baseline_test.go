package search_test

import (
	"context"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// TestRandomTellsTheEvaluation wants the values of the root for every line, with
// two sides and with more.
func TestRandomTellsTheEvaluation(t *testing.T) {
	for _, seats := range []string{"2", "3", "4"} {
		told := false
		for seed := range uint64(10) {
			g := walk(t, game.Setup{"dice": "no", "seats": seats}, int(seed), seed)
			var want [game.MaxSides]game.Score
			toy.Evaluator(g.Position()).Evaluate(&want)
			told = told || want[g.Position().Base().Side] != 0
			res, err := search.NewRandom().Search(context.Background(), rootOf(g), search.Limits{}, search.Config{MultiPV: 3, Seed: seed}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range res.Lines {
				if line.Values != want || line.Score != want[g.Position().Base().Side] {
					t.Errorf("%s seats: score %d, values %v, want %v", seats, line.Score, line.Values, want)
				}
			}
		}
		if !told {
			t.Errorf("%s seats: all evaluations are 0: the test is too weak", seats)
		}
	}
}

// TestGreedyTellsTheEvaluation wants the action that a simple evaluation likes
// best, and the full evaluation, or the result, as its value.
func TestGreedyTellsTheEvaluation(t *testing.T) {
	differ := 0
	for seed := range uint64(40) {
		seats := []string{"2", "3"}[seed%2]
		g := walk(t, game.Setup{"dice": "no", "seats": seats}, int(seed%12), seed)
		r := rootOf(g)
		r.Evaluator = func(p game.Position) game.Evaluator { return loud{toy.Evaluator(p)} }
		full, simple := r, r
		full.Simple = toy.Evaluator
		simple.Evaluator = toy.Evaluator
		run := func(r search.Root) search.Result {
			res, err := search.NewGreedy().Search(context.Background(), r, search.Limits{}, search.Config{MultiPV: 2, Seed: seed}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		got, want := run(full), run(simple)
		if got.Best != want.Best {
			t.Fatalf("seed %d: action %d, want %d", seed, got.Best, want.Best)
		}
		for i, line := range got.Lines {
			plain := want.Lines[i]
			if line.PV[0] != plain.PV[0] {
				t.Fatalf("seed %d: line %d is of %d, want %d", seed, i, line.PV[0], plain.PV[0])
			}
			p := g.Position().Clone()
			side := p.Base().Side
			p.Make(line.PV[0])
			values := plain.Values
			if !p.Base().Over {
				r.Evaluator(p).Evaluate(&values)
			}
			if line.Values != values || line.Score != values[side] {
				t.Errorf("seed %d: score %d, values %v, want %v", seed, line.Score, line.Values, values)
			}
			if line.Score != plain.Score {
				differ++
			}
		}
	}
	if differ < 20 {
		t.Errorf("only %d values differ between the evaluations: the test is too weak", differ)
	}
}
