// Package rollout judges positions of games with dice by playing them out many
// times with a quick policy, and games already played by what luck and mistakes
// did in them.
//
// [Run] plays the games of a rollout. Three things make few games say much. The
// first two rolls are stratified: in every [Block] of games each pair of sixths
// of the two rolls occurs once. The luck of every roll, as the evaluation sees it,
// is subtracted from the result. And actions that are compared meet the same
// dice. [Review] goes through a game and tells the luck of each roll from the
// error of each action.
//
// The package knows no game: whatever keeps the contract of package game can be
// rolled out.
package rollout

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"tetrarch/game"
	"tetrarch/search"
)

// Block is the number of games that cover the first two rolls evenly. The games
// of a rollout are a multiple of it.
const Block = strata * strata

const (
	// DefaultGames is the number of games of a rollout that names none.
	DefaultGames = 10 * Block
	// MaxGames bounds the number of games.
	MaxGames = 1_000_000
	// DefaultCandidates is how many actions a rollout compares that names none.
	DefaultCandidates = 5
	// DefaultStop is by how many joint standard errors an action must be behind
	// to be dropped, where users do not say.
	DefaultStop = 3
	// DefaultTurns is where the games of a rollout that says nothing are cut:
	// far enough that the evaluation sees what has come of an action, and so
	// near that subtracting luck still takes most of the variance.
	DefaultTurns = 16
	// MaxTurns is where a game that goes on is cut in any case.
	MaxTurns = 1000
)

// firstStop is the number of blocks before which no action is dropped: standard
// errors of fewer are too unsure.
const firstStop = 4

// Values holds a number for each side.
type Values [game.MaxSides]float64

// Options says how to roll out. The zero value is a sensible default: the
// quickest policy, DefaultGames games of DefaultTurns turns, one thread.
type Options struct {
	// Games is the number of games for each action that is compared, rounded
	// up to whole blocks; 0 means DefaultGames.
	Games int
	// Turns ends a game at the roll after so many further turns with the value
	// of the evaluation; 0 means DefaultTurns, and MaxTurns is the most.
	Turns int
	// Depth and Nodes let a search choose the actions of the games, limited
	// by either. With neither the policy is the best evaluation one action
	// ahead.
	Depth int
	Nodes uint64
	// Plain leaves the luck in the results.
	Plain bool
	// Stop drops an action once it is so many joint standard errors behind the
	// best, and ends the rollout once one is left; 0 means never.
	Stop float64
	// Only restricts the actions to compare; nil means the Candidates that
	// look best by the evaluation after them, 0 for DefaultCandidates.
	Only       []game.Move
	Candidates int
	Threads    int // 0 means 1; the result does not depend on it
	Seed       uint64
	// Each, if not nil, is called after every block with the result so far.
	Each func(Result)
}

// Line is what is known of one action.
type Line struct {
	// Move is the action, or NoMove where a roll was due and the position
	// itself was rolled out.
	Move game.Move
	// Games is the number of games played.
	Games int
	// Mean is each side's expected share of the game, 0 to 1, and Error the
	// standard error of that.
	Mean, Error Values
	// Plain and PlainError are the same without subtraction of luck.
	Plain, PlainError Values
	// Behind is by how much the action is worse than the best for the side
	// that acts, measured with the same dice, and BehindError the standard
	// error of that. Both are 0 for the best.
	Behind, BehindError float64
	// Dropped says that the action was left behind before the end.
	Dropped bool
}

// Result is what a rollout found.
type Result struct {
	// Lines are the actions, best first, dropped ones last. Without a whole
	// block their Games are 0 and their Mean is the evaluation.
	Lines []Line
	// Played is the number of games played for all actions together, and Turns
	// that of the turns in them.
	Played, Turns int
}

// ErrNoChance says that a game has no dice to average over.
var ErrNoChance = errors.New("a rollout needs a game with dice")

// candidate is an action under comparison.
type candidate struct {
	move           game.Move
	guess          Values // by the evaluation
	adjusted       [game.MaxSides]tally
	plain          [game.MaxSides]tally
	behind         []tally // this action's value minus another's, by index, for the side that acts
	samples        [Block]sample
	dropped        bool
	played, lasted int
}

// run is a rollout under way.
type run struct {
	root  search.Root
	o     Options
	sides int
	actor game.Side
	all   []*candidate
	crew  []*player
}

// Run rolls out the position of r, which must not be over. Where a roll is due it
// judges the position, else it compares actions. Equal seeds and options give
// equal results, whatever the number of threads. When ctx ends, Run returns what
// whole blocks have shown until then, and no error.
//
// Draws by repetition are not looked for: games end by what is on the board or
// are cut.
func Run(ctx context.Context, r search.Root, o Options) (Result, error) {
	o.complete()
	w, err := newRun(r, o)
	if err != nil {
		return Result{}, err
	}
	for block := 0; block*Block < o.Games; block++ {
		if err := w.block(ctx, block); err != nil {
			if ctx.Err() != nil {
				break
			}
			return Result{}, err
		}
		if o.Stop > 0 && block+1 >= firstStop {
			w.drop()
		}
		if o.Each != nil {
			o.Each(w.result())
		}
		if len(w.all) > 1 && len(w.active()) == 1 {
			break
		}
	}
	return w.result(), nil
}

