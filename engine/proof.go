package engine

// Proves says whether a request for a win within so many own turns, Limits.Mate,
// has it proven or refuted: in games of two sides without dice. Elsewhere such a
// request ends a search that comes upon the win.
func (s *Session) Proves() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.proves()
}

// proves is Proves. s.mu is held.
func (s *Session) proves() bool {
	return !s.game.Rules.Chance && s.play.Position().Seating().Sides == 2
}
