package search

import (
	"slices"
	"time"

	"tetrarch/game"
)

// clock says how long a search may take. It starts at once, or at a ponder hit.
// Only the main worker looks at it once the search is under way.
type clock struct {
	start   time.Time
	begin   time.Time     // when the time began to count; zero while pondering
	optimum time.Duration // what the decision should take; 0 for none
	maximum time.Duration // the search is left after this; 0 for none
	single  bool          // only one action is legal, and the time is the caller's
	ponder  bool          // it began while another seat had the turn
	ready   bool          // it wants no more time once the hit comes
	turn    turn          // what the decision belongs to
	trend   trend
}

// turn is a turn of perhaps several decisions and what is left of its time.
type turn struct {
	seat game.Player
	key  uint64 // of the position of its last decision
	left time.Duration
}

const (
	// reserve is kept on every clock against what nobody plans for: a machine
	// that is busy, a pause of the memory manager, a slow pipe.
	reserve = 150 * time.Millisecond
	// recent is how many actions may lie between two decisions of a turn: other
	// seats may decide in between.
	recent = 3
)

// plan shares a clock out: the time that a turn should take and the most that it
// may take, when left is on the clock, inc comes with every turn and so many
// turns are to be played with it. The increment pays for the overhead first. The
// most is always less than what is left.
func plan(left, inc, overhead time.Duration, turns int) (optimum, maximum time.Duration) {
	free := max(left-overhead-min(reserve, left*3/4), left/10)
	optimum = min(free/time.Duration(max(1, turns))+max(0, inc-overhead)*3/4, free*7/10)
	return optimum, min(optimum*4, free*8/10)
}

// newClock starts a clock for a search from r with so many actions to choose
// from; last is the turn that the search before belonged to.
func newClock(start time.Time, r Root, l Limits, c Config, moves int, last turn) *clock {
	k := &clock{start: start, ponder: l.Ponder}
	if !l.Ponder {
		k.begin = start
	}
	st := r.Position.Base()
	k.turn = turn{seat: st.Player, key: st.Key}
	switch {
	case l.MoveTime > 0:
		// A poll, a stop and an answer take time too.
		k.maximum = l.MoveTime - min(max(l.MoveTime/50, time.Millisecond), 10*time.Millisecond)
		k.maximum = max(k.maximum, l.MoveTime/2)
		k.single = moves == 1
	case st.Player >= 0 && l.Clock[st.Player] > 0:
		turns := r.Tuning.orDefaults().Turns
		if l.MovesToGo > 0 {
			turns = min(turns, l.MovesToGo)
		}
		k.optimum, k.maximum = plan(l.Clock[st.Player], l.Increment[st.Player], c.MoveOverhead, turns)
		k.turn.left = k.optimum
		if st.Midturn {
			k.turn.left = last.rest(&r, k.optimum)
			k.optimum = k.turn.left
			k.maximum = min(k.maximum, k.optimum*4)
		}
		k.single = moves == 1
	}
	return k
}

// rest is the time for a decision at r in the middle of a turn, for which whole
// would be planned: what the decisions before it left, within bounds, or a
// quarter if they were not the searcher's.
func (t turn) rest(r *Root, whole time.Duration) time.Duration {
	since := r.History[max(0, len(r.History)-recent):]
	if t.seat != r.Position.Base().Player || !slices.Contains(since, t.key) {
		return whole / 4
	}
	return min(max(t.left, whole/12), whole/3)
}

// spent is the turn after the decision: what is left of it for the next ones.
func (k *clock) spent() turn {
	t := k.turn
	if !k.begin.IsZero() {
		t.left = max(0, t.left-time.Since(k.begin))
	}
	return t
}

// expired says that the search must be left now.
func (k *clock) expired(pondering bool) bool {
	if k.maximum == 0 || pondering {
		return false
	}
	e := k.elapsed()
	// An iteration that was begun in others' time may last much longer than
	// what is planned for it in one's own.
	return e >= k.maximum || k.ready || k.ponder && k.optimum > 0 && e >= k.optimum
}

// elapsed is how long the time has counted; after a ponder hit it begins with
// the first call.
func (k *clock) elapsed() time.Duration {
	if k.begin.IsZero() {
		k.begin = time.Now()
	}
	return time.Since(k.begin)
}

// satisfied says whether the time is as long as the decision deserves: extent
// times what is planned for it. A lone action deserves none.
func (k *clock) satisfied(extent float64, pondering bool) bool {
	if pondering {
		k.ready = k.single
		return false
	}
	return k.single || k.optimum > 0 && float64(k.elapsed()) >= extent*float64(k.optimum)
}

// enough says, between two iterations, that another one is not worth beginning.
func (w *worker) enough(depth int) bool {
	score := w.root[0].score
	if n := w.limits.Mate; n > 0 && score > game.MaxEval && Turns(w.pos, w.root[0].pv, int(Mate-score)) <= n {
		return true
	}
	pondering := w.search.ponder.Load()
	if abs(score) > game.MaxEval && w.config.MultiPV == 1 && depth > int(Mate-abs(score))+1 && w.limits.Depth == 0 {
		return true // decided within what was searched in full: nothing shorter is left to find
	}
	k := w.clock
	k.trend.note(w.root[0].move, score)
	if k.single && depth < answered {
		return false
	}
	if k.satisfied(nextIteration*w.extent(), pondering) {
		return true
	}
	return !pondering && k.maximum > 0 && k.elapsed() >= k.maximum
}

const (
	// answered is the depth that finds the reply to a lone action.
	answered = 2
	// nextIteration is the part of the time after which another iteration would
	// hardly be finished.
	nextIteration = 0.6
)
