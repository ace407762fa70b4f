// Command calibrate measures what scores mean, in games that the engine played
// against itself:
//
//	engine match --game barca --players tetrarch,name=a,nodes=2000,tetrarch,name=b,nodes=1900 --games 400 --record barca.rec
//	go run ./cmd/calibrate barca.rec
//
// Records keep the score of every action. It takes some of each game, after the
// opening, and compares them with the game's result: it fits the scale of
// package eval that makes the results most likely, with standard errors from a
// bootstrap over whole blocks of games, and prints how often positions were won,
// drawn and lost by what today's scale says of them. Games of one name and one
// number of sides make a group. See docs/calibration.md.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// options are the command's flags.
type options struct {
	perGame int
	rounds  int
	seed    uint64
	third   float64
	sharp   float64
	svg     string
}

func main() {
	if err := newCommand().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "calibrate:", err)
		os.Exit(1)
	}
}

func newCommand() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "calibrate FILE...",
		Short: "Measure what scores mean in recorded games",
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) == 0 {
				return errors.New("no file: want files of records")
			}
			return nil
		},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, files []string) error { return run(c.OutOrStdout(), files, o) },
	}
	f := c.Flags()
	f.IntVar(&o.perGame, "per-game", 20, "positions taken from a game at most")
	f.IntVar(&o.rounds, "bootstrap", 200, "samples of blocks that standard errors come from")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the positions taken and of the bootstrap")
	f.Float64Var(&o.third, "third", 0, "the score that was 100 hundredths when the games were played (default today's)")
	f.Float64Var(&o.sharp, "sharp", 0, "the same where scores are linear in shares: the exponent of the odds then")
	f.StringVar(&o.svg, "svg", "", "write a picture of the table to this file")
	return c
}

func run(out io.Writer, files []string, o options) error {
	switch {
	case o.perGame < 1:
		return fmt.Errorf("--per-game %d: want at least 1", o.perGame)
	case o.rounds < 2:
		return fmt.Errorf("--bootstrap %d: want at least 2", o.rounds)
	case o.third < 0:
		return fmt.Errorf("--third %g: want a score above 0", o.third)
	case o.sharp < 0:
		return fmt.Errorf("--sharp %g: want an exponent above 0", o.sharp)
	}
	c := newCollection(o)
	for _, file := range files {
		if err := c.readFile(file); err != nil {
			return err
		}
	}
	var panels []panel
	for _, g := range c.groups {
		r, err := g.judge(o)
		if err != nil {
			return fmt.Errorf("%s, %d sides: %w", g.game.Rules.Name, g.sides, err)
		}
		if err := r.print(out); err != nil {
			return err
		}
		panels = append(panels, r.panel())
	}
	if o.svg == "" {
		return nil
	}
	return os.WriteFile(o.svg, drawing(panels), 0o644)
}
