package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"tetrarch/game"
)

// MaxPly is the longest line that a search looks at, in actions.
const MaxPly = 128

// AlphaBeta is iterative deepening alpha-beta (principal variation search) for
// games of two sides, with or without dice, or of more that a [View] makes two of.
// More threads search the same root and share the table, never more than there
// are processors: others would only keep those from thinking.
type AlphaBeta struct {
	table   *Table
	workers []*worker
	stop    atomic.Bool
	ponder  atomic.Bool
	view    View
	turn    turn // that the last search belonged to

	finished []rootMove // lines of the last finished iteration of the first worker
}

// NewAlphaBeta returns a search that remembers positions in t.
func NewAlphaBeta(t *Table) *AlphaBeta { return &AlphaBeta{table: t} }

// ErrSides says that a game has more sides than the algorithm can play.
var ErrSides = errors.New("alphabeta and expectimax play games of two sides: want another algorithm")

// NewGame clears the table and the histories. The workers' memory is kept: another
// game wants it again at once.
func (s *AlphaBeta) NewGame() {
	s.table.Clear()
	for _, w := range s.workers {
		w.order.forget()
	}
	s.turn = turn{}
}

// PonderHit lets the clock of a pondering search run from now.
func (s *AlphaBeta) PonderHit() { s.ponder.Store(false) }

// Search implements [Searcher]. With one thread, equal limits other than time
// and a table and histories in equal states, it visits the same nodes and
// returns the same result on every machine.
func (s *AlphaBeta) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	if s.view == TwoSides && r.Position.Seating().Sides != 2 {
		return Result{}, ErrSides
	}
	c.Without |= r.Tuning.Without
	moves, err := linedMoves(r, l, c)
	if err != nil {
		return Result{}, err
	}
	c.Threads = min(max(1, c.Threads), runtime.GOMAXPROCS(0))
	c.MultiPV = linesOf(r, c, moves)
	s.stop.Store(false)
	s.ponder.Store(l.Ponder)
	s.table.nextAge()
	clock := newClock(start, r, l, c, len(moves), s.turn)
	defer func() { s.turn = clock.spent() }()
	s.hire(r, l, c, moves, clock)

	release := s.watch(ctx, clock)
	defer release()
	defer s.stop.Store(true)
	main := s.workers[0]
	main.each = each
	err = s.together(main.iterate, (*worker).iterate)
	return main.result(), err
}

// linesOf is how many lines are searched: a roll has one, whatever its outcomes.
func linesOf(r Root, c Config, moves []game.Move) int {
	if r.Position.Base().Player == game.Chance {
		return 1
	}
	return min(max(1, c.MultiPV), len(moves))
}

// hire readies one worker for every thread.
func (s *AlphaBeta) hire(r Root, l Limits, c Config, moves []game.Move, k *clock) {
	for len(s.workers) < c.Threads {
		s.workers = append(s.workers, &worker{id: len(s.workers)})
	}
	s.workers = s.workers[:c.Threads]
	for _, w := range s.workers {
		w.prepare(s, r, l, c, moves, k)
	}
}

// together runs lead here and help in a goroutine for every other worker, and
// stops those once lead is through. A helper's panic is an error.
func (s *AlphaBeta) together(lead func(), help func(*worker)) error {
	var group errgroup.Group
	for _, w := range s.workers[1:] {
		group.Go(func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("search thread %d: %v", w.id, r)
				}
			}()
			help(w)
			return nil
		})
	}
	lead()
	s.stop.Store(true)
	return group.Wait()
}

// watch stops the workers when ctx ends or the time is up, in case they are
// kept from looking themselves; release ends the watch.
func (s *AlphaBeta) watch(ctx context.Context, k *clock) (release func()) {
	done, watched := make(chan struct{}), make(chan struct{})
	var late <-chan time.Time
	if k.maximum > 0 && !s.ponder.Load() {
		late = time.After(k.maximum - time.Since(k.start))
	}
	go func() {
		defer close(watched)
		select {
		case <-late:
			s.stop.Store(true)
		case <-ctx.Done():
			s.stop.Store(true)
		case <-done:
		}
	}()
	return func() {
		close(done)
		<-watched
	}
}

// nodes sums what all workers have counted.
func (s *AlphaBeta) nodes() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.counted.Load()
	}
	return n
}

// hits sums the nodes whose values the oracle knew.
func (s *AlphaBeta) hits() uint64 {
	var n uint64
	for _, w := range s.workers {
		n += w.known.Load()
	}
	return n
}

// rootMove is an action at the root with what the last iterations found of it.
type rootMove struct {
	move  game.Move
	score game.Score // what the actions are ordered by; -Infinite where others are better
	last  game.Score // score one iteration earlier
	bound Bound      // what score promises
	depth int        // of the iteration that score is from
	sel   int
	nodes uint64
	pv    []game.Move
	vec   vector // of all sides, where they are known
}

// iterate deepens until a limit is reached.
func (w *worker) iterate() {
	for depth := 1; depth <= w.maxDepth(); depth++ {
		if depth == broadFrom {
			w.broaden()
		}
		if w.id > 0 && depth > 1 && (depth+w.id)%2 == 0 && depth < w.maxDepth() {
			continue // helpers spread over the depths
		}
		w.rootDepth = depth
		for i := range w.root {
			w.root[i].last = w.root[i].score
		}
		for w.multi = 0; w.multi < w.config.MultiPV; w.multi++ {
			w.selDepth = 0
			w.searchMulti(depth)
			slices.SortStableFunc(w.root[w.multi:], byScore)
			if w.halted() {
				break
			}
			slices.SortStableFunc(w.root[:w.multi+1], byScore)
		}
		if w.halted() {
			break
		}
		w.completed = depth
		if w.id == 0 {
			w.finish()
			if w.enough(depth) {
				break
			}
		}
	}
}

