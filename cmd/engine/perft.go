package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/movegen"
)

// counted is what perft prints for scripts.
type counted struct {
	Game   string  `json:"game"`
	FEN    string  `json:"fen"`
	Depth  int     `json:"depth"`
	Nodes  uint64  `json:"nodes"`
	TimeMS int64   `json:"time_ms"`
	NPS    uint64  `json:"nps"`
	Divide []share `json:"divide,omitempty"`
}

// share is the part of a count that begins with one action.
type share struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

func newPerft() *cobra.Command {
	var (
		t              target
		divide, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "count the sequences of actions from a position",
		Long: `Count the sequences of DEPTH actions from a position, outcomes of rolls included: the
test of a move generator. Repetition ends no sequence.`,
		Example: `  engine perft barca 4
  engine perft barca 3 --divide`,
		Args:              arguments("GAME", "DEPTH"),
		ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			depth, err := strconv.Atoi(args[1])
			if err != nil || depth < 0 || depth > movegen.MaxPerft {
				return usagef("perft: depth %q: want a whole number from 0 to %d", args[1], movegen.MaxPerft)
			}
			s, err := t.open(args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			c := counted{Game: t.game, Depth: depth}
			s.View(func(p *game.Play) { c.FEN = game.Text(p.Position()) })
			if err := c.run(cmd, s); err != nil {
				return err
			}
			if !divide {
				c.Divide = nil
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return printJSON(out, c)
			}
			for _, d := range c.Divide {
				fmt.Fprintf(out, "%s: %d\n", d.Move, d.Nodes)
			}
			elapsed := time.Duration(c.TimeMS) * time.Millisecond
			fmt.Fprintf(out, "perft %d  nodes %d  nps %s  time %s\n", depth, c.Nodes, human(c.NPS), seconds(elapsed))
			return nil
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// "-1" reads like flags of one letter.
		var bad interface{ GetSpecifiedShortnames() string }
		if errors.As(err, &bad) {
			if _, number := strconv.Atoi(bad.GetSpecifiedShortnames()); number == nil {
				return usagef("perft: depth \"-%s\": want a whole number from 0 to %d", bad.GetSpecifiedShortnames(), movegen.MaxPerft)
			}
		}
		return cmd.Parent().FlagErrorFunc()(cmd, err)
	})
	t.flags(cmd)
	jsonFlag(cmd, &asJSON)
	cmd.Flags().BoolVar(&divide, "divide", false, "print the count of every first action")
	return cmd
}

// run counts, showing how far it is.
func (c *counted) run(cmd *cobra.Command, s *engine.Session) error {
	ctx, release := interruptible(cmd)
	defer release()
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	start := time.Now()
	complete := false
	err := s.Perft(c.Depth, engine.PerftEvents{
		Action: func(text string, n uint64) {
			c.Divide = append(c.Divide, share{text, n})
			bar.show("%s: %d", text, n)
		},
		Done: func(n uint64, all bool) { c.Nodes, complete = n, all },
	})
	if err != nil {
		return usage(err)
	}
	select {
	case <-s.Done():
	case <-ctx.Done():
		s.Close()
	}
	elapsed := time.Since(start)
	c.TimeMS, c.NPS = elapsed.Milliseconds(), engine.PerSecond(c.Nodes, elapsed)
	if !complete {
		return errors.New("perft: interrupted before the count was complete")
	}
	return nil
}
