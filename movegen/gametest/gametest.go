// Package gametest proves that a game keeps the contract of package game, as
// testing/fstest does for file systems. A game's test is one call:
//
//	func TestGame(t *testing.T) {
//		gametest.Run(t, gametest.Config{Rules: toy.Rules, Setups: …})
//	}
//
// [Run] plays at random from every set-up and looks at every position it meets
// from all sides; it checks symmetries, the reference data and a golden
// playthrough. [Fuzz] does the same for arbitrary texts. Package toy is the game
// that the project's own tests play.
package gametest

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/positions"
)

var update = flag.Bool("update", false, "write golden files anew")

// Update says that the test was called with -update: golden files are to be
// written anew.
func Update() bool { return *update }

// TB is the part of testing.TB that checks use. Fatalf does not return.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Config says which game to prove and how hard to try. Only Rules is required.
type Config struct {
	Rules *game.Rules
	// Setups are the rule options to play with; nil means the defaults alone.
	Setups []game.Setup
	// Symmetries of the game; they must include all that CanonicalKey knows.
	Symmetries []Symmetry
	// Reference is checked line by line.
	Reference []positions.ReferenceLine
	// Games is the number of random games for each set-up, by default 20, and
	// Plies the greatest length of one, by default 200. With -short or the
	// race detector the games are a quarter as many.
	Games, Plies int
	// Seed makes the random games different ones.
	Seed uint64
	// Encodable yields every value that the packing of actions can express,
	// for the check that Legal accepts none but legal ones. By default random
	// values, neighbours of legal actions and actions of other positions are
	// tried alone.
	Encodable func(yield func(game.Move) bool)
	// Evaluator, if not nil, is checked along with the game.
	Evaluator func(game.Position) game.Evaluator
	// Playthrough is the path of the golden playthrough; empty means none. It
	// shows one random game from the first set-up and is written by -update.
	Playthrough string
}

// Symmetry maps position texts to texts that mean the same for play.
type Symmetry struct {
	Name string
	// Map returns the image of a canonical position text, or "" if the
	// symmetry does not apply to it.
	Map func(text string) string
	// Keyless says that CanonicalKey does not know this symmetry.
	Keyless bool
}

func (c *Config) setDefaults() {
	if c.Setups == nil {
		c.Setups = []game.Setup{nil}
	}
	if c.Games == 0 {
		c.Games = 20
	}
	if c.Plies == 0 {
		c.Plies = 200
	}
}

// brief says that tests should cost little.
func brief() bool { return raceEnabled || testing.Testing() && testing.Short() }

// Run proves the game, in subtests.
func Run(t *testing.T, c Config) {
	c.setDefaults()
	for _, ch := range checks {
		if ch.wanted != nil && !ch.wanted(&c) {
			continue
		}
		t.Run(ch.name, func(t *testing.T) {
			if !ch.perSetup {
				ch.run(t, &c, nil)
				return
			}
			for _, s := range c.Setups {
				t.Run(setupName(s), func(t *testing.T) { ch.run(t, &c, s) })
			}
		})
	}
	t.Run("Machine", func(t *testing.T) {
		for _, s := range c.Setups {
			t.Run(setupName(s), func(t *testing.T) { checkMachine(t, &c, s) })
		}
	})
}

// check is one subtest of Run.
type check struct {
	name     string
	perSetup bool
	wanted   func(*Config) bool // nil: always
	run      func(t TB, c *Config, s game.Setup)
}

var checks = []check{
	{name: "Rules", run: checkRules},
	{name: "Seating", perSetup: true, run: checkSeating},
	{name: "Play", perSetup: true, run: checkPlay},
	{name: "Perft", perSetup: true, run: checkPerft},
	{name: "Hostile", perSetup: true, run: checkHostile},
	{name: "Concurrent", perSetup: true, run: checkConcurrent},
	{name: "Allocations", perSetup: true, run: checkAllocations, wanted: func(*Config) bool { return !raceEnabled }},
	{name: "Reference", run: checkReference, wanted: func(c *Config) bool { return len(c.Reference) > 0 }},
	{name: "Playthrough", run: checkPlaythrough, wanted: func(c *Config) bool { return c.Playthrough != "" }},
}

// runAll runs the checks of Run one after another, without subtests and without
// the state machine.
func runAll(t TB, c Config) {
	c.setDefaults()
	for _, ch := range checks {
		if ch.wanted != nil && !ch.wanted(&c) {
			continue
		}
		setups := c.Setups
		if !ch.perSetup {
			setups = setups[:1]
		}
		for _, s := range setups {
			ch.run(t, &c, s)
		}
	}
}

func setupName(s game.Setup) string {
	if len(s) == 0 {
		return "default"
	}
	return s.String()
}

// open returns the variant or ends the test.
func open(t TB, c *Config, s game.Setup) game.Variant {
	t.Helper()
	v, err := c.Rules.Variant(s)
	if err != nil {
		t.Fatalf("%s with %s: %v", c.Rules.Name, setupName(s), err)
	}
	return v
}

// probe is a position under test with what a failure message needs.
type probe struct {
	TB
	c       *Config
	v       game.Variant
	pos     game.Position
	where   string   // game, set-up and seed
	actions []string // that led here
}

// failf ends the test; the message shows how to come to the position.
func (p *probe) failf(format string, args ...any) {
	p.Helper()
	p.Fatalf("%s\n%s\nactions: %s\nposition: %s", fmt.Sprintf(format, args...), p.where, strings.Join(p.actions, " "), game.Text(p.pos))
}

// snapshot is everything that Unmake must restore.
type snapshot struct {
	state game.State
	text  string
}

func snap(p game.Position) snapshot { return snapshot{*p.Base(), game.Text(p)} }

// list returns what a generator adds, as a fresh slice.
func list(generate func(*game.MoveList)) []game.Move {
	var l game.MoveList
	generate(&l)
	moves := make([]game.Move, l.Len())
	for i, m := range l.Moves {
		moves[i] = m.Move
	}
	return moves
}
