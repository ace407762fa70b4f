package bench

import (
	"context"
	"math/rand/v2"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/movegen/solve"
	"tetrarch/search"
)

// inTurns is the oracle: does a side win before it begins one turn more than
// left? running says that the last turn begun is its own. The answer is worthless
// once patience, a number of positions, is used up.
func inTurns(p game.Position, us game.Side, left int, running bool, patience *int) bool {
	st := p.Base()
	*patience--
	if st.Over {
		var r [game.MaxSides]game.Score
		p.Returns(&r)
		return r[us] == game.Whole
	}
	if !st.Midturn {
		if st.Side == us && !running {
			left--
		}
		running = st.Side == us
	}
	if left < 0 || *patience < 0 {
		return false
	}
	mine := st.Side == us
	var l game.MoveList
	p.Generate(&l)
	for _, e := range l.Moves {
		p.Make(e.Move)
		won := inTurns(p, us, left, running, patience)
		p.Unmake()
		if won == mine {
			return won
		}
	}
	return !mine
}

// TestProofsAgreeWithExhaustiveSearch asks for wins in positions of random games:
// within two own turns where sides alternate, as the exhaustive solver counts
// four actions, and within one where turns have several.
func TestProofsAgreeWithExhaustiveSearch(t *testing.T) {
	for _, c := range []struct {
		game  string
		turns int
		games uint64
	}{{"barca", 2, 24}, {"tricolor", 2, 12}, {"barragoon", 1, 25}} {
		t.Run(c.game, func(t *testing.T) {
			g, err := engine.Find(c.game)
			if err != nil {
				t.Fatal(err)
			}
			table, err := search.NewTable(Hash)
			if err != nil {
				t.Fatal(err)
			}
			found := map[search.Verdict]int{}
			for seed := range c.games {
				play := nearEnd(t, g, seed)
				pos := play.Position()
				res, err := search.NewProver(table, search.NewRandom()).Search(context.Background(), g.Root(play), search.Limits{Mate: c.turns}, search.Config{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				st := pos.Base()
				won := false
				if g.Rules.MultiTurn {
					patience := 200_000
					won = inTurns(pos.Clone(), st.Side, c.turns-1+btoi(!st.Midturn), false, &patience)
					if patience < 0 {
						continue
					}
				} else {
					s, err := solve.New(context.Background(), pos)
					if err != nil {
						t.Fatal(err)
					}
					if won, err = s.Win(2 * c.turns); err != nil {
						t.Fatal(err)
					}
				}
				if got := res.Proof.Verdict; got != search.NotWon && got != search.Won || (got == search.Won) != won {
					t.Errorf("seed %d, %s: %v, want a win: %v", seed, game.Text(pos), res.Proof, won)
				}
				found[res.Proof.Verdict]++
			}
			if found[search.Won] < 3 || found[search.NotWon] < 3 {
				t.Errorf("verdicts %v: the test is too weak", found)
			}
		})
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// nearEnd plays random actions and stops some before the end of the game.
func nearEnd(t *testing.T, g *engine.Game, seed uint64) *game.Play {
	t.Helper()
	v, err := g.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	play := game.NewPlay(g.Rules, v.Start())
	for !play.Over() && len(play.Moves()) < 400 {
		var l game.MoveList
		play.Position().Generate(&l)
		if c, ok := play.Position().(game.Tactical); ok && rng.IntN(2) == 0 {
			var some game.MoveList
			if c.GenerateTactical(&some); some.Len() > 0 {
				l = some
			}
		}
		play.Push(l.Moves[rng.IntN(l.Len())].Move)
	}
	for range 1 + rng.IntN(5) {
		play.Undo()
	}
	return play
}
