package bench

import (
	"math/rand/v2"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// Two sides lined up beside the barricade on i13: whoever takes it is hit five
// times in six. In the second, both have pawns at home to bring up.
const (
	standOff     = "a3,e3,g7,i10,i11,i13,i9,k7,m3,q3 0,d13,e13,f13,g13,h13/-/-/0,j13,k13,l13,m13,n13 - 1 1 1"
	partStandOff = "a3,e3,g7,i10,i11,i13,i9,k7,m3,q3 3,g13,h13/-/-/3,j13,k13 - 4 - 1"
)

// TestStandOffIsEven checks that endless passing is worth what it is, about half,
// and is preferred to a barricade that costs more.
func TestStandOffIsEven(t *testing.T) {
	g, s, v := barricade(t)
	p, err := v.Parse(standOff)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Search(t.Context(), g.Root(game.NewPlay(g.Rules, p)), search.Limits{Depth: 3}, search.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	share := g.Scale(p).Share(r.Report().Score)
	if best := p.FormatMove(r.Best); best == "h13i13" || share < 0.4 || share > 0.6 {
		t.Errorf("%s: %s is worth %.3f, want another action than h13i13 and about a half", standOff, best, share)
	}
}

// TestStandOffEnds plays from a position in which neither side takes i13 at once:
// the games must end, as there are pawns to bring up.
func TestStandOffEnds(t *testing.T) {
	g, s, v := barricade(t)
	const mostTurns = 1000
	for seed := range uint64(4) {
		p, err := v.Parse(partStandOff)
		if err != nil {
			t.Fatal(err)
		}
		s.NewGame()
		play := game.NewPlay(g.Rules, p)
		rng := rand.New(rand.NewPCG(seed, 1))
		turns := 0
		for ; !play.Over() && turns < mostTurns; turns++ {
			play.Push(rolled(play.Position(), rng))
			for !play.Over() && play.Position().Base().Player != game.Chance {
				r, err := s.Search(t.Context(), g.Root(play), search.Limits{Nodes: 200}, search.Config{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				play.Push(r.Best)
			}
		}
		if !play.Over() {
			t.Errorf("dice %d: no end after %d turns: %s", seed, turns, game.Text(play.Position()))
		}
	}
}

func barricade(t *testing.T) (*engine.Game, search.Searcher, game.Variant) {
	t.Helper()
	g, err := engine.Find("barricade")
	if err != nil {
		t.Fatal(err)
	}
	v, err := g.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := search.NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	return g, search.NewAuto(table), v
}

// rolled draws an outcome of a fair die.
func rolled(p game.Position, rng *rand.Rand) game.Move {
	var l game.MoveList
	p.Generate(&l)
	return l.Moves[rng.IntN(l.Len())].Move
}
