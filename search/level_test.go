package search_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// judge is a searcher that knows the score of every action, and keeps what it
// was asked.
type judge struct {
	scores map[game.Move]game.Score
	asked  []search.Limits
	nodes  uint64
}

func (j *judge) Search(_ context.Context, r search.Root, l search.Limits, c search.Config, _ func(search.Report)) (search.Result, error) {
	j.asked = append(j.asked, l)
	j.nodes += l.Nodes
	best := game.NoMove
	for m, score := range j.scores {
		if l.Only != nil && !slices.Contains(l.Only, m) {
			continue
		}
		if best == game.NoMove || score > j.scores[best] {
			best = m
		}
	}
	return search.Result{Best: best, Lines: []search.Report{{Multi: 1, Score: j.scores[best], Nodes: l.Nodes, PV: []game.Move{best}}}}, nil
}
func (*judge) PonderHit() {}
func (*judge) NewGame()   {}

// loud is an evaluation whose differences matter.
type loud struct{ game.Evaluator }

func (e loud) Evaluate(to *[game.MaxSides]game.Score) {
	e.Evaluator.Evaluate(to)
	for side := range to {
		to[side] *= 500
	}
}

// shared is the score that means a share.
func shared(x float64) game.Score { return game.Score((2*x - 1) * float64(game.MaxEval)) }

// judged is a position of four actions with what the judge thinks of them.
func judged(t *testing.T, scores ...game.Score) (search.Root, []game.Move, *judge) {
	t.Helper()
	g := walk(t, game.Setup{"dice": "no"}, 0, 3)
	r := rootOf(g)
	r.Evaluator = func(p game.Position) game.Evaluator { return loud{toy.Evaluator(p)} }
	actions := actionsOf(g)
	if len(actions) < len(scores) {
		t.Fatalf("%d actions, want %d", len(actions), len(scores))
	}
	j := &judge{scores: map[game.Move]game.Score{}}
	for i, s := range scores {
		j.scores[actions[i]] = s
	}
	return r, actions[:len(scores)], j
}

