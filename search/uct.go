package search

import (
	"math"
	"slices"

	"tetrarch/game"
)

// NewUCT returns plain UCT (Kocsis and Szepesvári 2006) for any number of sides
// and with dice: UCB1, random playouts, every side credited with its share of
// their results. It knows the rules and nothing else, no order of actions, no
// proofs, and an evaluation only for an answer before the first playout is
// finished: an opponent to measure others against. Its nodes are
// positions, those of the playouts included, and its tree lives in t as that of
// [NewMCTS] does.
//
// A playout that has not ended after 500 actions and rolls is a draw of all sides
// that are in play then.
func NewUCT(t *Table) *MCTS {
	return &MCTS{shared: AlphaBeta{table: t}, plain: true}
}

// beyondPlain are the features that plain UCT goes without.
const beyondPlain = FeatureSelective | FeatureHints | FeatureQuiescence | FeatureSolver

// playoutEnd is how many actions and rolls a playout has at most.
const playoutEnd = 500

// bound picks the child of the highest upper confidence bound, one never visited
// before all others. Of several wanted lines it cares as choose does.
func (s *MCTS) bound(w *worker, n *treeNode, ply int) *treeNode {
	kids, barred := s.tree.children(n), s.bar(w, n, ply)
	all := 2 * math.Log(float64(n.visits.Load()))
	best, bestScore := &kids[0], math.Inf(-1)
	for i := range kids {
		kid := &kids[i]
		v := float64(kid.visits.Load())
		if v == 0 {
			return kid
		}
		if score := kid.share(n.player()) + math.Sqrt(all/v); score > bestScore && !slices.Contains(barred, kid) {
			best, bestScore = kid, score
		}
	}
	return best
}

// playOut plays random actions to the end and fills the shares with the result.
func (s *MCTS) playOut(w *worker, ply int) {
	f := &w.stack[ply]
	rng := s.hands[w.id].rng
	made := 0
	for ; made < playoutEnd && !w.st.Over && !w.halted(); made++ {
		w.count()
		f.list.Reset()
		w.pos.Generate(&f.list)
		list := f.list.Moves
		if w.st.Player == game.Chance {
			w.pos.Make(w.rolledBy(list, rng.IntN))
		} else {
			w.pos.Make(list[rng.IntN(len(list))].Move)
		}
	}
	if w.st.Over {
		s.ended(w)
	} else {
		w.vec[ply] = shared(w.pos)
		s.shares(w, ply)
	}
	for range made {
		w.pos.Unmake()
	}
}

// rolledBy picks one of the outcomes of a roll as often as it is rolled; intn
// returns a number below its argument, all equally likely.
func (w *worker) rolledBy(outcomes []game.Scored, intn func(int) int) game.Move {
	_, den := w.roller.Weight(outcomes[0].Move)
	left := intn(den)
	for _, o := range outcomes {
		num, _ := w.roller.Weight(o.Move)
		if left -= num; left < 0 {
			return o.Move
		}
	}
	return outcomes[0].Move
}
