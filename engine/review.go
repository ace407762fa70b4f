package engine

import (
	"context"
	"slices"

	"tetrarch/game"
	"tetrarch/rollout"
	"tetrarch/search"
)

// Review goes through the game under way from the position that was set, and
// tells luck from errors with the session's search, every search to the limits
// of l; it waits for the answer. The errors are [ErrBusy], what keeps a searcher
// from being made or from searching, and that of ctx. each is called from another
// goroutine after every action; it may be nil.
func (s *Session) Review(ctx context.Context, l search.Limits, each func(actions int)) (rollout.Game, error) {
	s.mu.Lock()
	if s.busy() {
		s.mu.Unlock()
		return rollout.Game{}, ErrBusy
	}
	searcher, err := s.engage()
	if err != nil {
		s.mu.Unlock()
		return rollout.Game{}, err
	}
	start, actions := s.rewound(), slices.Clone(s.play.Texts())
	judge := rollout.Judge{
		Searcher: searcher, Root: s.game.Root, Limits: l, Each: each,
		Config: search.Config{Threads: s.opts.Threads, Seed: s.opts.Seed, Without: s.opts.Without},
	}
	var review rollout.Game
	j := &job{}
	s.launch(j, func(j *job) { review, err = rollout.Review(j.ctx, start, actions, judge) }, func() {})
	s.mu.Unlock()
	defer context.AfterFunc(ctx, j.cancel)()
	<-j.done
	return review, err
}

// rewound returns a game of its own at the start of the game under way. s.mu is
// held.
func (s *Session) rewound() *game.Play {
	moves := slices.Clone(s.play.Moves())
	for s.play.Undo() {
	}
	start := s.play.Position().Clone()
	for _, m := range moves {
		s.play.Push(m)
	}
	return game.NewPlay(s.game.Rules, start)
}
