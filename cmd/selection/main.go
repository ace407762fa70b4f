// Command selection measures what a game's declared subset of actions loses:
//
//	go run ./cmd/selection --game barragoon --positions 200 --depth 2,3
//
// It plays games of the engine with itself, keeps positions in which the subset
// leaves actions out, as after a capture in Barragoon, and searches each of them
// twice to the same depth: among the subset, and full width, which is what the
// option Without with selective gives. It prints how often the two values differ
// and by how much.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
)

type options struct {
	game      string
	setup     []string
	positions int
	depths    []int
	nodes     uint64
	seed      uint64
	hash      int
	list      bool
}

func main() {
	var o options
	c := &cobra.Command{
		Use:           "selection",
		Short:         "Measure what a game's declared subset of actions loses",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(c *cobra.Command, _ []string) error { return run(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.game, "game", "barragoon", "the game")
	f.StringSliceVar(&o.setup, "opt", nil, "rule options, name=value")
	f.IntVar(&o.positions, "positions", 200, "positions to search")
	f.IntSliceVar(&o.depths, "depth", []int{2, 3}, "depths to search to, in actions")
	f.Uint64Var(&o.nodes, "nodes", 500, "nodes an action in the games that are played")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the games")
	f.IntVar(&o.hash, "hash", 64, "size of the table in megabytes")
	f.BoolVar(&o.list, "list", false, "print every position whose value differs")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := c.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "selection:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	g, err := engine.Find(o.game)
	if err != nil {
		return err
	}
	setup, err := game.ParseSetup(o.setup)
	if err != nil {
		return err
	}
	variant, err := g.Rules.Variant(setup)
	if err != nil {
		return err
	}
	if _, ok := variant.Start().(game.Selective); !ok {
		return errors.New(o.game + " has no declared subset of actions: want a game that has")
	}
	plays, err := collect(ctx, g, variant, o)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d positions, seed %d, games at %d nodes an action\n", g.Rules.Title, len(plays), o.seed, o.nodes)
	j, err := newJudge(g, o.hash)
	if err != nil {
		return err
	}
	for _, depth := range o.depths {
		var s summary
		for _, play := range plays {
			c, err := j.compare(ctx, play, depth)
			if err != nil {
				return err
			}
			if s.add(c); o.list && c.differs() {
				fmt.Printf("%s ;depth %d ;subset %s %d ;full %s %d\n", game.Text(play.Position()), depth, c.subset.best, c.subset.score, c.full.best, c.full.score)
			}
		}
		fmt.Println(s.text(depth))
	}
	return nil
}