// complete puts in what zero values stand for.
func (o *Options) complete() {
	if o.Games <= 0 {
		o.Games = DefaultGames
	}
	if o.Turns <= 0 {
		o.Turns = DefaultTurns
	}
	o.Turns = min(o.Turns, MaxTurns)
	if o.Candidates <= 0 {
		o.Candidates = DefaultCandidates
	}
	o.Threads = min(max(1, o.Threads), Block)
}

func newRun(r search.Root, o Options) (*run, error) {
	st := r.Position.Base()
	if st.Over {
		return nil, search.ErrOver
	}
	if _, ok := r.Position.(game.Roller); !ok {
		return nil, ErrNoChance
	}
	w := &run{root: r, o: o, sides: r.Position.Seating().Sides, actor: st.Side}
	for range o.Threads {
		p, err := newPlayer(r, o)
		if err != nil {
			return nil, err
		}
		w.crew = append(w.crew, p)
	}
	w.all = w.crew[0].candidates(o)
	if len(w.all) == 0 {
		return nil, search.ErrNoMoves
	}
	for _, c := range w.all {
		c.behind = make([]tally, len(w.all))
	}
	return w, nil
}

// active returns the candidates that are not dropped.
func (w *run) active() []*candidate {
	var in []*candidate
	for _, c := range w.all {
		if !c.dropped {
			in = append(in, c)
		}
	}
	return in
}

// block plays a block of games for every active candidate and adds them up. If it
// fails nothing is added.
func (w *run) block(ctx context.Context, number int) error {
	in := w.active()
	jobs := int64(len(in) * Block)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range w.crew {
		group.Go(func() error {
			for {
				job := int(next.Add(1) - 1)
				if job >= int(jobs) {
					return nil
				}
				// Neighbouring jobs share their dice.
				c, i := in[job%len(in)], job/len(in)
				if err := p.game(ctx, c.move, number*Block+i, &c.samples[i]); err != nil {
					return err
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, c := range in {
		w.add(c, in)
	}
	return nil
}

// add takes over the samples of a candidate. The order is that of the games, so
// that sums do not depend on who played them.
func (w *run) add(c *candidate, in []*candidate) {
	for i := range c.samples {
		s := &c.samples[i]
		for side := range w.sides {
			c.adjusted[side].add(i, s.value[side]-s.luck[side])
			c.plain[side].add(i, s.value[side])
		}
		c.played++
		c.lasted += s.turns
	}
	for j, d := range w.all {
		if d == c || d.dropped || !slices.Contains(in, d) {
			continue
		}
		for i := range c.samples {
			a, b := &c.samples[i], &d.samples[i]
			c.behind[j].add(i, b.value[w.actor]-b.luck[w.actor]-a.value[w.actor]+a.luck[w.actor])
		}
	}
}

// leader returns the index of the best candidate.
func (w *run) leader() int {
	best := -1
	for i, c := range w.all {
		if !c.dropped && (best < 0 || c.mean(w.actor) > w.all[best].mean(w.actor)) {
			best = i
		}
	}
	return best
}

// mean is the candidate's value for a side.
func (c *candidate) mean(side game.Side) float64 {
	if c.played == 0 {
		return c.guess[side]
	}
	return c.adjusted[side].mean()
}

// drop leaves candidates behind that are worse beyond doubt.
func (w *run) drop() {
	best := w.leader()
	for i, c := range w.all {
		if t := &c.behind[best]; i != best && !c.dropped && t.mean() > w.o.Stop*t.standardError() {
			c.dropped = true
		}
	}
}

// result sums up.
func (w *run) result() Result {
	var r Result
	best := w.leader()
	for i, c := range w.all {
		l := Line{Move: c.move, Games: c.played, Dropped: c.dropped}
		for side := range w.sides {
			l.Mean[side], l.Error[side] = c.mean(game.Side(side)), c.adjusted[side].standardError()
			l.Plain[side], l.PlainError[side] = c.plain[side].mean(), c.plain[side].standardError()
		}
		if i != best {
			l.Behind, l.BehindError = c.behind[best].mean(), c.behind[best].standardError()
		}
		r.Lines = append(r.Lines, l)
		r.Played += c.played
		r.Turns += c.lasted
	}
	slices.SortStableFunc(r.Lines, func(a, b Line) int {
		if a.Dropped != b.Dropped {
			if b.Dropped {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.Mean[w.actor], a.Mean[w.actor])
	})
	return r
}
