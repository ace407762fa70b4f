package search

import (
	"slices"

	"tetrarch/game"
)

// reuse keeps the part of the tree below the new root, if it holds it with the
// same actions and the time allows.
func (s *MCTS) reuse(r Root, moves []game.Move, k *clock) {
	root := s.follow(r)
	s.at = r.Position.Clone()
	s.past = append(s.past[:0], r.History...)
	if root == nil || root.visits.Load() == 0 || !s.shared.workers[0].on(FeatureReuse) || !s.offers(root, moves) {
		s.tree.reset()
		return
	}
	s.tree.keep(root, func() bool {
		return s.shared.stop.Load() || k.maximum > 0 && !s.shared.ponder.Load() && k.elapsed() > k.maximum/4
	})
}

// follow goes down the tree along the game as it went on since the last search,
// however many actions and rolls that took, and returns where it stands now, or
// nil if it is another game or left the tree. It moves s.at. What the keys leave
// out, such as a counter of quiet actions, must be the same too: the texts of
// positions hold everything.
func (s *MCTS) follow(r Root) *treeNode {
	n := len(s.past)
	if s.at == nil || len(r.History) < n || len(r.History) > n+MaxPly || !slices.Equal(r.History[:n], s.past) {
		return nil
	}
	way := append(slices.Clone(r.History[n:]), r.Position.Base().Key)
	if way[0] != s.at.Base().Key {
		return nil
	}
	return s.trace(&s.tree.nodes[0], way[1:], game.Text(r.Position))
}

// trace makes the actions from n that lead by way of some keys to the position
// of a text, and returns its node; if there is none, s.at is back at n.
func (s *MCTS) trace(n *treeNode, way []uint64, text string) *treeNode {
	if len(way) == 0 {
		if game.Text(s.at) == text {
			return n
		}
		return nil
	}
	if n.state.Load() != expanded {
		return nil
	}
	kids := s.tree.children(n)
	for i := range kids {
		kid := &kids[i]
		if kid.group {
			if found := s.trace(kid, way, text); found != nil {
				return found
			}
			continue
		}
		s.at.Make(kid.move)
		if s.at.Base().Key == way[0] {
			if found := s.trace(kid, way[1:], text); found != nil {
				return found
			}
		}
		s.at.Unmake()
	}
	return nil
}

// offers says whether the children of n are these actions, with or without the
// rest of all actions as this search wants it, or still to be made: they are not
// where this or the last search has its root and is confined to some actions there.
func (s *MCTS) offers(n *treeNode, moves []game.Move) bool {
	if n.state.Load() != expanded {
		return true
	}
	kids := s.tree.children(n)
	last := len(kids) - 1
	if kids[last].group != s.rest {
		return false
	}
	if s.rest {
		kids = kids[:last]
	}
	if len(kids) != len(moves) {
		return false
	}
	have := make(map[game.Move]bool, len(kids))
	for i := range kids {
		have[kids[i].move] = true
	}
	return !slices.ContainsFunc(moves, func(m game.Move) bool { return !have[m] })
}
