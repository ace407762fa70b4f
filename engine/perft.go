package engine

import (
	"context"
	"fmt"

	"tetrarch/game"
)

// MaxPerft is the greatest depth that perft accepts.
const MaxPerft = 64

// PerftEvents are called as a perft goes on, one at a time; either may be nil.
type PerftEvents struct {
	// Action is called for each action at the root with the number of
	// sequences that begin with it.
	Action func(text string, count uint64)
	// Done is called once at the end, as [Events].Done is. complete is false
	// if the perft was stopped; nodes then counts what was finished.
	Done func(nodes uint64, complete bool)
}

// Perft counts, in the background, the sequences of depth actions from the
// current position, outcomes of rolls included. Repetition ends no sequence.
func (s *Session) Perft(depth int, ev PerftEvents) error {
	if depth < 0 || depth > MaxPerft {
		return fmt.Errorf("perft depth %d: want 0 to %d", depth, MaxPerft)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	c := &counting{pos: s.play.Position().Clone(), lists: make([]game.MoveList, depth+1)}
	c.counter, _ = c.pos.(game.Counter)
	var nodes uint64
	complete := false
	s.launch(&job{}, func(j *job) { nodes, complete = c.divide(j.ctx, depth, ev.Action) }, func() {
		if ev.Done != nil {
			ev.Done(nodes, complete)
		}
	})
	return nil
}

// counting is a perft under way.
type counting struct {
	pos     game.Position
	counter game.Counter // nil if the game has none
	lists   []game.MoveList
	ctx     context.Context
	polls   int
	stopped bool
}

// divide counts action by action.
func (c *counting) divide(ctx context.Context, depth int, each func(string, uint64)) (nodes uint64, complete bool) {
	if depth == 0 {
		return 1, true
	}
	c.ctx = ctx
	l := &c.lists[depth]
	c.pos.Generate(l)
	for _, s := range l.Moves {
		text := c.pos.FormatMove(s.Move)
		c.pos.Make(s.Move)
		n := c.count(depth - 1)
		c.pos.Unmake()
		if c.stopped {
			return nodes, false
		}
		nodes += n
		if each != nil {
			each(text, n)
		}
	}
	return nodes, true
}

func (c *counting) count(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if depth == 1 && c.counter != nil {
		return uint64(c.counter.Count())
	}
	// A poll of ctx costs much less than the thousand positions between two.
	if c.polls++; c.polls&1023 == 0 && c.ctx.Err() != nil {
		c.stopped = true
	}
	l := &c.lists[depth]
	l.Reset()
	c.pos.Generate(l)
	if depth == 1 {
		return uint64(l.Len())
	}
	n := uint64(0)
	for i := range l.Moves {
		if c.stopped {
			break
		}
		c.pos.Make(l.Moves[i].Move)
		n += c.count(depth - 1)
		c.pos.Unmake()
	}
	return n
}
