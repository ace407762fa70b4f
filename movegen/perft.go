package movegen

import (
	"context"
	"fmt"
	"sync/atomic"

	"tetrarch/game"
)

// MaxPerft is the greatest depth that perft takes: far beyond what could ever
// finish, and small enough for the stack.
const MaxPerft = 512

// pollEvery is the number of nodes between two looks at the stop flag. A node
// of the slowest game costs some 10 µs, so a stop is noticed within 3 ms.
const pollEvery = 256

// Perft counts the sequences of depth actions that can be played from p, which
// is as before when it returns. The outcomes of a roll count like any other
// action and a finished game has no successors; depth 0 counts 1. It panics
// beyond [MaxPerft].
func Perft(p game.Position, depth int) uint64 {
	n, err := PerftContext(context.Background(), p, depth)
	if err != nil {
		panic(err)
	}
	return n
}

// PerftContext is [Perft] that ends early, with the context's error, when ctx
// ends; it notices within a few milliseconds.
func PerftContext(ctx context.Context, p game.Position, depth int) (uint64, error) {
	w, err := newWalk(ctx, p, depth)
	if err != nil {
		return 0, err
	}
	defer w.close()
	n := w.count(depth)
	return n, w.err(ctx)
}

// DivideEntry is the share of one first action in a perft count.
type DivideEntry struct {
	Move game.Move
	// Text is Move as the game writes it.
	Text string
	// Nodes counts the sequences that begin with Move.
	Nodes uint64
}

// Divide splits [Perft] of p by the first action, in the order in which the game
// generates them. The entries sum to Perft(p, depth); at depth 0 there are none.
func Divide(p game.Position, depth int) []DivideEntry {
	entries, err := DivideContext(context.Background(), p, depth)
	if err != nil {
		panic(err)
	}
	return entries
}

// DivideContext is [Divide] that ends early, with the context's error and the
// entries that were complete, when ctx ends.
func DivideContext(ctx context.Context, p game.Position, depth int) ([]DivideEntry, error) {
	w, err := newWalk(ctx, p, depth)
	if err != nil {
		return nil, err
	}
	defer w.close()
	if depth == 0 {
		return nil, w.err(ctx)
	}
	var first game.MoveList
	p.Generate(&first)
	entries := make([]DivideEntry, 0, first.Len())
	for _, s := range first.Moves {
		text := p.FormatMove(s.Move)
		p.Make(s.Move)
		n := w.count(depth - 1)
		p.Unmake()
		if err := w.err(ctx); err != nil {
			return entries, err
		}
		entries = append(entries, DivideEntry{s.Move, text, n})
	}
	return entries, nil
}

// walk is one perft under way.
type walk struct {
	pos     game.Position
	counter game.Counter     // nil if the game cannot count
	lists   []*game.MoveList // by remaining depth
	poll    int              // nodes until the next look at stop
	stop    atomic.Bool      // set from outside when the context ends
	stopped bool             // stop was seen
	release func() bool
}

func newWalk(ctx context.Context, p game.Position, depth int) (*walk, error) {
	if depth < 0 || depth > MaxPerft {
		return nil, fmt.Errorf("perft depth %d: want 0 to %d", depth, MaxPerft)
	}
	w := &walk{pos: p, poll: pollEvery, lists: make([]*game.MoveList, depth+1)}
	w.counter, _ = p.(game.Counter)
	for i := range w.lists {
		w.lists[i] = new(game.MoveList)
	}
	if ctx.Err() != nil {
		w.stopped = true
	}
	w.release = context.AfterFunc(ctx, func() { w.stop.Store(true) })
	return w, nil
}

func (w *walk) close() { w.release() }

// err returns why the count is not complete, or nil.
func (w *walk) err(ctx context.Context) error {
	if w.stopped {
		return context.Cause(ctx)
	}
	return nil
}

// count returns perft of the current position, or anything once stopped.
func (w *walk) count(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if w.poll--; w.poll <= 0 {
		w.poll = pollEvery
		w.stopped = w.stopped || w.stop.Load()
	}
	if w.stopped {
		return 0
	}
	if depth == 1 && w.counter != nil {
		return uint64(w.counter.Count())
	}
	l := w.lists[depth]
	l.Reset()
	w.pos.Generate(l)
	if depth == 1 {
		return uint64(l.Len())
	}
	var n uint64
	for i := range l.Moves {
		w.pos.Make(l.Moves[i].Move)
		n += w.count(depth - 1)
		w.pos.Unmake()
	}
	return n
}
