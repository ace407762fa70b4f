package search

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"tetrarch/game"
)

// MaxLevel is the level of full strength; 0 is the weakest.
const MaxLevel = 20

// WithLevel returns s at a level from 0 to [MaxLevel], between whole levels too;
// at MaxLevel that is s itself. Below, it errs like people: it looks at fewer
// positions, takes in its choice only a few actions besides the best one, those
// that look good at a glance, and of them sometimes one that it judges worse.
// How much worse is bounded, and more tightly the higher the level; a win in
// plain sight is never missed. How often it errs is measured in expected shares
// of the game and by what is at stake in the position, so that a level means much
// the same in every game but where [Tuning] scales it.
//
// Such a search uses one thread and no [Oracle], and ends by itself, also without
// limits. Equal seeds, positions and limits of nodes or depth give equal actions.
func WithLevel(s Searcher, level float64) Searcher {
	if level >= MaxLevel {
		return s
	}
	return &leveled{inner: s, level: max(0, level)}
}

// skill is what a level can do.
type skill struct {
	nodes uint64 // in a search for the best action; half as many for all others
	// others is how many actions it considers besides the best one.
	others int
	// noise is by how much it misjudges, in parts of what is at stake.
	noise float64
	// loss is the most that it gives away knowingly, in shares of the game.
	loss float64
	// whim is the weight of an action that looks as good as the best one.
	whim float64
	// sight is within how many actions it sees every win that it can reach.
	sight int
}

// skillOf interpolates between the weakest level and the one below MaxLevel.
func skillOf(level float64) skill {
	x := level / (MaxLevel - 1)
	between := func(weak, strong float64) float64 { return weak * math.Pow(strong/weak, x) }
	return skill{
		nodes:  uint64(between(150, 30000)),
		others: int(math.Round(7 - 5*x)),
		noise:  between(0.8, 0.03),
		loss:   between(0.3, 0.02),
		whim:   between(1, 0.15),
		sight:  1 + int(level/2),
	}
}

// leveled is a searcher that errs.
type leveled struct {
	inner Searcher
	level float64
	hit   atomic.Pointer[func()] // starts the clock of a search that ponders
}

// PonderHit implements [Searcher].
func (v *leveled) PonderHit() {
	if start := v.hit.Swap(nil); start != nil {
		(*start)()
	}
}

// NewGame implements [Searcher].
func (v *leveled) NewGame() { v.inner.NewGame() }

// Search implements [Searcher]. The first line of the result is that of the
// action chosen.
func (v *leveled) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	moves, err := rootMoves(r, l, (c.Without|r.Tuning.Without)&FeatureSelective == 0)
	if err != nil {
		return Result{}, err
	}
	r.Oracle, c.Threads = nil, 1
	if r.Share == nil {
		r.Share = func(s game.Score) float64 { return (float64(s)/float64(game.MaxEval) + 1) / 2 }
	}
	early, late, release := v.timed(ctx, newClock(start, r, l, c, len(moves), turn{}), l.Ponder)
	defer release()
	skill := skillOf(r.Tuning.level(v.level))
	first, rest := skill.nodes, skill.nodes/2
	if l.Nodes > 0 {
		first, rest = min(first, l.Nodes-l.Nodes/3), min(rest, l.Nodes/3)
	}
	own := Limits{Depth: l.Depth, Nodes: max(1, first), Mate: l.Mate, Roll: l.Roll, Only: l.Only}
	result, err := v.inner.Search(early, r, own, c, each)
	if err != nil || len(moves) == 1 || r.Position.Base().Player == game.Chance || skill.obvious(result.Report().Score) {
		return result, err
	}
	o := &options{root: r, config: c, best: result, rng: baselineRand(r, c)}
	o.glance(moves, skill)
	if rest < uint64(len(o.list)) {
		o.list = o.list[:rest] // so few nodes do not go round
	}
	own.Nodes = max(1, rest/uint64(max(1, len(o.list))))
	if err := o.compare(late, v.inner, own); err != nil {
		return result, err
	}
	result = o.choose(skill, time.Since(start))
	if each != nil {
		each(result.Report())
	}
	return result, nil
}

