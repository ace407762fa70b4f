// Command openings makes a suite of balanced openings for a game:
//
//	go run ./cmd/openings --game barca --count 100 > positions/suites/openings/barca.txt
//
// It plays random actions from the start, rolls among them, up to the end of a
// turn, and keeps openings that lead to different positions in which a search
// expects nearly equal shares for all sides. Equal options give equal openings as
// long as the search is the same.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"tetrarch/cmd/internal/tool"
	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/positions"
	"tetrarch/search"
	"tetrarch/tournament"
)

type options struct {
	count       int
	least, most int
	window      float64
	nodes       uint64
	seed        uint64
}

func main() {
	var o options
	tool.Command{
		Name:  "openings",
		Short: "Make a suite of balanced openings",
		Game:  "barca",
		Flags: func(c *cobra.Command) {
			f := c.Flags()
			f.IntVar(&o.count, "count", 100, "number of openings")
			f.IntVar(&o.least, "least", 4, "least number of actions, rolls not counted")
			f.IntVar(&o.most, "most", 8, "largest number of actions, further ones of a turn not counted")
			f.Float64Var(&o.window, "window", 6, "largest difference between two sides' expected shares, in hundredths of the game")
			f.Uint64Var(&o.nodes, "nodes", 20000, "positions that a search looks at")
			f.Uint64Var(&o.seed, "seed", 1, "seed of the actions")
		},
		Run: func(ctx context.Context, g tournament.Game) error { return run(ctx, g, o) },
	}.Main()
}

func run(ctx context.Context, g tournament.Game, o options) error {
	switch {
	case o.count < 1 || o.nodes < 1:
		return fmt.Errorf("%d openings judged by %d nodes: want at least 1 of each", o.count, o.nodes)
	case o.least < 1 || o.most < o.least:
		return fmt.Errorf("%d to %d actions: want at least 1, and no fewer at most", o.least, o.most)
	}
	table, err := search.NewTable(16)
	if err != nil {
		return err
	}
	m := &maker{game: g.Game, variant: g.Variant, judge: search.NewAuto(table), known: map[uint64]bool{}}
	title := g.Rules.Title
	if len(g.Setup) > 0 {
		title += ", " + g.Setup.String()
	}
	fmt.Printf("# Openings of %s after which the sides' expected shares differ by %g %% at most,\n# as a search of %d positions sees it. Made by cmd/openings, seed %d.\n", title, o.window, o.nodes, o.seed)
	for found, try := 0, uint64(0); found < o.count; try++ {
		play := m.random(o, try)
		even, err := m.even(ctx, play, o)
		if err != nil {
			return err
		}
		if even {
			found++
			fmt.Println(positions.Line{Text: "startpos", Setup: g.Setup, Moves: play.Texts()})
		}
	}
	return nil
}

// maker makes openings.
type maker struct {
	game    *engine.Game
	variant game.Variant
	judge   search.Searcher
	known   map[uint64]bool // positions that were looked at
	list    game.MoveList
}

// random plays random actions, up to the end of a turn.
func (m *maker) random(o options, try uint64) *game.Play {
	rng := rand.New(rand.NewPCG(o.seed, try))
	play := game.NewPlay(m.game.Rules, m.variant.Start())
	plies := o.least + rng.IntN(o.most-o.least+1)
	for n := 0; !play.Over(); {
		st := play.Position().Base()
		if n >= plies && !st.Midturn {
			break
		}
		if st.Player != game.Chance {
			n++
		}
		m.list.Reset()
		play.Position().Generate(&m.list)
		play.Push(m.list.Moves[rng.IntN(m.list.Len())].Move)
	}
	return play
}

// even says that a game is at a new position in which no side is ahead: first by
// a tenth of the search, with three times the window.
func (m *maker) even(ctx context.Context, play *game.Play, o options) (bool, error) {
	key := play.Position().Base().Key
	if play.Over() || m.known[key] {
		return false, nil
	}
	m.known[key] = true
	for _, look := range []struct {
		nodes  uint64
		window float64
	}{{max(1, o.nodes/10), 3 * o.window}, {o.nodes, o.window}} {
		gap, err := m.gap(ctx, play, look.nodes)
		if err != nil || gap > look.window {
			return false, err
		}
	}
	return true, nil
}

// gap returns the largest difference between two sides' expected shares, in
// hundredths of the game.
func (m *maker) gap(ctx context.Context, play *game.Play, nodes uint64) (float64, error) {
	pos := play.Position()
	st, sides, scale := pos.Base(), pos.Seating().Sides, m.game.Scale(pos)
	m.judge.NewGame()
	limits := search.Limits{Nodes: nodes, Roll: st.Player == game.Chance}
	result, err := m.judge.Search(ctx, m.game.Root(play), limits, search.Config{}, nil)
	if err != nil {
		return 0, err
	}
	r := result.Report()
	if sides == 2 {
		own := scale.Share(r.Score)
		return 100 * max(2*own-1, 1-2*own), ctx.Err()
	}
	least, most, sum := 1.0, 0.0, 0.0
	for side := range sides {
		share := scale.Share(r.Values[side])
		least, most, sum = min(least, share), max(most, share), sum+share
	}
	return 100 * (most - least) / max(sum, 1e-9), ctx.Err()
}
