package search

import (
	"math"
	"slices"
)

// exploration is the weight of priors and of what was not visited much. Matches
// showed it to be the same for all games.
const exploration = 0.5

// Of a list of more than widenFrom actions the first are visited, half as many
// and widenBy for each root of the visits (progressive widening: Coulom 2007).
// The actions that a game's declared subset leaves out come in after restFrom
// visits. All come in earlier if those before are lost.
const (
	widenFrom = 40
	widenBy   = 4
	restFrom  = 256
	restPrior = 0.05
)

// widened is how many of n children may be visited.
func widened(n int, visits float64) int {
	if n <= widenFrom {
		return n
	}
	return min(n, widenFrom/2+int(widenBy*math.Sqrt(visits)))
}

// choose picks a child: at a roll the outcome that is due, else the action most
// promising to the side that acts.
func (s *MCTS) choose(w *worker, n *treeNode, ply int) *treeNode {
	kids := s.tree.children(n)
	switch {
	case n.side < 0:
		return due(kids)
	case s.plain:
		return s.bound(w, n, ply)
	}
	barred := s.bar(w, n, ply)
	visits := float64(n.visits.Load())
	limit, grouped := len(kids), visits >= restFrom && w.on(FeatureGroup)
	if w.on(FeatureWidening) {
		limit = widened(len(kids), visits)
	}
	best, bestScore := (*treeNode)(nil), math.Inf(-1)
	unit := exploration * math.Sqrt(visits)
	first := math.MaxFloat64 // each action once before any twice; else first-play urgency: Gelly and Wang 2006
	if w.on(FeatureFirstPlay) {
		first = n.before(n.player()) + float64(w.tuning.FirstPlay)/100
	}
	for i := range kids {
		kid := &kids[i]
		if best != nil && (i >= limit || kid.group && !grouped) {
			break
		}
		switch {
		case slices.Contains(barred, kid):
			continue
		case kid.wonBy(n.side):
			return kid
		case kid.proof() != unproven:
			continue // lost: only if nothing else is left
		}
		q, v := first, float64(kid.visits.Load())
		if v > 0 {
			q = kid.share(n.player())
		}
		if score := q + unit*float64(kid.prior)/(1+v); score > bestScore {
			best, bestScore = kid, score
		}
	}
	if best == nil {
		return due(kids)
	}
	return best
}

// due returns the child that was visited least for its prior, which at a roll
// are the odds: so outcomes are visited as often as they are rolled.
func due(kids []treeNode) *treeNode {
	best, least := &kids[0], math.Inf(1)
	for i := range kids {
		if x := float64(kids[i].visits.Load()) / float64(kids[i].prior); x < least {
			best, least = &kids[i], x
		}
	}
	return best
}

// bar returns the actions at the root that this visit leaves alone, so that each
// of several lines that are wanted gets its part of the visits: the second line
// what the first line's action is left out of, and so on.
func (s *MCTS) bar(w *worker, n *treeNode, ply int) []*treeNode {
	lines := w.config.MultiPV
	if lines == 1 || ply > 0 || n.group {
		return nil
	}
	h, kids := &s.hands[w.id], s.tree.children(n)
	h.barred = h.barred[:0]
	for range int(n.visits.Load()) % lines {
		at := -1
		for i := range kids {
			if !kids[i].group && !slices.Contains(h.barred, &kids[i]) && (at < 0 || n.rank(&kids[i]) > n.rank(&kids[at])) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		h.barred = append(h.barred, &kids[at])
	}
	return h.barred
}

// rank says how good a child is to play: the shortest win first, then by
// visits, then the longest loss.
func (n *treeNode) rank(kid *treeNode) int {
	switch p := kid.proof(); {
	case kid.wonBy(n.side):
		return math.MaxInt - p.actions()
	case p != unproven && n.side >= 0:
		return math.MinInt + p.actions()
	}
	return int(kid.visits.Load())
}

// prove backs a proven child up: the side that acts needs one win, and is lost
// when all its actions lose to one and the same side, those of a group included; a
// roll is proven when all outcomes are.
func (s *MCTS) prove(n *treeNode) {
	kids := s.tree.children(n)
	best, longest, all := math.MaxInt, 0, kids[0].proof() != unproven
	for i := range kids {
		p, step := kids[i].proof(), 1
		if n.side < 0 || kids[i].group {
			step = 0 // neither a roll nor the choice of a group is an action
		}
		if kids[i].wonBy(n.side) {
			best = min(best, p.actions()+step)
		}
		all = all && p != unproven && p.winner() == kids[0].proof().winner()
		longest = max(longest, p.actions()+step)
	}
	switch {
	case best < math.MaxInt:
		n.proven.Store(int32(won(n.player(), best)))
	case all:
		n.proven.Store(int32(won(kids[0].proof().winner(), longest)))
	}
}
