package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tetrarch/engine"
)

// gameFacts is what games prints for scripts.
type gameFacts struct {
	Name       string       `json:"name"`
	Title      string       `json:"title"`
	MinSeats   int          `json:"min_seats"`
	MaxSeats   int          `json:"max_seats"`
	Chance     bool         `json:"chance"`
	MultiTurn  bool         `json:"multi_turn"`
	Board      string       `json:"board"`
	Repetition int          `json:"repetition"`
	Options    []ruleOption `json:"options"`
}

type ruleOption struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"`
	Help    string   `json:"help"`
}

func newGames() *cobra.Command {
	var names, asJSON bool
	cmd := &cobra.Command{
		Use:   "games",
		Short: "list the games and their rule options",
		Args:  arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			switch {
			case names && asJSON:
				return usagef("games: --names and --json are given together: want one of them")
			case names:
				fmt.Fprintln(out, strings.Join(engine.Games().Names(), "\n"))
				return nil
			case asJSON:
				return printJSON(out, facts())
			}
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, g := range facts() {
				seats := fmt.Sprint(g.MinSeats)
				if g.MaxSeats != g.MinSeats {
					seats += fmt.Sprint("-", g.MaxSeats)
				}
				about := []string{seats + " seats", g.Board}
				if g.Chance {
					about = append(about, "dice")
				}
				if g.MultiTurn {
					about = append(about, "turns of several actions")
				}
				fmt.Fprintf(w, "%s\t%s\t%s\n", g.Name, g.Title, strings.Join(about, ", "))
				for _, o := range g.Options {
					help := o.Help
					if len(o.Values) > 0 {
						help += ": " + strings.Join(o.Values, ", ")
					}
					fmt.Fprintf(w, "\t  --opt %s=%s\t%s\n", o.Name, o.Default, help)
				}
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&names, "names", false, "print the names alone, one a line")
	jsonFlag(cmd, &asJSON)
	return cmd
}

func facts() []gameFacts {
	all := []gameFacts{}
	for _, g := range engine.Games() {
		r := g.Rules
		f := gameFacts{r.Name, r.Title, r.MinSeats, r.MaxSeats, r.Chance, r.MultiTurn, r.Board, r.Repetition, []ruleOption{}}
		for _, o := range r.Options {
			f.Options = append(f.Options, ruleOption{o.Name, o.Default, o.Values, o.Help})
		}
		all = append(all, f)
	}
	return all
}
