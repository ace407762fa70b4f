// Package tournament plays matches: players against each other over many games,
// fairly and repeatably, with a result that says how sure it is.
//
// A [Match] is the plan: a game, players, limits, a seed. Its unit is the fair
// block: games from one opening with one stream of dice in which the players
// exchange seats. [Match.Run] plays the blocks, several at a time, and returns
// a [Summary]. Everything random hangs on the seed, the number of the block and
// the place in the game alone, so the same plan gives the same games however
// many are played at a time, as long as the players' limits are nodes or depth.
//
// A match may be a tournament: its format, of package pairing, says who meets whom.
// A [Journal] keeps every finished game in a folder, from which a run that ended in
// any way goes on; a [Definition] is the plan as people write it.
//
// A [Player] is who chooses actions. Those built in are named by [ParsePlayers];
// the match knows nothing but the interface.
package tournament

import (
	"context"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
	"tetrarch/tournament/process"
)

// Player chooses actions for one seat, or for all seats of a side. It plays one
// game at a time.
type Player interface {
	// NewGame forgets everything about games before. g is at its start and
	// stays the caller's; seed decides everything random in this game. A
	// [*Fault] loses the game; any other error says that the player cannot
	// play such games, and ends the match. It returns soon after ctx ends.
	NewGame(ctx context.Context, g *game.Play, seed uint64) error
	// Choose returns an action for the seat that acts in g, which it leaves as
	// it is. It returns soon after ctx ends, with any result. An error, like
	// an illegal action, loses the game; the reason is that of a [*Fault], else
	// [PlayerError].
	Choose(ctx context.Context, g *game.Play, l search.Limits) (Decision, error)
	// Close frees what the player holds.
	Close() error
}

// Fault is the error of a player that loses a game for a reason of its own.
type Fault = process.Fault

// Witness is a [Player] that is a program and kept what it wrote to its standard
// error.
type Witness interface {
	// Stderr returns the end of that for the game under way. A file of that
	// name in the folder of the player's slot, if there is one, keeps a copy.
	Stderr(file string) string
}

// Decision is a chosen action with what led to it, as far as the player says.
type Decision struct {
	Move  string
	Score record.Score // from the view of the seat that acts
	Depth int
	Nodes uint64
	// Time is how long the choice took if the player measures that better than
	// its caller can; 0 leaves it to the caller.
	Time time.Duration
}

// Game is what is played: a game with its rule options chosen.
type Game struct {
	*engine.Game
	Setup   game.Setup
	Variant game.Variant // of Rules with Setup
	// Slot is where in a match the player sits that is opened with this.
	Slot Slot
}

// Slot is one of the places where a match plays games at the same time.
type Slot struct {
	// Number counts the slots of a match from 0.
	Number int
	// CPUs are the processors that all threads of the slot's players keep to;
	// none means any.
	CPUs []int
	// Dir is the folder for files that players leave beside the results; empty
	// means that none are kept.
	Dir string
}

// NewGame opens a game with options.
func NewGame(g *engine.Game, setup game.Setup) (Game, error) {
	v, err := g.Rules.Variant(setup)
	return Game{Game: g, Setup: setup, Variant: v}, err
}

// Entrant is a player's entry in a match.
type Entrant struct {
	Name string
	// Limits replace the limits and the clock of the match if any is set.
	Limits search.Limits
	// Clock is the player's at each of its seats. If it is set, neither the
	// limits nor the clock of the match count for the player.
	Clock TimeControl
	// Margin is how much more time than it has a player may take in all on its
	// clock, and a program for each action under a limit of time, without
	// losing; 0 means [DefaultMargin], and less than 0 none. A player in this
	// process keeps a limit of time by itself.
	Margin time.Duration
	// NeedsLimit says that the player thinks until a limit stops it.
	NeedsLimit bool
	// Check, if not nil, says why Open would fail, as far as that can be known
	// before the first game.
	Check func(Game) error
	// Open makes a player. A match opens one for each game that it plays at
	// the same time.
	Open func(Game) (Player, error)
}

// DefaultMargin is the time that a player may overdraw, since an answer takes
// its way too.
const DefaultMargin = 100 * time.Millisecond

func (e *Entrant) margin() time.Duration {
	if e.Margin == 0 {
		return DefaultMargin
	}
	return max(0, e.Margin)
}
