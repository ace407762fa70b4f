package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tetrarch/draw"
	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

func newAnalyze() *cobra.Command {
	var (
		t      target
		limits search.Limits
		games  recorded
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "analyze GAME | analyze --record FILE",
		Short: "show the best lines of a position as the search goes on, or review games",
		Long: `Show the best lines of a position as the search goes on, until a limit or Ctrl-C.
On a terminal the lines are a table that changes in place; elsewhere every report
is a line of its own, with --json a JSON value of its own.

With --record, review games that were written down: for each turn the luck of the
roll, that is the value after its best play less the mean of that over all rolls, and
the error of each action, that is by how much it is worse than the best; and their sums
for each seat. Marks are ?! from 2 % of the game, ? from 5 % and ?? from 10 %. The
limits hold for each of many searches; without any it is depth 2 with dice, 5 without.`,
		Example: `  engine analyze barca --multipv 3
  engine analyze barca --moves "e2e5" --depth 8 --json
  engine analyze --record games.txt --number 2 --nodes 20000`,
		Args: func(cmd *cobra.Command, args []string) error {
			if games.file != "" && len(args) == 0 {
				return nil
			}
			return arguments("GAME")(cmd, args)
		},
		ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if games.file != "" {
				return games.run(cmd, strings.Join(args, ""), &t, limits, asJSON)
			}
			if games.number > 0 {
				return usagef("analyze: --number goes with --record: want a file")
			}
			s, err := t.open(args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			out := cmd.OutOrStdout()
			reason := ""
			s.View(func(p *game.Play) { reason = p.Reason() })
			if reason != "" {
				return usagef("the game is over (%s): want a position where a seat can act", reason)
			}
			ctx, release := interruptible(cmd)
			defer release()
			report := plainReport(out)
			if asJSON {
				report = jsonReport(out)
			} else if f, ok := out.(screen); ok && isTerminal(out) {
				s.View(func(p *game.Play) { err = draw.Position(out, p.Position(), draw.Detect(out)) })
				if err != nil {
					return err
				}
				report = liveReport(f)
			}
			_, err = s.Think(ctx, engine.Request{Limits: limits}, report)
			if errors.Is(err, engine.ErrNeedRoll) {
				return usagef("%w, or --roll", err)
			}
			return err
		},
	}
	t.flags(cmd)
	t.rollFlag(cmd)
	limitFlags(cmd, &limits)
	games.flags(cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// settled says whether a report holds a line whose score is no mere bound.
func settled(in engine.Info) bool { return len(in.Line) > 0 && in.Bound == search.Exact }

func plainReport(w io.Writer) func(engine.Info) {
	return func(in engine.Info) {
		if settled(in) {
			fmt.Fprintf(w, "%d. %s  pv %s\n", max(1, in.Multi), summary(in), pvText(in.Line))
		}
	}
}

func jsonReport(w io.Writer) func(engine.Info) {
	e := json.NewEncoder(w)
	return func(in engine.Info) {
		if settled(in) {
			_ = e.Encode(newLine(in)) // the writer remembers what failed
		}
	}
}

// liveReport keeps a table of the lines on a terminal.
func liveReport(f screen) func(engine.Info) {
	var rows []string
	return func(in engine.Info) {
		if !settled(in) {
			return
		}
		n := max(1, in.Multi)
		drawn := len(rows)
		for len(rows) < n+1 {
			rows = append(rows, "")
		}
		rows[0] = summary(in)
		rows[n] = fmt.Sprintf("%2d  %9s  %2d/%-2d  %s", n, scoreText(in), in.Depth, in.SelDepth, pvText(in.Line))
		width, _, err := term.GetSize(int(f.Fd()))
		if err != nil || width < 20 {
			width = 80
		}
		if drawn > 0 {
			fmt.Fprintf(f, "\x1b[%dA", drawn)
		}
		for _, r := range rows {
			fmt.Fprintf(f, "\r\x1b[K%s\n", r[:min(len(r), width-1)])
		}
	}
}
