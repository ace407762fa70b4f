package tournament

import (
	"time"

	"tetrarch/game"
	"tetrarch/tournament/stats"
)

// Summary is the result of a match so far. It counts complete blocks only and
// does not depend on the order in which they were finished, but for times.
type Summary struct {
	Game    string
	Setup   game.Setup
	Planned int // games of the whole match
	Size    int // games of a block
	Players []Standing
	// Pentanomial counts the blocks of two players by the first one's points;
	// nil for other blocks.
	Pentanomial *stats.Pentanomial
	Blocks      int
	Games       int
	// Reasons counts games by why they ended.
	Reasons map[string]int
	// Faults counts them, and Faulted holds the first texts of each kind.
	Faults  int
	Faulted []string
	// Turns and Actions sum over the games.
	Turns, Actions int
	Elapsed        time.Duration

	seating game.Seating
}

// Standing is how one player stands.
type Standing struct {
	Name string
	stats.Sample
	Seats  []SeatScore // by seat
	Work   Work
	Faults int
}

// SeatScore is what a player scored at one seat.
type SeatScore struct {
	Games  int
	Shares int // in twelfths of a game
}

// Score returns the mean share at the seat, 0 to 1; 0 if there is no game.
func (s SeatScore) Score() float64 {
	return float64(s.Shares) / float64(stats.Unit*max(1, s.Games))
}

// maxFaulted bounds [Summary.Faulted].
const maxFaulted = 5

func newSummary(m *Match) *Summary {
	seating := m.Game.Variant.Start().Seating()
	s := &Summary{
		Game: m.Game.Rules.Name, Setup: m.Game.Setup, Size: m.BlockSize(), Planned: m.Blocks() * m.BlockSize(),
		Players: make([]Standing, len(m.Players)), Reasons: map[string]int{}, seating: *seating,
	}
	for i, p := range m.Players {
		s.Players[i] = Standing{Name: p.Name, Sample: stats.Sample{Par: 1 / float64(seating.Sides)}, Seats: make([]SeatScore, seating.Seats)}
	}
	if s.Size == 2 && seating.Sides == 2 {
		s.Pentanomial = &stats.Pentanomial{}
	}
	return s
}

// add counts a complete block.
func (s *Summary) add(block []*Outcome) {
	s.Blocks++
	s.Games += len(block)
	shares := make([]int, len(block))
	for i := range s.Players {
		p := &s.Players[i]
		for n, o := range block {
			shares[n] = o.Share(i)
			p.Work.add(o.Work[i])
			if o.Faulty == i {
				p.Faults++
			}
			for seat := range p.Seats {
				if o.Seats[seat] == i {
					p.Seats[seat].Games++
					p.Seats[seat].Shares += shares[n]
				}
			}
		}
		p.Add(shares...)
		if i == 0 && s.Pentanomial != nil {
			s.Pentanomial.Add(shares[0], shares[1])
		}
	}
	for _, o := range block {
		s.Reasons[o.Reason]++
		s.Turns += o.Turns
		s.Actions += o.Actions
		if o.Fault != "" {
			s.Faults++
			if len(s.Faulted) < maxFaulted {
				s.Faulted = append(s.Faulted, "game "+o.Record.Get("Round")+": "+o.Fault)
			}
		}
	}
}
