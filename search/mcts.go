package search

import (
	"context"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"tetrarch/game"
)

// MCTS is Monte Carlo tree search without random playouts, for any number of
// sides and with dice: PUCT (Rosin 2011) with priors from the game's hints, leaf
// values from the evaluation after quiescence, every side credited with its own
// share, rolls visited in proportion to their odds, proven wins backed up
// (Winands 2008), and a tree that is kept from move to move.
type MCTS struct {
	shared AlphaBeta // the workers, their stop flag and their table
	now    *tree
	spare  *tree
	at     game.Position // where the tree's root stands, nil without a tree
	share  func(game.Score) float64
}

// NewMCTS returns an MCTS whose tree takes at most as much memory as t, which
// its leaf searches use.
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

// Search implements [Searcher]. Limits.Depth bounds the length of lines looked
// at; the result is deterministic with one thread and a limit of nodes.
func (s *MCTS) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	c.Without |= r.Tuning.Without
	moves, err := rootMoves(r, l, c.Without&FeatureSelective == 0)
	if err != nil {
		return Result{}, err
	}
	c.Threads = max(1, c.Threads)
	c.MultiPV = min(max(1, c.MultiPV), len(moves))
	s.share = r.Share
	if s.share == nil {
		s.share = func(v game.Score) float64 { return (float64(v)/float64(game.MaxEval) + 1) / 2 }
	}
	b := &s.shared
	b.maxn = r.Position.Seating().Sides != 2
	b.stop.Store(false)
	b.ponder.Store(l.Ponder)
	b.table.nextAge()
	for len(b.workers) < c.Threads {
		b.workers = append(b.workers, &worker{id: len(b.workers)})
	}
	b.workers = b.workers[:c.Threads]
	k := newClock(start, r.Position, l, c, len(moves))
	for _, w := range b.workers {
		w.prepare(b, r, l, c, moves, k)
	}
	s.reuse(r, l)
	release := b.watch(ctx)
	defer release()
	var group errgroup.Group
	for _, w := range b.workers[1:] {
		group.Go(func() error { s.grow(w, nil); return nil })
	}
	s.grow(b.workers[0], each)
	b.stop.Store(true)
	_ = group.Wait()
	return s.result(b.workers[0]), nil
}

// reuse keeps the part of the tree below the new root, if it holds it.
func (s *MCTS) reuse(r Root, l Limits) {
	if s.now == nil {
		mb := max(1, s.shared.table.Megabytes()/2)
		s.now, s.spare = newTree(mb), newTree(mb)
	}
	if s.at != nil && l.Only == nil {
		if n := s.find(&s.now.nodes[0], r.Position.Base().Key, 4); n != nil && n.visits.Load() > 0 {
			s.spare.adopt(s.now, n)
			s.now, s.spare = s.spare, s.now
			s.at = r.Position.Clone()
			return
		}
	}
	s.now.reset()
	s.at = r.Position.Clone()
}

// find looks for the position with a key within a few actions of s.at.
func (s *MCTS) find(n *treeNode, key uint64, depth int) *treeNode {
	if s.at.Base().Key == key {
		return n
	}
	if depth == 0 || n.state.Load() != expanded {
		return nil
	}
	kids := s.now.children(n)
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
	root := &s.now.nodes[0]
	next := time.Now()
	for visit := 0; !w.halted(); visit++ {
		w.rootDepth = 1
		s.visit(w, root, 0)
		if w.id != 0 {
			continue
		}
		w.completed = max(w.completed, w.selDepth)
		if root.proven.Load() != unproven && visit > 0 || s.decided(w, root) {
			break
		}
		if each != nil && visit&63 == 63 && time.Since(next) > 0 {
			next = time.Now().Add(100 * time.Millisecond)
			for _, line := range s.lines(w) {
				each(line)
			}
		}
	}
	w.counted.Store(w.nodes)
}

// decided says that more visits cannot be wanted.
func (s *MCTS) decided(w *worker, root *treeNode) bool {
	if w.search.ponder.Load() {
		return false
	}
	k := w.clock
	if k.single && root.visits.Load() >= 64 {
		return true
	}
	return k.optimum > 0 && root.visits.Load()&63 == 0 && time.Since(k.begin) >= k.optimum*8/10
}

