package search

import "tetrarch/game"

// trend is how the best action and its score developed from iteration to
// iteration.
type trend struct {
	best    game.Move
	stable  int     // for how many iterations it has been the best
	mean    float64 // of the scores so far, the last ones weighing most
	started bool
}

// note adds what an iteration found.
func (t *trend) note(best game.Move, score game.Score) {
	if !t.started {
		*t = trend{best: best, mean: float64(score), started: true}
		return
	}
	t.stable++
	if best != t.best {
		t.best, t.stable = best, 0
	}
	t.mean += (float64(score) - t.mean) / 3
}

// extent is how much of the planned time the decision at the root deserves, 1 on
// the mean: more when the best action has just changed, when its score drops and
// when the others take as much effort to refute as it takes itself.
func (w *worker) extent() float64 {
	t := &w.clock.trend
	drop := (t.mean - float64(w.root[0].score)) / float64(max(1, w.unit))
	x := settled(t.stable) * falling(drop)
	if w.config.MultiPV > 1 {
		return x // the nodes tell of the lines, not of the effort
	}
	all := uint64(0)
	for i := range w.root {
		all += w.root[i].nodes
	}
	return x * refuting(float64(w.root[0].nodes)/float64(max(1, all)))
}

// settled falls from 1.4 for an action that is the best for the first time to
// 0.7 for one that was so for seven iterations.
func settled(stable int) float64 { return 1.4 - 0.1*float64(min(stable, 7)) }

// falling is 1 for a score that holds, at most 1.6 for one that drops, and 0.9
// for one that rises; drop is in units of the score that wins three games for
// one lost.
func falling(drop float64) float64 { return min(max(1+1.5*drop, 0.9), 1.6) }

// refuting is 1.3 when the best action took hardly any of the nodes, and 0.7 when
// it took nearly all.
func refuting(share float64) float64 { return 1.3 - 0.6*share }

// extent is how much of the planned time the decision deserves: less the more
// visits the most visited action has before the next, and more when that is
// not the action of the best value.
func (s *MCTS) extent(root *treeNode) float64 {
	if root.state.Load() != expanded || root.side < 0 {
		return 1
	}
	var first, second float64
	kids := s.tree.children(root)
	favourite := &kids[0]
	for i := range kids {
		switch v := float64(kids[i].visits.Load()); {
		case v > first:
			first, second = v, first
			favourite = &kids[i]
		case v > second:
			second = v
		}
	}
	side, x := game.Side(root.side), 1.4-0.8*(first-second)/max(1, first)
	for i := range kids {
		if k := &kids[i]; float64(k.visits.Load()) > first/4 && k.share(side) > favourite.share(side)+0.01 {
			return max(x, 1.4)
		}
	}
	return x
}
