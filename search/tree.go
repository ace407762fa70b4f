package search

import (
	"sync/atomic"
	"unsafe"

	"tetrarch/game"
)

// treeNode is one action of the MCTS tree and the position after it, or a group. Statistics
// are changed without locks; an update that is lost now and then does no harm.
//
// A node is expanded by the one worker that wins the state, which then fills
// first and count; others that arrive meanwhile evaluate the position as a leaf.
type treeNode struct {
	move   game.Move
	prior  float32
	first  uint32       // index of the first child in the arena
	count  uint16       // children
	side   int8         // the side that acts here, -1 at a roll
	group  bool         // no action, but the choice from the rest of its parent's
	proven atomic.Int32 // a proof, or unproven
	state  atomic.Int32
	visits atomic.Int32
	parent uint32                      // index of the parent + 1, only while the tree is moved
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

// proof says that a side wins whatever the others do, after at most so many more
// actions.
//
//	bits 31..3 actions | 2..0 side + 1
type proof int32

// unproven says that no side is known to win.
const unproven proof = 0

// won returns the proof that a side wins within n actions.
func won(side game.Side, n int) proof { return proof(n<<3 | int(side) + 1) }

// winner returns the side that wins; not of unproven.
func (p proof) winner() game.Side { return game.Side(p&7) - 1 }

// actions returns within how many actions the side wins; not of unproven.
func (p proof) actions() int { return int(p >> 3) }

// proof returns what is proven of n.
func (n *treeNode) proof() proof { return proof(n.proven.Load()) }

// player returns the side that acts at an expanded node that is no roll.
func (n *treeNode) player() game.Side { return game.Side(n.side) }

// wonBy says whether a side is proven to win at n.
func (n *treeNode) wonBy(side int8) bool {
	p := n.proof()
	return side >= 0 && p != unproven && p.winner() == game.Side(side)
}

// nodeBytes is the memory of one node.
const nodeBytes = int(unsafe.Sizeof(treeNode{}))

// tree is an arena of nodes; node 0 is the root, and a parent always comes before
// its children. It never grows: when it is full, leaves stay leaves, which are
// visited and valued as before.
type tree struct {
	nodes  []treeNode
	used   atomic.Uint32
	packed atomic.Bool // once children found no room
}

// newTree makes a tree, a lone root, in memory that is lent to it.
func newTree(mem []bucket) *tree {
	n := min(len(mem)*bucketSize/nodeBytes, 1<<31)
	t := &tree{nodes: unsafe.Slice((*treeNode)(unsafe.Pointer(&mem[0])), n)}
	t.reset()
	return t
}

// reset leaves a root alone.
func (t *tree) reset() {
	clear(t.nodes[:1])
	t.used.Store(1)
	t.packed.Store(false)
}

// full says whether the tree has stopped growing.
func (t *tree) full() bool { return t.packed.Load() }

// reserve returns the index of n fresh nodes in a row.
func (t *tree) reserve(n int) (uint32, bool) {
	for {
		at := t.used.Load()
		if int(at)+n > len(t.nodes) {
			t.packed.Store(true)
			return 0, false
		}
		if t.used.CompareAndSwap(at, at+uint32(n)) {
			clear(t.nodes[at : at+uint32(n)]) // who knows what was left there
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

// before is the share without the visit that is under way and has backed up nothing
// yet.
func (n *treeNode) before(side game.Side) float64 {
	return float64(n.value[side].Load()) / (float64(max(1, n.visits.Load()-1)) * shareUnit)
}

// keep makes the subtree of one of t's nodes the whole of t. The nodes move to
// the front in their order, so that one pass in place is enough: a node is
// overwritten only after it moved or was found to be cut off, and a parent, which
// comes before its children, marks them before they are reached. A pass that
// hurry, asked now and then, cuts short leaves a root alone.
func (t *tree) keep(root *treeNode, hurry func() bool) {
	used := t.used.Load()
	at := uint32((uintptr(unsafe.Pointer(root)) - uintptr(unsafe.Pointer(&t.nodes[0]))) / uintptr(nodeBytes))
	if at == 0 {
		return
	}
	next := uint32(0)
	for i := at; i < used; i++ {
		if i&(1<<16-1) == 0 && hurry() {
			t.reset()
			return
		}
		n := &t.nodes[i]
		if i != at && n.parent == 0 {
			continue
		}
		if n.state.Load() == expanded {
			kids := t.children(n)
			for k := range kids {
				kids[k].parent = next + 1
			}
		}
		if i != at {
			if p := &t.nodes[n.parent-1]; p.first == i {
				p.first = next
			}
		}
		t.nodes[next].take(n)
		next++
	}
	t.used.Store(next)
	t.packed.Store(false)
}

// take makes n what another node is, but for the mark of its parent.
func (n *treeNode) take(from *treeNode) {
	n.move, n.prior, n.first, n.count, n.side, n.group, n.parent = from.move, from.prior, from.first, from.count, from.side, from.group, 0
	n.proven.Store(from.proven.Load())
	n.state.Store(from.state.Load())
	n.visits.Store(from.visits.Load())
	for s := range n.value {
		n.value[s].Store(from.value[s].Load())
	}
}
