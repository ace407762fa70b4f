package tournament

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"tetrarch/record"
	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// run is a match under way.
type run struct {
	*Match
	order []arrangement
	start time.Time
	stop  context.CancelCauseFunc

	mu       sync.Mutex // guards what follows, and calls of Record and Progress
	wake     *sync.Cond // when there may be something to take
	schedule *schedule
	ready    map[int]*task // complete blocks that wait for one before them
	counted  int           // blocks in the summary
	summary  *Summary
}

// errVerdict ends a match whose sequential test has spoken.
var errVerdict = errors.New("the sequential test has its verdict")

// FaultError ends a match that is strict.
type FaultError struct{ Game, Text string }

func (e *FaultError) Error() string { return "strict: game " + e.Game + ": " + e.Text }

// Run plays the match. If ctx ends first it returns the summary of the blocks
// that are complete together with the context's error; a [*FaultError] is a
// fault in a strict match, also with the summary; other errors mean that the
// match cannot be played or recorded.
func (m Match) Run(ctx context.Context) (*Summary, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	m.Concurrency = max(1, m.Concurrency)
	if m.MaxTurns == 0 {
		m.MaxTurns = DefaultMaxTurns
	}
	var err error
	if m.oracle, err = m.Adjudication.oracle(&m.Game); err != nil {
		return nil, err
	}
	var old []results.Game
	if m.Journal != nil {
		if old, err = m.Journal.begin(m.header()); err != nil {
			return nil, err
		}
	}
	r := &run{Match: &m, order: arrangements(m.places(), m.AllSeatings), start: time.Now(), ready: map[int]*task{}}
	r.wake = sync.NewCond(&r.mu)
	r.schedule, r.summary = newSchedule(&m, old), newSummary(&m)
	ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	if err := r.fill(); err != nil {
		return nil, err
	}
	err = r.play(ctx)
	r.close(err)
	if errors.Is(context.Cause(ctx), errVerdict) && errors.Is(err, context.Canceled) {
		err = nil
	}
	return r.summary, err
}

// play runs a worker for every slot until all blocks are played.
func (r *run) play(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.wake.Broadcast()
	})()
	for slot := range min(r.Concurrency, max(1, r.Planned()/r.BlockSize())) {
		group.Go(func() error { return r.work(ctx, slot) })
	}
	err := group.Wait()
	if r.Journal != nil {
		err = errors.Join(err, r.Journal.sync())
	}
	return err
}

// close brings the summary to its end. Without a sequential test, which counts
// in order alone, blocks of an interrupted match count that have gaps before
// them.
func (r *run) close(err error) {
	if err != nil && r.SPRT == nil {
		for _, block := range slices.Sorted(maps.Keys(r.ready)) {
			r.summary.add(r.ready[block].games)
		}
	}
	r.summary.Standings = r.schedule.standings()
	r.summary.Elapsed = time.Since(r.start)
}

// work plays blocks at one slot until none is left.
func (r *run) work(ctx context.Context, slot int) (err error) {
	g := r.Game
	g.Slot = Slot{Number: slot}
	if r.Journal != nil {
		g.Slot.Dir = r.Journal.dir
	}
	if len(r.CPUs) > 0 {
		g.Slot.CPUs = r.CPUs[slot : slot+1]
		if err := pin(g.Slot.CPUs); err != nil {
			return err
		}
	}
	opener, err := newOpener(g, r.Openings, r.Seed)
	if err != nil {
		return err
	}
	here := &bench{entrants: r.Players, game: g, seated: map[int]Player{}}
	defer func() { err = errors.Join(err, here.clear()) }()
	for {
		t := r.take(ctx)
		if t == nil {
			return ctx.Err()
		}
		if err := r.block(ctx, t, opener, here); err != nil {
			return err
		}
	}
}

// take returns a block to play. It waits while others play the last blocks
// before further meetings can be paired; nil means that there is nothing left or
// ctx has ended.
func (r *run) take(ctx context.Context) *task {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		if ctx.Err() != nil {
			return nil
		}
		if t := r.schedule.take(); t != nil {
			return t
		}
		if r.schedule.over {
			return nil
		}
		r.wake.Wait()
	}
}

