package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/rollout"
	"tetrarch/search"
)

// How deep a review searches that names no limit: with dice, where it searches
// every roll, and without.
const (
	diceDepth = 2
	fullDepth = 5
)

// recorded says which games to review.
type recorded struct {
	file   string
	number int // in the file, from 1; 0 for all
}

func (f *recorded) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.file, "record", "", "review the games written down in `file`")
	cmd.Flags().Var(count(&f.number, 1<<31), "number", "review this game of the file alone, counted from 1")
}

// excluded are flags that describe a position and go with no record.
var excluded = []string{"fen", "moves", "opt", "roll", "multipv"}

// run reviews the games of the file with searches to the limits; name, if not
// empty, is the game that they must be of.
func (f *recorded) run(cmd *cobra.Command, name string, t *target, limits search.Limits, asJSON bool) error {
	for _, flag := range excluded {
		if cmd.Flags().Changed(flag) {
			return usagef("analyze: --%s does not go with --record: want one of them", flag)
		}
	}
	games, err := f.read()
	if err != nil {
		return usage(err)
	}
	for i, rec := range games {
		if got := rec.Get(record.Game); name != "" && got != name {
			return usagef("%s: the record is of game %q: want %s", f.file, got, name)
		}
		r, err := openReview(rec, t.options)
		if err != nil {
			return usagef("%s: %w", f.file, err)
		}
		err = r.judge(cmd, limits)
		r.session.Close()
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		if asJSON {
			err = printJSON(out, r.plain())
		} else {
			if i > 0 {
				fmt.Fprintln(out)
			}
			err = r.print(out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// read returns the games that are wanted.
func (f *recorded) read() ([]*record.Record, error) {
	in, err := os.Open(f.file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	games, err := record.ReadAll(in)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", f.file, err)
	case len(games) == 0:
		return nil, fmt.Errorf("%s holds no game", f.file)
	case f.number > len(games):
		return nil, fmt.Errorf("%s holds %s: want a number up to that, not %d", f.file, plural(len(games), "game"), f.number)
	case f.number > 0:
		games = games[f.number-1 : f.number]
	}
	return games, nil
}

// reviewed is a recorded game with its review.
type reviewed struct {
	rec     *record.Record
	session *engine.Session
	rules   *game.Rules
	seating game.Seating
	scores  []float64 // of the seats, nil without a result
	actions int
	game    rollout.Game
}

// openReview replays a record in a session, which the caller closes.
func openReview(rec *record.Record, o engine.Options) (*reviewed, error) {
	g, err := engine.Find(rec.Get(record.Game))
	if err != nil {
		return nil, err
	}
	play, err := rec.Replay(g.Rules)
	if err != nil {
		return nil, err
	}
	setup, err := game.ParseSetup(strings.Fields(rec.Get(record.Setup)))
	if err != nil {
		return nil, err
	}
	start := rec.Get(record.Start)
	if start == record.StartPos {
		start = ""
	}
	r := &reviewed{rec: rec, session: engine.New(), rules: g.Rules, seating: *play.Position().Seating(), actions: len(rec.Actions)}
	if text := rec.Get(record.Result); text != "" {
		shares, err := record.ParseShares(&r.seating, text)
		if err != nil {
			return nil, err
		}
		for _, side := range r.seating.SideOf[:r.seating.Seats] {
			r.scores = append(r.scores, float64(shares[side])/float64(game.Whole))
		}
	}
	if err := r.session.SetOptions(o); err != nil {
		return nil, err
	}
	return r, r.session.SetGamePosition(g.Rules.Name, setup, start, play.Texts())
}

// judge searches.
func (r *reviewed) judge(cmd *cobra.Command, limits search.Limits) error {
	ctx, release := interruptible(cmd)
	defer release()
	bar := newProgress(cmd.ErrOrStderr())
	defer bar.end()
	var err error
	switch {
	case engine.Limited(limits):
	case r.rules.Chance:
		limits.Depth = diceDepth
	default:
		limits.Depth = fullDepth
	}
	r.game, err = r.session.Review(ctx, limits, func(n int) { bar.show("action %d of %d", n, r.actions) })
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("analyze: interrupted")
	}
	return err
}

// adjusted returns the seats' results less the luck of all rolls, for games of
// two sides with dice that have a result; else nil.
func (r *reviewed) adjusted() []float64 {
	if !r.rules.Chance || r.seating.Sides != 2 || r.scores == nil {
		return nil
	}
	scores := make([]float64, len(r.scores))
	for seat := range scores {
		scores[seat] = r.scores[seat]
		for other, a := range r.game.Seats {
			if r.seating.SideOf[other] == r.seating.SideOf[seat] {
				scores[seat] -= a.Luck
			} else {
				scores[seat] += a.Luck
			}
		}
	}
	return scores
}

// mark judges an error as annotators of games do.
func mark(e float64) string {
	switch {
	case e >= 0.10:
		return "??"
	case e >= 0.05:
		return "?"
	case e >= 0.02:
		return "?!"
	}
	return ""
}

// print writes tables of the turns and of the seats. Luck and errors are in
// hundredths of the game.
func (r *reviewed) print(w io.Writer) error {
	fmt.Fprint(w, r.rules.Name)
	if setup := r.rec.Get(record.Setup); setup != "" {
		fmt.Fprint(w, " ", setup)
	}
	fmt.Fprintf(w, ": %s, luck and errors in %% of the game\n\n", plural(len(r.game.Turns), "turn"))
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	row := func(dice []string, cells ...string) {
		if r.rules.Chance {
			cells = append(append(cells[:2:2], dice...), cells[2:]...)
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	row([]string{"roll", "luck"}, "turn", "seat", "action", "error", "", "best")
	for i := range r.game.Turns {
		turn := &r.game.Turns[i]
		number, dice := fmt.Sprint(turn.Number), []string{turn.Roll, fmt.Sprintf("%+.2f", 100*turn.Luck)}
		if len(turn.Decisions) == 0 {
			row(dice, number, r.seating.Names[turn.Seat], "", "", "", "")
		}
		for _, d := range turn.Decisions {
			wrong, best := "", ""
			if d.Error > 0 {
				wrong, best = fmt.Sprintf("%.2f", 100*d.Error), d.Best
			}
			row(dice, number, r.seating.Names[d.Seat], d.Played, wrong, mark(d.Error), best)
			number, dice = "", []string{"", ""}
		}
	}
	fmt.Fprintln(t)
	row([]string{"rolls", "luck"}, "seat", "player", "decisions", "errors", "error", "a decision")
	for seat, a := range r.game.Seats {
		each := 0.0
		if a.Decisions > 0 {
			each = a.Error / float64(a.Decisions)
		}
		row([]string{fmt.Sprint(a.Rolls), fmt.Sprintf("%+.2f", 100*a.Luck)}, r.seating.Names[seat], r.player(seat),
			fmt.Sprint(a.Decisions), fmt.Sprint(a.Errors), fmt.Sprintf("%.2f", 100*a.Error), fmt.Sprintf("%.2f", 100*each))
	}
	_ = t.Flush() // a Builder takes all
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	if r.scores != nil {
		fmt.Fprintf(w, "\nresult %s\n", numbers(r.scores, "%.2f"))
	}
	if scores := r.adjusted(); scores != nil {
		_, err := fmt.Fprintf(w, "result without luck %s\n", numbers(scores, "%.2f"))
		return err
	}
	return nil
}

// player names who sat at a seat, "-" if the record does not say.
func (r *reviewed) player(seat int) string {
	if name := r.rec.Get(fmt.Sprint(record.Seat, seat+1)); name != "" {
		return name
	}
	return "-"
}

// numbers writes values separated by blanks.
func numbers(values []float64, format string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf(format, v)
	}
	return strings.Join(texts, " ")
}

// plainReview is what analyze --record prints for scripts. Luck, errors and
// results are shares of the game, 0 to 1; seats count from 1.
type plainReview struct {
	Game     string      `json:"game"`
	Setup    string      `json:"setup,omitempty"`
	Turns    []plainTurn `json:"turns"`
	Seats    []plainSeat `json:"seats"`
	Result   []float64   `json:"result,omitempty"`
	Adjusted []float64   `json:"result_without_luck,omitempty"`
}

type plainTurn struct {
	Number    int             `json:"turn"`
	Seat      int             `json:"seat"`
	Roll      string          `json:"roll,omitempty"`
	Luck      *float64        `json:"luck,omitempty"`
	Decisions []plainDecision `json:"actions"`
}

type plainDecision struct {
	Seat   int     `json:"seat"`
	Action string  `json:"action"`
	Only   bool    `json:"only,omitempty"`
	Best   string  `json:"best"`
	Error  float64 `json:"error"`
	Mark   string  `json:"mark,omitempty"`
}

type plainSeat struct {
	Name      string  `json:"name"`
	Player    string  `json:"player"`
	Rolls     int     `json:"rolls"`
	Luck      float64 `json:"luck"`
	Decisions int     `json:"decisions"`
	Errors    int     `json:"errors"`
	Error     float64 `json:"error"`
}

func (r *reviewed) plain() plainReview {
	p := plainReview{Game: r.rules.Name, Setup: r.rec.Get(record.Setup), Turns: []plainTurn{}, Result: r.scores, Adjusted: r.adjusted()}
	for i := range r.game.Turns {
		turn := &r.game.Turns[i]
		t := plainTurn{Number: turn.Number, Seat: int(turn.Seat) + 1, Roll: turn.Roll, Decisions: []plainDecision{}}
		if turn.Roll != "" {
			t.Luck = &turn.Luck
		}
		for _, d := range turn.Decisions {
			t.Decisions = append(t.Decisions, plainDecision{int(d.Seat) + 1, d.Played, d.Only, d.Best, d.Error, mark(d.Error)})
		}
		p.Turns = append(p.Turns, t)
	}
	for seat, a := range r.game.Seats {
		p.Seats = append(p.Seats, plainSeat{r.seating.Names[seat], r.player(seat), a.Rolls, a.Luck, a.Decisions, a.Errors, a.Error})
	}
	return p
}
