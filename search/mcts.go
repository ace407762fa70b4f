package search

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"tetrarch/game"
)

// MCTS is Monte Carlo tree search without random playouts, for any number of
// sides and with dice: PUCT (Rosin 2011) with priors from the game's hints, leaf
// values from the evaluation after quiescence, every side credited with its own
// share, rolls visited in proportion to their odds, proven wins backed up
// (Winands 2008), and a tree that is kept from move to move.
type MCTS struct {
	shared AlphaBeta     // the workers, their stop flag and their table
	tree   *tree         // in the part of the table that is lent, nil before the first search
	turn   uint64        // of the loan
	at     game.Position // where the tree's root stands, nil without a tree
	share  func(game.Score) float64

	// How often the main worker went down, and how many actions it then made,
	// in this search.
	visits, actions int
}

// NewMCTS returns an MCTS that lives in t alone: its tree has three quarters of
// t's memory, and its leaf searches have the last as their table. A search with t
// by another Searcher, or clearing t, costs it the tree.
//
// A tree that fills its memory stops growing. The search goes on: it weighs the
// lines that it has by further visits, and the next search has room again, for
// what is kept is only the part below the new root.
func NewMCTS(t *Table) *MCTS {
	return &MCTS{shared: AlphaBeta{table: t}}
}

// PonderHit implements [Searcher].
func (s *MCTS) PonderHit() { s.shared.PonderHit() }

// NewGame implements [Searcher].
func (s *MCTS) NewGame() {
	s.shared.NewGame()
	s.at = nil
}

// Search implements [Searcher]. It ends by itself once the root is proven. A
// depth of N ends it once its visits go N actions deep on the mean, and also when
// they cannot come deeper: the tree is full, or the most visited line comes to the
// end of a game or a repetition again and again. The depth of its reports is that
// mean. The result is deterministic with one thread, a limit of nodes or depth,
// and a searcher in an equal state.
func (s *MCTS) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	c.Without |= r.Tuning.Without
	moves, err := linedMoves(r, l, c)
	if err != nil {
		return Result{}, err
	}
	c.Threads = min(max(1, c.Threads), runtime.GOMAXPROCS(0))
	c.MultiPV = linesOf(r, c, moves)
	s.share = r.Share
	if s.share == nil {
		s.share = func(v game.Score) float64 { return (float64(v)/float64(game.MaxEval) + 1) / 2 }
	}
	b := &s.shared
	defer runtime.KeepAlive(b.table) // the tree lives in its memory
	b.view = viewOf(r, MaxN)
	b.stop.Store(false)
	b.ponder.Store(l.Ponder)
	s.visits, s.actions = 0, 0
	s.borrow()
	k := newClock(start, r, l, c, len(moves), b.turn)
	defer func() { b.turn = k.spent() }()
	b.hire(r, l, c, moves, k)
	release := b.watch(ctx, k)
	defer release()
	defer b.stop.Store(true)
	s.reuse(r, moves, k)
	err = b.together(func() { s.grow(b.workers[0], each) }, func(w *worker) { s.grow(w, nil) })
	res := s.result(b.workers[0])
	if each != nil {
		for _, line := range res.Lines {
			each(line)
		}
	}
	return res, err
}

// borrow takes most of the table for the tree, which is lost if others had that
// memory since.
func (s *MCTS) borrow() {
	t := s.shared.table
	t.nextAge()
	mem, turn := t.lend()
	if s.tree == nil {
		s.tree = newTree(mem)
	}
	if turn != s.turn+1 {
		s.at = nil
	}
	s.turn = turn
}

// reuse keeps the part of the tree below the new root, if it holds it with the
// same actions and the time allows.
func (s *MCTS) reuse(r Root, moves []game.Move, k *clock) {
	var root *treeNode
	if s.at != nil {
		root = s.find(&s.tree.nodes[0], r.Position.Base().Key, 4)
	}
	s.at = r.Position.Clone()
	if root == nil || root.visits.Load() == 0 || !s.offers(root, moves) {
		s.tree.reset()
		return
	}
	s.tree.keep(root, func() bool {
		return s.shared.stop.Load() || k.maximum > 0 && !s.shared.ponder.Load() && k.elapsed() > k.maximum/4
	})
}

// offers says whether the children of n are these actions, or still to be made:
// they are not where this or the last search has its root and is confined to some
// actions there.
func (s *MCTS) offers(n *treeNode, moves []game.Move) bool {
	if n.state.Load() != expanded {
		return true
	}
	kids := s.tree.children(n)
	if len(kids) != len(moves) {
		return false
	}
	have := make(map[game.Move]bool, len(kids))
	for i := range kids {
		have[kids[i].move] = true
	}
	return !slices.ContainsFunc(moves, func(m game.Move) bool { return !have[m] })
}

