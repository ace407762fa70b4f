package search

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

func TestTableReturnsWhatItStored(t *testing.T) {
	tab, err := NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.Uint64().Draw(t, "key")
		m := game.Move(rapid.Uint32().Draw(t, "move"))
		ply := rapid.IntRange(0, MaxPly).Draw(t, "ply")
		score := game.Score(rapid.IntRange(int(-game.MaxEval), int(game.MaxEval)).Draw(t, "score"))
		if rapid.Bool().Draw(t, "decided") {
			score = Mate - game.Score(ply+rapid.IntRange(0, MaxPly).Draw(t, "far"))
			if rapid.Bool().Draw(t, "lost") {
				score = -score
			}
		}
		depth := rapid.IntRange(-1, 254).Draw(t, "depth")
		tab.Clear()
		tab.store(key, m, score, depth, ply, Exact)
		h, ok := tab.probe(key, ply)
		if !ok || h != (hit{m, score, depth, Exact}) {
			t.Fatalf("stored %d %d %d, got %+v %v", m, score, depth, h, ok)
		}
		if _, ok := tab.probe(key^1, ply); ok {
			t.Fatal("another key was found")
		}
	})
}

// TestTableFull keeps the deep entries when a bucket overflows.
func TestTableFull(t *testing.T) {
	tab, _ := NewTable(1)
	tab.nextAge()
	for i := range uint64(1 << 18) {
		tab.store(i*0x9e3779b97f4a7c15, 1, 0, int(i%20), 0, Exact)
	}
	kept := [20]int{}
	for i := range uint64(1 << 18) {
		if _, ok := tab.probe(i*0x9e3779b97f4a7c15, 0); ok {
			kept[i%20]++
		}
	}
	if kept[19] < 3*kept[0] {
		t.Errorf("kept by depth: %v", kept)
	}
	if f := tab.hashFull(); f != 1000 {
		t.Errorf("hash full %d per mille", f)
	}
	tab.nextAge()
	if f := tab.hashFull(); f != 0 {
		t.Errorf("after ageing %d per mille", f)
	}
}

// TestTableShared writes and reads from many goroutines: whatever is found must
// be something that was stored under that very key.
func TestTableShared(t *testing.T) {
	tab, _ := NewTable(1)
	var wg sync.WaitGroup
	for g := range uint64(4) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(g, 9))
			for range 100000 {
				key := rng.Uint64N(1<<14) * 0x9e3779b97f4a7c15
				if h, ok := tab.probe(key, 0); ok && (h.move != game.Move(key>>40) || h.score != game.Score(key>>8%1000)) {
					t.Errorf("key %x: foreign entry %+v", key, h)
					return
				}
				tab.store(key, game.Move(key>>40), game.Score(key>>8%1000), int(rng.Uint64N(30)), 0, Lower)
			}
		})
	}
	wg.Wait()
}

func TestTableSizes(t *testing.T) {
	for _, mb := range []int{-1, 0, 1 << 40} {
		if _, err := NewTable(mb); err == nil {
			t.Errorf("%d MB was accepted", mb)
		}
	}
	for _, mb := range []int{1, 2, 3, 33} {
		tab, err := NewTable(mb)
		if err != nil || tab.Megabytes() != mb {
			t.Errorf("%d MB: %v", mb, err)
		}
	}
}

// TestFreedTable wants no size of a freed table, a second Free to do nothing, and
// a searcher that was made with it to fail rather than to touch its memory.
func TestFreedTable(t *testing.T) {
	for _, mb := range []int{1, 8} {
		for name, make := range map[string]func(*Table) Searcher{
			"alphabeta": tabled(NewAlphaBeta), "mcts": tabled(NewMCTS),
			"prover": func(t *Table) Searcher { return NewProver(t, NewRandom()) },
		} {
			tab, err := NewTable(mb)
			if err != nil {
				t.Fatal(err)
			}
			v, err := toy.Rules.Variant(game.Setup{"dice": "no"})
			if err != nil {
				t.Fatal(err)
			}
			s, r := make(tab), toyRoot(game.NewPlay(toy.Rules, v.Start()))
			search := func() (panicked any) {
				defer func() { panicked = recover() }()
				_, err := s.Search(context.Background(), r, Limits{Nodes: 1000, Mate: 2}, Config{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				return nil
			}
			if p := search(); p != nil {
				t.Fatalf("%s: %v", name, p)
			}
			tab.Free()
			tab.Free()
			if got := tab.Megabytes(); got != 0 {
				t.Errorf("%d MB after being freed", got)
			}
			if search() == nil {
				t.Errorf("%s with %d MB searches with a freed table", name, mb)
			}
		}
	}
}
