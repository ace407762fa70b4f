// Package record reads, writes and replays records of games: text that a person
// can read, a script can search and a program can replay.
//
// # The format
//
// A file holds records one after another. A record is a block of headers, an
// empty line, the actions, and a line "end":
//
//	Game: barca
//	Seat-1: tetrarch
//	Seat-2: greedy
//	Start: startpos
//	Opening: 2
//	Result: 1 0
//	Reason: three-holes
//
//	1. e2e5
//	2. d9c8
//	3. f2f6 {score=35 depth=9 nodes=18432 time=98.2ms}
//	end
//
// A header is "Key: value" on a line of its own: the key has letters, digits
// and hyphens, begins with a letter and occurs once; the value runs to the end
// of the line and may be empty. Keys are kept in order. Those with a meaning
// here are the constants below; any other key is kept.
//
// Actions are written as the game's rules do, in the order in which they were
// made, separated by blanks and line ends; the outcome of a roll is an action
// like any other. A number with a full stop counts turns for the reader and
// means nothing. Braces after an action hold what is known about how it was
// chosen: the fields score, depth, nodes and time as above, then free text. The
// score is in hundredths from the view of who acted, or "#N", "#-N" for a win or
// loss in N actions.
//
// A record that does not reach its "end" was cut off; the reader says so, and
// all records before it are sound. Lines may end in \r\n.
package record

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tetrarch/game"
)

// Headers that this project gives a meaning. Seat numbers follow [Seat].
const (
	Game    = "Game"    // name of the game
	Setup   = "Setup"   // rule options, "name=value name=value"; absent for the defaults
	Seat    = "Seat-"   // with a number from 1: who played there
	Start   = "Start"   // "startpos" or the text of a position
	Opening = "Opening" // number of first actions that nobody chose
	Result  = "Result"  // shares of all seats in turn order, see [FormatShares]
	Reason  = "Reason"  // why the game ended, one hyphenated word
	Fault   = "Fault"   // what a player did wrong, if that ended the game
	Round   = "Round"   // block and game, "3.1"
	Seed    = "Seed"    // of the match
)

// StartPos is the value of [Start] for the game's own first position.
const StartPos = "startpos"

// Header is one line of the head of a record.
type Header struct{ Key, Value string }

// Record is one game.
type Record struct {
	Headers []Header
	Actions []Action
}

// Get returns the value of a header, empty if there is none.
func (r *Record) Get(key string) string {
	for _, h := range r.Headers {
		if h.Key == key {
			return h.Value
		}
	}
	return ""
}

// OpeningLength returns how many first actions nobody chose, 0 without that header.
func (r *Record) OpeningLength() (int, error) {
	text := r.Get(Opening)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("opening %q: want a number of actions", text)
	}
	return n, nil
}

// Set sets a header in place, or adds it at the end.
func (r *Record) Set(key, value string) {
	for i := range r.Headers {
		if r.Headers[i].Key == key {
			r.Headers[i].Value = value
			return
		}
	}
	r.Headers = append(r.Headers, Header{key, value})
}

// Action is one action with what is known about how it was chosen.
type Action struct {
	Text string
	// Turn is the number written before the action, 0 for none.
	Turn  int
	Score Score
	Depth int
	Nodes uint64
	Time  time.Duration
	// Note is free text without braces or line ends; its words are separated
	// by single blanks.
	Note string
}

// Score is a score as people read it. The zero value is no score.
type Score struct {
	Kind  ScoreKind
	Value int // hundredths, or actions to the win (positive) or loss (negative)
}

// ScoreKind says what a [Score] counts.
type ScoreKind uint8

// The kinds of scores.
const (
	Unknown ScoreKind = iota
	Centi             // hundredths of the advantage that wins three games for one lost
	Decided           // actions to the end
)

// String writes s as a comment holds it; empty for no score.
func (s Score) String() string {
	switch s.Kind {
	case Centi:
		return strconv.Itoa(s.Value)
	case Decided:
		return "#" + strconv.Itoa(s.Value)
	}
	return ""
}

func parseScore(text string) (Score, bool) {
	kind := Centi
	if rest, ok := strings.CutPrefix(text, "#"); ok {
		kind, text = Decided, rest
	}
	n, err := strconv.ParseInt(text, 10, 32)
	return Score{kind, int(n)}, err == nil
}

// FormatShares writes the share of every seat in turn order, from shares of
// sides that sum to [game.Whole]: "1 0", "0.5 0.5", "0.3333 0.3333 0.3333".
func FormatShares(s *game.Seating, shares *[game.MaxSides]game.Score) string {
	parts := make([]string, s.Seats)
	for seat := range parts {
		v := float64(shares[s.SideOf[seat]]) / float64(game.Whole)
		parts[seat] = strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 4, 64), "0"), ".")
	}
	return strings.Join(parts, " ")
}

// ParseShares reads what [FormatShares] writes back into shares of sides.
func ParseShares(s *game.Seating, text string) ([game.MaxSides]game.Score, error) {
	var shares [game.MaxSides]game.Score
	fields := strings.Fields(text)
	if len(fields) != s.Seats {
		return shares, fmt.Errorf("result %q has %d shares: want one for each of %d seats", text, len(fields), s.Seats)
	}
	for seat, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || !(v >= 0 && v <= 1) {
			return shares, fmt.Errorf("result %q: share %q: want a number from 0 to 1", text, f)
		}
		shares[s.SideOf[seat]] = game.Score(v*float64(game.Whole) + 0.5)
	}
	sum := game.Score(0)
	for side := range s.Sides {
		sum += shares[side]
	}
	if sum != game.Whole {
		return shares, fmt.Errorf("result %q: the sides share %d twelfths: want %d", text, sum, game.Whole)
	}
	return shares, nil
}