// find looks for the position with a key within a few actions of s.at.
func (s *MCTS) find(n *treeNode, key uint64, depth int) *treeNode {
	if s.at.Base().Key == key {
		return n
	}
	if depth == 0 || n.state.Load() != expanded {
		return nil
	}
	kids := s.tree.children(n)
	for i := range kids {
		if kids[i].visits.Load() == 0 {
			continue
		}
		s.at.Make(kids[i].move)
		found := (*treeNode)(nil)
		if !s.at.Base().Over {
			found = s.find(&kids[i], key, depth-1)
		}
		s.at.Unmake()
		if found != nil {
			return found
		}
	}
	return nil
}

// grow adds visits until a limit is reached.
func (s *MCTS) grow(w *worker, each func(Report)) {
	root := &s.tree.nodes[0]
	next := time.Now()
	for !w.halted() {
		w.rootDepth = 1
		actions := s.visit(w, root, 0)
		if w.id != 0 {
			continue
		}
		s.actions += actions
		s.visits++
		now := s.visits&63 == 0
		if root.proof() != unproven && s.visits > 1 || now && s.decided(w, root) {
			break
		}
		if each != nil && now && time.Since(next) > 0 {
			next = time.Now().Add(100 * time.Millisecond)
			for _, line := range s.lines(w) {
				each(line)
			}
		}
	}
	w.counted.Store(w.nodes)
}

// decided says that more visits are not wanted. Workers other than the main one
// do not ask.
func (s *MCTS) decided(w *worker, root *treeNode) bool {
	if d := w.limits.Depth; d > 0 && (s.depth() >= d || s.tree.full() || s.ends(root)) {
		return true
	}
	return w.clock.satisfied(lastVisits*s.extent(root), w.search.ponder.Load())
}

// lastVisits is the part of the time after which the visits that are left would
// hardly change the decision.
const lastVisits = 0.8

// depth is how many actions a visit made on the mean.
func (s *MCTS) depth() int { return s.actions / max(1, s.visits) }

// endVisits is after how many visits a position that was not expanded is taken
// for one that never will be: the game ends there, or the position repeats.
const endVisits = 4096

// ends says whether the most visited line from n is sure to grow no longer.
func (s *MCTS) ends(n *treeNode) bool {
	for n.state.Load() == expanded {
		kids := s.tree.children(n)
		n = &kids[0]
		for i := range kids {
			if kids[i].visits.Load() > n.visits.Load() {
				n = &kids[i]
			}
		}
	}
	return n.visits.Load() >= endVisits
}

