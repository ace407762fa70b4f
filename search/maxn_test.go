package search_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

type vector = [game.MaxSides]game.Score

// maxn is the oracle: max^n without any pruning. Among equal actions the first
// generated wins here and perhaps another one in the search, so only positions
// where no side is ever indifferent between different vectors can be compared;
// tie says that one was met.
func maxn(p game.Position, eval game.Evaluator, depth, ply int, tie *bool) vector {
	st := p.Base()
	var v vector
	if depth == 0 {
		eval.Evaluate(&v)
		return v
	}
	var l game.MoveList
	p.Generate(&l)
	side, rolls, next := st.Side, st.Player == game.Chance, depth-1
	if rolls {
		next = depth
	}
	var best, least, most vector
	var sum [game.MaxSides]int
	den := 1
	for i, s := range l.Moves {
		num := 0
		if rolls {
			num, den = p.(game.Roller).Weight(s.Move)
		}
		p.Make(s.Move)
		if st.Over {
			p.Returns(&v)
			for x := range p.Seating().Sides {
				v[x] = finished(v[x], ply+1)
			}
		} else {
			v = maxn(p, eval, next, ply+1, tie)
		}
		p.Unmake()
		switch {
		case i == 0 || v[side] > best[side]:
			best = v
		case v[side] == best[side] && v != best:
			*tie = true
		}
		for x := range sum {
			sum[x] += num * int(v[x])
			if i == 0 {
				least[x], most[x] = v[x], v[x]
			}
			least[x], most[x] = min(least[x], v[x]), max(most[x], v[x])
		}
	}
	if rolls {
		for x := range p.Seating().Sides {
			best[x] = mean(sum[x], den, least[x], most[x])
		}
	}
	return best
}

// softMaxN is the oracle of soft choice: max^n without any pruning, in which the
// values of a position are the mean over its actions, weighted by the exponential of
// how much worse than the best they are, in parts of unit. gap is how much better than
// the next the best action at the root is.
func softMaxN(p game.Position, eval game.Evaluator, depth, ply int, unit float64, gap *float64) (to [game.MaxSides]float64) {
	st := p.Base()
	var v vector
	if depth == 0 {
		eval.Evaluate(&v)
		for x := range to {
			to[x] = float64(v[x])
		}
		return to
	}
	var l game.MoveList
	p.Generate(&l)
	side, rolls, next := st.Side, st.Player == game.Chance, depth-1
	if rolls {
		next = depth
	}
	var all [][game.MaxSides]float64
	best, weights := math.Inf(-1), make([]float64, len(l.Moves))
	for i, s := range l.Moves {
		if rolls {
			num, den := p.(game.Roller).Weight(s.Move)
			weights[i] = float64(num) / float64(den)
		}
		var values [game.MaxSides]float64
		p.Make(s.Move)
		if st.Over {
			p.Returns(&v)
			for x := range p.Seating().Sides {
				values[x] = float64(finished(v[x], ply+1))
			}
		} else {
			values = softMaxN(p, eval, next, ply+1, unit, gap)
		}
		p.Unmake()
		all = append(all, values)
		if ply == 0 {
			*gap = min(math.Abs(values[side]-best), *gap+max(0, values[side]-best))
		}
		if values[side] > best {
			best, to = values[side], values
		}
	}
	const most = float64(game.MaxEval)
	if !rolls && (math.Abs(best) >= most || ply == 0) {
		return to // decided, or the action that is going to be played
	}
	total := 0.0
	to = [game.MaxSides]float64{}
	for i, values := range all {
		if !rolls {
			weights[i] = math.Exp((values[side] - best) / unit)
		}
		total += weights[i]
		for x := range to {
			if !rolls {
				values[x] = min(max(values[x], -most), most)
			}
			to[x] += weights[i] * values[x]
		}
	}
	for x := range to {
		to[x] /= total
	}
	return to
}

func TestSoftMaxNAgreesWithoutPruning(t *testing.T) {
	const rounding = 60 // of 2 MaxEval; weights have steps, and the mean is rounded at every node
	for _, setup := range []game.Setup{
		{"seats": "3"}, {"seats": "3", "dice": "no"}, {"seats": "4", "dice": "no", "drop": "yes"},
	} {
		t.Run(fmt.Sprint(setup), func(t *testing.T) {
			moved, missed, searches := 0, 0.0, 0.0
			for seed := range uint64(30) {
				g := walk(t, setup, int(seed), seed)
				r := rootOf(g)
				r.Repetition = 0
				for _, softness := range []int{1, 30, 100, 300} {
					r.Tuning.Softness = softness
					for depth := 1; depth <= 4; depth++ {
						p := g.Position().Clone()
						gap := math.Inf(1)
						want := softMaxN(p, toy.Evaluator(p), depth, 0, float64(softness)/1000*2*float64(game.MaxEval), &gap)
						var got [3]vector
						for i, without := range []search.Features{
							search.AllFeatures &^ search.FeatureSoftChoice, search.AllFeatures,
							search.AllFeatures &^ (search.FeatureSoftChoice | search.FeatureCutoffs | search.FeatureTable),
						} {
							got[i] = ask(t, search.NewMaxN(table(t)), r, search.Limits{Depth: depth, Roll: true}, search.Config{Without: without}).Report().Values
						}
						for x := range p.Seating().Sides {
							if int(p.Base().Side) != x && gap < 2*rounding {
								continue // another action may be the best
							}
							if math.Abs(float64(got[0][x])-want[x]) > rounding {
								t.Fatalf("%s softness %d depth %d: values %v, want %v", game.Text(p), softness, depth, got[0], want)
							}
						}
						if got[0] != got[1] {
							moved++
						}
						own := p.Base().Side
						if p.Base().Player == game.Chance {
							own = 0
						}
						missed += math.Abs(float64(got[2][own]) - want[own])
						searches++
					}
				}
			}
			if moved < 100 {
				t.Errorf("only %d values that a soft choice changes", moved)
			}
			// With cutoffs it is approximate: how much so is bounded here.
			if part := missed / searches / (2 * float64(game.MaxEval)); part > 0.005 {
				t.Errorf("cutoffs and table change values by %.2f %% of the game on average: want at most 0.5", 100*part)
			}
		})
	}
}

