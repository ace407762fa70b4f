// Command sprt tests a change by a sequential test of games:
//
//	go run ./cmd/sprt --base HEAD --game barca --nodes 5000
//
// It builds the engine twice, from a base revision and from the working tree or
// another revision, lets the two programs play each other until the test has a
// verdict, and prints a paragraph for the commit message. What it builds stands
// in a temporary folder that is removed at the end. Ctrl-C ends the match and
// prints what is known.
//
// The exit codes are those of engine match: 0 the change passed, 3 it did not, 4
// there is no verdict; 1 and 2 as everywhere.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tetrarch/cmd/internal/tool"
	"tetrarch/engine"
)

// options say what to test and how.
type options struct {
	base, change string // revisions; an empty change is the working tree
	game         string
	rules        []string
	games        int
	nodes        uint64
	movetime     string
	clock        string
	elo0, elo1   float64
	concurrency  int
	seed         uint64
	openings     string
	record       string
}

func main() { tool.Exit(run) }

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, out, errs *os.File) int {
	var o options
	c := &cobra.Command{
		Use:   "sprt --base REV --game GAME",
		Short: "Test a change by games against a base revision",
		RunE:  func(c *cobra.Command, _ []string) error { return test(c.Context(), &o, out, errs) },
	}
	o.flags(c)
	return tool.Run(ctx, c, args, out, errs)
}

func (o *options) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.base, "base", "", "the `revision` to test against")
	f.StringVar(&o.change, "new", "", "the `revision` to test; the working tree without it")
	f.StringVar(&o.game, "game", "", "the `game` to play")
	f.StringArrayVar(&o.rules, "opt", nil, "a rule option of the game, `name=value`; may be repeated")
	f.IntVar(&o.games, "games", 20000, "games after which there is no verdict")
	f.Uint64Var(&o.nodes, "nodes", 0, "`nodes` an action (5000 without any limit)")
	f.StringVar(&o.movetime, "movetime", "", "`time` an action, such as 100ms")
	f.StringVar(&o.clock, "tc", "", "a `clock` for each seat, turns/time+increment in seconds")
	f.Float64Var(&o.elo0, "elo0", 0, "normalized Elo of no gain")
	f.Float64Var(&o.elo1, "elo1", 10, "normalized Elo of a gain")
	f.IntVar(&o.concurrency, "concurrency", 1, "games at a time")
	f.Uint64Var(&o.seed, "seed", 1, "seed of openings and dice")
	f.StringVar(&o.openings, "openings", "", "`file` of openings, or suite")
	f.StringVar(&o.record, "record", "", "add every game to `file`")
}

// check says what is missing and gives the default limit.
func (o *options) check() error {
	limits := 0
	for _, given := range []bool{o.nodes > 0, o.movetime != "", o.clock != ""} {
		if given {
			limits++
		}
	}
	switch {
	case o.base == "":
		return errors.New("--base is missing: want a revision such as HEAD")
	case o.game == "":
		return errors.New("--game is missing: want a game such as barca")
	case limits > 1:
		return errors.New("more than one of --nodes, --movetime and --tc is given: want one")
	case limits == 0:
		o.nodes = 5000
	}
	return nil
}

// limit writes what every action may cost.
func (o *options) limit() string {
	switch {
	case o.movetime != "":
		if d, ok := engine.ParseTime(o.movetime); ok {
			return d.String() + " an action" // a bare number counts milliseconds
		}
		return o.movetime + " an action"
	case o.clock != "":
		return "clock " + o.clock
	}
	return fmt.Sprint(o.nodes, " nodes an action")
}
