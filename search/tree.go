package search

import (
	"sync/atomic"
	"unsafe"

	"tetrarch/game"
)

// treeNode is one action of the MCTS tree and the position after it. Statistics
// are changed without locks; an update that is lost now and then does no harm.
//
// A node is expanded by the one worker that wins the state, which then fills
// first and count; others that arrive meanwhile evaluate the position as a leaf.
type treeNode struct {
	move   game.Move
	prior  float32
	first  uint32 // index of the first child in the arena
	count  uint16 // children
	side   int8   // the side that acts here, -1 at a roll and once over
	part   bool   // the children are a subset of the actions
	proven atomic.Int32
	state  atomic.Int32
	visits atomic.Int32
	value  [game.MaxSides]atomic.Int64 // sums of shares, in units of shareUnit
}

// States of a node.
const (
	leaf int32 = iota
	expanding
	expanded
)

// shareUnit is the number that stands for a whole game in sums of values.
const shareUnit = 1 << 20

// unproven says that no side is known to win.
const unproven = 0 // otherwise the winning side + 1

// nodeBytes is the memory of one node.
const nodeBytes = int(unsafe.Sizeof(treeNode{}))

// tree is an arena of nodes; node 0 is the root. It never grows beyond its size:
// when it is full, leaves stay leaves.
type tree struct {
	nodes []treeNode
	used  atomic.Uint32
}

func newTree(megabytes int) *tree {
	n := min(max(megabytes<<20/nodeBytes, 1024), 1<<31)
	return &tree{nodes: make([]treeNode, n)}
}

// reset leaves a root alone.
func (t *tree) reset() {
	used := min(int(t.used.Load()), len(t.nodes))
	clear(t.nodes[:used])
	t.used.Store(1)
}

// full says whether no more nodes can be had.
func (t *tree) full() bool { return int(t.used.Load()) >= len(t.nodes) }

// reserve returns the index of n fresh nodes in a row.
func (t *tree) reserve(n int) (uint32, bool) {
	for {
		at := t.used.Load()
		if int(at)+n > len(t.nodes) {
			return 0, false
		}
		if t.used.CompareAndSwap(at, at+uint32(n)) {
			return at, true
		}
	}
}

// children returns the children of an expanded node, best prior first.
func (t *tree) children(n *treeNode) []treeNode {
	return t.nodes[n.first : n.first+uint32(n.count)]
}

// share returns a side's mean share of what was backed up through n.
func (n *treeNode) share(side game.Side) float64 {
	v := n.visits.Load()
	if v == 0 {
		return 0
	}
	return float64(n.value[side].Load()) / (float64(v) * shareUnit)
}

// adopt makes the subtree of another tree's node the whole of t, as far as it
// fits, children of visited nodes first.
func (t *tree) adopt(from *tree, root *treeNode) {
	t.reset()
	copyNode(&t.nodes[0], root)
	type pair struct{ to, from *treeNode }
	queue := []pair{{&t.nodes[0], root}}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if p.from.state.Load() != expanded {
			continue
		}
		old := from.children(p.from)
		at, ok := t.reserve(len(old))
		if !ok {
			continue
		}
		p.to.first, p.to.count = at, uint16(len(old))
		for i := range old {
			to := &t.nodes[at+uint32(i)]
			copyNode(to, &old[i])
			queue = append(queue, pair{to, &old[i]})
		}
		p.to.state.Store(expanded)
	}
}

// copyNode copies a node without its children.
func copyNode(to, from *treeNode) {
	to.move, to.prior, to.side, to.part = from.move, from.prior, from.side, from.part
	to.proven.Store(from.proven.Load())
	to.visits.Store(from.visits.Load())
	for s := range to.value {
		to.value[s].Store(from.value[s].Load())
	}
}
