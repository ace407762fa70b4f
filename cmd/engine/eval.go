package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

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
	Side   string       `json:"side"` // that acts
	Centi  int          `json:"cp"`   // its value in hundredths
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
			s.View(func(p *game.Play) {
				side := p.Position().Base().Side
				j.Game, j.FEN = t.game, game.Text(p.Position())
				j.Side, j.Centi = j.Sides[side], e.Centi
			})
			out := cmd.OutOrStdout()
			if asJSON {
				return printJSON(out, j)
			}
			return j.print(out)
		},
	}
	t.flags(cmd)
	jsonFlag(cmd, &asJSON)
	return cmd
}

// judge keeps what belongs to the sides that play.
func judge(e engine.Judgement) judged {
	j := judged{Terms: []judgedTerm{}, Sides: sideNames(e.Seating)}
	j.Values = append(j.Values, e.Values[:e.Seating.Sides]...)
	for _, t := range e.Terms {
		j.Terms = append(j.Terms, judgedTerm{t.Name, append([]game.Score(nil), t.Values[:e.Seating.Sides]...)})
	}
	return j
}

// sideNames joins the names of each side's seats.
func sideNames(s *game.Seating) []string {
	names := make([]string, s.Sides)
	for seat := range s.Seats {
		names[s.SideOf[seat]] += s.Names[seat]
	}
	return names
}

// print writes a table of the terms that count for somebody.
func (j judged) print(w io.Writer) error {
	widest := len("total")
	for _, t := range j.Terms {
		widest = max(widest, len(t.Name))
	}
	row := func(name string, values []game.Score) {
		fmt.Fprintf(w, "%-*s", widest, name)
		for _, v := range values {
			fmt.Fprintf(w, " %+7d", v)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%-*s", widest, "term")
	for _, side := range j.Sides {
		fmt.Fprintf(w, " %7s", side)
	}
	fmt.Fprintln(w)
	rest := false
	for i, t := range j.Terms {
		if !slices.ContainsFunc(t.Values, func(v game.Score) bool { return v != 0 }) {
			continue
		}
		row(t.Name, t.Values)
		rest = i == len(j.Terms)-1 && t.Name == "rest"
	}
	row("total", j.Values)
	if rest {
		fmt.Fprintln(w, "rest: what the others' terms take away, so that each column sums to its total")
	}
	_, err := fmt.Fprintf(w, "score %+.2f for %s\n", float64(j.Centi)/100, j.Side)
	return err
}
