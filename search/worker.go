package search

import (
	"runtime"
	"sync/atomic"

	"tetrarch/game"
)

// worker is one searching goroutine with all that it does not share: position,
// evaluator, stacks and histories. Only the table is common to all workers.
type worker struct {
	id     int
	search *AlphaBeta
	table  *Table
	config Config
	tuning Tuning
	limits Limits
	clock  *clock
	each   func(Report)

	pos      game.Position
	st       *game.State
	eval     game.Evaluator
	values   [game.MaxSides]game.Score
	tactical game.Tactical
	ranker   game.Ranker
	passer   game.Passer
	quiet    game.Quiet // nil also where the feature is off
	selector game.Selective
	roller   game.Roller
	mirror   game.Symmetric // nil without that feature
	soft     *softness      // nil without that feature
	oracle   Oracle         // nil without one
	order    histories
	seating  *game.Seating

	// Values are those of two camps: us, the side that acts at the root, and
	// the others. With two sides that is how the game is; with more it is the
	// paranoid view that all others play together.
	us        game.Side
	campOf    [game.MaxSides]camp
	reply     replies
	judged    vector     // the root by evaluation
	draw      game.Score // a draw by repetition, from us's view
	salt      uint64     // tells keys of one view from those of another
	valueSalt uint64     // the same in max^n

	root      []rootMove
	multi     int
	unit      game.Score // the score that wins three games for one lost
	rootDepth int
	completed int
	selDepth  int

	nodes   uint64
	counted atomic.Uint64 // nodes, as the others may read it
	hits    uint64        // nodes whose value the oracle knew
	known   atomic.Uint64 // hits, as the others may read it
	poll    uint64        // the node count at which limits are looked at next
	aborted bool

	repetition int
	keys       []uint64 // of the game and of the line, the current node last
	rootKeys   int      // how many keys are older than the root
	seen       [filterSize]uint8

	stack [MaxPly + 1]frame
	pv    [MaxPly + 1][]game.Move
	pvLen [MaxPly + 2]int
	vec   [MaxPly + 2]vector // values of all sides by ply, for max^n
	// shares are those of the position last judged, for MCTS.
	shares [game.MaxSides]float64
}

// frame is what a worker remembers of one ply of the current line.
type frame struct {
	list     game.MoveList
	outcomes []outcome   // of the roll that is due here
	tried    []game.Move // quiet actions searched before the present one
	move     game.Move   // the action made here
	index    int         // its history index, -1 for none
	camp     camp        // who acts here
	static   game.Score
	killers  [2]game.Move
	first    game.Move // in best-reply search, what an opponent plays without a choice
	choice   choice    // in max^n, the actions searched so far
}

// camp is one of the two parties that values are negated between.
type camp uint8

const (
	pollNodes  = 256
	filterSize = 4096
)

// prepare readies w for a search from r.
func (w *worker) prepare(s *AlphaBeta, r Root, l Limits, c Config, moves []game.Move, k *clock) {
	w.search, w.table, w.config, w.limits, w.clock, w.each = s, s.table, c, l, k, nil
	w.tuning = r.Tuning.orDefaults()
	w.bind(r.Position.Clone(), r.Evaluator)
	w.unit = unitOf(r.Share)
	w.adopt(s.view)
	w.soft, w.valueSalt = nil, maxnSalt
	if s.view == MaxN && w.seating.Sides > 2 && w.on(FeatureSoftChoice) {
		if w.soft = softnessOf(w.tuning.Softness); w.soft != nil {
			w.valueSalt ^= softSalt
		}
	}
	w.disdain()
	w.root = w.root[:0]
	w.addRoot(moves)
	w.orderRoot()
	w.multi, w.rootDepth, w.completed, w.selDepth = 0, 0, 0, 0
	w.nodes, w.poll, w.aborted = 0, 0, false
	w.counted.Store(0)
	w.oracle, w.hits = nil, 0
	if w.seating.Sides == 2 {
		w.oracle = r.Oracle
	}
	w.known.Store(0)
	w.remember(r)
	for i := range w.stack {
		f := &w.stack[i]
		f.killers = [2]game.Move{}
		f.move, f.index = game.NoMove, -1
	}
	if w.pv[0] == nil {
		for i := range w.pv {
			w.pv[i] = make([]game.Move, MaxPly+1)
		}
	}
}

