// Command algorithms measures which algorithm is the strongest in every game and
// seating, at equal time:
//
//	go run ./cmd/algorithms --out algorithms.jsonl --dir algorithms
//
// A case is a game with a number of seats. In each the algorithms that can play
// it meet over fair blocks; the result is a table in Markdown, with what the
// algorithm auto takes today beside the winner. A case that is finished is added
// to the file --out, and games of one under way are kept below --dir: the same
// command goes on where it stopped.
//
// The exit codes are 0 when the table is printed, 1 for what failed or was
// interrupted, and 2 for a request that makes no sense.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/cmd/internal/tool"
	"tetrarch/engine"
	"tetrarch/tournament"
)

// defaultClock is the limit of a run that names none.
const defaultClock = "1+0.01"

// options say what to play and how.
type options struct {
	cases, algorithms []string // empty for all that there are, and for the default ones
	games             int      // of a case, at least
	clock, movetime   string
	nodes             uint64
	depth             int
	turns             int
	concurrency       int
	seed              uint64
	out, dir          string
	quiet             bool
}

func main() {
	tool.Exit(func(ctx context.Context, args []string, out, errs *os.File) int { return run(ctx, args, out, errs) })
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	var o options
	c := &cobra.Command{
		Use:   "algorithms",
		Short: "Measure which algorithm is the strongest in every game and seating",
		RunE:  func(c *cobra.Command, _ []string) error { return o.measure(c.Context(), out, errs) },
	}
	o.flags(c)
	return tool.Run(ctx, c, args, out, errs)
}

func (o *options) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&o.cases, "cases", nil, "the `cases` to play, such as barca,tricolor3; all without it")
	f.StringSliceVar(&o.algorithms, "algorithms", nil, "the `algorithms` to compare, where they can play; without it all that may be the strongest")
	f.IntVar(&o.games, "games", 400, "games of a case, rounded up to whole blocks")
	f.StringVar(&o.clock, "tc", "", "a `clock` for each seat, turns/time+increment in seconds ("+defaultClock+" without any limit)")
	f.StringVar(&o.movetime, "movetime", "", "`time` an action, such as 100ms")
	f.Uint64Var(&o.nodes, "nodes", 0, "`nodes` an action: not equal time, but equal on every machine")
	f.IntVar(&o.depth, "depth", 0, "`depth` of every search, in actions")
	f.IntVar(&o.turns, "max-turns", tournament.DefaultMaxTurns, "turns after which a game is a draw")
	f.IntVar(&o.concurrency, "concurrency", runtime.NumCPU(), "games at a time; at equal time not more than there are processors")
	f.Uint64Var(&o.seed, "seed", 1, "seed of openings, dice and players")
	f.StringVar(&o.out, "out", "", "add the result of every case to `file`, and do not play again what it holds")
	f.StringVar(&o.dir, "dir", "", "keep the games of every case in a folder of its name in `folder`, and go on with what it holds")
	f.BoolVar(&o.quiet, "quiet", false, "say nothing until the end")
}

// definition returns what all cases have in common.
func (o *options) definition() (tournament.Definition, error) {
	d := tournament.NewDefinition()
	limits := 0
	for _, given := range []bool{o.clock != "", o.movetime != "", o.nodes > 0, o.depth != 0} {
		if given {
			limits++
		}
	}
	switch {
	case o.games < 1 || o.games > tournament.MaxGames:
		return d, fmt.Errorf("--games is %d: want a whole number from 1 to %d", o.games, tournament.MaxGames)
	case o.seed > math.MaxInt64:
		return d, fmt.Errorf("--seed is %d: want a number from 0 to %d", o.seed, uint64(math.MaxInt64))
	case limits > 1:
		return d, errors.New("more than one of --tc, --movetime, --nodes and --depth is given: want one")
	case limits == 0:
		o.clock = defaultClock
	}
	d.Games, d.Seed, d.Slots, d.All = o.games, o.seed, o.concurrency, true
	d.Clock, d.Nodes, d.Depth, d.Turns = o.clock, o.nodes, o.depth, o.turns
	if o.movetime != "" {
		t, ok := engine.ParseTime(o.movetime)
		if !ok {
			return d, fmt.Errorf("--movetime is %q: want a time above 0 such as 100ms", o.movetime)
		}
		d.Time = tournament.Span(t)
	}
	return d, nil
}

// limit writes in words what every action may cost.
func limit(d *tournament.Definition) string {
	switch {
	case d.Clock != "":
		return "clock " + d.Clock
	case d.Time > 0:
		return time.Duration(d.Time).String() + " an action"
	case d.Nodes > 0:
		return fmt.Sprint(d.Nodes, " nodes an action")
	}
	return fmt.Sprint("depth ", d.Depth)
}
