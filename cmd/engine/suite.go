package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/positions"
	"tetrarch/tournament"
)

// suiteNodes is how long a player of a suite thinks that has no other limit.
const suiteNodes = 20000

func newSuite() *cobra.Command {
	var (
		s       tournament.Exam
		players string
		misses  bool
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "suite GAME [FILE…]",
		Short: "let players find the best actions of positions that have been solved",
		Long: fmt.Sprintf(`Let players, as match names them, try positions whose best actions are known for certain,
and count what each solves, by groups. For every two players it says how many positions
one alone solved, and p, how likely two equal players would differ as much by luck.
Without a file the suites that come with the engine are tried; a line of a file is a
position, then ;best and all actions that solve it, and if wanted ;setup, ;moves and
;group. Without a limit a player looks at %d positions. Equal seeds give equal scores
where the limits are nodes or depth.`, suiteNodes),
		Example: `  engine suite tricolor
  engine suite tricolor --players cmd=./new,cmd=./old --nodes 50000
  engine suite barca --players tetrarch,tetrarch,without=null-move --depth 6 --misses`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return arguments("GAME")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if s.Game, err = engine.Find(args[0]); err != nil {
				return usage(err)
			}
			if s.Lines, err = suiteLines(args[0], args[1:]); err != nil {
				return err
			}
			if s.Players, err = tournament.ParsePlayers(players); err != nil {
				return usage(err)
			}
			if !engine.Limited(s.Limits) {
				s.Limits.Nodes = suiteNodes
			}
			ctx, release := interruptible(cmd)
			defer release()
			bar := newProgress(cmd.ErrOrStderr())
			s.Each = func(done int) { bar.show("%d of %d positions", done, len(s.Lines)) }
			scores, err := s.Run(ctx)
			bar.end()
			if err != nil {
				return fmt.Errorf("suite: %w", err)
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), scores)
			}
			return scores.Print(cmd.OutOrStdout(), misses)
		},
	}
	cmd.Flags().StringVar(&players, "players", "tetrarch", "the `players`, separated by commas")
	limitFlags(cmd, &s.Limits)
	cmd.Flags().Uint64Var(&s.Seed, "seed", 1, "seed of the players")
	cmd.Flags().BoolVar(&misses, "misses", false, "list the positions that a player did not solve")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// suiteLines reads files, or the suites that come with the engine.
func suiteLines(name string, files []string) (lines []positions.Line, err error) {
	add := func(more []positions.Line, err error) error {
		lines = append(lines, more...)
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := add(positions.Parse(file, string(text))); err != nil {
			return nil, usage(err)
		}
	}
	if len(files) > 0 {
		return lines, nil
	}
	for _, load := range []func(string) ([]positions.Line, error){positions.Wins, positions.Endgames} {
		if err := add(load(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if len(lines) == 0 {
		return nil, usagef("suite: no suite of %s comes with the engine: want a file", name)
	}
	return lines, nil
}
