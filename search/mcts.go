package search

import (
	"context"
	"math/rand/v2"
	"runtime"
	"time"

	"tetrarch/game"
)

// MCTS is Monte Carlo tree search, for any number of sides and with dice. That of
// [NewMCTS] plays nothing out: PUCT (Rosin 2011) with priors from the order of the
// actions, leaf values from the evaluation after a short search, every side
// credited with its own share, rolls visited in proportion to their odds, proven
// wins backed up (Winands 2008), and a tree that is kept from move to move. That
// of [NewUCT] is the plain algorithm that others are measured against.
type MCTS struct {
	shared AlphaBeta // the workers, their stop flag and their table
	plain  bool      // UCB1 and playouts, nothing else
	tree   *tree     // in the part of the table that is lent, nil before the first search
	turn   uint64    // of the loan
	share  func(game.Score) float64
	hands  []hand // one for each worker

	// Where the tree's root stands, nil without a tree, and the keys of the
	// positions before it.
	at   game.Position
	past []uint64

	// rest says that the root's actions are a subset, of which the others are
	// searched too.
	rest bool

	// How often the main worker went down, and how many actions it then made,
	// in this search.
	visits, actions int
}

// hand is what a worker has of its own for MCTS alone.
type hand struct {
	rng    *rand.Rand
	barred []*treeNode // children of the root that belong to better lines
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

// Search implements [Searcher]. It ends by itself once the root is proven, or
// with several lines once all its actions are. A depth of N ends it once its
// visits go N actions deep on the mean, and also when they cannot come deeper: the
// tree is full, or the most visited line comes to the end of a game or a
// repetition again and again. The depth of its reports is that mean. More threads
// grow one tree. The result is deterministic with one thread, a limit of nodes or
// depth, and a searcher in an equal state.
func (s *MCTS) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	c.Without |= r.Tuning.Without | FeatureSoftChoice // a tree's visits are a mean already
	if s.plain {
		c.Without |= beyondPlain
	}
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
	s.equip()
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

// equip gives every worker its hand. Chance hangs on the seed, the position and
// the worker alone.
func (s *MCTS) equip() {
	main := s.shared.workers[0]
	s.rest = main.selector != nil && main.limits.Only == nil && main.st.Player != game.Chance && !main.complete(len(main.root))
	s.hands = s.hands[:0]
	for _, w := range s.shared.workers {
		w.oracle = nil
		rng := rand.New(rand.NewPCG(w.config.Seed, w.st.Key+uint64(w.id)))
		s.hands = append(s.hands, hand{rng: rng})
	}
}

// grow adds visits until a limit is reached.
func (s *MCTS) grow(w *worker, each func(Report)) {
	root := &s.tree.nodes[0]
	next := time.Now()
	for !w.halted() {
		actions := s.visit(w, root, 0)
		if w.id != 0 {
			continue
		}
		s.actions += actions
		s.visits++
		now := s.visits&63 == 0
		if s.visits > 1 && s.certain(w, root) || now && s.decided(w, root) {
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

// certain says that the root is proven and only one line is wanted, or all its
// actions are.
func (s *MCTS) certain(w *worker, root *treeNode) bool {
	if root.proof() != unproven && w.config.MultiPV == 1 {
		return true
	}
	if root.state.Load() != expanded {
		return root.proof() != unproven
	}
	kids := s.tree.children(root)
	for i := range kids {
		if kids[i].proof() == unproven {
			return false
		}
	}
	return true
}

// decided says that more visits are not wanted. Workers other than the main one
// do not ask.
func (s *MCTS) decided(w *worker, root *treeNode) bool {
	if d := w.limits.Depth; d > 0 && (s.depth() >= d || s.tree.full() || s.ends(root)) {
		return true
	}
	return root.visits.Load() > mostVisits || w.clock.satisfied(s.extent(root), w.search.ponder.Load())
}

// mostVisits is where a search ends whatever its limits, before counters overflow.
const mostVisits = 1 << 30

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
