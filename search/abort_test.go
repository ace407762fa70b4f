package search_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// inexact leaves what makes scores exact: then every line has but one score.
const inexact = search.AllFeatures &^ search.ExactFeatures

// cutShort stops searches from r at many points and returns their answers, and of
// each the lines that the last finished iteration told.
func cutShort(t *testing.T, r search.Root, c search.Config, s func() search.Searcher, check func(nodes uint64, res search.Result, last map[game.Move]search.Report)) {
	t.Helper()
	for nodes := uint64(1); nodes < 4000; nodes += 1 + nodes/7 {
		last := map[game.Move]search.Report{}
		res, err := s().Search(context.Background(), r, search.Limits{Nodes: nodes, Roll: true}, c, func(rep search.Report) {
			if len(rep.PV) == 0 || rep.Bound != search.Exact {
				return
			}
			if rep.Multi == 1 {
				clear(last)
			}
			last[rep.PV[0]] = rep
		})
		if err != nil {
			t.Fatal(err)
		}
		check(nodes, res, last)
	}
}

// TestLinesWhenCutShort stops searches for several lines at many points: the lines
// are of different actions, each is as the last finished iteration told it or of
// the one after, and every score is what a search of its action alone finds at
// the depth that is told.
func TestLinesWhenCutShort(t *testing.T) {
	for _, setup := range []game.Setup{{"dice": "no", "retreat": "yes"}, {"seats": "4", "teams": "13/24", "dice": "no"}} {
		r := rootOf(walk(t, setup, 4, 2))
		type question struct {
			move  game.Move
			depth int
		}
		known := map[question]search.Report{}
		alone := func(q question) search.Report {
			if _, ok := known[q]; !ok {
				res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), r, search.Limits{Depth: q.depth, Only: []game.Move{q.move}}, search.Config{Without: inexact}, nil)
				if err != nil {
					t.Fatal(err)
				}
				known[q] = res.Report()
			}
			return known[q]
		}
		mixed := 0
		cutShort(t, r, search.Config{MultiPV: 3, Without: inexact}, fresh(t, search.NewAlphaBeta), func(nodes uint64, res search.Result, last map[game.Move]search.Report) {
			depth := 0
			for _, rep := range last {
				depth = rep.Depth
			}
			seen := map[game.Move]bool{}
			for i, line := range res.Lines {
				m := line.PV[0]
				if seen[m] {
					t.Errorf("%d nodes: two lines begin with %d", nodes, m)
				}
				seen[m] = true
				if line.Depth < max(1, depth) || line.Depth > depth+1 {
					t.Fatalf("%d nodes: line %d is of depth %d after %d", nodes, i+1, line.Depth, depth)
				}
				if was, ok := last[m]; ok && line.Depth == depth &&
					(line.Score != was.Score || line.Bound != was.Bound || line.SelDepth != was.SelDepth || !slices.Equal(line.PV, was.PV)) {
					t.Errorf("%d nodes: line %d is %+v, was %+v", nodes, i+1, line, was)
				}
				want := alone(question{m, line.Depth}).Score
				if line.Bound == search.Exact && line.Score != want || line.Bound == search.Upper && line.Score < want || line.Bound == search.Lower && line.Score > want {
					t.Errorf("%d nodes: line %d is %+v, want %d", nodes, i+1, line, want)
				}
				if i > 1 && line.Depth == res.Lines[i-1].Depth && line.Score > res.Lines[i-1].Score {
					t.Errorf("%d nodes: lines of a depth out of order: %+v", nodes, res.Lines)
				}
			}
			if res.Lines[0].Depth != res.Lines[len(res.Lines)-1].Depth {
				mixed++
			}
		})
		if mixed == 0 {
			t.Error("no search was stopped between two lines")
		}
	}
}