// visit goes down from a node to a leaf, judges it, and leaves the shares of all
// sides in w.shares after adding them to every node on the way. It returns how
// many actions that took. One that is cut short leaves nothing behind.
func (s *MCTS) visit(w *worker, n *treeNode, ply int) (actions int) {
	w.count()
	if w.halted() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	n.visits.Add(1) // at once: a virtual loss that keeps other workers away
	switch {
	case w.st.Over:
		s.ended(w, n)
	case ply > 0 && w.repeated():
		w.drawn(ply)
		s.shares(w, ply)
	case n.proof() != unproven && ply > 0:
		w.shares = [game.MaxSides]float64{}
		w.shares[n.proof().winner()] = 1
	case n.state.Load() == expanded:
		actions = s.descend(w, n, ply)
	default:
		s.judge(w, ply)
		if !w.halted() && ply < s.longest(w) {
			s.expand(w, n, ply)
		}
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

// longest is how many actions and rolls a line may have.
func (s *MCTS) longest(w *worker) int { return MaxPly - w.tuning.QuiescePlies - 2 }

// ended fills the shares of a finished game.
func (s *MCTS) ended(w *worker, n *treeNode) {
	var r vector
	w.pos.Returns(&r)
	for side := range w.seating.Sides {
		w.shares[side] = float64(r[side]) / float64(game.Whole)
		if r[side] == game.Whole {
			n.proven.Store(int32(won(game.Side(side), 0)))
		}
	}
}

// judge fills the shares of a position by evaluation after quiescence.
func (s *MCTS) judge(w *worker, ply int) {
	switch {
	case w.st.Player == game.Chance:
		w.eval.Evaluate(&w.vec[ply])
	case w.seating.Sides == 2:
		v := w.quiesce(-Infinite, Infinite, ply, 0)
		w.vec[ply][w.st.Side], w.vec[ply][1-w.st.Side] = v, -v
	default:
		w.quiesceMaxN(Infinite, ply, 0)
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

// expand gives a leaf its children, with priors from the order of the actions.
func (s *MCTS) expand(w *worker, n *treeNode, ply int) {
	if s.tree.full() || !n.state.CompareAndSwap(leaf, expanding) {
		return
	}
	f := &w.stack[ply]
	roll := w.st.Player == game.Chance
	if ply == 0 {
		f.list.Reset()
		for i := range w.root {
			f.list.Add(w.root[i].move)
		}
	} else {
		w.generate(f)
	}
	list := f.list.Moves
	at, ok := uint32(0), len(list) <= math.MaxUint16
	if ok {
		at, ok = s.tree.reserve(len(list))
	}
	if !ok {
		n.state.Store(leaf)
		return
	}
	n.side = int8(w.st.Side)
	n.part = w.selector != nil && !roll && !w.complete(len(list))
	if roll {
		n.side = -1
	} else {
		w.rank(f, ply)
		slices.SortStableFunc(list, func(a, b game.Scored) int { return int(b.Order) - int(a.Order) })
	}
	top, sum := 0.0, 0.0
	if len(list) > 0 {
		top = float64(list[0].Order)
	}
	for i := range list {
		kid := &s.tree.nodes[at+uint32(i)]
		kid.move = list[i].Move
		if roll {
			num, den := w.roller.Weight(kid.move)
			kid.prior = float32(num) / float32(den)
			continue
		}
		p := math.Exp(max(-20, (float64(list[i].Order)-top)/priorTemperature))
		kid.prior = float32(p)
		sum += p
	}
	if !roll {
		for i := range list {
			s.tree.nodes[at+uint32(i)].prior /= float32(sum)
		}
	}
	n.first, n.count = at, uint16(len(list))
	n.state.Store(expanded)
}

// complete says whether a list of n actions is known to be all there are.
func (w *worker) complete(n int) bool {
	c, ok := w.pos.(game.Counter)
	return ok && c.Count() == n
}

// Numbers of the selection, chosen by self-play.
const (
	priorTemperature = 12000
	exploration      = 1.6
	firstPlay        = 0.25 // how much less an action never visited is expected to give
	widenFrom        = 40   // lists longer than this are widened step by step
)

// descend visits the most promising child and learns what it proves.
func (s *MCTS) descend(w *worker, n *treeNode, ply int) (actions int) {
	kid := s.choose(w, n)
	f := &w.stack[ply]
	w.enter(f, kid.move)
	actions = s.visit(w, kid, ply+1)
	w.leave()
	if kid.proof() != unproven && n.proof() == unproven {
		s.prove(n)
	}
	if n.side >= 0 {
		actions++ // a roll is none
	}
	return actions
}

// choose picks a child by PUCT, or at a roll the outcome that was visited least
// for its odds.
func (s *MCTS) choose(w *worker, n *treeNode) *treeNode {
	kids := s.tree.children(n)
	visits := float64(n.visits.Load())
	best, bestScore := &kids[0], math.Inf(-1)
	if n.side < 0 {
		for i := range kids {
			if score := -float64(kids[i].visits.Load()) / float64(kids[i].prior); score > bestScore {
				best, bestScore = &kids[i], score
			}
		}
		return best
	}
	side := game.Side(n.side)
	own := n.share(side)
	u := exploration * math.Sqrt(visits)
	first := max(0, own-firstPlay)
	limit := len(kids)
	if limit > widenFrom {
		limit = min(limit, widenFrom/2+int(4*math.Sqrt(visits)))
	}
	for i := range kids[:limit] {
		kid := &kids[i]
		q, v := first, float64(kid.visits.Load())
		switch {
		case kid.wonBy(n.side):
			return kid
		case kid.proof() != unproven:
			q = -1 // lost: only if nothing else is left
		case v > 0:
			q = kid.share(side)
		}
		if score := q + u*float64(kid.prior)/(1+v); score > bestScore {
			best, bestScore = kid, score
		}
	}
	return best
}

// prove backs a proven child up: the side that acts needs one win, and is lost
// when all its actions lose to one and the same side; a roll is proven when all
// outcomes are. A subset of the actions proves no loss.
func (s *MCTS) prove(n *treeNode) {
	kids := s.tree.children(n)
	best, longest, all := math.MaxInt, 0, kids[0].proof() != unproven
	for i := range kids {
		p := kids[i].proof()
		if kids[i].wonBy(n.side) {
			best = min(best, p.actions())
		}
		all = all && p != unproven && p.winner() == kids[0].proof().winner()
		longest = max(longest, p.actions())
	}
	step := 1
	if n.side < 0 {
		step = 0 // a roll is no action
	}
	switch {
	case best < math.MaxInt:
		n.proven.Store(int32(won(game.Side(n.side), best+step)))
	case all && !n.part:
		n.proven.Store(int32(won(kids[0].proof().winner(), longest+step)))
	}
}

// ranking returns the children of an expanded node, the one to play first: the
// shortest win, then by visits, then the longest loss.
func (s *MCTS) ranking(n *treeNode) []*treeNode {
	kids := s.tree.children(n)
	order := make([]*treeNode, len(kids))
	for i := range kids {
		order[i] = &kids[i]
	}
	value := func(k *treeNode) int {
		switch p := k.proof(); {
		case k.wonBy(n.side):
			return math.MaxInt - p.actions()
		case p != unproven && n.side >= 0:
			return math.MinInt + p.actions()
		}
		return int(k.visits.Load())
	}
	slices.SortStableFunc(order, func(a, b *treeNode) int { return cmp.Compare(value(b), value(a)) })
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
	if root.state.Load() != expanded {
		rep.PV, rep.Score = []game.Move{w.root[0].move}, w.evaluate()
		rep.Values = w.values
		return []Report{rep}
	}
	var out []Report
	for i, kid := range s.ranking(root)[:min(w.config.MultiPV, int(root.count))] {
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
