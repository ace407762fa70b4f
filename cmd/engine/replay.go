package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/draw"
	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/record"
)

// replayFlags say what of a file to show.
type replayFlags struct {
	game int  // of the file, from 1; 0 for all
	turn int  // 0 for the start
	all  bool // every turn
}

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "show games that were written down, turn by turn",
		Long: `Show the games of a file of records, as match --record and tournaments write them.
On a terminal the board is drawn and a key goes on or back; elsewhere the actions are
listed, a line a turn, with the position at the end. The file is checked: an action
that is not legal and a result that contradicts the board are errors that say where.

Keys: enter, space or right for the next turn, backspace or left for the one before,
home and end for the first and the last, n and p for the next and the previous game,
q to leave.`,
		Example: `  engine replay games.txt
  engine replay games.txt --game 2 --turn 10
  engine replay games.txt --all | less`,
		Args: arguments("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			turn := -1
			if cmd.Flags().Changed("turn") {
				turn = f.turn
			}
			if turn >= 0 && f.all {
				return usagef("replay: --turn and --all are given together: want one of them")
			}
			games, broken := readReplay(args[0], f.game)
			if len(games) == 0 {
				return usage(broken)
			}
			out := cmd.OutOrStdout()
			var err error
			switch keys, ok := cmd.InOrStdin().(screen); {
			case turn >= 0:
				err = showTurn(out, games, turn)
			case f.all:
				err = showAll(out, games)
			case ok && isTerminal(keys) && isTerminal(out):
				err = step(keys, out, games)
			default:
				err = list(out, games)
			}
			return errors.Join(err, broken)
		},
	}
	cmd.Flags().Var(count(&f.game, 1<<31), "game", "show this game of the file alone, counted from 1")
	cmd.Flags().Var(between(&f.turn, 0, 1<<31-1), "turn", "show the position after this turn alone; 0 is the start")
	cmd.Flags().BoolVar(&f.all, "all", false, "show the position after every turn")
	return cmd
}

// replayed is a game of a file that was checked.
type replayed struct {
	number, of int // in the file, from 1
	rec        *record.Record
	turns      []record.Turn
	play       *game.Play // at turn at
	at         int        // turns made
}

// readReplay reads and checks a file, or the game of that number in it. With a
// file that is cut off it returns the games before and the error.
func readReplay(file string, number int) ([]*replayed, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	records, broken := record.ReadAll(in)
	switch {
	case broken != nil:
		broken = fmt.Errorf("%s: %w", file, broken)
		if !errors.Is(broken, record.ErrCut) {
			return nil, broken
		}
	case len(records) == 0:
		return nil, fmt.Errorf("%s holds no game", file)
	}
	if number > len(records) {
		return nil, errors.Join(broken, fmt.Errorf("%s holds %s: want a number up to that, not %d", file, plural(len(records), "game"), number))
	}
	var games []*replayed
	for i, rec := range records {
		if number > 0 && i+1 != number {
			continue
		}
		g := &replayed{number: i + 1, of: len(records), rec: rec}
		if err := g.open(); err != nil {
			return nil, fmt.Errorf("%s: game %d: %w", file, i+1, err)
		}
		games = append(games, g)
	}
	return games, broken
}

// open checks the record and goes to its start.
func (g *replayed) open() error {
	known, err := engine.Find(g.rec.Get(record.Game))
	if err != nil {
		return err
	}
	if _, err := g.rec.Replay(known.Rules); err != nil {
		return err
	}
	if g.turns, err = g.rec.Turns(known.Rules); err != nil {
		return err
	}
	g.play, err = g.rec.Open(known.Rules)
	return err
}

// goTo makes turns or takes them back until so many are made.
func (g *replayed) goTo(turns int) error {
	actions := 0
	if turns > 0 {
		actions = g.turns[turns-1].End
	}
	for len(g.play.Moves()) > actions {
		g.play.Undo()
	}
	for len(g.play.Moves()) < actions {
		if err := g.play.Make(g.rec.Actions[len(g.play.Moves())].Text); err != nil {
			return err
		}
	}
	g.at = turns
	return nil
}

