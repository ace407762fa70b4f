package search_test

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tetrarch/game"
	"tetrarch/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestSearchKnowsNoGame keeps the first rule of the house.
func TestSearchKnowsNoGame(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "tetrarch/search").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(out)) {
		if strings.HasPrefix(dep, "tetrarch/") && dep != "tetrarch/game" && dep != "tetrarch/search" {
			t.Errorf("search depends on %s", dep)
		}
	}
}

func TestEqualSearchesAreEqual(t *testing.T) {
	for _, setup := range setups {
		g := walk(t, setup, 5, 7)
		run := func(ab *search.AlphaBeta) (uint64, game.Move, game.Score) {
			res, err := ab.Search(context.Background(), rootOf(g), search.Limits{Nodes: 20000, Roll: true}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return res.Report().Nodes, res.Best, res.Report().Score
		}
		ab := search.NewAlphaBeta(table(t))
		n1, m1, s1 := run(ab)
		n2, m2, s2 := run(search.NewAlphaBeta(table(t)))
		ab.NewGame()
		n3, m3, s3 := run(ab)
		if n1 != n2 || m1 != m2 || s1 != s2 || n1 != n3 || m1 != m3 || s1 != s3 {
			t.Errorf("%v: nodes %d %d %d, actions %d %d %d, scores %d %d %d", setup, n1, n2, n3, m1, m2, m3, s1, s2, s3)
		}
	}
}

func TestNodeLimit(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 2, 3)
	for _, limit := range []uint64{1, 2, 50, 999, 1000, 1001, 5000} {
		res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Nodes: limit}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := res.Report().Nodes; n > limit+1 {
			t.Errorf("limit %d: %d nodes", limit, n)
		}
		if !g.Position().Legal(res.Best) {
			t.Errorf("limit %d: action %d is not legal", limit, res.Best)
		}
	}
}

// TestStopIsAtOnce stops searches several times: the quickest stop shows what the
// search itself takes, whatever else the machine is doing.
func TestStopIsAtOnce(t *testing.T) {
	g := walk(t, game.Setup{"retreat": "yes"}, 1, 3)
	for _, threads := range []int{1, 2, 64} {
		ab := search.NewAlphaBeta(table(t))
		quickest := time.Hour
		for try := 0; try < 20 && quickest > 5*time.Millisecond; try++ {
			ctx, cancel := context.WithCancel(context.Background())
			stopped := make(chan time.Time, 1)
			go func() {
				time.Sleep(15 * time.Millisecond)
				stopped <- time.Now()
				cancel()
			}()
			if _, err := ab.Search(ctx, rootOf(g), search.Limits{}, search.Config{Threads: threads}, nil); err != nil {
				t.Fatal(err)
			}
			quickest = min(quickest, time.Since(<-stopped))
		}
		if quickest > 5*time.Millisecond {
			t.Errorf("%d threads: the quickest of twenty stops took %v", threads, quickest)
		}
	}
}

func TestMoveTime(t *testing.T) {
	g := walk(t, game.Setup{"retreat": "yes"}, 1, 3)
	quickest := time.Hour
	for range 3 {
		start := time.Now()
		if _, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{MoveTime: 50 * time.Millisecond}, search.Config{}, nil); err != nil {
			t.Fatal(err)
		}
		quickest = min(quickest, time.Since(start))
	}
	if quickest > 150*time.Millisecond || quickest < 25*time.Millisecond {
		t.Errorf("asked for 50ms, took %v", quickest)
	}
}

func TestPonderHitStartsTheClock(t *testing.T) {
	g := walk(t, game.Setup{"retreat": "yes"}, 1, 3)
	ab := search.NewAlphaBeta(table(t))
	start := time.Now()
	go func() {
		time.Sleep(60 * time.Millisecond)
		ab.PonderHit()
	}()
	if _, err := ab.Search(context.Background(), rootOf(g), search.Limits{MoveTime: 20 * time.Millisecond, Ponder: true}, search.Config{}, nil); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d < 60*time.Millisecond {
		t.Errorf("ended after %v, before the ponder hit", d)
	}
}

