package search

import (
	"cmp"
	"slices"
	"time"

	"tetrarch/game"
)

// ranking returns the children of an expanded node and of its group, the one to
// play first.
func (s *MCTS) ranking(n *treeNode) []*treeNode {
	var order []*treeNode
	for n := n; n != nil; {
		kids, group := s.tree.children(n), (*treeNode)(nil)
		for i := range kids {
			if !kids[i].group {
				order = append(order, &kids[i])
			} else if kids[i].state.Load() == expanded {
				group = &kids[i]
			}
		}
		n = group
	}
	slices.SortStableFunc(order, func(a, b *treeNode) int { return cmp.Compare(n.rank(b), n.rank(a)) })
	return order
}

// lines reports the best lines.
func (s *MCTS) lines(w *worker) []Report {
	root := &s.tree.nodes[0]
	w.counted.Store(w.nodes)
	rep := Report{
		Depth: max(1, s.depth()), SelDepth: w.selDepth, Multi: 1, Bound: Exact,
		Nodes: w.search.nodes(), Elapsed: time.Since(w.clock.start),
		HashFull: int(uint64(s.tree.used.Load()) * 1000 / uint64(len(s.tree.nodes))),
	}
	if root.state.Load() != expanded || root.visits.Load() == 0 {
		return s.unvisited(w, rep)
	}
	var out []Report
	ranking := s.ranking(root)
	for i, kid := range ranking[:min(w.config.MultiPV, len(ranking))] {
		r := rep
		r.Multi = i + 1
		r.Score = s.scoreOf(w, root, kid)
		valued := kid
		if root.side < 0 || kid.visits.Load() == 0 {
			valued = root
		}
		for side := range w.seating.Sides {
			r.Values[side] = s.inverse(valued.share(game.Side(side)))
		}
		r.PV = s.line(root, kid)
		out = append(out, r)
		if root.side < 0 {
			break
		}
	}
	return out
}

// unvisited is what is reported of a root before anything was backed up: what the
// evaluation says of each action, the best first.
func (s *MCTS) unvisited(w *worker, rep Report) (out []Report) {
	if w.st.Player == game.Chance {
		g := w.glimpse(game.NoMove)
		rep.Score, rep.Values, rep.PV = g.score, g.vec, []game.Move{game.NoMove}
		return []Report{rep}
	}
	seen := make([]rootMove, len(w.root))
	for i := range seen {
		seen[i] = w.glimpse(w.root[i].move)
	}
	slices.SortStableFunc(seen, func(a, b rootMove) int { return cmp.Compare(b.score, a.score) })
	for i, g := range seen[:min(w.config.MultiPV, len(seen))] {
		rep.Multi, rep.Score, rep.Values, rep.PV = i+1, g.score, g.vec, []game.Move{g.move}
		out = append(out, rep)
	}
	return out
}

// scoreOf is a child's value for the side that acts at the root.
func (s *MCTS) scoreOf(w *worker, root, kid *treeNode) game.Score {
	side := w.us
	if root.side < 0 {
		return s.inverse(root.share(side))
	}
	switch p := kid.proof(); {
	case kid.wonBy(root.side):
		return Mate - game.Score(p.actions()+1)
	case p != unproven:
		return game.Score(p.actions()+1) - Mate
	case kid.visits.Load() == 0:
		return s.inverse(root.share(side))
	}
	return s.inverse(kid.share(side))
}

// inverse returns the score that means a share.
func (s *MCTS) inverse(share float64) game.Score { return scoreOf(s.share, share) }

// line is the most visited continuation; it ends where a roll is averaged.
func (s *MCTS) line(parent, kid *treeNode) []game.Move {
	var pv []game.Move
	for {
		if parent.side < 0 {
			return append(pv, game.NoMove)
		}
		pv = append(pv, kid.move)
		if kid.state.Load() != expanded || kid.count == 0 || len(pv) >= MaxPly {
			return pv
		}
		parent = kid
		kid = s.ranking(parent)[0]
		if kid.visits.Load() == 0 && parent.side >= 0 {
			return pv
		}
	}
}

func (s *MCTS) result(w *worker) Result {
	res := Result{Lines: s.lines(w), Best: w.root[0].move}
	if pv := res.Lines[0].PV; len(pv) > 0 && pv[0] != game.NoMove {
		res.Best = pv[0]
		if len(pv) > 1 {
			res.Ponder = pv[1]
		}
	}
	return res
}
