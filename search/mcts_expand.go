package search

import (
	"math"
	"slices"

	"tetrarch/game"
)

// expand gives a leaf its children, best prior first; it says whether there are
// any now. Where a game declares a subset of its actions the leaf gets these and
// one child more, a group that stands for the rest of them: no action and no other
// position, but a node that the same side chooses from (move groups: Childs,
// Brodeur and Kocsis 2008). The group gets its children when it is first visited.
//
// siblings are those of a group.
func (s *MCTS) expand(w *worker, n *treeNode, siblings []treeNode, ply int) bool {
	if ply >= s.longest(w) || s.tree.full() || !n.state.CompareAndSwap(leaf, expanding) {
		return false
	}
	f := &w.stack[ply]
	rest := s.list(w, siblings, ply)
	list := f.list.Moves
	count := len(list)
	if rest {
		count++
	}
	at, ok := uint32(0), count <= math.MaxUint16
	if ok {
		at, ok = s.tree.reserve(count)
	}
	if !ok {
		n.state.Store(leaf)
		return false
	}
	n.side = int8(w.st.Side)
	if w.st.Player == game.Chance {
		n.side = -1
	}
	n.first, n.count = at, uint16(count)
	kids := s.tree.children(n)
	for i := range list {
		kids[i].move = list[i].Move
	}
	if rest {
		kids[count-1].group = true
		kids[count-1].prior = restPrior
	}
	if n.side < 0 {
		for i := range list {
			num, den := w.roller.Weight(kids[i].move)
			kids[i].prior = float32(num) / float32(den)
		}
	} else {
		s.priors(w, kids[:len(list)], list)
	}
	n.state.Store(expanded)
	return true
}

// list fills the frame's list with what leads to the children of a leaf, best
// first: of a group all actions but those of its siblings. rest says that some are
// left out.
func (s *MCTS) list(w *worker, siblings []treeNode, ply int) (rest bool) {
	f := &w.stack[ply]
	f.list.Reset()
	switch {
	case siblings != nil:
		w.pos.Generate(&f.list)
		f.list.Moves = slices.DeleteFunc(f.list.Moves, func(e game.Scored) bool {
			return offered(siblings, e.Move)
		})
	case ply == 0:
		for i := range w.root {
			f.list.Add(w.root[i].move)
		}
		rest = s.rest
	case w.st.Player == game.Chance:
		w.pos.Generate(&f.list)
		return false
	default:
		w.generate(f)
		rest = w.selector != nil && !w.complete(len(f.list.Moves))
	}
	switch {
	case w.st.Player == game.Chance:
	case s.plain:
		l := f.list.Moves
		s.hands[w.id].rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	default:
		w.hint(&f.list)
		s.favour(w, f, ply)
		slices.SortStableFunc(f.list.Moves, func(a, b game.Scored) int { return int(b.Order) - int(a.Order) })
	}
	return rest
}

// hint orders actions by what the game says of them alone: what leaf searches
// teach the histories is of no use to priors.
func (w *worker) hint(list *game.MoveList) {
	if w.ranker == nil {
		return
	}
	w.ranker.Rank(list)
	for i := range list.Moves {
		list.Moves[i].Order *= hintWeight
	}
}

// offered says whether an action is one of these.
func offered(kids []treeNode, m game.Move) bool {
	for i := range kids {
		if kids[i].move == m {
			return true
		}
	}
	return false
}

// favour puts the action first that the leaf search found best, if the table still
// has it.
func (s *MCTS) favour(w *worker, f *frame, ply int) {
	if !w.on(FeatureTable | FeatureLeafPrior) {
		return
	}
	key := w.st.Key ^ w.salt
	if w.search.view == MaxN {
		key = w.st.Key ^ w.valueSalt
	}
	h, ok := w.table.probe(key, ply)
	if !ok || h.move == game.NoMove {
		return
	}
	top, at := int32(math.MinInt32), -1
	for i, e := range f.list.Moves {
		top = max(top, e.Order)
		if e.Move == h.move {
			at = i
		}
	}
	if at >= 0 {
		f.list.Moves[at].Order = top + foundBest
	}
}

// heat is the difference in the order of two actions at which the prior of one is
// e times that of the other.
const heat = 12000

// foundBest is how far above the others the order is of what a leaf search found
// best.
const foundBest = 12000

// priors spreads the expectation of being visited over actions by their order,
// best first.
func (s *MCTS) priors(w *worker, kids []treeNode, list []game.Scored) {
	sum := 0.0
	for i := range list {
		p := 1.0
		if w.on(FeaturePriors) {
			p = math.Exp(max(-20, float64(list[i].Order-list[0].Order)/heat))
		}
		kids[i].prior = float32(p)
		sum += p
	}
	for i := range kids {
		kids[i].prior /= float32(sum)
	}
}

// complete says whether a list of n actions is all there are.
func (w *worker) complete(n int) bool {
	if c, ok := w.pos.(game.Counter); ok {
		return c.Count() == n
	}
	var all game.MoveList
	w.pos.Generate(&all)
	return all.Len() == n
}
