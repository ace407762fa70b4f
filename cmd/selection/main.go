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

	"github.com/spf13/cobra"

	"tetrarch/cmd/internal/tool"
	"tetrarch/game"
	"tetrarch/tournament"
)

type options struct {
	positions int
	depths    []int
	nodes     uint64
	seed      uint64
	hash      int
	list      bool
}

func main() {
	var o options
	tool.Command{
		Name:  "selection",
		Short: "Measure what a game's declared subset of actions loses",
		Game:  "barragoon",
		Flags: func(c *cobra.Command) {
			f := c.Flags()
			f.IntVar(&o.positions, "positions", 200, "positions to search")
			f.IntSliceVar(&o.depths, "depth", []int{2, 3}, "depths to search to, in actions")
			f.Uint64Var(&o.nodes, "nodes", 500, "nodes an action in the games that are played")
			f.Uint64Var(&o.seed, "seed", 1, "seed of the games")
			f.IntVar(&o.hash, "hash", 64, "size of the table in megabytes")
			f.BoolVar(&o.list, "list", false, "print every position whose value differs")
		},
		Run: func(ctx context.Context, g tournament.Game) error { return run(ctx, g, o) },
	}.Main()
}

func run(ctx context.Context, g tournament.Game, o options) error {
	if _, ok := g.Variant.Start().(game.Selective); !ok {
		return errors.New(g.Rules.Name + " has no declared subset of actions: want a game that has")
	}
	plays, err := collect(ctx, g.Game, g.Variant, o)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d positions, seed %d, games at %d nodes an action\n", g.Rules.Title, len(plays), o.seed, o.nodes)
	j, err := newJudge(g.Game, o.hash)
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
