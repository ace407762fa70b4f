// Command ablation measures what each feature of the search is worth in a game:
//
//	go run ./cmd/ablation --game barca --games 1000 --nodes 1000 --out barca.jsonl
//
// For every feature the engine plays a match against itself without the feature,
// at equal nodes, in fair blocks with random openings, which are the same for all
// features. Where there are more than two sides, one player has the feature and all
// others go without. A row of a Markdown table is printed as soon as its match is
// over. A
// feature without which the search does the same at every decision of a few games
// does not apply to the game and has no match; one that the game's tuning
// switches off is measured as if it were on. Rows that the file of --out holds
// already are printed and not measured again.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tetrarch/cmd/internal/tool"
	"tetrarch/search"
	"tetrarch/tournament"
)

// options are the command's flags.
type options struct {
	algorithm   string
	features    []string
	games       int
	nodes       uint64
	hash        int
	seed        uint64
	probe       int
	concurrency int
	out         string
}

func main() {
	var o options
	tool.Command{
		Name:  "ablation",
		Short: "Measure what each feature of the search is worth in a game",
		Game:  "barca",
		Flags: o.flags,
		Run: func(ctx context.Context, g tournament.Game) error {
			return run(ctx, g, o, os.Stdout, os.Stderr)
		},
	}.Main()
}

func (o *options) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.algorithm, "algorithm", "auto", "`name` of the algorithm that has the features, "+strings.Join(algorithms(), ", "))
	f.StringSliceVar(&o.features, "features", nil, "features to measure; those joined by + are left out together (default each of the algorithm's, but for "+hopeless.String()+")")
	f.IntVar(&o.games, "games", 1000, "games of each match")
	f.Uint64Var(&o.nodes, "nodes", 1000, "nodes an action")
	f.IntVar(&o.hash, "hash", 4, "size of each player's table in megabytes")
	f.Uint64Var(&o.seed, "seed", 1, "seed of openings and dice")
	f.IntVar(&o.probe, "probe", 8, "games that show whether a feature applies")
	f.IntVar(&o.concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at a time")
	f.StringVar(&o.out, "out", "", "add every row to `file`, a line of JSON each, and leave out those it holds")
}

// check says what is wrong with the options for the game.
func (o *options) check(g tournament.Game) error {
	switch {
	case !slices.Contains(algorithms(), o.algorithm):
		return fmt.Errorf("--algorithm %q: want one of %s", o.algorithm, strings.Join(algorithms(), ", "))
	case o.games < 1:
		return fmt.Errorf("--games %d: want at least 1", o.games)
	case o.nodes < 1:
		return fmt.Errorf("--nodes %d: want at least 1", o.nodes)
	case o.hash < 1 || o.hash > search.MaxHash():
		return fmt.Errorf("--hash %d: want 1 to %d", o.hash, search.MaxHash())
	case o.probe < 1:
		return fmt.Errorf("--probe %d: want at least 1", o.probe)
	case o.concurrency < 1 || o.concurrency > tournament.MaxConcurrency:
		return fmt.Errorf("--concurrency %d: want 1 to %d", o.concurrency, tournament.MaxConcurrency)
	}
	return nil
}

// run measures the variants one after the other and writes the table.
func run(ctx context.Context, g tournament.Game, o options, out, errs io.Writer) error {
	if err := o.check(g); err != nil {
		return err
	}
	variants, err := parseVariants(o.features, o.algorithm)
	if err != nil {
		return err
	}
	kept, err := openRows(o.out)
	if err != nil {
		return err
	}
	defer kept.close()
	c := conditionsOf(g, &o)
	if _, err := io.WriteString(out, c.heading(g.Rules.Title)); err != nil {
		return err
	}
	for i, v := range variants {
		r := kept.find(c, v.name)
		if r == nil {
			fmt.Fprintf(errs, "%s, %d of %d\n", v.name, i+1, len(variants))
			if r, err = measure(ctx, g, &o, v, errs); err != nil {
				return fmt.Errorf("%s: %w", v.name, err)
			}
			r.Conditions = c
			if err := kept.add(r); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(out, r.markdown()); err != nil {
			return err
		}
	}
	return nil
}
