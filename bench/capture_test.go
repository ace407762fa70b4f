package bench

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// quick is how long a search one action deep may take where a barragoon is to be
// placed.
const quick = 20 * time.Millisecond

// TestQuickAfterCaptures asks one action deep in every position with a placement
// due that careless games come to, after captures of tiles among them, and looks
// at the whole answer. A busy machine is allowed for: of several tries the
// quickest counts.
func TestQuickAfterCaptures(t *testing.T) {
	g, err := engine.Find("barragoon")
	if err != nil {
		t.Fatal(err)
	}
	for _, setup := range []game.Setup{nil, {"open": "true"}} {
		v, err := g.Rules.Variant(setup)
		if err != nil {
			t.Fatal(err)
		}
		table, err := search.NewTable(Hash)
		if err != nil {
			t.Fatal(err)
		}
		ab, rng := search.NewAlphaBeta(table), rand.New(rand.NewPCG(20, 26))
		asked, widest, longest := 0, 0, time.Duration(0)
		var l game.MoveList
		for asked < 250 {
			play := game.NewPlay(g.Rules, v.Start())
			for !play.Over() && asked < 250 {
				l.Reset()
				play.Position().Generate(&l)
				if play.Position().Base().Midturn {
					asked++
					widest = max(widest, l.Len())
					longest = max(longest, quickest(t, ab, g, play))
				}
				play.Push(l.Moves[rng.IntN(l.Len())].Move)
			}
		}
		t.Logf("%v: %d searches of up to %d placements, the longest %v", setup, asked, widest, longest)
		if widest < 600 {
			t.Errorf("%v: at most %d placements, want positions with 600 and more", setup, widest)
		}
		if longest >= quick {
			t.Errorf("%v: %v for one action after a capture, want less than %v", setup, longest, quick)
		}
	}
}

// quickest is the least time of several searches one action deep.
func quickest(t *testing.T, ab search.Searcher, g *engine.Game, play *game.Play) time.Duration {
	t.Helper()
	var took []time.Duration
	for range 8 {
		ab.NewGame()
		start := time.Now()
		if _, err := ab.Search(context.Background(), g.Root(play), search.Limits{Depth: 1}, search.Config{}, nil); err != nil {
			t.Fatal(err)
		}
		if took = append(took, time.Since(start)); took[len(took)-1] < quick/4 {
			break
		}
	}
	return slices.Min(took)
}
