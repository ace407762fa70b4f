package tournament

import (
	"fmt"
	"slices"

	"tetrarch/tournament/pairing"
	"tetrarch/tournament/results"
)

// task is one block that is to be played.
type task struct {
	block   int // over the whole run, from 0
	pairing int // number of its meeting over the whole run, from 0
	meeting *pairing.Played
	games   []*results.Game // by number in the block; nil is not played yet
}

// whole says that all games of the block are there.
func (t *task) whole() bool { return !slices.Contains(t.games, nil) }

// schedule gives out the blocks of a match in order, and asks the format for
// further meetings when all before are over. Games of a run that was interrupted
// take their places in it.
type schedule struct {
	match *Match
	done  []*pairing.Played // meetings of steps that are over
	step  []*pairing.Played // meetings that are being played
	queue []*task
	open  int // blocks of the step that are not complete
	next  int // number of the next block
	over  bool
	old   map[int][]results.Game // from before the interruption, by block
}

func newSchedule(m *Match, old []results.Game) *schedule {
	s := &schedule{match: m, old: map[int][]results.Game{}}
	for _, g := range old {
		s.old[g.Block-1] = append(s.old[g.Block-1], g)
	}
	return s
}

// fill asks for meetings until there is a block to play or the match is over. It
// returns the blocks that the interrupted run had completed.
func (s *schedule) fill() (complete []*task, err error) {
	for s.open == 0 && !s.over {
		s.done = append(s.done, s.step...)
		played := make([]pairing.Played, len(s.done))
		for i, d := range s.done {
			played[i] = *d
		}
		due := s.match.Format.Next(len(s.match.Players), s.match.places(), played)
		s.over = len(due) == 0
		s.step = nil
		for _, meeting := range due {
			s.step = append(s.step, &pairing.Played{Meeting: meeting, Points: make([]int, len(meeting.Players))})
		}
		whole, err := s.enqueue()
		if err != nil {
			return nil, err
		}
		complete = append(complete, whole...)
	}
	if s.over && len(s.old) > 0 {
		return nil, fmt.Errorf("the results hold %d blocks that this plan does not have: want the results of the same plan", len(s.old))
	}
	return complete, nil
}

// enqueue makes the blocks of the step: the first of every meeting, then the
// second of every meeting and so on, so that all meetings grow together.
func (s *schedule) enqueue() (whole []*task, err error) {
	for round := range s.match.Blocks() {
		for i, meeting := range s.step {
			if meeting.Extra && round > 0 {
				continue
			}
			t := &task{block: s.next, pairing: len(s.done) + i, meeting: meeting, games: make([]*results.Game, s.match.BlockSize())}
			s.next++
			s.open++
			if err := s.recall(t); err != nil {
				return nil, err
			}
			if t.whole() {
				s.complete(t)
				whole = append(whole, t)
			} else {
				s.queue = append(s.queue, t)
			}
		}
	}
	return whole, nil
}

// recall puts games of the interrupted run into a block.
func (s *schedule) recall(t *task) error {
	for _, g := range s.old[t.block] {
		if g.Size != len(t.games) || g.Pairing-1 != t.pairing {
			return fmt.Errorf("the results hold game %d.%d of pairing %d in a block of %d: want the results of the same plan", g.Block, g.Number, g.Pairing, g.Size)
		}
		for _, player := range t.meeting.Players {
			if name := s.match.Players[player].Name; !slices.Contains(g.Players, name) {
				return fmt.Errorf("the results hold game %d.%d of %v, without %s: want the results of the same plan", g.Block, g.Number, g.Players, name)
			}
		}
		if t.games[g.Number-1] == nil {
			t.games[g.Number-1] = &g
		}
	}
	delete(s.old, t.block)
	return nil
}

// take returns the next block to play, nil if none is due now.
func (s *schedule) take() *task {
	if len(s.queue) == 0 {
		return nil
	}
	t := s.queue[0]
	s.queue[0] = nil
	s.queue = s.queue[1:]
	return t
}

// complete counts a block whose games are all there for its meeting.
func (s *schedule) complete(t *task) {
	for i, player := range t.meeting.Players {
		for _, g := range t.games {
			share, _ := g.Share(s.match.Players[player].Name)
			t.meeting.Points[i] += share
		}
	}
	s.open--
}

// end drops what is still to be played.
func (s *schedule) end() { s.queue, s.over = nil, true }

// standings returns the format's table, of all meetings that are over.
func (s *schedule) standings() []pairing.Standing {
	played := make([]pairing.Played, 0, len(s.done))
	for _, d := range s.done {
		played = append(played, *d)
	}
	return s.match.Format.Standings(len(s.match.Players), s.match.places(), played)
}
