package solve_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/movegen/solve"
)

// force is the oracle: can side force a win within n actions of any seat?
func force(p game.Position, side game.Side, n int) bool {
	st := p.Base()
	if st.Over {
		var r [game.MaxSides]game.Score
		p.Returns(&r)
		return r[side] == game.Whole
	}
	if n == 0 {
		return false
	}
	var l game.MoveList
	p.Generate(&l)
	ours := st.Side == side
	for _, e := range l.Moves {
		p.Make(e.Move)
		ok := force(p, side, n-1)
		p.Unmake()
		if ok == ours {
			return ours
		}
	}
	return !ours
}

func TestWinsAgreeWithForce(t *testing.T) {
	v, err := toy.Rules.Variant(game.Setup{"dice": "no"})
	if err != nil {
		t.Fatal(err)
	}
	wins, losses := 0, 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p := v.Start()
		for range 4 + seed%12 {
			var l game.MoveList
			p.Generate(&l)
			if l.Len() == 0 {
				break
			}
			p.Make(l.Moves[rng.IntN(l.Len())].Move)
		}
		if p.Base().Over {
			continue
		}
		s, err := solve.New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		side := p.Base().Side
		for n := range 8 {
			got, err := s.Win(n)
			if err != nil {
				t.Fatal(err)
			}
			want := force(p, side, n)
			if got != want {
				t.Fatalf("%s: win within %d actions %v, want %v", game.Text(p), n, got, want)
			}
			ms, _ := s.Winners(n)
			if (len(ms) > 0) != want {
				t.Fatalf("%s: win within %d actions %v, by %d actions", game.Text(p), n, want, len(ms))
			}
			if want {
				wins++
			} else {
				losses++
			}
		}
	}
	if wins < 10 || losses < 10 {
		t.Errorf("%d wins, %d others: the test is too weak", wins, losses)
	}
}

func TestRefusesChance(t *testing.T) {
	v, err := toy.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solve.New(context.Background(), v.Start()); !errors.Is(err, solve.ErrGame) {
		t.Errorf("dice: %v", err)
	}
}

func TestStops(t *testing.T) {
	v, _ := toy.Rules.Variant(game.Setup{"dice": "no", "track": "8"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := solve.New(ctx, v.Start())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Win(9); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %v", err)
	}
}