// bind gives w its position and asks once for the abilities it has.
func (w *worker) bind(p game.Position, eval func(game.Position) game.Evaluator) {
	w.pos, w.st, w.eval, w.seating = p, p.Base(), eval(p), p.Seating()
	w.tactical, w.ranker, w.passer, w.selector, w.roller = nil, nil, nil, nil, nil
	if t, ok := p.(game.Tactical); ok && w.on(FeatureQuiescence) {
		w.tactical = t
	}
	if t, ok := p.(game.Ranker); ok && w.on(FeatureHints) {
		w.ranker = t
	}
	if t, ok := p.(game.Passer); ok && w.on(FeatureNullMove) {
		w.passer = t
	}
	if t, ok := p.(game.Selective); ok && w.on(FeatureSelective) {
		w.selector = t
	}
	w.roller, _ = p.(game.Roller)
	w.quiet = nil
	if q, ok := p.(game.Quiet); ok && w.on(FeatureFading) && w.seating.Sides == 2 {
		w.quiet = q
	}
	w.mirror = nil
	if t, ok := p.(game.Symmetric); ok && w.on(FeatureSymmetry) {
		w.mirror = t
	}
	w.order.bind(p)
}

// unitOf returns the score at which three games are won for one lost: what the
// margins of pruning are measured in, so that they mean the same in every game.
func unitOf(share func(game.Score) float64) game.Score {
	if share == nil {
		return 100
	}
	return max(1, scoreOf(share, 0.75))
}

// scoreOf returns the score that means a share.
func scoreOf(share func(game.Score) float64, want float64) game.Score {
	lo, hi := -game.MaxEval, game.MaxEval
	for lo < hi {
		mid := lo + (hi-lo)/2
		if share(mid) < want {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// centi turns hundredths of that unit into a score.
func (w *worker) centi(n int) game.Score { return game.Score(n) * w.unit / 100 }

// camp is the camp of the side that acts.
func (w *worker) camp() camp { return w.campOf[w.st.Side&(game.MaxSides-1)] }

// from turns a value from us's view into one from a camp's.
func (w *worker) from(c camp, v game.Score) game.Score {
	if c != w.campOf[w.us] {
		return -v
	}
	return v
}

// on says whether a feature is switched on.
func (w *worker) on(f Features) bool { return w.config.Without&f == 0 }

// remember takes over the keys of the game so far.
func (w *worker) remember(r Root) {
	w.repetition = r.Repetition
	w.keys = append(w.keys[:0], r.History...)
	w.rootKeys = len(w.keys)
	w.keys = append(w.keys, w.st.Key)
	w.seen = [filterSize]uint8{}
	for _, k := range w.keys {
		w.mark(k, 1)
	}
}

// mark keeps the filter that says which keys may have occurred. A counter that
// is full stays full: the filter may say yes too often, never no.
func (w *worker) mark(key uint64, by int) {
	n := &w.seen[key%filterSize]
	if *n != 255 {
		*n += uint8(by)
	}
}

// enter makes an action of the frame's ply, leave takes it back.
func (w *worker) enter(f *frame, m game.Move) {
	f.move = m
	f.index = w.order.index(m)
	w.pos.Make(m)
	prefetch(w.table, w.st.Key^w.salt)
	w.keys = append(w.keys, w.st.Key)
	w.mark(w.st.Key, 1)
}

func (w *worker) leave() {
	w.mark(w.st.Key, -1)
	w.keys = w.keys[:len(w.keys)-1]
	w.pos.Unmake()
}

// repeated says whether the position counts as a draw by repetition: it
// occurred before in the line, or often enough in the game before it.
func (w *worker) repeated() bool {
	if w.repetition == 0 || w.st.Midturn || w.seen[w.st.Key%filterSize] < 2 {
		return false
	}
	last := len(w.keys) - 1
	stop := max(0, last-int(w.st.Progress))
	n := 1
	for i := last - 1; i >= stop; i-- {
		if w.keys[i] != w.st.Key {
			continue
		}
		n++
		if i >= w.rootKeys || n >= w.repetition {
			return true
		}
	}
	return false
}

// count counts a node and looks at the limits from time to time.
func (w *worker) count() {
	w.nodes++
	if w.nodes >= w.poll {
		w.look()
	}
}

func (w *worker) look() {
	w.counted.Store(w.nodes)
	w.known.Store(w.hits)
	w.poll = w.nodes + pollNodes
	if limit := w.limits.Nodes; limit > 0 {
		share := limit / uint64(w.config.Threads)
		w.poll = min(w.poll, share)
		if w.nodes >= share {
			w.aborted = true
		}
	}
	runtime.Gosched() // whoever is to stop the search must get a turn
	if w.search.stop.Load() || w.id == 0 && w.clock.expired(w.search.ponder.Load()) {
		w.aborted = true
	}
	if w.aborted {
		w.poll = 0
	}
}

// halted says that the search is being left and no value can be trusted.
func (w *worker) halted() bool { return w.aborted }

// evaluate returns the evaluation from the view of the camp that acts.
func (w *worker) evaluate() game.Score {
	w.assess(&w.values)
	return w.from(w.camp(), w.values[w.us])
}

// setPV puts m before the line found below.
func (w *worker) setPV(ply int, m game.Move) {
	line := w.pv[ply]
	line[0] = m
	n := 0
	if ply < MaxPly {
		n = copy(line[1:], w.pv[ply+1][:w.pvLen[ply+1]])
	}
	w.pvLen[ply] = n + 1
}
