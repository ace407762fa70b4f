// Package tool is what the commands share that make and measure things for the
// project: one game chosen by flags, and a command line that ends with Ctrl-C, says
// on standard error what went wrong, and tells scripts so by its exit code.
package tool

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/tournament"
)

// Command is a command without arguments about one game.
type Command struct {
	Name, Short string
	// Game is the game without --game.
	Game string
	// Flags adds the command's own flags to --game and --opt.
	Flags func(*cobra.Command)
	// Run does the work; ctx ends with Ctrl-C.
	Run func(ctx context.Context, g tournament.Game) error
}

// Main runs the command with the program's arguments and ends the program with
// the code of [Run].
func (t Command) Main() {
	Exit(func(ctx context.Context, args []string, out, errs *os.File) int {
		return Run(ctx, t.command(), args, out, errs)
	})
}

func (t Command) command() *cobra.Command {
	var name string
	var rules []string
	c := &cobra.Command{
		Use:   t.Name,
		Short: t.Short,
		RunE: func(c *cobra.Command, _ []string) error {
			g, err := open(name, rules)
			if err != nil {
				return &UsageError{err}
			}
			return t.Run(c.Context(), g)
		},
	}
	c.Flags().StringVar(&name, "game", t.Game, "the game")
	c.Flags().StringSliceVar(&rules, "opt", nil, "rule options, name=value")
	t.Flags(c)
	return c
}

// open opens a game by its name with rule options.
func open(name string, rules []string) (tournament.Game, error) {
	g, err := engine.Find(name)
	if err != nil {
		return tournament.Game{}, err
	}
	setup, err := game.ParseSetup(rules)
	if err != nil {
		return tournament.Game{}, err
	}
	return tournament.NewGame(g, setup)
}
