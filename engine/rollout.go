package engine

import (
	"context"
	"fmt"
	"math"
	"time"

	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/rollout"
	"tetrarch/search"
)

// RolloutRequest says how to roll out the current position. The session's
// options give the threads and the seed; Only and Each are not read.
type RolloutRequest struct {
	rollout.Options
	// Moves are the actions to compare, as texts; nil leaves the choice to the
	// evaluation.
	Moves []string
	// Roll asks to judge a position where a roll is due.
	Roll bool
	// MoveTime ends the rollout; 0 means no limit of time.
	MoveTime time.Duration
}

// RolloutLine is a line of a rollout as people and clients read it.
type RolloutLine struct {
	rollout.Line
	// Text is the action, or "*" for a roll.
	Text string
	// Centi is as in [Info].
	Centi int
	// Values are the expected shares of the seats, per mille and summing to
	// 1000, where seats of one side divide theirs; Errors their standard
	// errors, per mille.
	Values []int
	Errors []float64
}

// RolloutOutcome is what a rollout has found.
type RolloutOutcome struct {
	// Best is the action to play, empty at a roll, at the end of the game and
	// after an error.
	Best string
	// Lines are the actions compared, best first.
	Lines []RolloutLine
	// Seating is that of the position.
	Seating       *game.Seating
	Played, Turns int // in all games together
	Elapsed       time.Duration
	Over          bool // there was nothing to roll out
	Err           error
}

// RolloutEvents are called as a rollout goes on, one at a time, as [Events] are;
// either may be nil.
type RolloutEvents struct {
	Report func(RolloutOutcome)
	Done   func(RolloutOutcome)
}

// Rollout begins a rollout of the current position and returns at once. Errors
// are those of [Session.Go], and [rollout.ErrNoChance] for games without dice.
// Stop ends it with what whole blocks of games have shown.
func (s *Session) Rollout(r RolloutRequest, ev RolloutEvents) error {
	_, err := s.beginRollout(r, ev)
	return err
}

// beginRollout is Rollout, and returns the job.
func (s *Session) beginRollout(r RolloutRequest, ev RolloutEvents) (*job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return nil, ErrBusy
	}
	if !s.game.Rules.Chance {
		return nil, fmt.Errorf("%s: %w", s.game.Rules.Name, rollout.ErrNoChance)
	}
	check := Request{Limits: search.Limits{Roll: r.Roll}, Moves: r.Moves}
	if err := s.check(&check); err != nil {
		return nil, err
	}
	t := &rolling{request: r, events: ev, over: s.play.Over(), root: s.game.Root(s.play)}
	t.request.Only, t.request.Threads, t.request.Seed = check.Only, s.opts.Threads, s.opts.Seed
	j := &job{}
	s.launch(j, t.run, t.answer)
	return j, nil
}

// rolling is a rollout under way. It shares nothing with the session.
type rolling struct {
	request RolloutRequest
	events  RolloutEvents
	over    bool
	root    search.Root
	start   time.Time
	outcome RolloutOutcome
}

func (t *rolling) run(j *job) {
	t.start = time.Now()
	if t.over {
		t.outcome = RolloutOutcome{Over: true, Seating: t.root.Position.Seating()}
		return
	}
	defer func() {
		if p := recover(); p != nil {
			t.outcome = RolloutOutcome{Err: fmt.Errorf("the rollout failed: %v", p)}
		}
	}()
	ctx := j.ctx
	if t.request.MoveTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.request.MoveTime)
		defer cancel()
	}
	if t.events.Report != nil {
		t.request.Each = func(r rollout.Result) { t.events.Report(t.read(r)) }
	} else {
		t.request.Each = nil
	}
	r, err := rollout.Run(ctx, t.root, t.request.Options)
	if err != nil {
		t.outcome = RolloutOutcome{Err: err}
		return
	}
	t.outcome = t.read(r)
}

func (t *rolling) answer() {
	if t.events.Done != nil {
		t.events.Done(t.outcome)
	}
}

// read writes a result out.
func (t *rolling) read(r rollout.Result) RolloutOutcome {
	pos := t.root.Position
	seating := pos.Seating()
	o := RolloutOutcome{Seating: seating, Played: r.Played, Turns: r.Turns, Elapsed: time.Since(t.start)}
	var members [game.MaxSides]float64
	for _, side := range seating.SideOf[:seating.Seats] {
		members[side]++
	}
	for _, l := range r.Lines {
		line := RolloutLine{Line: l, Text: "*"}
		if l.Move != game.NoMove {
			line.Text = pos.FormatMove(l.Move)
		}
		own := min(1, max(0, l.Mean[pos.Base().Side])) // luck can lead beyond the end
		line.Centi = eval.Hundredths(own)
		sum, given := 0.0, 0
		for _, side := range seating.SideOf[:seating.Seats] {
			sum += l.Mean[side] / members[side]
			v := int(math.Round(1000*sum)) - given // rounding the running sum keeps the total
			line.Values = append(line.Values, v)
			line.Errors = append(line.Errors, 1000*l.Error[side]/members[side])
			given += v
		}
		o.Lines = append(o.Lines, line)
	}
	if len(o.Lines) > 0 && o.Lines[0].Move != game.NoMove {
		o.Best = o.Lines[0].Text
	}
	return o
}

// RollOut is [Session.Rollout], and waits for the answer; ctx ends it early, which
// is no error. report may be nil.
func (s *Session) RollOut(ctx context.Context, r RolloutRequest, report func(RolloutOutcome)) (RolloutOutcome, error) {
	answer := make(chan RolloutOutcome, 1)
	j, err := s.beginRollout(r, RolloutEvents{Report: report, Done: func(o RolloutOutcome) { answer <- o }})
	if err != nil {
		return RolloutOutcome{}, err
	}
	defer context.AfterFunc(ctx, j.cancel)()
	o := <-answer
	<-j.done
	return o, o.Err
}