// TestBoundIsNoScore stops searches for one line at many points with all features:
// where the iteration that was cut short has nothing exact to tell of the action
// to play, the score of the last finished one stands.
func TestBoundIsNoScore(t *testing.T) {
	missed := 0
	for seed := range uint64(6) {
		r := rootOf(walk(t, game.Setup{"dice": "no", "retreat": "yes"}, int(seed), seed))
		cutShort(t, r, search.Config{}, fresh(t, search.NewAlphaBeta), func(nodes uint64, res search.Result, last map[game.Move]search.Report) {
			line := res.Report()
			was, ok := last[res.Best]
			if ok && line.Depth == was.Depth && (line.Score != was.Score || line.Bound != search.Exact || !slices.Equal(line.PV, was.PV)) {
				t.Errorf("seed %d, %d nodes: %+v, was %+v", seed, nodes, line, was)
			}
			if ok && line.Bound != search.Exact {
				t.Errorf("seed %d, %d nodes: %+v is told though %+v is known", seed, nodes, line, was)
			}
			if line.Depth == was.Depth {
				missed++
			}
		})
	}
	if missed == 0 {
		t.Error("every iteration had found something when it was cut short")
	}
}

// TestValuesFitTheScore wants the side that acts to be worth its score in every
// line, whatever the view, also of searches that were cut short.
func TestValuesFitTheScore(t *testing.T) {
	g := walk(t, game.Setup{"seats": "3", "dice": "no"}, 3, 1)
	us := g.Position().Base().Side
	for name, searcher := range map[string]func(*search.Table) *search.AlphaBeta{"max^n": search.NewMaxN, "paranoid": search.NewParanoid} {
		cutShort(t, rootOf(g), search.Config{MultiPV: 3}, fresh(t, searcher), func(nodes uint64, res search.Result, _ map[game.Move]search.Report) {
			for _, line := range res.Lines {
				if s := line.Score; line.Values[us] != s && s <= game.MaxEval && s >= -game.MaxEval {
					t.Errorf("%s, %d nodes: score %d, values %v", name, nodes, s, line.Values)
				}
			}
		})
	}
}

// fresh makes searchers of a kind that remember nothing.
func fresh(t *testing.T, kind func(*search.Table) *search.AlphaBeta) func() search.Searcher {
	return func() search.Searcher { return kind(table(t)) }
}

// TestDepthsAreToldInFull wants no depth of 0, and no line that is longer than
// the longest one looked at, in any view, at decisions and at rolls.
func TestDepthsAreToldInFull(t *testing.T) {
	for name, searcher := range map[string]func(*search.Table) *search.AlphaBeta{"max^n": search.NewMaxN, "paranoid": search.NewParanoid} {
		for _, n := range []int{0, 1} { // a roll, a decision
			r := rootOf(walk(t, game.Setup{"seats": "3"}, n, 1))
			cutShort(t, r, search.Config{}, fresh(t, searcher), func(nodes uint64, res search.Result, last map[game.Move]search.Report) {
				last[0] = res.Report()
				for _, line := range last {
					if line.Depth < 1 || line.SelDepth < max(line.Depth, len(line.PV)) {
						t.Errorf("%s, %d nodes: %+v", name, nodes, line)
					}
				}
			})
		}
	}
}

// TestNoDecidedScoreFromMixedRolls evaluates rolls of which some outcomes win at
// once and others do not: no such mean may be told as a win in so many actions.
func TestNoDecidedScoreFromMixedRolls(t *testing.T) {
	v, err := toy.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse("g,5/0,0 - - w") // a roll of 1 wins, others do not
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewPlay(toy.Rules, p)
	for depth := 1; depth <= 5; depth++ {
		res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Depth: depth, Roll: true}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s := res.Report().Score; s > game.MaxEval || s < 0 {
			t.Errorf("depth %d: score %d", depth, s)
		}
	}
}

// TestManyThreadsKeepTheTime asks for more threads than any machine has. A machine
// with other work may take one try long, but not each.
func TestManyThreadsKeepTheTime(t *testing.T) {
	g := walk(t, game.Setup{"retreat": "yes"}, 1, 3)
	const most = 500 * time.Millisecond
	best := time.Duration(math.MaxInt64)
	for try := 0; try < 5 && best > most; try++ {
		start := time.Now()
		_, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{MoveTime: 50 * time.Millisecond}, search.Config{Threads: 256}, nil)
		if err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	if best > most {
		t.Errorf("asked for 50ms, took %v", best)
	}
}
