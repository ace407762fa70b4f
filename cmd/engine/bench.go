package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"tetrarch/bench"
	"tetrarch/engine"
	"tetrarch/search"
)

// measured is what bench prints for scripts.
type measured struct {
	Searches []bench.Search    `json:"searches"`
	Games    map[string]uint64 `json:"games"` // nodes of each game
	NPS      uint64            `json:"nps"`
	Nodes    uint64            `json:"bench"`
}

func newBench() *cobra.Command {
	var (
		o       bench.Options
		without string
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "bench [GAME]",
		Short: "print the node signature and the speed",
		Long: `Search fixed positions of every game, or of one, to fixed depths with one thread. The
number of nodes on the last line is the signature: it is the same on every machine and
changes only when the search, an evaluation or the order of moves does. Speed is printed
beside it.`,
		Example: `  engine bench
  engine bench barca --depth 9 --without null-move`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("bench: argument %q is too many: want at most one game", args[1])
			}
			return nil
		},
		ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			games := engine.Games()
			if len(args) == 1 {
				g, err := games.Find(args[0])
				if err != nil {
					return usage(err)
				}
				games = engine.Catalogue{g}
			}
			var err error
			if o.Without, err = search.ParseFeatures(without); err != nil {
				return usage(err)
			}
			if o.Without != 0 && o.Without&^search.TreeFeatures == 0 {
				return usage(fmt.Errorf("--without %q: want a feature of alpha-beta or max^n: bench runs no MCTS", without))
			}
			ctx, release := interruptible(cmd)
			defer release()
			bar := newProgress(cmd.ErrOrStderr())
			o.Each = func(s bench.Search) { bar.show("%s %d", s.Game, s.Number) }
			r, err := bench.Run(ctx, games, o)
			bar.end()
			if err != nil {
				return err
			}
			if !asJSON {
				return r.Print(cmd.OutOrStdout())
			}
			m := measured{Searches: r.Searches, Games: map[string]uint64{}, NPS: uint64(r.NPS()), Nodes: r.Nodes}
			for _, g := range r.Games {
				m.Games[g.Game] = g.Nodes
			}
			return printJSON(cmd.OutOrStdout(), m)
		},
	}
	cmd.Flags().Var(count(&o.Depth, search.MaxPly-1), "depth", "search this many actions deep, not as deep as the signature")
	cmd.Flags().StringVar(&without, "without", "", "`features` of the search to switch off, separated by commas")
	jsonFlag(cmd, &asJSON)
	return cmd
}
