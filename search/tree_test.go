package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// written is all of a subtree but where its nodes are.
func written(t *tree, n *treeNode) string {
	text := fmt.Sprint(n.move, n.prior, n.side, n.group, n.proof(), n.visits.Load(), n.value[0].Load(), n.value[3].Load())
	if n.state.Load() != expanded {
		return text
	}
	text += "("
	for i := range t.children(n) {
		text += written(t, &t.children(n)[i]) + " "
	}
	return text + ")"
}

// grown returns a random tree in memory that was used before.
func grown(rng *rand.Rand, size int) *tree {
	mem := make([]bucket, size)
	for i := range mem {
		for j := range mem[i] {
			mem[i][j] = entry{rng.Uint64(), rng.Uint64()}
		}
	}
	t := newTree(mem)
	for !t.full() {
		n := &t.nodes[rng.IntN(int(t.used.Load()))]
		if n.state.Load() != leaf {
			continue
		}
		count := 1 + rng.IntN(9)
		at, ok := t.reserve(count)
		if !ok {
			break
		}
		n.first, n.count, n.side, n.group = at, uint16(count), int8(rng.IntN(5)-1), rng.IntN(2) == 0
		n.state.Store(expanded)
		for i := range t.children(n) {
			kid := &t.children(n)[i]
			kid.move, kid.prior = game.Move(rng.Uint32()), rng.Float32()
			kid.visits.Store(rng.Int32())
			kid.proven.Store(rng.Int32N(100))
			kid.value[0].Store(rng.Int64())
			kid.value[3].Store(rng.Int64())
		}
	}
	return t
}

func TestTreeKeepsASubtree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	never := func() bool { return false }
	moved := 0
	for range 200 {
		tr := grown(rng, 500)
		for range 4 {
			root := &tr.nodes[rng.IntN(min(20, int(tr.used.Load())))]
			want := written(tr, root)
			before := tr.used.Load()
			tr.keep(root, never)
			if got := written(tr, &tr.nodes[0]); got != want {
				t.Fatalf("kept %s, want %s", got, want)
			}
			if tr.used.Load() > 1 && tr.used.Load() < before {
				moved++
			}
			for i := range tr.used.Load() {
				if tr.nodes[i].parent != 0 {
					t.Fatal("a mark was left")
				}
			}
		}
	}
	if moved < 100 {
		t.Fatalf("only %d moves: the test is too weak", moved)
	}
}

func TestTreeInAHurryIsForgotten(t *testing.T) {
	tr := grown(rand.New(rand.NewPCG(1, 2)), 1<<17)
	tr.keep(&tr.children(&tr.nodes[0])[0], func() bool { return true })
	if tr.used.Load() != 1 || tr.full() || tr.nodes[0].state.Load() != leaf {
		t.Errorf("%d nodes are left", tr.used.Load())
	}
}

func TestProof(t *testing.T) {
	for side := range game.Side(game.MaxSides) {
		for n := range MaxPly + 2 {
			if p := won(side, n); p == unproven || p.winner() != side || p.actions() != n {
				t.Errorf("side %d in %d: %d in %d", side, n, p.winner(), p.actions())
			}
		}
	}
}
