package search

import (
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

// threeSides is a worker at the start of toy with three seats.
func threeSides(t *testing.T) *worker {
	t.Helper()
	v, err := toy.Rules.Variant(game.Setup{"seats": "3", "dice": "no"})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	r := Root{Position: v.Start(), Evaluator: toy.Evaluator}
	s, w := NewMaxN(tab), &worker{}
	w.prepare(s, r, Limits{}, Config{Threads: 1}, []game.Move{1}, &clock{})
	return w
}

// TestVectorsComeBack checks what the table gives back of vectors: exact ones
// whole, as seen from another ply, where all parts are of one search; bounds
// only to a side that has enough, and then nothing that another side could want.
func TestVectorsComeBack(t *testing.T) {
	const key, move, depth = 0x1234567890abcdef, game.Move(33), 4
	exact := vector{500, -9000, 2 - Mate}
	for _, c := range []struct {
		name   string
		exact  bool
		spoil  bool // the entry of another side is of another search
		depth  int
		enough game.Score
		ok     bool
	}{
		{"exact", true, false, depth, Infinite, true},
		{"deeper than wanted", true, false, depth - 1, Infinite, true},
		{"not deep enough", true, false, depth + 1, Infinite, false},
		{"parts of two searches", true, true, depth, Infinite, false},
		{"a bound that is enough", false, false, depth, 500, true},
		{"a bound that is not", false, false, depth, 501, false},
	} {
		w := threeSides(t)
		w.vec[2] = exact
		w.keep(key, move, c.exact, depth, 2)
		if c.spoil {
			second := uint64(2)
			w.table.store(key^sideSalt*second, move, 100, depth+1, 2, Exact)
		}
		h, found := w.table.probe(key, 4)
		if !found {
			t.Fatalf("%s: nothing in the table", c.name)
		}
		ok := w.recall(&h, key, c.enough, c.depth, 4)
		if ok != c.ok {
			t.Errorf("%s: recalled %v, want %v", c.name, ok, c.ok)
		}
		if !ok {
			continue
		}
		want := vector{500, -9000, 4 - Mate}
		if !c.exact {
			want = vector{500, -Mate, -Mate}
		}
		if w.vec[4] != want || w.pvLen[4] != 1 || w.pv[4][0] != move {
			t.Errorf("%s: values %v and line %v, want %v", c.name, w.vec[4], w.pv[4][:w.pvLen[4]], want)
		}
	}
}

// TestCutsAreNoExactValues searches a node whose side soon has enough: what the
// table then holds is a bound.
func TestCutsAreNoExactValues(t *testing.T) {
	w := threeSides(t)
	for _, c := range []struct {
		enough game.Score
		bound  Bound
	}{{-game.MaxEval, Lower}, {Infinite, Exact}} {
		w.table.Clear()
		w.maxN(c.enough, 2, 1)
		if h, ok := w.table.probe(w.st.Key^maxnSalt, 1); !ok || h.bound != c.bound {
			t.Errorf("enough is %d: bound %v, want %v", c.enough, h.bound, c.bound)
		}
	}
}