// title says which game it is.
func (g *replayed) title() string {
	text := fmt.Sprintf("game %d of %d: %s", g.number, g.of, g.rec.Get(record.Game))
	if setup := g.rec.Get(record.Setup); setup != "" {
		text += " " + setup
	}
	seating := g.play.Position().Seating()
	for seat := range seating.Seats {
		if name := g.rec.Get(fmt.Sprint(record.Seat, seat+1)); name != "" {
			text += fmt.Sprintf(", %s %s", seating.Names[seat], name)
		}
	}
	if round := g.rec.Get(record.Round); round != "" {
		text += ", round " + round
	}
	return text
}

// turn writes a turn, counted from 1: its seat, and its actions with what is
// known of them.
func (g *replayed) turn(n int) string {
	t := g.turns[n-1]
	who := "-"
	if t.Seat != game.Chance {
		who = g.play.Position().Seating().Names[t.Seat]
	}
	text := fmt.Sprintf("%d. %s", n, who)
	for _, a := range g.rec.Actions[t.First:t.End] {
		text += " " + a.Text
		if about := aboutAction(a); about != "" {
			text += " {" + about + "}"
		}
	}
	return text
}

// aboutAction writes what is known about how an action was chosen.
func aboutAction(a record.Action) string {
	var parts []string
	switch a.Score.Kind {
	case record.Centi:
		parts = append(parts, fmt.Sprintf("%+.2f", float64(a.Score.Value)/100))
	case record.Decided:
		parts = append(parts, a.Score.String())
	}
	if a.Depth > 0 {
		parts = append(parts, fmt.Sprint("depth ", a.Depth))
	}
	if a.Nodes > 0 {
		parts = append(parts, "nodes "+human(a.Nodes))
	}
	if a.Time > 0 {
		parts = append(parts, "time "+a.Time.Round(time.Microsecond).String())
	}
	if a.Note != "" {
		parts = append(parts, a.Note)
	}
	return strings.Join(parts, "  ")
}

// result writes how the game ended, empty if the record does not say.
func (g *replayed) result() string {
	text := g.rec.Get(record.Result)
	if text == "" {
		return ""
	}
	text = "result " + text
	if reason := g.rec.Get(record.Reason); reason != "" {
		text += " (" + reason + ")"
	}
	if fault := g.rec.Get(record.Fault); fault != "" {
		text += ", " + fault
	}
	return text
}

// board draws the position, after a line that says what led to it; at the end
// with the result.
func (g *replayed) board(w io.Writer) error {
	head := "start"
	if g.at > 0 {
		head = g.turn(g.at)
	}
	if _, err := fmt.Fprintf(w, "%s\n\n", head); err != nil {
		return err
	}
	if err := draw.Position(w, g.play.Position(), draw.Detect(w)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "fen", game.Text(g.play.Position()))
	if result := g.result(); g.at == len(g.turns) && result != "" {
		_, err = fmt.Fprintln(w, result)
	}
	return err
}

// showTurn draws one position of each game.
func showTurn(w io.Writer, games []*replayed, turn int) error {
	for _, g := range games {
		if turn > len(g.turns) {
			return usagef("replay: game %d has %s: want a turn up to that, not %d", g.number, plural(len(g.turns), "turn"), turn)
		}
	}
	return eachGame(w, games, func(g *replayed) error {
		if err := g.goTo(turn); err != nil {
			return err
		}
		return g.board(w)
	})
}

// showAll draws every position of each game.
func showAll(w io.Writer, games []*replayed) error {
	return eachGame(w, games, func(g *replayed) error {
		for turn := range len(g.turns) + 1 {
			if turn > 0 {
				fmt.Fprintln(w)
			}
			if err := g.goTo(turn); err != nil {
				return err
			}
			if err := g.board(w); err != nil {
				return err
			}
		}
		return nil
	})
}

// list writes the turns of each game, a line each, and draws its end.
func list(w io.Writer, games []*replayed) error {
	return eachGame(w, games, func(g *replayed) error {
		for n := range len(g.turns) - 1 {
			fmt.Fprintln(w, g.turn(n+1))
		}
		if err := g.goTo(len(g.turns)); err != nil {
			return err
		}
		return g.board(w)
	})
}

// eachGame writes the title of each game and what show writes, with empty lines
// between games.
func eachGame(w io.Writer, games []*replayed, show func(*replayed) error) error {
	for i, g := range games {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, g.title())
		if err := show(g); err != nil {
			return err
		}
	}
	return nil
}
