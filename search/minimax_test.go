package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// finished is the value of a side's share of a finished game, ply actions from
// the root.
func finished(share game.Score, ply int) game.Score {
	switch share {
	case game.Whole:
		return search.Mate - game.Score(ply)
	case 0:
		return game.Score(ply) - search.Mate
	}
	return (2*share - game.Whole) * game.MaxEval / game.Whole
}

// minimax is the oracle: plain expectiminimax straight from the rules of
// search. It returns the value for the side that acts. keys holds the positions
// before this one; root is the index of the search's root among them.
func minimax(p game.Position, eval game.Evaluator, depth, ply int, keys []uint64, root, repetition int) game.Score {
	st := p.Base()
	if ply > 0 && repetition > 0 && !st.Midturn && st.Player != game.Chance {
		n := 1
		for i := len(keys) - 1; i >= 0 && len(keys)-i <= int(st.Progress); i-- {
			if keys[i] == st.Key {
				if n++; i >= root || n >= repetition {
					return 0
				}
			}
		}
	}
	if depth == 0 {
		var v [game.MaxSides]game.Score
		eval.Evaluate(&v)
		return v[st.Side]
	}
	var l game.MoveList
	p.Generate(&l)
	side, key, player := st.Side, st.Key, st.Player
	next := depth - 1
	if player == game.Chance {
		next = depth
	}
	best, least, sum, den := game.Score(-1<<30), game.Score(1<<30), 0, 1
	for _, s := range l.Moves {
		num := 0
		if player == game.Chance {
			num, den = p.(game.Roller).Weight(s.Move)
		}
		p.Make(s.Move)
		var v game.Score
		switch {
		case st.Over:
			var r [game.MaxSides]game.Score
			p.Returns(&r)
			v = finished(r[side], ply+1)
		default:
			v = minimax(p, eval, next, ply+1, append(keys, key), root, repetition)
			if st.Side != side {
				v = -v
			}
		}
		p.Unmake()
		best = max(best, v)
		least = min(least, v)
		sum += num * int(v)
	}
	if player == game.Chance {
		return mean(sum, den, least, best)
	}
	return best
}

// mean divides rounding down; a mean of outcomes that are not all decided the
// same way is not decided itself.
func mean(sum, den int, least, most game.Score) game.Score {
	q := sum / den
	if sum%den != 0 && sum < 0 {
		q--
	}
	if least > game.MaxEval || most < -game.MaxEval {
		return game.Score(q)
	}
	return max(-game.MaxEval, min(game.MaxEval, game.Score(q)))
}

// walk plays n random actions of toy from the start and returns the game.
func walk(t *testing.T, setup game.Setup, n int, seed uint64) *game.Play {
	t.Helper()
	return wander(t, toy.Rules, setup, n, seed)
}

// wander does so in any game.
func wander(t *testing.T, rules *game.Rules, setup game.Setup, n int, seed uint64) *game.Play {
	t.Helper()
	v, err := rules.Variant(setup)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	g := game.NewPlay(rules, v.Start())
	for range n {
		var l game.MoveList
		g.Position().Generate(&l)
		m := l.Moves[rng.IntN(l.Len())].Move
		g.Push(m)
		if g.Over() {
			g.Undo()
			break
		}
	}
	return g
}

func rootOf(g *game.Play) search.Root {
	return search.Root{Position: g.Position(), History: g.History(), Repetition: g.Rules().Repetition, Evaluator: toy.Evaluator}
}

var setups = []game.Setup{
	{},
	{"retreat": "yes"},
	{"dice": "no"},
	{"dice": "no", "retreat": "yes"},
	{"seats": "4", "teams": "13/24"},
	{"seats": "3", "teams": "1/23", "dice": "no"},
	{"drop": "yes", "dice": "no"},
}

// TestExactFeaturesKeepTheValue compares alpha-beta with plain expectiminimax:
// with every feature off, with only those on that must not change the value, and
// with each of these alone beside cutoffs.
func TestExactFeaturesKeepTheValue(t *testing.T) {
	cases := []search.Features{search.AllFeatures, search.AllFeatures &^ search.ExactFeatures}
	for bit := search.Features(1); bit < search.AllFeatures; bit <<= 1 {
		if bit&search.ExactFeatures != 0 {
			cases = append(cases, search.AllFeatures&^(bit|search.FeatureCutoffs))
		}
	}
	for _, setup := range setups {
		t.Run(fmt.Sprint(setup), func(t *testing.T) {
			for seed := range uint64(12) {
				g := walk(t, setup, int(seed*3), seed)
				r := rootOf(g)
				maxDepth := 4
				if setup["dice"] == "no" {
					maxDepth = 6
				}
				for depth := 1; depth <= maxDepth; depth++ {
					p := g.Position().Clone()
					keys := append([]uint64(nil), g.History()...)
					want := minimax(p, toy.Evaluator(p), depth, 0, keys, len(keys), r.Repetition)
					for _, without := range cases {
						ab := search.NewAlphaBeta(table(t))
						res, err := ab.Search(context.Background(), r, search.Limits{Depth: depth, Roll: true},
							search.Config{Without: without}, nil)
						if err != nil {
							t.Fatal(err)
						}
						if got := res.Report().Score; got != want {
							t.Fatalf("%s depth %d with only %q: value %d, minimax %d", game.Text(p), depth, search.AllFeatures&^without, got, want)
						}
					}
				}
			}
		})
	}
}

func table(t testing.TB) *search.Table {
	t.Helper()
	tab, err := search.NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestPlainIsMinimax proves the baseline that others are measured against, and
// that its action is one whose value is the root's.
func TestPlainIsMinimax(t *testing.T) {
	for seed := range uint64(20) {
		g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, int(seed), seed)
		r := rootOf(g)
		res, err := search.NewPlain().Search(context.Background(), r, search.Limits{Depth: 5}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Position().Clone()
		keys := append([]uint64(nil), g.History()...)
		want := minimax(p, toy.Evaluator(p), 5, 0, keys, len(keys), r.Repetition)
		if res.Report().Score != want {
			t.Fatalf("%s: %d, want %d", game.Text(p), res.Report().Score, want)
		}
		side, key := p.Base().Side, p.Base().Key
		p.Make(res.Best)
		if p.Base().Over {
			continue
		}
		v := minimax(p, toy.Evaluator(p), 4, 1, append(keys, key), len(keys), r.Repetition)
		if p.Base().Side != side {
			v = -v
		}
		if v != want {
			t.Fatalf("%s: best action has value %d, the root %d", game.Text(g.Position()), v, want)
		}
	}
}

// TestDecidedGamesAreProven checks that the full search, with all its features,
// agrees with minimax wherever minimax finds a win or a loss without dice.
func TestDecidedGamesAreProven(t *testing.T) {
	decided := 0
	for seed := range uint64(300) {
		g := walk(t, game.Setup{"dice": "no"}, 6+int(seed%14), seed)
		p := g.Position().Clone()
		want := minimax(p, toy.Evaluator(p), 6, 0, nil, 0, 0)
		if want < game.MaxEval {
			continue
		}
		decided++
		res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Depth: 12}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Report().Score; got <= game.MaxEval {
			t.Errorf("%s: score %d, but a win in %d actions is there", game.Text(p), got, search.Mate-want)
		}
	}
	if decided < 20 {
		t.Fatalf("only %d decided positions: the test is too weak", decided)
	}
}
