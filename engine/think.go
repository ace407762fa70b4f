package engine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tetrarch/game"
	"tetrarch/search"
)

// Request says what to search for and when to stop.
type Request struct {
	search.Limits
	// Moves restricts the actions at the root, as texts; nil means all. It
	// replaces Limits.Only.
	Moves []string
	// Infinite holds the answer back until the session is stopped. With
	// Limits.Ponder it is held back until then or until PonderHit.
	Infinite bool
}

// Outcome is the answer to a request.
type Outcome struct {
	// Best is the action to play, empty if there is none, as at the end of the
	// game or after an error; Ponder is the reply that is expected, or empty.
	Best, Ponder string
	// Lines are the final lines, best first.
	Lines []Info
	// Result is what the searcher returned.
	Result search.Result
	// Roll says that the search was one before a roll: there is no action.
	Roll bool
	// Over says that the game had ended: there was nothing to search.
	Over bool
	// Err is what went wrong.
	Err error
}

// Events are called as a search goes on, one at a time; either may be nil.
type Events struct {
	// Report is called from the searching goroutine and should be quick.
	Report func(Info)
	// Done is called once, after the last Report, when the session no longer
	// counts as busy. Whatever is begun after that waits until Done returns.
	Done func(Outcome)
}

// job is something that runs in the background.
type job struct {
	cancel    context.CancelFunc
	ctx       context.Context
	pondering bool          // the answer waits for PonderHit; guarded by Session.mu
	hit       chan struct{} // closed by PonderHit
	active    bool          // guarded by Session.mu
	done      chan struct{} // closed when nothing of the job is left
}

// busy says whether a job is under way. s.mu is held.
func (s *Session) busy() bool { return s.job != nil && s.job.active }

// Busy says whether a search or a perft is under way.
func (s *Session) Busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.busy()
}

// launch runs work in the background, after whatever is left of the job before,
// and then answer. s.mu is held.
func (s *Session) launch(j *job, work func(*job), answer func()) {
	before := s.job
	j.ctx, j.cancel = context.WithCancel(context.Background())
	j.active, j.done = true, make(chan struct{})
	s.job = j
	go func() {
		defer close(j.done)
		defer j.cancel()
		if before != nil {
			<-before.done
		}
		work(j)
		s.mu.Lock()
		j.active = false
		s.mu.Unlock()
		answer()
	}()
}

// Go begins a search of the current position and returns at once. Errors are
// [ErrBusy], [ErrNeedRoll] where a roll is due and neither Limits.Roll nor
// Limits.Ponder is set, [ErrNoRoll] for Limits.Roll where none is due,
// [*MoveError] for Request.Moves, and whatever keeps the searcher from being made.
func (s *Session) Go(r Request, ev Events) error {
	_, err := s.begin(r, ev)
	return err
}

// begin is Go, and returns the job.
func (s *Session) begin(r Request, ev Events) (*job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return nil, ErrBusy
	}
	if err := s.check(&r); err != nil {
		return nil, err
	}
	searcher, err := s.engage()
	if err != nil {
		return nil, err
	}
	t := &thinking{
		request: r, events: ev, over: s.play.Over(), searcher: searcher, root: s.game.Root(s.play),
		config: search.Config{
			Threads: s.opts.Threads, MultiPV: s.opts.MultiPV, MoveOverhead: s.opts.MoveOverhead,
			Seed: s.opts.Seed, Without: s.opts.Without,
		},
		scribe: newScribe(s.game, s.play.Position().Clone()),
	}
	if t.root.Oracle = s.oracle(); t.root.Oracle != nil {
		t.searcher = WithTables(searcher)
		if search.Asks(searcher) && s.opts.Level(s.game) >= search.MaxLevel {
			t.scribe.oracle = t.root.Oracle
		}
	}
	t.searcher = search.WithLevel(t.searcher, s.opts.Level(s.game))
	if r.Mate > 0 && s.proves() {
		memory, err := s.memory()
		if err != nil {
			return nil, err
		}
		t.searcher = search.NewProver(memory, t.searcher)
	}
	j := &job{hit: make(chan struct{}), pondering: r.Ponder}
	s.launch(j, t.run, t.answer)
	return j, nil
}

