package search_test

import (
	"context"
	"fmt"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// TestAutoTakesTheView wants auto to search as the algorithm that a game is tuned
// for, and as max^n without such a tuning.
func TestAutoTakesTheView(t *testing.T) {
	for _, c := range []struct {
		seats string
		view  search.View
		as    func(*search.Table) *search.AlphaBeta
	}{
		{"3", search.TwoSides, search.NewMaxN},
		{"3", search.MaxN, search.NewMaxN},
		{"3", search.Paranoid, search.NewParanoid},
		{"4", search.BestReply, search.NewBestReply},
		{"2", search.BestReply, search.NewAlphaBeta},
	} {
		r := rootOf(walk(t, game.Setup{"seats": c.seats, "dice": "no"}, 3, 2))
		r.Tuning.Views[r.Position.Seating().Sides] = c.view
		run := func(s search.Searcher) string {
			res, err := s.Search(context.Background(), r, search.Limits{Depth: 7}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			rep := res.Report()
			return fmt.Sprint(rep.Nodes, rep.Values, rep.PV)
		}
		if got, want := run(search.NewAuto(table(t))), run(c.as(table(t))); got != want {
			t.Errorf("%s seats, view %d: %s, want %s", c.seats, c.view, got, want)
		}
	}
}

// TestTwoCampsTellAllValues wants values of all sides that sum as an evaluation's
// do, the root side's being the score, also where the others must share a loss.
func TestTwoCampsTellAllValues(t *testing.T) {
	for _, seats := range []string{"3", "4"} {
		for seed := range uint64(20) {
			r := rootOf(walk(t, game.Setup{"seats": seats, "dice": "no", "drop": "yes"}, int(seed), seed))
			n := game.Score(r.Position.Seating().Sides)
			for _, s := range []search.Searcher{search.NewParanoid(table(t)), search.NewBestReply(table(t))} {
				res, err := s.Search(context.Background(), r, search.Limits{Depth: 3}, search.Config{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				rep := res.Report()
				sum := game.Score(0)
				for side := range n {
					v := rep.Values[side]
					sum += v
					if v < -game.MaxEval || v > game.MaxEval {
						t.Errorf("%s: values %v", game.Text(r.Position), rep.Values)
					}
				}
				us := r.Position.Base().Side
				own := min(max(rep.Score, -game.MaxEval), game.MaxEval)
				if want := (2 - n) * game.MaxEval; sum < want-n || sum > want+n || rep.Values[us] != own {
					t.Errorf("%s: values %v for score %d sum to %d, want %d", game.Text(r.Position), rep.Values, rep.Score, sum, want)
				}
			}
		}
	}
}

// TestNoAllocationWithMoreSides searches ten times as far as before without a
// further allocation but those of the reports.
func TestNoAllocationWithMoreSides(t *testing.T) {
	r := rootOf(walk(t, game.Setup{"seats": "3", "retreat": "yes"}, 1, 5))
	for name, s := range map[string]search.Searcher{
		"maxn": search.NewMaxN(table(t)), "paranoid": search.NewParanoid(table(t)), "best-reply": search.NewBestReply(table(t)),
	} {
		run := func(nodes uint64) float64 {
			return testing.AllocsPerRun(2, func() {
				if _, err := s.Search(context.Background(), r, search.Limits{Nodes: nodes}, search.Config{}, nil); err != nil {
					t.Fatal(err)
				}
			})
		}
		run(100000)
		if few, many := run(10000), run(100000); many > few+40 {
			t.Errorf("%s: %v allocations for 10 000 nodes, %v for 100 000", name, few, many)
		}
	}
}
