package tournament

import (
	"fmt"
	"time"

	"tetrarch/game"
	"tetrarch/tournament/pairing"
	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// Summary is the result of a match so far. It counts complete blocks only, in the
// order of their numbers, and does not depend on which was finished first, but
// for times.
type Summary struct {
	Game    string
	Setup   game.Setup
	Format  pairing.Format
	Planned int // games of the whole match
	Size    int // games of a block
	Players []Standing
	// Pentanomial counts the blocks of two players by the first one's points;
	// nil for other blocks.
	Pentanomial *stats.Pentanomial
	// Test is the sequential test that may end the match, nil if there is none;
	// LLR is its log-likelihood ratio, Verdict what that says.
	Test    *stats.SPRT
	LLR     float64
	Verdict stats.Verdict
	// Standings is the table of a format with rounds, the best first, once the
	// match has ended.
	Standings []pairing.Standing
	Blocks    int
	Games     int
	// Reasons counts games by why they ended.
	Reasons map[string]int
	// Faults counts them, and Faulted holds the first texts of each kind.
	Faults  int
	Faulted []string
	// Turns and Actions sum over the games.
	Turns, Actions int
	Elapsed        time.Duration // of this run, without runs that it resumed

	seating game.Seating
}

// Standing is how one player stands.
type Standing struct {
	Name string
	stats.Sample
	Seats  []stats.SeatScore // by seat
	Work   results.Work
	Faults int
}

// maxFaulted bounds [Summary.Faulted].
const maxFaulted = 5

func newSummary(m *Match) *Summary {
	seating := m.seating()
	s := &Summary{
		Game: m.Game.Rules.Name, Setup: m.Game.Setup, Format: m.Format, Size: m.BlockSize(), Planned: m.Planned(), Test: m.SPRT,
		Players: make([]Standing, len(m.Players)), Reasons: map[string]int{}, seating: *seating,
	}
	for i, p := range m.Players {
		s.Players[i] = Standing{Name: p.Name, Sample: stats.Sample{Par: 1 / float64(seating.Sides)}, Seats: make([]stats.SeatScore, seating.Seats), Work: results.Work{Player: p.Name}}
	}
	if s.Size == 2 && seating.Sides == 2 && len(m.Players) == 2 {
		s.Pentanomial = &stats.Pentanomial{}
	}
	return s
}

// add counts a complete block.
func (s *Summary) add(block []*results.Game) {
	s.Blocks++
	s.Games += len(block)
	shares := make([]int, len(block))
	for i := range s.Players {
		p := &s.Players[i]
		if !p.count(block, shares) {
			continue
		}
		p.Add(shares...)
		if i == 0 && s.Pentanomial != nil {
			s.Pentanomial.Add(shares[0], shares[1])
		}
	}
	for _, g := range block {
		s.Reasons[g.Reason]++
		s.Turns += g.Turns
		s.Actions += g.Actions
		if g.Fault != nil {
			s.Faults++
			if len(s.Faulted) < maxFaulted {
				s.Faulted = append(s.Faulted, fmt.Sprintf("game %d.%d: %s", g.Block, g.Number, g.Fault.Text))
			}
		}
	}
	if s.Test != nil && s.Pentanomial != nil {
		s.LLR = s.Test.LLR(*s.Pentanomial)
		s.Verdict = s.Test.Judge(s.LLR)
	}
}

// count adds a block to what the player did; it fills the player's shares of its
// games, and says whether the player was in it.
func (p *Standing) count(block []*results.Game, shares []int) bool {
	for n, g := range block {
		share, played := g.Share(p.Name)
		if !played {
			return false
		}
		shares[n] = share
		for i := range g.Work {
			if g.Work[i].Player == p.Name {
				p.Work.Add(&g.Work[i])
			}
		}
		if g.Fault != nil && g.Fault.Player == p.Name {
			p.Faults++
		}
		for seat, name := range g.Players {
			if name == p.Name {
				p.Seats[seat].Add(share)
			}
		}
	}
	return true
}