// timed bounds the search for the best action and the whole by the clock, which
// runs from the ponder hit where there is one.
func (v *leveled) timed(ctx context.Context, k *clock, ponder bool) (early, late context.Context, release func()) {
	late, cancel := context.WithCancel(ctx)
	early, stop := context.WithCancel(late)
	var timers [2]*time.Timer
	run := func() {
		most := k.maximum
		if k.optimum > 0 {
			most = k.optimum
		}
		if most > 0 {
			timers = [2]*time.Timer{time.AfterFunc(most/2, stop), time.AfterFunc(most*9/10, cancel)}
		}
	}
	if ponder {
		// Whoever takes the function away is the only one to call it.
		started := make(chan struct{})
		begin := func() { run(); close(started) }
		v.hit.Store(&begin)
		return early, late, func() {
			if v.hit.Swap(nil) == nil {
				<-started
			}
			halt(timers[:])
			cancel()
		}
	}
	run()
	return early, late, func() { halt(timers[:]); cancel() }
}

func halt(timers []*time.Timer) {
	for _, t := range timers {
		if t != nil {
			t.Stop()
		}
	}
}

// obvious says that a score is a win in plain sight.
func (s skill) obvious(score game.Score) bool {
	return score > game.MaxEval && int(Mate-score) <= s.sight
}

// options are the actions that are considered besides the best one.
type options struct {
	root   Root
	config Config
	best   Result
	rng    *rand.Rand
	list   []option
	stake  float64 // what an action taken at random loses at a glance
	nodes  uint64  // spent on comparing
}

// option is an action that may be played.
type option struct {
	result Result
	move   game.Move
	share  float64
	appeal float64 // at a glance, with a whim
}

// The least and the most that is taken to be at stake.
const (
	leastStake = 0.01
	mostStake  = 0.25
)

// glance picks the actions to consider: those whose evaluation one action ahead
// is best, as misjudged as the skill has it.
func (o *options) glance(moves []game.Move, s skill) {
	pos := o.root.Position.Clone()
	side, eval := pos.Base().Side, o.root.Evaluator(pos)
	best, sum := 0.0, 0.0
	for _, m := range moves {
		pos.Make(m)
		share := o.root.Share(leafValue(pos, eval, side, 1))
		pos.Unmake()
		best, sum = max(best, share), sum+share
		o.list = append(o.list, option{move: m, share: share})
	}
	o.stake = min(max(best-sum/float64(len(moves)), leastStake), mostStake)
	for i := range o.list {
		// The largest of independent Gumbel deviates is a choice by softmax.
		gumbel := -math.Log(-math.Log(max(o.rng.Float64(), 1e-300)))
		o.list[i].appeal = o.list[i].share + s.noise*o.stake*gumbel
	}
	o.list = slices.DeleteFunc(o.list, func(x option) bool { return x.move == o.best.Best })
	slices.SortStableFunc(o.list, func(a, b option) int { return cmp.Compare(b.appeal, a.appeal) })
	o.list = o.list[:min(len(o.list), s.others)]
}

// compare judges every option by a search of its own; those that ctx leaves no
// time for go.
func (o *options) compare(ctx context.Context, s Searcher, l Limits) error {
	judged := o.list[:0]
	for _, x := range o.list {
		if ctx.Err() != nil {
			break
		}
		l.Only = []game.Move{x.move}
		var err error
		if x.result, err = s.Search(ctx, o.root, l, o.config, nil); err != nil {
			return err
		}
		o.nodes += x.result.Report().Nodes
		if ctx.Err() != nil {
			break
		}
		x.share = o.root.Share(x.result.Report().Score)
		judged = append(judged, x)
	}
	o.list = judged
	return nil
}

// choose draws one of the actions, the likelier the less it loses, and of those
// that lose more than the skill allows, or lose the game, none.
func (o *options) choose(s skill, took time.Duration) Result {
	score := o.best.Report().Score
	top := o.root.Share(score)
	chosen, sum := o.best, 1.0
	for _, x := range o.list {
		lost := max(0, top-x.share)
		if lost > s.loss || x.result.Report().Score < -game.MaxEval && score >= -game.MaxEval {
			continue
		}
		weight := s.whim * math.Exp(-lost/(s.noise*o.stake))
		if sum += weight; o.rng.Float64()*sum < weight {
			chosen = x.result
		}
	}
	lines := slices.Clone(o.best.Lines)
	if chosen.Best != o.best.Best {
		lines = slices.DeleteFunc(lines, func(r Report) bool { return r.PV[0] == chosen.Best })
		lines = append([]Report{chosen.Report()}, lines...)[:len(o.best.Lines)]
	}
	for i := range lines {
		lines[i].Multi = i + 1
		lines[i].Nodes = o.best.Report().Nodes + o.nodes
		lines[i].Elapsed = took
	}
	chosen.Lines = lines
	return chosen
}