// check completes a request. s.mu is held.
func (s *Session) check(r *Request) error {
	pos := s.play.Position()
	if !s.play.Over() {
		switch atRoll := pos.Base().Player == game.Chance; {
		case atRoll && r.Ponder:
			r.Roll = true
		case atRoll && !r.Roll:
			return ErrNeedRoll
		case !atRoll && r.Roll:
			return ErrNoRoll
		}
	}
	if r.Moves == nil {
		return nil
	}
	r.Only = make([]game.Move, len(r.Moves))
	for i, text := range r.Moves {
		m, err := pos.ParseMove(text)
		if err != nil {
			return &MoveError{Number: i + 1, Text: text, Err: err}
		}
		r.Only[i] = m
	}
	return nil
}

// thinking is a search under way. It shares nothing with the session.
type thinking struct {
	request  Request
	events   Events
	over     bool
	searcher search.Searcher
	root     search.Root
	config   search.Config
	scribe   *scribe
	outcome  Outcome
}

// run searches, and holds the answer back as long as the request wants.
func (t *thinking) run(j *job) {
	if t.over {
		t.outcome.Over = true
	} else {
		t.search(j)
	}
	hit := j.hit
	if t.request.Infinite {
		hit = nil
	}
	if t.request.Infinite || t.request.Ponder {
		select {
		case <-j.ctx.Done():
		case <-hit:
		}
	}
}

func (t *thinking) search(j *job) {
	defer func() {
		if p := recover(); p != nil {
			t.outcome = Outcome{Err: fmt.Errorf("the search failed: %v", p)}
		}
	}()
	if t.request.Ponder {
		ended := make(chan struct{})
		var teller sync.WaitGroup
		teller.Go(func() { t.tell(j, ended) })
		defer teller.Wait()
		defer close(ended)
	}
	each := func(r search.Report) {
		if t.events.Report != nil {
			t.events.Report(t.scribe.info(&r))
		}
	}
	result, err := t.searcher.Search(j.ctx, t.root, t.request.Limits, t.config, each)
	t.outcome = t.scribe.outcome(result, err, t.request.Roll)
}

// tellAgain is the time between two words of a ponder hit.
const tellAgain = 2 * time.Millisecond

// tell passes a ponder hit on, again and again until the search has ended: one
// that came before the search had set itself up is lost on it.
func (t *thinking) tell(j *job, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-j.hit:
	}
	if l := &t.request.Limits; l.Roll && l.MoveTime == 0 && l.Depth == 0 && l.Nodes == 0 {
		j.cancel() // nobody's clock runs before the roll
		return
	}
	tick := time.NewTicker(tellAgain)
	defer tick.Stop()
	for {
		t.searcher.PonderHit()
		select {
		case <-ended:
			return
		case <-tick.C:
		}
	}
}

func (t *thinking) answer() {
	if t.events.Done != nil {
		t.events.Done(t.outcome)
	}
}

// Think searches and waits for the answer; ctx stops it early, which is no
// error. report may be nil.
func (s *Session) Think(ctx context.Context, r Request, report func(Info)) (Outcome, error) {
	answer := make(chan Outcome, 1)
	j, err := s.begin(r, Events{Report: report, Done: func(o Outcome) { answer <- o }})
	if err != nil {
		return Outcome{}, err
	}
	defer context.AfterFunc(ctx, j.cancel)()
	o := <-answer
	<-j.done
	return o, o.Err
}

// Stop ends what is under way, if anything, and returns at once.
func (s *Session) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job != nil {
		s.job.cancel()
	}
}

// PonderHit says that the action pondered on was played: clocks start now. It is
// false if no search is pondering.
func (s *Session) PonderHit() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.busy() || !s.job.pondering {
		return false
	}
	s.job.pondering = false
	close(s.job.hit)
	return true
}

// Done is closed when nothing is under way: all events of what was begun have
// been called.
func (s *Session) Done() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job == nil {
		done := make(chan struct{})
		close(done)
		return done
	}
	return s.job.done
}

// Wait waits until nothing is under way.
func (s *Session) Wait() { <-s.Done() }