// searchMulti searches the root for the line that is due. A subset of the actions
// in which everything loses proves nothing: then the rest is searched too.
func (w *worker) searchMulti(depth int) {
	for {
		if w.search.view == MaxN {
			w.rootMaxN(depth)
		} else {
			w.aspirate(depth)
		}
		slices.SortStableFunc(w.root[w.multi:], byScore)
		if w.halted() || w.root[w.multi].score >= -game.MaxEval || !w.widenRoot() {
			return
		}
	}
}

func byScore(a, b rootMove) int { return int(b.score) - int(a.score) }

// maxDepth is the depth of the last iteration.
func (w *worker) maxDepth() int {
	if w.limits.Depth > 0 {
		return min(w.limits.Depth, MaxPly-1)
	}
	return MaxPly - 1
}

// aspirate searches the root to a depth, first in a narrow window about the
// last score. The width was chosen by node counts; it does not change values.
func (w *worker) aspirate(depth int) {
	alpha, beta := -Infinite, Infinite
	width := max(1, w.centi(aspirationWidth))
	last := w.root[w.multi].last
	if depth >= 4 && w.on(FeatureAspiration) && abs(last) < game.MaxEval {
		alpha, beta = max(last-width, -Infinite), min(last+width, Infinite)
	}
	for {
		score := w.searchRoot(alpha, beta, depth)
		if w.halted() {
			return
		}
		slices.SortStableFunc(w.root[w.multi:], byScore)
		switch {
		case score <= alpha:
			w.reportBound()
			beta = (alpha + beta) / 2
			alpha = max(score-width, -Infinite)
		case score >= beta:
			w.reportBound()
			beta = min(score+width, Infinite)
		default:
			return
		}
		width *= 3
		if width > w.centi(1500) {
			alpha, beta = -Infinite, Infinite
		}
	}
}

// aspirationWidth is in hundredths of the unit of scores.
const aspirationWidth = 15

// searchRoot searches the root actions from the multi-th on.
func (w *worker) searchRoot(alpha, beta game.Score, depth int) game.Score {
	w.count()
	w.pvLen[0] = 0
	f := &w.stack[0]
	f.static = w.evaluate()
	w.judged = w.values
	best, first, alpha0 := -Infinite, true, alpha
	us := w.camp()
	f.camp = us
	if w.st.Player == game.Chance {
		return w.rootRoll(depth)
	}
	for i := w.multi; i < len(w.root); i++ {
		rm := &w.root[i]
		before := w.nodes
		w.current(rm.move, i+1)
		w.enter(f, rm.move)
		var score game.Score
		if first || !w.on(FeatureScout) {
			score = w.child(us, alpha, beta, depth-1, 1)
		} else {
			r := 0
			if w.on(FeatureLateMoveReductions) && depth >= 3 && i-w.multi >= 4 && !w.st.Forced {
				r = max(0, w.reduction(depth, i-w.multi)-1)
			}
			score = w.child(us, alpha, alpha+1, depth-1-r, 1)
			if score > alpha && r > 0 {
				score = w.child(us, alpha, alpha+1, depth-1, 1)
			}
			if score > alpha && score < beta {
				score = w.child(us, alpha, beta, depth-1, 1)
			}
		}
		w.leave()
		rm.nodes += w.nodes - before
		if w.halted() {
			break
		}
		if first || score > alpha {
			rm.score, rm.bound, rm.depth, rm.sel = score, boundOf(score, alpha, beta), depth, w.selDepth
			w.setPV(0, rm.move)
			rm.pv = append(rm.pv[:0], w.pv[0][:w.pvLen[0]]...)
		} else {
			rm.score, rm.bound = -Infinite, NoBound
		}
		first = false
		if score > best {
			best = score
		}
		if score > alpha {
			alpha = score
			if score >= beta {
				break
			}
		}
	}
	if !w.halted() && w.multi == 0 && w.on(FeatureTable) && w.limits.Only == nil {
		w.table.store(w.st.Key^w.salt, w.best(), best, depth, 0, boundOf(best, alpha0, beta))
	}
	return best
}

// rootRoll evaluates a roll that is due at the root.
func (w *worker) rootRoll(depth int) game.Score {
	score := w.roll(-Infinite, Infinite, depth, 0)
	if w.halted() {
		return score
	}
	for i := range w.root {
		rm := &w.root[i]
		rm.score, rm.bound, rm.depth, rm.sel = score, Exact, depth, max(w.selDepth, depth)
	}
	return score
}

// best returns the root action with the best score so far.
func (w *worker) best() game.Move {
	at := 0
	for i := range w.root {
		if w.root[i].score > w.root[at].score {
			at = i
		}
	}
	return w.root[at].move
}

func boundOf(score, alpha, beta game.Score) Bound {
	switch {
	case score <= alpha:
		return Upper
	case score >= beta:
		return Lower
	}
	return Exact
}

func abs(s game.Score) game.Score {
	if s < 0 {
		return -s
	}
	return s
}

// logTable holds natural logarithms for the late move reductions.
var logTable = func() (t [256]float64) {
	for i := 1; i < len(t); i++ {
		t[i] = math.Log(float64(i))
	}
	return t
}()
