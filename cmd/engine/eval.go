package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
)

// judged is what eval prints for scripts. Values are in the evaluator's own
// units, one for each side.
type judged struct {
	Game   string       `json:"game"`
	FEN    string       `json:"fen"`
	Sides  []string     `json:"sides"`
	Terms  []judgedTerm `json:"terms"`
	Values []game.Score `json:"values"`
}

type judgedTerm struct {
	Name   string       `json:"name"`
	Values []game.Score `json:"values"`
}

func newEval() *cobra.Command {
	var (
		t      target
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:     "eval GAME",
		Short:   "explain the evaluation of a position, term by term",
		Example: `  engine eval barca --moves "e2e5 e9e6"`,
		Args:    arguments("GAME"), ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := t.open(args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			e, err := s.Eval()
			if errors.Is(err, engine.ErrOver) {
				return usagef("%w: want a position where a seat can act", err)
			} else if err != nil {
				return err
			}
			j := judge(e)
			j.Game = t.game
			s.View(func(p *game.Play) { j.FEN = game.Text(p.Position()) })
			out := cmd.OutOrStdout()
			if asJSON {
				return printJSON(out, j)
			}
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
			row := func(name string, values []game.Score) {
				fmt.Fprint(w, name, "\t")
				for _, v := range values {
					fmt.Fprintf(w, "%+d\t", v)
				}
				fmt.Fprintln(w)
			}
			fmt.Fprintf(w, "term\t%s\t\n", strings.Join(j.Sides, "\t"))
			for _, term := range j.Terms {
				row(term.Name, term.Values)
			}
			row("total", j.Values)
			return w.Flush()
		},
	}
	t.flags(cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// judge keeps what belongs to the sides that play.
func judge(e engine.Judgement) judged {
	j := judged{Terms: []judgedTerm{}, Sides: make([]string, e.Seating.Sides)}
	for seat := range e.Seating.Seats {
		j.Sides[e.Seating.SideOf[seat]] += e.Seating.Names[seat]
	}
	j.Values = append(j.Values, e.Values[:e.Seating.Sides]...)
	for _, t := range e.Terms {
		j.Terms = append(j.Terms, judgedTerm{t.Name, append([]game.Score(nil), t.Values[:e.Seating.Sides]...)})
	}
	return j
}