// chosen counts how often a level plays each action, over many seeds.
func chosen(t *testing.T, level float64, r search.Root, actions []game.Move, j *judge) []int {
	t.Helper()
	const seeds = 200
	counts := make([]int, len(actions))
	for seed := range uint64(seeds) {
		l := search.Limits{Only: actions}
		res, err := search.WithLevel(j, level).Search(context.Background(), r, l, search.Config{Seed: seed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		counts[slices.Index(actions, res.Best)]++
	}
	return counts
}

// TestLevelsErrByDegrees: the higher the level, the less it gives away, and what
// is worse is always played less often than what is better.
func TestLevelsErrByDegrees(t *testing.T) {
	shares := []float64{0.60, 0.57, 0.50, 0.45}
	r, actions, j := judged(t, shared(shares[0]), shared(shares[1]), shared(shares[2]), shared(shares[3]))
	before := 1.0
	for level := 0.0; level < search.MaxLevel; level += 4.75 {
		counts := chosen(t, level, r, actions, j)
		lost, n := 0.0, 0
		for i, c := range counts {
			lost, n = lost+float64(c)*(shares[0]-shares[i]), n+c
			if i > 0 && c > counts[i-1]+15 {
				t.Errorf("level %v plays %v", level, counts)
			}
		}
		mean := lost / float64(n)
		t.Logf("level %v plays %v and gives %.4f away", level, counts, mean)
		if mean > before*0.95 || level == 0 && mean < 0.01 {
			t.Errorf("level %v gives %.4f away, the one before %.4f", level, mean, before)
		}
		before = mean
	}
	if before > 0.005 {
		t.Errorf("the highest level gives %.4f away", before)
	}
}

// TestLevelsNeverBlunderKnowingly: no level plays what loses much, or the game.
func TestLevelsNeverBlunderKnowingly(t *testing.T) {
	for _, level := range []float64{0, 3, 10, 19} {
		r, actions, j := judged(t, shared(0.6), shared(0.1), 8-search.Mate)
		if counts := chosen(t, level, r, actions, j); counts[1] > 0 || counts[2] > 0 {
			t.Errorf("level %v plays %v", level, counts)
		}
		r, actions, j = judged(t, shared(0.05), shared(0.04), 8-search.Mate)
		if counts := chosen(t, level, r, actions, j); counts[2] > 0 {
			t.Errorf("level %v in a bad position plays %v", level, counts)
		}
		r, actions, j = judged(t, search.Mate-1, shared(0.99), search.Mate-9)
		if counts := chosen(t, level, r, actions, j); counts[1] > 0 || counts[2] > 0 {
			t.Errorf("level %v misses a win in one: %v", level, counts)
		}
	}
}

func TestLevelsAreDeterministic(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 2, 3)
	r := rootOf(g)
	r.Evaluator = func(p game.Position) game.Evaluator { return loud{toy.Evaluator(p)} }
	for seed := range uint64(8) {
		play := func() search.Result {
			res, err := search.WithLevel(search.NewAlphaBeta(table(t)), 1).Search(context.Background(), r, search.Limits{Nodes: 5000}, search.Config{Seed: seed, Threads: 4}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return res
		}
		a, b := play(), play()
		if a.Best != b.Best || a.Report().Nodes != b.Report().Nodes || a.Report().Score != b.Report().Score {
			t.Errorf("seed %d: %+v and %+v", seed, a, b)
		}
	}
}

// TestLevelsKeepLimits: nodes, depth and actions are as asked for, together.
func TestLevelsKeepLimits(t *testing.T) {
	r, actions, j := judged(t, shared(0.6), shared(0.59), shared(0.58), shared(0.57))
	for _, limit := range []uint64{1, 2, 3, 4, 6, 10, 100, 3000, 100000} {
		j.asked, j.nodes = nil, 0
		l := search.Limits{Nodes: limit, Depth: 7, Only: actions}
		if _, err := search.WithLevel(j, 19).Search(context.Background(), r, l, search.Config{}, nil); err != nil {
			t.Fatal(err)
		}
		if j.nodes > limit {
			t.Errorf("%d nodes asked for, %d given out", limit, j.nodes)
		}
		for _, a := range j.asked {
			if a.Depth != 7 || len(a.Only) > len(actions) {
				t.Errorf("limits became %+v", a)
			}
		}
	}
}

// TestLevelScale: where levels differ by half as much, the tenth is what the
// fifth is elsewhere.
func TestLevelScale(t *testing.T) {
	r, _, j := judged(t, shared(0.6), shared(0.59))
	asked := func(level float64, scale int) uint64 {
		t.Helper()
		r.Tuning.LevelScale, j.asked = scale, nil
		if _, err := search.WithLevel(j, level).Search(context.Background(), r, search.Limits{}, search.Config{}, nil); err != nil {
			t.Fatal(err)
		}
		return j.asked[0].Nodes
	}
	if half, five, ten := asked(10, 50), asked(5, 0), asked(10, 100); half != five || half >= ten {
		t.Errorf("%d nodes at half scale, %d at half the level, %d at the level", half, five, ten)
	}
}

func TestFullLevelIsTheSearchItself(t *testing.T) {
	s := search.NewPlain()
	if search.WithLevel(s, search.MaxLevel) != search.Searcher(s) || search.WithLevel(s, 19.9) == search.Searcher(s) {
		t.Error("want the searcher itself at the highest level, and only there")
	}
}

// sleeper searches until it is told to end.
type sleeper struct{ judge }

func (s *sleeper) Search(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error) {
	<-ctx.Done()
	return s.judge.Search(ctx, r, l, c, each)
}

// TestLevelsKeepTheClock: a search that would never end is ended by the clock,
// which runs from the ponder hit if there is one.
func TestLevelsKeepTheClock(t *testing.T) {
	r, actions, j := judged(t, shared(0.6), shared(0.59))
	v := search.WithLevel(&sleeper{*j}, 5)
	for _, l := range []search.Limits{
		{MoveTime: 20 * time.Millisecond, Only: actions},
		{Clock: [game.MaxSeats]time.Duration{time.Second, time.Second}, Only: actions},
	} {
		for _, l.Ponder = range []bool{false, true} {
			var hit time.Time
			if l.Ponder {
				go func() {
					time.Sleep(30 * time.Millisecond)
					for range 3 {
						v.PonderHit()
					}
				}()
				hit = time.Now().Add(30 * time.Millisecond)
			}
			start := time.Now()
			if _, err := v.Search(context.Background(), r, l, search.Config{}, nil); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(start); time.Now().Before(hit) || d < 9*time.Millisecond {
				t.Errorf("%+v: ended after %v", l, d)
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := v.Search(ctx, r, search.Limits{Ponder: true, Only: actions}, search.Config{}, nil); err != nil {
		t.Error(err)
	}
}
