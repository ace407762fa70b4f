package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// scarce is one of how many legal actions keeps the outcome at most, in a
// position that is worth keeping.
const scarce = 3

// fromTables prints positions of games whose outcome a table of endgames knows to
// be a win or a draw that few actions keep, o.each for each outcome and number of
// units.
func fromTables(ctx context.Context, g *engine.Game, variant game.Variant, o options) error {
	oracle, err := g.Oracle(o.tables)
	if err != nil {
		return err
	}
	if oracle == nil {
		return fmt.Errorf("%s has no tables of endgames", g.Rules.Name)
	}
	fmt.Printf("# Endgames of %s from games, by a table of all of them: best lists every first\n# action that keeps the outcome, at most one in %d of those that are legal.\n", g.Rules.Title, scarce)
	missing := map[string]int{}
	for units := 3; units <= o.units; units++ {
		for _, outcome := range []string{"draw", "win"} {
			missing[fmt.Sprintf("%s, %d units", outcome, units)] = o.each
		}
	}
	for seed := o.seed; slices.Max(values(missing)) > 0 && ctx.Err() == nil; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		play := game.NewPlay(g.Rules, variant.Start())
		for len(play.Moves()) < 300 && !play.Over() {
			group, best := keepers(play.Position(), oracle)
			if missing[group] > 0 && rng.IntN(4) == 0 {
				missing[group]--
				fmt.Printf("%s ;group %s ;best %s\n", game.Text(play.Position()), group, strings.Join(best, " "))
				break // one position a game
			}
			play.Push(hinted(play.Position(), rng))
		}
	}
	return ctx.Err()
}

func values(m map[string]int) (list []int) {
	for _, n := range m {
		list = append(list, n)
	}
	return list
}

// keepers returns what a position is an example of and the actions that keep its
// outcome; nothing if it is no good example.
func keepers(p game.Position, oracle search.Oracle) (group string, best []string) {
	outcome, _, ok := oracle.Probe(p)
	if !ok || outcome < 0 {
		return "", nil
	}
	units := 0
	for _, c := range p.(game.Drawer).Picture().Cells {
		if c.Text != "" {
			units++
		}
	}
	p = p.Clone()
	var l game.MoveList
	p.Generate(&l)
	for _, m := range l.Moves {
		text, side := p.FormatMove(m.Move), p.Base().Side
		p.Make(m.Move)
		after, _, known := oracle.Probe(p)
		if p.Base().Over {
			var shares [game.MaxSides]game.Score
			p.Returns(&shares)
			after, known = -int((shares[side]-game.Whole/2)*2/game.Whole), true
		}
		p.Unmake()
		if known && after == -outcome {
			best = append(best, text)
		}
	}
	if len(best) == 0 || scarce*len(best) > l.Len() {
		return "", nil
	}
	slices.Sort(best)
	return fmt.Sprintf("%s, %d units", [...]string{"draw", "win"}[outcome], units), best
}
