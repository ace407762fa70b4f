package search_test

import (
	"context"
	"errors"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// tree counts the nodes of the whole tree below p, p among them, but for what
// comes after an action that wins at once.
func tree(p game.Position, depth int) uint64 {
	st, n := p.Base(), uint64(1)
	if st.Over || depth == 0 {
		return n
	}
	var l game.MoveList
	p.Generate(&l)
	next, side := depth-1, st.Side
	if st.Player == game.Chance {
		next = depth
	}
	for _, s := range l.Moves {
		p.Make(s.Move)
		n += tree(p, next)
		won := false
		if st.Over {
			var r [game.MaxSides]game.Score
			p.Returns(&r)
			won = r[side] == game.Whole
		}
		p.Unmake()
		if won && st.Player != game.Chance {
			break
		}
	}
	return n
}

// TestExpectimax compares the value with the oracle's and the nodes with those
// of the whole tree.
func TestExpectimax(t *testing.T) {
	for seed := range uint64(12) {
		g := walk(t, nil, int(seed), seed)
		r := rootOf(g)
		r.Repetition = 0
		for depth := 1; depth <= 3; depth++ {
			p := g.Position().Clone()
			want := minimax(p, toy.Evaluator(p), depth, 0, nil, 0, 0)
			before := uint64(0)
			for d := 1; d <= depth; d++ {
				before += tree(p, d)
			}
			res, err := search.NewExpectimax().Search(context.Background(), r, search.Limits{Depth: depth, Roll: true}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := res.Report(); got.Score != want || got.Nodes < before || got.Nodes > before+uint64(depth) {
				t.Errorf("%s depth %d: value %d in %d nodes, want %d in %d", game.Text(p), depth, got.Score, got.Nodes, want, before)
			}
		}
	}
	g := walk(t, game.Setup{"seats": "3"}, 0, 1)
	if _, err := search.NewExpectimax().Search(context.Background(), rootOf(g), search.Limits{Depth: 1, Roll: true}, search.Config{}, nil); !errors.Is(err, search.ErrSides) {
		t.Errorf("three sides: error %v, want %v", err, search.ErrSides)
	}
}
