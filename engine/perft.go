package engine

import (
	"fmt"

	"tetrarch/game"
	"tetrarch/movegen"
)

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
	if depth < 0 || depth > movegen.MaxPerft {
		return fmt.Errorf("perft depth %d: want 0 to %d", depth, movegen.MaxPerft)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	pos := s.play.Position().Clone()
	var nodes uint64
	complete := false
	s.launch(&job{}, func(j *job) { nodes, complete = divide(j, pos, depth, ev.Action) }, func() {
		if ev.Done != nil {
			ev.Done(nodes, complete)
		}
	})
	return nil
}

// divide counts action by action, so that each is told of as soon as it is done.
func divide(j *job, pos game.Position, depth int, each func(string, uint64)) (nodes uint64, complete bool) {
	if depth == 0 {
		return 1, true
	}
	var l game.MoveList
	pos.Generate(&l)
	for _, s := range l.Moves {
		text := pos.FormatMove(s.Move)
		pos.Make(s.Move)
		n, err := movegen.PerftContext(j.ctx, pos, depth-1)
		pos.Unmake()
		if err != nil {
			return nodes, false
		}
		nodes += n
		if each != nil {
			each(text, n)
		}
	}
	return nodes, true
}
