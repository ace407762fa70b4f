package tournament

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"tetrarch/record"
	"tetrarch/search"
)

// Match is the plan of a match.
type Match struct {
	Game Game
	// Players are as many as the game has seats, or as it has sides: then each
	// plays all seats of a side.
	Players []Entrant
	// Games is rounded up to whole blocks.
	Games int
	// Limits are those of every action of a player that has none of its own.
	Limits search.Limits
	// Clock is the clock of each seat of a player that has neither limits nor
	// a clock of its own.
	Clock TimeControl
	// Concurrency is the number of blocks played at a time; 0 means 1.
	Concurrency int
	Seed        uint64
	Openings    Openings
	// MaxTurns is the number of turns after which a game is a draw of all who
	// are still in it; 0 means 1000.
	MaxTurns int
	// Adjudication ends games early; by itself it ends none.
	Adjudication Adjudication
	// AllSeatings makes blocks of four players hold all 24 orders of seats
	// instead of 4 rotations.
	AllSeatings bool
	// Record, if not nil, receives every finished game, each in one Write.
	Record io.Writer
	// Progress, if not nil, is told of every finished game, one call at a
	// time, with the summary of all complete blocks so far, which it may read
	// until it returns.
	Progress func(*Outcome, *Summary)

	oracle search.Oracle // for Adjudication
}

// DefaultMaxTurns is the length of a game, in turns, that ends in a draw.
const DefaultMaxTurns = 1000

// Check says why the match cannot be played, if so.
func (m *Match) Check() error {
	seating := m.Game.Variant.Start().Seating()
	if n := len(m.Players); n != seating.Seats && n != seating.Sides {
		want := fmt.Sprintf("%d", seating.Seats)
		if seating.Sides != seating.Seats {
			want = fmt.Sprintf("%d, one a seat, or %d, one a side", seating.Seats, seating.Sides)
		}
		return fmt.Errorf("the number of players is %d: want %s for %s", n, want, m.Game.Rules.Name)
	}
	if m.Games < 1 {
		return fmt.Errorf("the number of games is %d: want at least 1", m.Games)
	}
	if err := m.Adjudication.Check(); err != nil {
		return err
	}
	for i, p := range m.Players {
		if p.Name == "" || strings.ContainsAny(p.Name, "\r\n") || strings.TrimSpace(p.Name) != p.Name {
			return fmt.Errorf("player %d has the name %q: want a text on one line", i+1, p.Name)
		}
		if p.NeedsLimit && !m.limited(i) {
			return fmt.Errorf("player %s has no limit: want nodes, depth, movetime or tc for it or for the match", p.Name)
		}
	}
	return nil
}

// BlockSize returns the number of games in a block.
func (m *Match) BlockSize() int { return len(arrangements(len(m.Players), m.AllSeatings)) }

// Blocks returns the number of blocks that hold Games.
func (m *Match) Blocks() int { return (m.Games + m.BlockSize() - 1) / m.BlockSize() }

// run is a match under way.
type run struct {
	*Match
	order []arrangement
	start time.Time

	mu      sync.Mutex // guards what follows, and calls of Record and Progress
	next    int        // block that nobody has taken
	summary *Summary
}

// Run plays the match. If ctx ends first it returns the summary of the blocks
// that are complete together with the context's error; other errors mean that
// the match cannot be played or recorded.
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
	r := &run{Match: &m, order: arrangements(len(m.Players), m.AllSeatings), start: time.Now()}
	r.summary = newSummary(&m)
	group, ctx2 := errgroup.WithContext(ctx)
	for range min(m.Concurrency, m.Blocks()) {
		group.Go(func() error { return r.work(ctx2) })
	}
	err = group.Wait()
	r.summary.Elapsed = time.Since(r.start)
	return r.summary, err
}

// work plays blocks until none is left.
func (r *run) work(ctx context.Context) (err error) {
	opener, err := newOpener(r.Game, r.Openings, r.Seed)
	if err != nil {
		return err
	}
	players := make([]Player, len(r.Players))
	defer func() {
		for _, p := range players {
			if p != nil {
				err = errors.Join(err, p.Close())
			}
		}
	}()
	for {
		block, ok := r.take()
		if !ok {
			return nil
		}
		opening, err := opener.find(ctx, block)
		if err != nil {
			return err
		}
		outcomes := make([]*Outcome, len(r.order))
		for number, a := range r.order {
			if err := r.seat(players); err != nil {
				return err
			}
			o, err := r.game(ctx, players, block, number, a, opening)
			if err != nil {
				return err
			}
			outcomes[number] = o
			if err := r.finished(o, outcomes); err != nil {
				return err
			}
			if o.Faulty >= 0 {
				// A player that failed starts afresh.
				err := players[o.Faulty].Close()
				players[o.Faulty] = nil
				if err != nil {
					return err
				}
			}
		}
	}
}

// take returns a block to play, if there is one.
func (r *run) take() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next >= r.Blocks() {
		return 0, false
	}
	r.next++
	return r.next - 1, true
}

// seat opens the players that are not there.
func (r *run) seat(players []Player) error {
	for i := range players {
		if players[i] != nil {
			continue
		}
		p, err := r.Players[i].Open(r.Game)
		if err != nil {
			return err
		}
		players[i] = p
	}
	return nil
}

// finished records a game, and counts its block if it was the last of it.
func (r *run) finished(o *Outcome, block []*Outcome) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Record != nil {
		if err := record.Write(r.Record, o.Record); err != nil {
			return fmt.Errorf("record of game %s: %w", o.Record.Get(record.Round), err)
		}
	}
	if o.Number == len(block)-1 {
		r.summary.add(block)
	}
	if r.Progress != nil {
		r.summary.Elapsed = time.Since(r.start)
		r.Progress(o, r.summary)
	}
	return nil
}