func TestMaxNAgreesWithoutPruning(t *testing.T) {
	for _, setup := range []game.Setup{
		{"seats": "3"}, {"seats": "3", "dice": "no"}, {"seats": "4"}, {"seats": "4", "dice": "no", "drop": "yes"},
		{"seats": "4", "teams": "1/234", "dice": "no"}, {"seats": "2", "dice": "no"},
	} {
		t.Run(fmt.Sprint(setup), func(t *testing.T) {
			compared := 0
			for seed := range uint64(40) {
				g := walk(t, setup, int(seed), seed)
				r := rootOf(g)
				r.Repetition = 0
				for depth := 1; depth <= 4; depth++ {
					p := g.Position().Clone()
					tie := false
					want := maxn(p, toy.Evaluator(p), depth, 0, &tie)
					if tie {
						continue
					}
					compared++
					for _, without := range []search.Features{
						search.AllFeatures, search.AllFeatures &^ search.ExactFeatures, search.AllFeatures &^ search.FeatureTable,
					} {
						res, err := search.NewMaxN(table(t)).Search(context.Background(), r,
							search.Limits{Depth: depth, Roll: true}, search.Config{Without: without}, nil)
						if err != nil {
							t.Fatal(err)
						}
						if got := res.Report().Values; got != want {
							t.Fatalf("%s depth %d: values %v, want %v", game.Text(p), depth, got, want)
						}
					}
				}
			}
			if compared < 30 {
				t.Errorf("only %d searches compared", compared)
			}
		})
	}
}

// TestMaxNUsesTheTable wants a second search of the same position to find all
// sides' values at once, and a line of which more than the root is known.
func TestMaxNUsesTheTable(t *testing.T) {
	g := walk(t, game.Setup{"seats": "3", "dice": "no"}, 3, 1)
	s := search.NewMaxN(table(t))
	run := func() search.Report {
		res, err := s.Search(context.Background(), rootOf(g), search.Limits{Depth: 6}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return res.Report()
	}
	first := run()
	second := run()
	if second.Nodes > first.Nodes/4 || second.Values != first.Values || len(second.PV) < 2 {
		t.Errorf("searched again: %d nodes after %d, values %v after %v, line %v", second.Nodes, first.Nodes, second.Values, first.Values, second.PV)
	}
}

// TestMaxNLinesAreWhole plays the lines of searches that the table shortens: at
// the end of a line are the values that it is told with.
func TestMaxNLinesAreWhole(t *testing.T) {
	whole, all := 0, 0
	for seed := range uint64(40) {
		g := walk(t, game.Setup{"seats": "3", "dice": "no"}, int(seed), seed)
		r := rootOf(g)
		r.Repetition = 0
		each := func(line search.Report) {
			all++
			p := g.Position().Clone()
			for _, m := range line.PV {
				if !p.Legal(m) {
					t.Fatalf("%s: line %v: action %d is not legal", game.Text(g.Position()), line.PV, m)
				}
				p.Make(m)
			}
			var v vector
			toy.Evaluator(p).Evaluate(&v)
			if p.Base().Over || len(line.PV) == line.Depth && v == line.Values {
				whole++
			}
		}
		_, err := search.NewMaxN(table(t)).Search(context.Background(), r, search.Limits{Depth: 7},
			search.Config{MultiPV: 2, Without: search.AllFeatures &^ search.ExactFeatures &^ search.FeatureTable}, each)
		if err != nil {
			t.Fatal(err)
		}
	}
	if whole < all*95/100 {
		t.Errorf("%d of %d lines are whole", whole, all)
	}
}

// TestPlainIsMaxN proves the baseline for more than two sides.
func TestPlainIsMaxN(t *testing.T) {
	compared := 0
	for seed := range uint64(40) {
		g := walk(t, game.Setup{"seats": "3", "drop": "yes"}, int(seed), seed)
		p := g.Position().Clone()
		tie := false
		want := maxn(p, toy.Evaluator(p), 4, 0, &tie)
		if tie {
			continue
		}
		compared++
		r := rootOf(g)
		r.Repetition = 0
		res, err := search.NewPlain().Search(context.Background(), r, search.Limits{Depth: 4, Roll: true}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Report().Values; got != want {
			t.Errorf("%s: values %v, want %v", game.Text(p), got, want)
		}
	}
	if compared < 10 {
		t.Errorf("only %d searches compared", compared)
	}
}
