// Command suites makes a suite of forced wins for a game of two sides without
// chance:
//
//	go run ./cmd/suites --game barca --actions 1,3,5 --each 20 > positions/suites/wins/barca.txt
//
// It plays games in which each side mostly follows the game's own hints, and
// keeps positions that the exhaustive solver proves to be won within exactly so
// many actions (2k-1 is k own moves) but not within fewer, each with a field win
// and all first actions that keep the win within that number.
//
// With a table of endgames it makes a suite of wins and draws that few actions
// keep, each with a field group and all these actions:
//
//	go run ./cmd/suites --game tricolor --tables FILE --units 4 --each 40 > positions/suites/endgames/tricolor.txt
package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/cmd/internal/tool"
	"tetrarch/game"
	"tetrarch/movegen/solve"
	"tetrarch/tournament"
)

type options struct {
	actions []int
	each    int
	seed    uint64
	patient time.Duration
	first   int
	tables  string
	units   int
}

func main() {
	var o options
	tool.Command{
		Name:  "suites",
		Short: "Make a suite of forced wins with the exhaustive solver",
		Game:  "barca",
		Flags: func(c *cobra.Command) {
			f := c.Flags()
			f.IntSliceVar(&o.actions, "actions", []int{1, 3, 5}, "lengths of the wins, in actions")
			f.IntVar(&o.each, "each", 20, "positions of each length")
			f.Uint64Var(&o.seed, "seed", 1, "seed of the games that are played")
			f.DurationVar(&o.patient, "patience", 20*time.Second, "longest time spent on one position")
			f.StringVar(&o.tables, "tables", "", "make a suite of endgames with the table in this `file`")
			f.IntVar(&o.units, "units", 3, "largest number of units of these endgames")
			f.IntVar(&o.first, "first", 12, "actions played before the first position is looked at")
		},
		Run: func(ctx context.Context, g tournament.Game) error { return run(ctx, g, o) },
	}.Main()
}

func run(ctx context.Context, g tournament.Game, o options) error {
	if o.tables != "" {
		return fromTables(ctx, g.Game, g.Variant, o)
	}
	slices.Sort(o.actions)
	fmt.Printf("# Wins of %s, proven by exhaustive search: win counts actions, best lists every\n# first action that wins within them.\n", g.Rules.Title)
	missing := map[int]int{}
	for _, n := range o.actions {
		missing[n] = o.each
	}
	suffix := ""
	if len(g.Setup) > 0 {
		suffix = " ;setup " + g.Setup.String()
	}
	for seed := o.seed; anyLeft(missing) && ctx.Err() == nil; seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		play := game.NewPlay(g.Rules, g.Variant.Start())
		for len(play.Moves()) < 200 && !play.Over() && ctx.Err() == nil {
			if len(play.Moves()) >= o.first {
				n, best := shortest(ctx, play.Position(), o, missing)
				if n > 0 {
					missing[n]--
					fmt.Printf("%s ;win %d ;best %s%s\n", game.Text(play.Position()), n, strings.Join(best, " "), suffix)
					break // one position a game
				}
			}
			play.Push(hinted(play.Position(), rng))
		}
	}
	return ctx.Err()
}

func anyLeft(missing map[int]int) bool {
	for _, n := range missing {
		if n > 0 {
			return true
		}
	}
	return false
}

// shortest returns the length of the shortest forced win, if it is one of those
// wanted, and the first actions that achieve it, or 0.
func shortest(ctx context.Context, p game.Position, o options, missing map[int]int) (int, []string) {
	ctx, cancel := context.WithTimeout(ctx, o.patient)
	defer cancel()
	s, err := solve.New(ctx, p)
	if err != nil {
		return 0, nil
	}
	for n := 1; n <= o.actions[len(o.actions)-1]; n++ {
		won, err := s.Win(n)
		switch {
		case err != nil:
			return 0, nil
		case !won:
			continue
		case missing[n] == 0:
			return 0, nil
		}
		winners, err := s.Winners(n)
		if err != nil {
			return 0, nil
		}
		var texts []string
		for _, m := range winners {
			texts = append(texts, p.FormatMove(m))
		}
		slices.Sort(texts)
		return n, texts
	}
	return 0, nil
}

// hinted picks an action as a careless player would: half the time any, else one
// of the three that the game's hints like best.
func hinted(p game.Position, rng *rand.Rand) game.Move {
	var l game.MoveList
	p.Generate(&l)
	rng.Shuffle(l.Len(), func(i, j int) { l.Moves[i], l.Moves[j] = l.Moves[j], l.Moves[i] })
	if r, ok := p.(game.Ranker); ok && rng.IntN(2) == 0 {
		r.Rank(&l)
		slices.SortStableFunc(l.Moves, func(a, b game.Scored) int { return cmp.Compare(b.Order, a.Order) })
		return l.Moves[rng.IntN(min(3, l.Len()))].Move
	}
	return l.Moves[0].Move
}
