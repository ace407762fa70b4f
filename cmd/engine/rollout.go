package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/rollout"
)

// rolledOut is what rollout prints for scripts. Shares are from 0 to 1, one for
// each seat's side.
type rolledOut struct {
	Game   string        `json:"game"`
	Roll   string        `json:"roll,omitempty"` // what --roll played
	FEN    string        `json:"fen"`
	Best   *string       `json:"bestmove"` // null where a roll is due
	Lines  []rolloutLine `json:"lines"`
	Games  int           `json:"games"` // for all actions together
	Turns  int           `json:"turns"` // in all games
	TimeMS int64         `json:"time_ms"`
}

type rolloutLine struct {
	Move    string    `json:"move"` // "*" for a roll
	Games   int       `json:"games"`
	Share   []float64 `json:"share"`
	Error   []float64 `json:"stderr"`
	Plain   []float64 `json:"share_with_luck"`
	PlainSE []float64 `json:"stderr_with_luck"`
	Behind  float64   `json:"behind"` // the best, for the side that acts
	BehErr  float64   `json:"behind_stderr"`
	Dropped bool      `json:"dropped,omitempty"`
}

func newRollout() *cobra.Command {
	var (
		t      target
		r      engine.RolloutRequest
		moves  string
		asJSON bool
	)
	r.Stop = rollout.DefaultStop
	cmd := &cobra.Command{
		Use:   "rollout GAME",
		Short: "judge a position with dice by many quick games",
		Long: fmt.Sprintf(`Play many games from a position with a quick policy and average their results: of the
actions that look best or, where a roll is due, of the position. The policy takes the
action with the best evaluation, or searches with --depth or --nodes.

Every %d games spread the first two rolls evenly, actions meet the same dice, and the
luck of the rolls, as the evaluation sees it, is subtracted. A table shows each side's
expected share of the game with its standard error. Equal seeds give equal answers,
whatever the threads. Ctrl-C ends the rollout with what it has found.`, rollout.Block),
		Example: `  engine rollout barricade
  engine rollout barricade --moves 4 --games 1296 --threads 2
  engine rollout barricade --moves 4 --only "P@e2 P@a2 pass" --depth 2 --json`,
		Args:              arguments("GAME"),
		ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := t.open(args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			a := rolledOut{Game: t.game, Roll: t.rolled, Lines: []rolloutLine{}}
			reason := ""
			s.View(func(p *game.Play) {
				a.FEN, reason = game.Text(p.Position()), p.Reason()
				r.Roll = !p.Over() && p.Position().Base().Player == game.Chance
			})
			if reason != "" {
				return usagef("the game is over (%s): want a position where it goes on", reason)
			}
			if moves != "" {
				r.Moves = strings.Fields(moves)
			}
			o, err := rollOut(cmd, s, r)
			if err != nil {
				return err
			}
			if asJSON {
				a.add(o)
				return printJSON(cmd.OutOrStdout(), a)
			}
			if t.rolled != "" {
				fmt.Fprintln(cmd.OutOrStdout(), "roll", t.rolled)
			}
			return printRollout(cmd.OutOrStdout(), o)
		},
	}
	t.flags(cmd)
	t.rollFlag(cmd)
	flags := cmd.Flags()
	flags.Var(count(&r.Games, rollout.MaxGames), "games", fmt.Sprintf("games for each action, rounded up to multiples of %d (default %d)", rollout.Block, rollout.DefaultGames))
	flags.Var(count(&r.Turns, rollout.MaxTurns), "turns", fmt.Sprintf("end games with the evaluation after so many turns (default %d)", rollout.DefaultTurns))
	flags.Var(count(&r.Depth, 64), "depth", "let a search this many actions deep choose the actions of the games")
	flags.Var(count(&r.Nodes, 1<<62), "nodes", "let a search of about this many positions choose the actions of the games")
	flags.Var(duration(&r.MoveTime), "movetime", "end after this long")
	flags.Var(count(&r.Candidates, 1<<16), "candidates", fmt.Sprintf("compare so many actions, those that look best (default %d)", rollout.DefaultCandidates))
	flags.StringVar(&moves, "only", "", "compare these `actions`, separated by spaces")
	flags.Var(factor(&r.Stop), "stop", fmt.Sprintf("drop actions so many joint standard errors behind the best, 0 for never (default %d)", rollout.DefaultStop))
	flags.BoolVar(&r.Plain, "plain", false, "leave luck in the results")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// factor is a flag that takes a number from 0 up.
func factor(to *float64) *value {
	return &value{kind: "x", want: "a number from 0 to 100", set: func(s string) bool {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x >= 0 && x <= 100) {
			return false
		}
		*to = x
		return true
	}}
}

// rollOut runs a rollout with progress on a terminal.
func rollOut(cmd *cobra.Command, s *engine.Session, r engine.RolloutRequest) (engine.RolloutOutcome, error) {
	ctx, release := interruptible(cmd)
	defer release()
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	o, err := s.RollOut(ctx, r, func(o engine.RolloutOutcome) {
		best := &o.Lines[0]
		bar.show("%s %s  after %d games", best.Text, shares(o.Seating, best.Mean, best.Error), best.Games)
	})
	var move *engine.MoveError
	if errors.As(err, &move) || errors.Is(err, rollout.ErrNoChance) {
		err = usage(err)
	}
	return o, err
}

// shares writes what sides can expect: "0.512 ± 0.003 0.488 ± 0.003".
func shares(seating *game.Seating, mean, err rollout.Values) string {
	texts := make([]string, seating.Sides)
	for side := range texts {
		texts[side] = fmt.Sprintf("%.4f ± %.4f", mean[side], err[side])
	}
	return strings.Join(texts, "  ")
}

// bySeat gives every seat the value of its side.
func bySeat(seating *game.Seating, v rollout.Values) []float64 {
	values := make([]float64, seating.Seats)
	for seat := range values {
		values[seat] = v[seating.SideOf[seat]]
	}
	return values
}

func (a *rolledOut) add(o engine.RolloutOutcome) {
	if o.Best != "" {
		a.Best = &o.Best
	}
	a.Games, a.Turns, a.TimeMS = o.Played, o.Turns, o.Elapsed.Milliseconds()
	for i := range o.Lines {
		l := &o.Lines[i]
		a.Lines = append(a.Lines, rolloutLine{
			Move: l.Text, Games: l.Games, Share: bySeat(o.Seating, l.Mean), Error: bySeat(o.Seating, l.Error),
			Plain: bySeat(o.Seating, l.Plain), PlainSE: bySeat(o.Seating, l.PlainError),
			Behind: l.Behind, BehErr: l.BehindError, Dropped: l.Dropped,
		})
	}
}

// printRollout writes a table with a row for each action.
func printRollout(w io.Writer, o engine.RolloutOutcome) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := append([]string{"action"}, sideNames(o.Seating)...)
	fmt.Fprintln(t, strings.Join(append(head, "behind the best", "games"), "\t"))
	for i := range o.Lines {
		l := &o.Lines[i]
		cells := []string{l.Text}
		for side := range o.Seating.Sides {
			cells = append(cells, fmt.Sprintf("%.4f ± %.4f", l.Mean[side], l.Error[side]))
		}
		behind := "-"
		if i > 0 {
			behind = fmt.Sprintf("%.4f ± %.4f", l.Behind, l.BehindError)
		}
		fmt.Fprintln(t, strings.Join(append(cells, behind, fmt.Sprint(l.Games)), "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d games, %d turns, %s\n", o.Played, o.Turns, seconds(o.Elapsed))
	return err
}
