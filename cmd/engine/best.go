package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/draw"
	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// answer is what best prints for scripts.
type answer struct {
	Game string `json:"game"`
	Roll string `json:"roll,omitempty"` // what --roll played
	FEN  string `json:"fen"`
	// Best is null at the end of the game.
	Best   *string `json:"bestmove"`
	Ponder string  `json:"ponder,omitempty"`
	Reason string  `json:"reason,omitempty"` // why the game is over
	Lines  []line  `json:"lines"`
	Proof  *proof  `json:"proof,omitempty"` // what --mate found
}

// proof answers whether there is a win within so many own turns.
type proof struct {
	Verdict string `json:"verdict"` // mate, no mate or unknown
	Turns   int    `json:"turns"`   // the fewest that win, or those asked about
	Refuted int    `json:"refuted"` // within these there is no win
	Nodes   uint64 `json:"nodes"`
}

var verdicts = map[search.Verdict]string{search.Won: "mate", search.NotWon: "no mate", search.Undecided: "unknown"}

func newBest() *cobra.Command {
	var (
		t      target
		limits search.Limits
		asJSON bool
		board  bool
	)
	cmd := &cobra.Command{
		Use:   "best GAME",
		Short: "find the best move of a position",
		Long: `Find the best move of a position and print it with its line. Without a limit the
engine thinks for a second. Ctrl-C stops it, and it still answers.

With --mate N it proves or refutes, in games of two sides without dice, that the side
to act can win within N of its own turns, whatever the other does: for as long as that
takes unless there is another limit. The answer is the first move of the shortest win.
Without a win it is the move that a short search likes best.`,
		Example: `  engine best barca
  engine best barca --fen "4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1" --movetime 5s
  engine best barca --moves "e2e5 e9e6" --depth 10 --json
  engine best tricolor --fen "5/6/7/8/4w4/4b3/7/6/5 w 0 1" --mate 1`,
		Args:              arguments("GAME"),
		ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := t.open(args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			out := cmd.OutOrStdout()
			if !cmd.Flags().Changed("board") {
				board = isTerminal(out) && !asJSON
			}
			ctx, release := interruptible(cmd)
			defer release()
			a := answer{Game: t.game, Roll: t.rolled, Lines: []line{}}
			if t.rolled != "" && !asJSON {
				fmt.Fprintln(out, "roll", t.rolled)
			}
			s.View(func(p *game.Play) {
				a.FEN, a.Reason = game.Text(p.Position()), p.Reason()
				if board && !asJSON {
					err = draw.Position(out, p.Position(), draw.Detect(out))
				}
			})
			if err != nil {
				return err
			}
			o, err := think(ctx, cmd, s, limits)
			if err != nil {
				return err
			}
			if asJSON {
				a.add(o)
				return printJSON(out, a)
			}
			printBest(out, o, a.Reason)
			return nil
		},
	}
	t.flags(cmd)
	t.rollFlag(cmd)
	limitFlags(cmd, &limits)
	cmd.Flags().Var(count(&limits.Mate, math.MaxInt32), "mate", "prove or refute a win within this many own turns")
	jsonFlag(cmd, &asJSON)
	cmd.Flags().BoolVar(&board, "board", false, "draw the board first (default: on a terminal)")
	return cmd
}

// think searches until a limit, a second if there is none and nothing to prove,
// or the end of ctx.
func think(ctx context.Context, cmd *cobra.Command, s *engine.Session, limits search.Limits) (engine.Outcome, error) {
	if !engine.Limited(limits) && (limits.Mate == 0 || !s.Proves()) {
		limits.MoveTime = time.Second
	}
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	o, err := s.Think(ctx, engine.Request{Limits: limits}, func(in engine.Info) {
		if len(in.Line) > 0 && in.Multi <= 1 {
			bar.show("%s  score %s  depth %d  nodes %s", in.Line[0], scoreText(in), in.Depth, human(in.Nodes))
		}
	})
	if errors.Is(err, engine.ErrNeedRoll) {
		return o, usagef("%w, or --roll", err)
	}
	return o, err
}

func (a *answer) add(o engine.Outcome) {
	for _, in := range o.Lines {
		a.Lines = append(a.Lines, newLine(in))
	}
	if o.Best != "" {
		a.Best, a.Ponder = &o.Best, o.Ponder
	}
	if p := o.Result.Proof; p.Verdict != search.NotAsked {
		a.Proof = &proof{verdicts[p.Verdict], p.Turns, p.Refuted, p.Nodes}
	}
}

func printBest(w io.Writer, o engine.Outcome, reason string) {
	if o.Best == "" {
		fmt.Fprintf(w, "bestmove none  the game is over: %s\n", reason)
		return
	}
	for i, in := range o.Lines {
		if i == 0 {
			fmt.Fprintf(w, "bestmove %s  %s\n", o.Best, summary(in))
			fmt.Fprintf(w, "pv %s\n", pvText(in.Line))
			continue
		}
		fmt.Fprintf(w, "%d. %s  score %s  pv %s\n", i+1, in.Line[0], scoreText(in), pvText(in.Line))
	}
	if p := o.Result.Proof; p.Verdict != search.NotAsked {
		fmt.Fprintln(w, p)
	}
}
