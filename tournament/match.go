package tournament

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/tournament/pairing"
	"tetrarch/tournament/stats"
)

// Match is the plan of a match, or of a tournament of many meetings.
type Match struct {
	Game Game
	// Players of a match are as many as the game has seats, or as it has sides:
	// then each plays all seats of a side. In other formats they are at least as
	// many as the game has sides, and a meeting is of one player a side.
	Players []Entrant
	// Format says who meets whom; the zero value is one meeting of all players.
	Format pairing.Format
	// Games is the number of games of every meeting; it is rounded up to whole
	// blocks.
	Games int
	// Limits are those of every action of a player that has none of its own.
	Limits search.Limits
	// Clock is the clock of each seat of a player that has neither limits nor
	// a clock of its own.
	Clock TimeControl
	// Concurrency is the number of blocks played at a time; 0 means 1.
	Concurrency int
	// CPUs are processors, at least as many as blocks are played at a time:
	// each slot's players keep to one. None means that they run anywhere.
	CPUs     []int
	Seed     uint64
	Openings Openings
	// MaxTurns is the number of turns after which a game is a draw of all who
	// are still in it; 0 means 1000.
	MaxTurns int
	// Adjudication ends games early; by itself it ends none.
	Adjudication Adjudication
	// AllSeatings makes blocks of four players hold all 24 orders of seats
	// instead of 4 rotations.
	AllSeatings bool
	// SPRT, if not nil, is a sequential test of the first player against the
	// second that ends the match. It looks at the blocks in the order of their
	// numbers, whichever ends first.
	SPRT *stats.SPRT
	// Strict ends the match at the first fault.
	Strict bool
	// Journal, if not nil, keeps every finished game on disk. Games that it
	// holds already are not played again.
	Journal *Journal
	// Record, if not nil, receives every finished game, each in one Write.
	Record io.Writer
	// Progress, if not nil, is told of every finished game, one call at a
	// time, with the summary of all blocks so far that were complete in order,
	// which it may read until it returns.
	Progress func(*Outcome, *Summary)

	oracle search.Oracle // for Adjudication
}

// DefaultMaxTurns is the length of a game, in turns, that ends in a draw.
const DefaultMaxTurns = 1000

// Check says why the match cannot be played, if so.
func (m *Match) Check() error {
	seating := m.seating()
	if err := m.checkPlaces(seating); err != nil {
		return err
	}
	if m.Games < 1 {
		return fmt.Errorf("the number of games is %d: want at least 1", m.Games)
	}
	if err := m.Adjudication.Check(); err != nil {
		return err
	}
	if _, err := m.Adjudication.oracle(&m.Game); err != nil {
		return err
	}
	if m.SPRT != nil {
		if err := m.SPRT.Check(); err != nil {
			return err
		}
		if len(m.Players) != 2 || m.BlockSize() != 2 || seating.Sides != 2 {
			return fmt.Errorf("a sequential test of %d players: want a match of two", len(m.Players))
		}
	}
	if n := max(1, m.Concurrency); len(m.CPUs) > 0 && len(m.CPUs) < n {
		return fmt.Errorf("%d games at a time on %d processors: want a processor for each", n, len(m.CPUs))
	}
	return m.checkPlayers()
}

// checkPlaces says whether the number of players fits game and format.
func (m *Match) checkPlaces(seating *game.Seating) error {
	n := len(m.Players)
	if m.Format.Kind != pairing.Match {
		return m.Format.Check(n, m.places())
	}
	if n == seating.Seats || n == seating.Sides {
		return nil
	}
	want := fmt.Sprintf("%d", seating.Seats)
	if seating.Sides != seating.Seats {
		want = fmt.Sprintf("%d, one a seat, or %d, one a side", seating.Seats, seating.Sides)
	}
	return fmt.Errorf("the number of players is %d: want %s for %s", n, want, m.Game.Rules.Name)
}

// checkPlayers looks at every player by itself.
func (m *Match) checkPlayers() error {
	known := map[string]bool{}
	for i, p := range m.Players {
		if !goodName(p.Name) || strings.TrimSpace(p.Name) != p.Name {
			return fmt.Errorf("player %d has the name %q: want a text on one line", i+1, p.Name)
		}
		if known[p.Name] {
			return fmt.Errorf("two players have the name %q: want different names", p.Name)
		}
		known[p.Name] = true
		if p.NeedsLimit && !m.limited(i) {
			return fmt.Errorf("player %s has no limit: want nodes, depth, movetime or tc for it or for the match", p.Name)
		}
		if p.Check == nil {
			continue
		}
		if err := p.Check(m.Game); err != nil {
			return err
		}
	}
	return nil
}

// goodName says that a text can stand for a player in records, in files of
// results and on terminals.
func goodName(text string) bool {
	return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

func (m *Match) seating() *game.Seating { return m.Game.Variant.Start().Seating() }

// places returns the number of players of a meeting.
func (m *Match) places() int {
	if m.Format.Kind == pairing.Match {
		return len(m.Players)
	}
	return m.seating().Sides
}

// BlockSize returns the number of games in a block.
func (m *Match) BlockSize() int { return len(arrangements(m.places(), m.AllSeatings)) }

// Blocks returns the number of blocks of a meeting.
func (m *Match) Blocks() int { return (m.Games + m.BlockSize() - 1) / m.BlockSize() }

// Planned returns the number of games of the whole match, further meetings of a
// knockout not counted.
func (m *Match) Planned() int {
	return m.Format.Meetings(len(m.Players), m.places()) * m.Blocks() * m.BlockSize()
}
