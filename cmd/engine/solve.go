package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/endgame"
	"tetrarch/movegen/tricolor"
)

// solved is what solve prints for scripts.
type solved struct {
	Game      string `json:"game"`
	Units     int    `json:"units"`
	Positions uint64 `json:"positions"`
	Wins      uint64 `json:"wins"`
	Losses    uint64 `json:"losses"`
	Draws     uint64 `json:"draws"`
	Longest   int    `json:"longest"` // plies
	Example   string `json:"example"` // of the longest
	File      string `json:"file"`
	Bytes     int64  `json:"bytes"`
	TimeMS    int64  `json:"time_ms"`
}

func newSolve() *cobra.Command {
	var (
		o      = endgame.Options{Units: 3, Threads: runtime.GOMAXPROCS(0)}
		file   string
		verify string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "make a table of endgames",
		Long: `Find the outcome of all positions with few units, and how many plies it takes, and write
them to a file. The search uses the file that the option EndgamePath names, or else one
of the usual name beside the program. Tricolor for two is the game that has such tables:
three units take a second and a megabyte, four take minutes and 154 megabytes.

With --verify it reads a file that is there, and makes sure that every value in it
follows from those of its successors.`,
		Example: `  engine solve tricolor
  engine solve tricolor --units 4 --check --out /var/lib/tricolor.endgame
  engine solve tricolor --verify tricolor.endgame`,
		Args: arguments("GAME"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return []string{tricolor.Rules.Name}[:1-min(len(args), 1)], cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] != tricolor.Rules.Name {
				return usagef("solve: game %q has no tables of endgames: want %s", args[0], tricolor.Rules.Name)
			}
			for _, flag := range []string{"units", "threads", "out", "check"} {
				if verify != "" && cmd.Flags().Changed(flag) {
					return usagef("solve: --%s is for making a table: want it without --verify", flag)
				}
			}
			ctx, release := interruptible(cmd)
			defer release()
			bar := newProgress(cmd.ErrOrStderr())
			o.Each = func(done, all uint64) { bar.show("%d %%", done*100/all) }
			start := time.Now()
			solve := endgame.Solve
			if verify != "" {
				file, solve = verify, readTable
			}
			s, err := solve(ctx, file, o)
			bar.end()
			if err != nil {
				return fmt.Errorf("solve: %w", err)
			}
			elapsed := time.Since(start)
			info, err := os.Stat(file)
			if err != nil {
				return fmt.Errorf("solve: %w", err)
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return printJSON(out, solved{
					args[0], s.Units, s.Positions, s.Wins, s.Losses, s.Draws, s.Longest, s.Where,
					file, info.Size(), elapsed.Milliseconds(),
				})
			}
			fmt.Fprintf(out, "%d positions of 2 to %d units: %d won, %d lost, %d drawn\n", s.Positions, s.Units, s.Wins, s.Losses, s.Draws)
			fmt.Fprintf(out, "longest %d plies: %s\n", s.Longest, s.Where)
			fmt.Fprintf(out, "%s  %sB  time %s\n", file, human(uint64(info.Size())), seconds(elapsed))
			return nil
		},
	}
	cmd.Flags().Var(between(&o.Units, 2, endgame.MaxUnits), "units", "how many units there may be on the board (default 3)")
	cmd.Flags().Var(count(&o.Threads, 256), "threads", "number of threads (default one for each processor)")
	cmd.Flags().StringVar(&file, "out", endgame.FileName, "the `file` to write")
	cmd.Flags().BoolVar(&o.Check, "check", false, "make sure that every value follows from those of its successors")
	cmd.Flags().StringVar(&verify, "verify", "", "check every value of this `file` instead of making one")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// readTable verifies a file of the table; of the options it only takes Each.
func readTable(ctx context.Context, file string, o endgame.Options) (endgame.Statistics, error) {
	t, err := endgame.Open(file)
	if err != nil {
		return endgame.Statistics{}, err
	}
	s, err := t.Verify(ctx, o.Each)
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return s, errors.Join(err, t.Close())
}
