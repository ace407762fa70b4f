package search

import (
	"math/bits"

	"tetrarch/game"
)

// visit goes down from a node to a leaf, judges it, and leaves the shares of all
// sides in w.shares after adding them to every node on the way. It returns how
// many actions that took. One that is cut short leaves nothing behind.
func (s *MCTS) visit(w *worker, n *treeNode, ply int) (actions int) {
	if w.halted() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	visits := n.visits.Add(1)     // at once: a virtual loss that keeps other workers away
	inside := ply == 0 || n.group // of a position that is known to go on
	switch {
	case w.st.Over:
		w.count()
		if winner := s.ended(w); winner >= 0 && w.on(FeatureSolver) {
			n.proven.Store(int32(won(winner, 0)))
		}
	case !inside && w.repeated():
		w.count()
		w.vec[ply] = shared(w.pos)
		s.shares(w, ply)
	case n.proof() != unproven && (ply > 0 || n.group):
		w.count()
		w.shares = [game.MaxSides]float64{}
		w.shares[n.proof().winner()] = 1
	case n.state.Load() == expanded, !n.group && (ply == 0 || visits > 1) && s.expand(w, n, nil, ply):
		if !n.group {
			w.count()
		}
		actions = s.descend(w, n, ply)
	case s.plain:
		s.playOut(w, ply)
	default:
		s.judge(w, int(visits), ply)
	}
	if w.halted() {
		n.visits.Add(-1) // what was judged may be half a search
		return 0
	}
	for side := range w.seating.Sides {
		n.value[side].Add(int64(w.shares[side] * shareUnit))
	}
	return actions
}

// descend visits the most promising child and learns what it proves.
func (s *MCTS) descend(w *worker, n *treeNode, ply int) (actions int) {
	kid := s.choose(w, n, ply)
	if kid.group {
		kids := s.tree.children(n)
		s.expand(w, kid, kids[:len(kids)-1], ply)
		actions = s.visit(w, kid, ply)
	} else {
		f := &w.stack[ply]
		f.camp, f.static = w.camp(), unknown
		w.enter(f, kid.move)
		actions = s.visit(w, kid, ply+1)
		w.leave()
		if n.side >= 0 {
			actions++ // a roll is none
		}
	}
	if kid.proof() != unproven && n.proof() == unproven && w.on(FeatureSolver) {
		s.prove(n)
	}
	return actions
}

// longest is how many actions and rolls a line may have.
func (s *MCTS) longest(w *worker) int { return MaxPly - w.tuning.QuiescePlies - 2 }

// ended fills the shares of a finished game and returns who won alone, -1 for
// nobody.
func (s *MCTS) ended(w *worker) (winner game.Side) {
	var r vector
	w.pos.Returns(&r)
	winner = -1
	for side := range w.seating.Sides {
		w.shares[side] = float64(r[side]) / float64(game.Whole)
		if r[side] == game.Whole {
			winner = game.Side(side)
		}
	}
	return winner
}

// judge fills the shares of a leaf by quiescence, and by a search that is an action
// deeper with every doubling of the visits to a leaf that has no room to grow.
func (s *MCTS) judge(w *worker, visits, ply int) {
	depth := bits.Len(uint(visits)) - 1
	w.rootDepth = (ply+depth)/2 + 1 // bounds extensions
	switch {
	case w.seating.Sides == 2:
		v := w.child(w.camp(), -Infinite, Infinite, depth, ply)
		w.vec[ply][w.st.Side], w.vec[ply][1-w.st.Side] = v, -v
	default:
		w.childMaxN(w.st.Side, -Infinite, depth, ply)
	}
	s.shares(w, ply)
}

// shares turns the scores of vec[ply] into shares.
func (s *MCTS) shares(w *worker, ply int) {
	sum := 0.0
	for side := range w.seating.Sides {
		w.shares[side] = s.share(w.vec[ply][side])
		sum += w.shares[side]
	}
	for side := range w.seating.Sides {
		w.shares[side] /= max(sum, 1e-9)
	}
}
