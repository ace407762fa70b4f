// Package report says what a tournament has shown: standings with ratings and
// their errors, who scored what against whom and at which seat, what a
// sequential test knows, how the games ended, how long they were and what
// thinking cost. It reads the lines of package results alone, so that a run in
// progress, one that was cut off and one that is done are reported alike, and
// equal lines give an equal report.
//
// [New] counts; [Report.Text] writes the report for a terminal,
// [Report.HTML] as one page that needs nothing else, with plots, and
// encoding/json for programs.
//
// Only complete blocks count, as in all statistics here; faults and the time of
// the run are those of all games.
package report

import (
	"time"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// Report is all that the results of a tournament say.
type Report struct {
	Game    string            `json:"game"`
	Setup   map[string]string `json:"setup,omitempty"`
	Format  string            `json:"format"`
	Seats   []string          `json:"seats"` // their names in turn order
	Sides   int               `json:"sides"`
	Seed    uint64            `json:"seed"`
	Planned int               `json:"planned"` // games, 0 if unknown
	Played  int               `json:"played"`  // games that are finished
	// Games and Blocks are those that count.
	Games  int `json:"games"`
	Blocks int `json:"blocks"`
	// Start and End are of the first and the last game by the clock, Elapsed
	// the seconds between them, pauses of the run included.
	Start   time.Time `json:"start"`
	End     time.Time `json:"end"`
	Elapsed float64   `json:"elapsed_s"`
	// Notes are sentences on what a reader must know to read the rest.
	Notes []string `json:"notes,omitempty"`

	Standings []Standing `json:"standings"` // the strongest first
	// Crosstable has a row and a column for each of Standings.
	Crosstable [][]Cell `json:"crosstable"`
	Match      *Match   `json:"match,omitempty"` // of two players in games of two sides
	SPRT       *Test    `json:"sprt,omitempty"`

	SeatScores []stats.SeatScore `json:"seat_scores"` // of all players
	Endings    []Ending          `json:"endings"`     // the most frequent first
	Turns      Spread            `json:"turns"`       // of the games
	Actions    Spread            `json:"actions"`
	MoveTime   Spread            `json:"move_ms"` // mean time of a move, by player and game
	Faults     int               `json:"faults"`
	Faulted    []Fault           `json:"faulted,omitempty"` // the first ones
}

// Standing is how one player stands.
type Standing struct {
	Rank   int            `json:"rank"`
	Player string         `json:"player"`
	Rating stats.Interval `json:"rating"` // Elo, mean 0 over the group
	Group  int            `json:"group"`  // only ratings of one group compare
	Games  int            `json:"games"`
	Wins   int            `json:"wins"` // the whole share
	Draws  int            `json:"draws"`
	Losses int            `json:"losses"` // no share
	Points float64        `json:"points"` // games, shares added up
	Score  float64        `json:"score"`  // Points a game, 0 to 1
	// Par is the score to expect among equals.
	Par       float64           `json:"par"`
	Seats     []stats.SeatScore `json:"seats"`
	Moves     int               `json:"moves"`
	MeanTime  float64           `json:"mean_ms"` // of a move
	Longest   float64           `json:"longest_ms"`
	MeanDepth float64           `json:"mean_depth"`
	KNPS      float64           `json:"knps"` // thousands of nodes a second
	Faults    int               `json:"faults"`

	work results.Work // whence the times, the depth and the speed
}

// Cell is what the player of a row achieved against the player of a column:
// games in which its share was larger, equal, smaller.
type Cell struct {
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Points float64 `json:"points"`
	// Superior is the likelihood, 0 to 1, that the row's player is stronger.
	Superior float64 `json:"los"`
}

// Games returns the number of games of the two.
func (c Cell) Games() int { return c.Wins + c.Draws + c.Losses }

// Match is what two players prove about each other.
type Match struct {
	Player    string         `json:"player"`
	Opponent  string         `json:"opponent"`
	Elo       stats.Interval `json:"elo"` // of Player over Opponent
	NElo      stats.Interval `json:"nelo"`
	LOS       float64        `json:"los"`
	DrawRatio float64        `json:"draw_ratio"`
	// Pentanomial counts blocks of two games by Player's points: 0, ½, 1, 1½,
	// 2; nil for other blocks.
	Pentanomial *stats.Pentanomial `json:"pentanomial,omitempty"`
	// History is the Elo after the first N blocks, a few hundred points at most.
	History []EloPoint `json:"history"`
}

// EloPoint is the Elo difference after so many blocks.
type EloPoint struct {
	Blocks int            `json:"blocks"`
	Elo    stats.Interval `json:"elo"`
}

// Test is a sequential test with what it knows.
type Test struct {
	stats.SPRT
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"` // bound that accepts Elo0
	Upper   float64 `json:"upper"` // bound that accepts Elo1
	Verdict string  `json:"verdict"`
	// Decided is the number of blocks after which a bound was first reached, 0
	// if none was. The verdict is that of this moment.
	Decided int        `json:"decided"`
	History []LLRPoint `json:"history"`
}

// LLRPoint is the log-likelihood ratio after so many blocks.
type LLRPoint struct {
	Blocks int     `json:"blocks"`
	LLR    float64 `json:"llr"`
}

// Ending is a reason for which games ended.
type Ending struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
	// Adjudicated counts those of them that the runner ended.
	Adjudicated int     `json:"adjudicated"`
	MeanTurns   float64 `json:"mean_turns"`
}

// Fault is a game that a player lost by a fault.
type Fault struct {
	Block  int    `json:"block"`
	Number int    `json:"number"`
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Stderr string `json:"stderr,omitempty"`
}

// Options are what a report can be told beside the results.
type Options struct {
	// SPRT is a test to report instead of the header's.
	SPRT *stats.SPRT
	// Resamples are those behind the errors of ratings; 0 means
	// [stats.DefaultResamples].
	Resamples int
}

// New makes the report of games, which are as [results.Read] returns them.
func New(h results.Header, games []results.Game, o Options) *Report {
	c := newCount(&h, games)
	for _, block := range results.Blocks(games) {
		c.block(block)
	}
	for i := range games {
		c.game(&games[i])
	}
	if o.SPRT == nil {
		o.SPRT = h.SPRT
	}
	return c.report(o)
}