// visit goes down from a node to a leaf, judges it, and leaves the shares of all
// sides in w.shares after adding them to every node on the way.
func (s *MCTS) visit(w *worker, n *treeNode, ply int) {
	w.count()
	w.selDepth = max(w.selDepth, ply)
	n.visits.Add(1) // at once: a virtual loss that keeps other workers away
	switch {
	case w.st.Over:
		s.ended(w, n)
	case ply > 0 && w.repeated():
		w.drawn(ply)
		s.shares(w, ply)
	case n.proven.Load() != unproven && ply > 0:
		w.shares = [game.MaxSides]float64{}
		w.shares[n.proven.Load()-1] = 1
	case n.state.Load() == expanded && ply < s.longest(w):
		s.descend(w, n, ply)
	default:
		s.judge(w, ply)
		if ply < s.longest(w) && !w.halted() {
			s.expand(w, n, ply)
		}
	}
	for side := range w.seating.Sides {
		n.value[side].Add(int64(w.shares[side] * shareUnit))
	}
}

// longest is how many actions a line may have.
func (s *MCTS) longest(w *worker) int {
	most := MaxPly - w.tuning.QuiescePlies - 2
	if d := w.limits.Depth; d > 0 {
		return min(d, most)
	}
	return most
}

// ended fills the shares of a finished game.
func (s *MCTS) ended(w *worker, n *treeNode) {
	var r vector
	w.pos.Returns(&r)
	for side := range w.seating.Sides {
		w.shares[side] = float64(r[side]) / float64(game.Whole)
		if r[side] == game.Whole {
			n.proven.Store(int32(side) + 1)
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
	if s.now.full() || !n.state.CompareAndSwap(leaf, expanding) {
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
	at, ok := s.now.reserve(len(list))
	if !ok || len(list) > math.MaxUint16 {
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
		kid := &s.now.nodes[at+uint32(i)]
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
			s.now.nodes[at+uint32(i)].prior /= float32(sum)
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
func (s *MCTS) descend(w *worker, n *treeNode, ply int) {
	kid := s.choose(w, n)
	f := &w.stack[ply]
	w.enter(f, kid.move)
	s.visit(w, kid, ply+1)
	w.leave()
	if kid.proven.Load() != unproven {
		s.prove(n)
	}
}

// choose picks a child by PUCT, or at a roll the outcome that was visited least
// for its odds.
func (s *MCTS) choose(w *worker, n *treeNode) *treeNode {
	kids := s.now.children(n)
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
		switch winner := kid.proven.Load(); {
		case winner == int32(side)+1:
			return kid
		case winner != unproven:
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
	kids := s.now.children(n)
	winner := kids[0].proven.Load()
	for i := range kids {
		p := kids[i].proven.Load()
		if n.side >= 0 && p == int32(n.side)+1 {
			n.proven.Store(p)
			return
		}
		if p != winner {
			winner = unproven
		}
	}
	if winner != unproven && !n.part {
		n.proven.Store(winner)
	}
}

// ranking returns the root's children, the one to play first.
func (s *MCTS) ranking(n *treeNode) []*treeNode {
	kids := s.now.children(n)
	order := make([]*treeNode, len(kids))
	for i := range kids {
		order[i] = &kids[i]
	}
	value := func(k *treeNode) float64 {
		switch p := k.proven.Load(); {
		case n.side >= 0 && p == int32(n.side)+1:
			return math.Inf(1)
		case p != unproven:
			return -1 + float64(k.visits.Load())*1e-9
		}
		return float64(k.visits.Load())
	}
	slices.SortStableFunc(order, func(a, b *treeNode) int {
		switch x, y := value(a), value(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return order
}

// lines reports the best lines.
func (s *MCTS) lines(w *worker) []Report {
	root := &s.now.nodes[0]
	w.counted.Store(w.nodes)
	rep := Report{
		Depth: max(1, w.completed), SelDepth: w.selDepth, Multi: 1, Bound: Exact,
		Nodes: w.search.nodes(), Elapsed: time.Since(w.clock.start),
		HashFull: int(uint64(s.now.used.Load()) * 1000 / uint64(len(s.now.nodes))),
	}
	if root.state.Load() != expanded {
		rep.PV = []game.Move{w.root[0].move}
		return []Report{rep}
	}
	var out []Report
	for i, kid := range s.ranking(root)[:min(w.config.MultiPV, int(root.count))] {
		r := rep
		r.Multi = i + 1
		r.Score = s.scoreOf(w, root, kid)
		for side := range w.seating.Sides {
			r.Values[side] = s.inverse(kid.share(game.Side(side)))
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
	switch p := kid.proven.Load(); {
	case p == int32(side)+1:
		return Mate - game.Score(len(s.line(root, kid)))
	case p != unproven:
		return game.Score(len(s.line(root, kid))) - Mate
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