func TestMultiPV(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 3, 11)
	var l game.MoveList
	g.Position().Generate(&l)
	res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Depth: 5}, search.Config{MultiPV: 300}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Lines) != l.Len() {
		t.Fatalf("%d lines, want one for each of %d actions", len(res.Lines), l.Len())
	}
	seen := map[game.Move]bool{}
	for i, line := range res.Lines {
		if line.Multi != i+1 || seen[line.PV[0]] || i > 0 && line.Score > res.Lines[i-1].Score {
			t.Errorf("line %d: %+v", i, line)
		}
		seen[line.PV[0]] = true
	}
	if res.Best != res.Lines[0].PV[0] {
		t.Error("the best action does not begin the best line")
	}
}

func TestOnlyRestrictsTheRoot(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 3, 11)
	var l game.MoveList
	g.Position().Generate(&l)
	for _, s := range l.Moves {
		res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Depth: 3, Only: []game.Move{s.Move}}, search.Config{}, nil)
		if err != nil || res.Best != s.Move {
			t.Errorf("only %d: best %d, %v", s.Move, res.Best, err)
		}
	}
	_, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Only: []game.Move{}}, search.Config{}, nil)
	if !errors.Is(err, search.ErrNoMoves) {
		t.Errorf("no action allowed: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	dice := walk(t, game.Setup{}, 0, 1)
	three := walk(t, game.Setup{"seats": "3", "dice": "no"}, 0, 1)
	searchers := []search.Searcher{search.NewAlphaBeta(table(t)), search.NewPlain(), search.NewRandom(), search.NewGreedy()}
	for _, s := range searchers {
		if _, err := s.Search(context.Background(), rootOf(dice), search.Limits{Depth: 1}, search.Config{}, nil); !errors.Is(err, search.ErrNeedRoll) {
			t.Errorf("%T at a roll: %v", s, err)
		}
	}
	if _, err := searchers[0].Search(context.Background(), rootOf(three), search.Limits{Depth: 1}, search.Config{}, nil); !errors.Is(err, search.ErrSides) {
		t.Errorf("three sides: %v", err)
	}
}

// TestLinesArePlayable plays every reported line.
func TestLinesArePlayable(t *testing.T) {
	for seed := range uint64(20) {
		g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, int(seed), seed)
		_, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Depth: 8}, search.Config{MultiPV: 2}, func(r search.Report) {
			p := g.Position().Clone()
			for _, m := range r.PV {
				if !p.Legal(m) {
					t.Fatalf("%s: line %v: action %d is not legal", game.Text(g.Position()), r.PV, m)
				}
				p.Make(m)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestNoAllocationInTheTree searches twice as far as before without a further
// allocation but those of the reports.
func TestNoAllocationInTheTree(t *testing.T) {
	g := walk(t, game.Setup{"retreat": "yes"}, 1, 5)
	ab := search.NewAlphaBeta(table(t))
	run := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			if _, err := ab.Search(context.Background(), rootOf(g), search.Limits{Nodes: nodes}, search.Config{}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	run(200000)
	few, many := run(20000), run(200000)
	if many > few+40 {
		t.Errorf("%v allocations for 20 000 nodes, %v for 200 000", few, many)
	}
}

func TestFeatureNames(t *testing.T) {
	names := search.FeatureNames()
	all, err := search.ParseFeatures(strings.Join(names, ", "))
	if err != nil || all != search.AllFeatures {
		t.Errorf("all names: %v, %v", all, err)
	}
	if f, err := search.ParseFeatures("all"); err != nil || f != search.AllFeatures {
		t.Errorf("all: %v, %v", f, err)
	}
	if got := strings.Split(all.String(), ","); !slices.Equal(got, names) {
		t.Errorf("%v", got)
	}
	if _, err := search.ParseFeatures("null-move,nul"); err == nil || !strings.Contains(err.Error(), `"nul"`) {
		t.Errorf("unknown feature: %v", err)
	}
}
