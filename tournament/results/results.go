// Package results is what a tournament writes down while it runs: one line of
// JSON for every finished game, in a file that only ever grows. All that is
// counted, tested and drawn afterwards comes from these lines alone, so that a
// run that was killed and resumed counts as one that was not.
//
// A file begins with a [Header] and holds a [Game] a line after it, in the order
// in which the games ended. Games of a block depend on each other, blocks do
// not: statistics take the [Blocks] in the order of their numbers.
package results

import (
	"maps"
	"slices"
	"time"

	"tetrarch/tournament/stats"
)

// Version is the version of the format that this package writes.
const Version = 1

// Header is the first line of a file: what was played, by whom.
type Header struct {
	Version int `json:"version"`
	// Plan is a digest of everything that decides the games; a run can only be
	// resumed with an equal one.
	Plan string `json:"plan"`
	Game string `json:"game"`
	// Setup holds the game's rule options that are not the defaults.
	Setup map[string]string `json:"setup,omitempty"`
	// Format is the name of the format: "match", "round-robin" and so on.
	Format string `json:"format"`
	// Players are the names of all entrants, in the order of entry.
	Players []string `json:"players"`
	// Seats are the game's names of the seats, in turn order; Sides is the side
	// of each, from 0.
	Seats []string `json:"seats"`
	Sides []int    `json:"sides"`
	// Size is the number of games of a block; Planned the number of games of
	// the whole run, as far as it is known before.
	Size    int       `json:"size"`
	Planned int       `json:"planned"`
	Seed    uint64    `json:"seed"`
	Start   time.Time `json:"start"`
	// SPRT is the sequential test that may stop the run, nil if there is none.
	SPRT *stats.SPRT `json:"sprt,omitempty"`
}

// SideCount returns the number of sides, at least 1.
func (h *Header) SideCount() int {
	n := 1
	for _, s := range h.Sides {
		n = max(n, s+1)
	}
	return n
}

// Game is one finished game. Numbers count from 1.
type Game struct {
	// Round is that of a format with rounds, 1 elsewhere. Pairing numbers the
	// meetings of the run: a set of players who play one or more blocks.
	Round   int `json:"round"`
	Pairing int `json:"pairing"`
	// Block numbers the blocks of the whole run in the order in which they
	// count; Number is the game's in its block of Size games.
	Block  int    `json:"block"`
	Number int    `json:"number"`
	Size   int    `json:"size"`
	Seed   uint64 `json:"seed"` // of the run; with Block it decides dice and opening
	// Opening says what was on the board first: "random:N" for the N-th random
	// opening, "file:N" for the N-th line of a file, "start".
	Opening string `json:"opening,omitempty"`
	// Players are the names by seat: a player who plays several seats of a side
	// occurs several times.
	Players []string `json:"players"`
	// Sides is the side of each seat, Shares the share of each side in
	// [stats.Unit] parts of the game; they sum to it.
	Sides  []int  `json:"sides"`
	Shares []int  `json:"shares"`
	Reason string `json:"reason"`
	// Adjudicated names the rule of the runner that ended the game, empty where
	// the game's own rules or a fault did.
	Adjudicated string `json:"adjudicated,omitempty"`
	Fault       *Fault `json:"fault,omitempty"`
	// Turns and Actions count turns begun, and all actions but rolls.
	Turns   int `json:"turns"`
	Actions int `json:"actions"`
	// Work has a row for each player of the game, in the order of entry.
	Work  []Work    `json:"work"`
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
	// Offset is where the game's record begins in the file of games beside
	// this one, -1 if none is kept.
	Offset int64 `json:"offset"`
	// Length is that of the record in bytes.
	Length int64 `json:"length"`
}

// Fault is what a player did wrong, by which it lost the game.
type Fault struct {
	Player string `json:"player"`
	Seat   int    `json:"seat"` // from 1
	Kind   string `json:"kind"` // equal to the game's reason
	Text   string `json:"text"`
	// Stderr is the name of a file, beside this one, with what the player
	// wrote to its standard error; empty if it wrote nothing.
	Stderr string `json:"stderr,omitempty"`
}

// Share returns the share of a player's side, 0 to [stats.Unit]; false if it did
// not play.
func (g *Game) Share(player string) (share int, played bool) {
	for seat, p := range g.Players {
		if p == player {
			return g.Shares[g.Sides[seat]], true
		}
	}
	return 0, false
}

// Field returns the different players of the game in the order of their first
// seats.
func (g *Game) Field() []string {
	var list []string
	for _, p := range g.Players {
		known := false
		for _, q := range list {
			known = known || p == q
		}
		if !known {
			list = append(list, p)
		}
	}
	return list
}

// maxSize bounds the games of a block: all orders of five seats.
const maxSize = 120

// valid says that a line is a game that can be counted.
func (g *Game) valid() bool {
	if g.Block < 1 || g.Size < 1 || g.Size > maxSize || g.Number < 1 || g.Number > g.Size || len(g.Players) == 0 || len(g.Sides) != len(g.Players) {
		return false
	}
	sum := 0
	for _, s := range g.Shares {
		if s < 0 {
			return false
		}
		sum += s
	}
	for _, side := range g.Sides {
		if side < 0 || side >= len(g.Shares) {
			return false
		}
	}
	return sum == stats.Unit
}

// Blocks returns the complete blocks among games, in the order of their numbers,
// and the games of each in theirs. Of a game that occurs twice the first counts.
func Blocks(games []Game) [][]Game {
	at := map[int][]Game{}
	for _, g := range games {
		if at[g.Block] == nil {
			at[g.Block] = make([]Game, g.Size)
		}
		if b := at[g.Block]; g.Number <= len(b) && b[g.Number-1].Number == 0 {
			b[g.Number-1] = g
		}
	}
	var list [][]Game
	for _, n := range slices.Sorted(maps.Keys(at)) {
		b := at[n]
		whole := true
		for i := range b {
			whole = whole && b[i].Number != 0
		}
		if whole {
			list = append(list, b)
		}
	}
	return list
}