// block plays the games of a block that are not there yet.
func (r *run) block(ctx context.Context, t *task, opener *opener, here *bench) error {
	o, err := opener.find(ctx, t.block)
	if err != nil {
		return err
	}
	meeting := *r.Match
	meeting.Players = make([]Entrant, len(t.meeting.Players))
	for i, p := range t.meeting.Players {
		meeting.Players[i] = r.Players[p]
	}
	for number, a := range r.order {
		if t.games[number] != nil {
			continue
		}
		players, err := here.seat(t.meeting.Players)
		if err != nil {
			return err
		}
		start := time.Now()
		out, err := meeting.game(ctx, players, t.block, number, a, o)
		if err != nil {
			return err
		}
		if err := r.finished(t, out, written(&meeting, t, out, o, start)); err != nil {
			return err
		}
		if out.Faulty >= 0 {
			// A player that failed starts afresh.
			if err := here.leave(t.meeting.Players[out.Faulty]); err != nil {
				return err
			}
		}
	}
	return nil
}

// finished records a game, and counts its block if it was the last of it.
func (r *run) finished(t *task, o *Outcome, g *results.Game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Record != nil {
		if err := record.Write(r.Record, o.Record); err != nil {
			return fmt.Errorf("record of game %s: %w", o.Record.Get(record.Round), err)
		}
	}
	if r.Journal != nil {
		if g.Fault != nil {
			g.Fault.Stderr = r.Journal.stderrFile(o.Record.Get(record.Round), g.Fault.Player)
		}
		if err := r.Journal.add(o.Record, g); err != nil {
			return err
		}
	}
	t.games[o.Number] = g
	if t.whole() {
		if r.Journal != nil {
			if err := r.Journal.sync(); err != nil {
				return err
			}
		}
		r.schedule.complete(t)
		r.count(t)
		if err := r.fill(); err != nil {
			return err
		}
	}
	if r.Progress != nil {
		r.summary.Elapsed = time.Since(r.start)
		r.Progress(o, r.summary)
	}
	if r.Strict && o.Faulty >= 0 {
		return &FaultError{o.Record.Get(record.Round), o.Fault}
	}
	return nil
}

// fill asks the schedule for blocks where it has none left under way, and counts
// those that an interrupted run had completed.
func (r *run) fill() error {
	if r.schedule.open > 0 || r.summary.Verdict != stats.Continue {
		return nil
	}
	complete, err := r.schedule.fill()
	for _, t := range complete {
		r.count(t)
	}
	r.wake.Broadcast()
	return err
}

// count adds a complete block to the summary when all blocks before it are
// there, and ends the match when the sequential test has a verdict: whichever
// game ends first, the same blocks decide.
func (r *run) count(t *task) {
	r.ready[t.block] = t
	for next := r.ready[r.counted]; next != nil && r.summary.Verdict == stats.Continue; next = r.ready[r.counted] {
		delete(r.ready, r.counted)
		r.counted++
		r.summary.add(next.games)
	}
	if r.summary.Verdict != stats.Continue {
		r.schedule.end()
		r.stop(errVerdict)
	}
}

// bench are the players that sit at a slot.
type bench struct {
	entrants []Entrant
	game     Game
	seated   map[int]Player
}

// maxSeated is how many players a slot keeps that are not in its current game.
const maxSeated = 4

// seat returns the players of a meeting, opening those that are not there.
func (b *bench) seat(meeting []int) ([]Player, error) {
	if len(b.seated) > maxSeated {
		for p := range b.seated {
			if !slices.Contains(meeting, p) {
				if err := b.leave(p); err != nil {
					return nil, err
				}
			}
		}
	}
	players := make([]Player, len(meeting))
	for i, p := range meeting {
		if b.seated[p] == nil {
			opened, err := b.entrants[p].Open(b.game)
			if err != nil {
				return nil, err
			}
			b.seated[p] = opened
		}
		players[i] = b.seated[p]
	}
	return players, nil
}

// leave closes a player.
func (b *bench) leave(p int) error {
	player := b.seated[p]
	delete(b.seated, p)
	return player.Close()
}

// clear closes all players.
func (b *bench) clear() error {
	var all []error
	for p := range b.seated {
		all = append(all, b.leave(p))
	}
	return errors.Join(all...)
}
