package search_test

import (
	"context"
	"fmt"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// paranoid is the oracle of the paranoid view: us takes the best value for us,
// every other side the worst, and a roll the mean, rounded down as the camp that
// moves sees it.
func paranoid(p game.Position, eval game.Evaluator, us game.Side, depth, ply int) game.Score {
	st := p.Base()
	var v [game.MaxSides]game.Score
	if depth == 0 {
		eval.Evaluate(&v)
		return v[us]
	}
	var l game.MoveList
	p.Generate(&l)
	ours, rolls, next := st.Side == us, st.Player == game.Chance, depth-1
	if rolls {
		next = depth
	}
	var values []game.Score
	sum, den := 0, 1
	least, most := game.Score(1<<30), game.Score(-1<<30)
	for _, s := range l.Moves {
		num := 0
		if rolls {
			num, den = p.(game.Roller).Weight(s.Move)
		}
		p.Make(s.Move)
		var x game.Score
		if st.Over {
			p.Returns(&v)
			x = finished(v[us], ply+1)
		} else {
			x = paranoid(p, eval, us, next, ply+1)
		}
		p.Unmake()
		values = append(values, x)
		if !ours {
			x = -x
		}
		sum += num * int(x)
		least, most = min(least, x), max(most, x)
	}
	if rolls {
		q := mean(sum, den, least, most)
		if !ours {
			q = -q
		}
		return q
	}
	best := values[0]
	for _, x := range values[1:] {
		if ours {
			best = max(best, x)
		} else {
			best = min(best, x)
		}
	}
	return best
}

func TestParanoidIsMinimaxOfTwoCamps(t *testing.T) {
	for _, setup := range []game.Setup{
		{"seats": "3"}, {"seats": "3", "dice": "no"}, {"seats": "4"}, {"seats": "4", "dice": "no", "drop": "yes"}, {"seats": "2"},
	} {
		t.Run(fmt.Sprint(setup), func(t *testing.T) {
			for seed := range uint64(10) {
				g := walk(t, setup, int(seed*4), seed)
				r := rootOf(g)
				r.Repetition = 0
				for depth := 1; depth <= 4; depth++ {
					p := g.Position().Clone()
					want := paranoid(p, toy.Evaluator(p), p.Base().Side, depth, 0)
					for _, without := range []search.Features{search.AllFeatures, search.AllFeatures &^ search.ExactFeatures} {
						res, err := search.NewParanoid(table(t)).Search(context.Background(), r,
							search.Limits{Depth: depth, Roll: true}, search.Config{Without: without}, nil)
						if err != nil {
							t.Fatal(err)
						}
						if got := res.Report().Score; got != want {
							t.Fatalf("%s depth %d: value %d, want %d", game.Text(p), depth, got, want)
						}
					}
				}
			}
		})
	}
}
