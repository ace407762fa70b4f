// Package pairing says who meets whom in a tournament. It plays nothing: a
// [Format] is asked for the next meetings, given all meetings so far with their
// points, and answers the same whenever it is asked the same. So a run that was
// interrupted finds its pairings again from its finished games.
//
// Players are numbers from 0 in the order of entry, which is also the order of
// their seeds. A game has places: two for most games, three or four for others.
package pairing

import (
	"fmt"
	"math/bits"
	"strings"
)

// Kind is a kind of format.
type Kind uint8

// The kinds of formats.
const (
	Match      Kind = iota // one meeting of as many players as there are places
	RoundRobin             // every set of players meets once
	Gauntlet               // each of the first players meets all sets of the others
	Swiss                  // rounds of players with like standings, nobody meeting twice
	Knockout               // who loses a meeting is out
)

// kindNames are the names of the kinds by number.
var kindNames = []string{"match", "round-robin", "gauntlet", "swiss", "knockout"}

// String names the kind as [ParseKind] reads it.
func (k Kind) String() string { return kindNames[k] }

// Kinds returns the names of all kinds.
func Kinds() []string { return append([]string{}, kindNames...) }

// ParseKind reads the name of a kind.
func ParseKind(text string) (Kind, error) {
	for k, name := range kindNames {
		if name == text {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("format %q is unknown: want %s", text, strings.Join(kindNames, ", "))
}

// Format is a kind of tournament with its numbers. The zero value is a match.
type Format struct {
	Kind Kind
	// Seeds is the number of players, the first ones, that run a gauntlet; 0
	// means 1.
	Seeds int
	// Rounds is the number of rounds of a Swiss tournament; 0 means as many as
	// a knockout of the players would have.
	Rounds int
	// Extra is the number of further meetings, of one block each, after a
	// knockout's meeting that ended level; then the better seed goes on.
	Extra int
}

// Meeting is a set of players who are to meet.
type Meeting struct {
	Round   int // from 1
	Players []int
	// Extra says that the meeting decides one that ended level: it is one
	// block long.
	Extra bool
}

// Played is a meeting with what each of its players scored, in any unit, in the
// order of its Players.
type Played struct {
	Meeting
	Points []int
}

// Check says why the format cannot be played by a number of players in a game
// with a number of places.
func (f Format) Check(players, places int) error {
	switch {
	case f.Kind == Match && players != places:
		return fmt.Errorf("the number of players is %d: want %d for a match", players, places)
	case f.Kind != Match && players < places:
		return fmt.Errorf("the number of players is %d: want at least %d", players, places)
	case f.Kind == Gauntlet && players-f.seeds() < places-1:
		return fmt.Errorf("a gauntlet of %d seeds among %d players: want at least %d others", f.seeds(), players, places-1)
	case f.Kind == Knockout && places != 2:
		return fmt.Errorf("a knockout of games with %d places: want 2, or another format", places)
	case f.Kind == Swiss && f.rounds(players) >= players && places == 2:
		return fmt.Errorf("a Swiss tournament of %d rounds among %d players: want fewer rounds than players", f.rounds(players), players)
	}
	return nil
}

func (f Format) seeds() int { return max(1, f.Seeds) }

func (f Format) rounds(players int) int {
	if f.Rounds > 0 {
		return f.Rounds
	}
	return max(1, bits.Len(uint(players-1)))
}

// Meetings returns the number of meetings of a whole tournament, a knockout's
// extra ones not counted.
func (f Format) Meetings(players, places int) int {
	switch f.Kind {
	case Swiss:
		return f.rounds(players) * (players / places)
	case Knockout:
		return players - 1
	}
	return len(f.Next(players, places, nil))
}

// Next returns the meetings that follow when all of done are over, in the order
// in which they are to be played; none when the tournament is over. done holds
// the meetings of earlier answers in their order.
func (f Format) Next(players, places int, done []Played) []Meeting {
	switch f.Kind {
	case Swiss:
		return f.swiss(players, places, done)
	case Knockout:
		return f.knockout(players, done)
	}
	if len(done) > 0 {
		return nil
	}
	switch f.Kind {
	case RoundRobin:
		if places == 2 {
			return circle(players)
		}
		return meetings(choose(players, places))
	case Gauntlet:
		return f.gauntlet(players, places)
	}
	return meetings(choose(players, places)[:1])
}

// circle pairs all players of a round robin round by round: one stands still,
// the others turn around it.
func circle(n int) []Meeting {
	size := n + n%2 // an odd player out meets nobody
	var list []Meeting
	for round := range size - 1 {
		for i := range size / 2 {
			a, b := (round+i)%(size-1), (round+size-1-i)%(size-1)
			if i == 0 {
				b = size - 1
			}
			if a, b = min(a, b), max(a, b); b < n {
				list = append(list, Meeting{Round: 1, Players: []int{a, b}})
			}
		}
	}
	return list
}

// choose returns all sets of k of the numbers below n, in the order of the
// dictionary.
func choose(n, k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for last := k - 1; last < n; last++ {
		for _, rest := range choose(last, k-1) {
			list = append(list, append(append([]int{}, rest...), last))
		}
	}
	return list
}

func meetings(sets [][]int) []Meeting {
	list := make([]Meeting, len(sets))
	for i, s := range sets {
		list[i] = Meeting{Round: 1, Players: s}
	}
	return list
}

// gauntlet returns the sets of one seed and others, the seeds taking turns.
func (f Format) gauntlet(players, places int) []Meeting {
	var list []Meeting
	for _, others := range choose(players-f.seeds(), places-1) {
		for seed := range f.seeds() {
			set := []int{seed}
			for _, x := range others {
				set = append(set, x+f.seeds())
			}
			list = append(list, Meeting{Round: 1, Players: set})
		}
	}
	return list
}
