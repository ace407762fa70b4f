package search

import (
	"time"

	"tetrarch/game"
)

// clock says how long a search may take. It starts at once, or at a ponder hit.
type clock struct {
	start   time.Time
	begin   time.Time     // when the time began to count; zero while pondering
	optimum time.Duration // no new iteration is begun after this; 0 for none
	maximum time.Duration // the search is left after this; 0 for none
	single  bool          // only one action is legal, and the time is the caller's
}

// movesLeft is how many more turns a game without a given number is planned
// for.
const movesLeft = 25

func newClock(start time.Time, p game.Position, l Limits, c Config, moves int) *clock {
	k := &clock{start: start}
	if !l.Ponder {
		k.begin = start
	}
	seat := p.Base().Player
	switch {
	case l.MoveTime > 0:
		// A poll, a stop and an answer take time too.
		k.maximum = l.MoveTime - min(max(l.MoveTime/50, time.Millisecond), 10*time.Millisecond)
		k.maximum = max(k.maximum, l.MoveTime/2)
		k.single = moves == 1
	case seat >= 0 && l.Clock[seat] > 0:
		left := max(l.Clock[seat]-c.MoveOverhead, l.Clock[seat]/10)
		togo := movesLeft
		if l.MovesToGo > 0 {
			togo = min(l.MovesToGo+1, 50)
		}
		inc := l.Increment[seat] * 3 / 4
		k.optimum = min(left/time.Duration(togo)+inc, left*7/10)
		k.maximum = min(k.optimum*4, left*8/10)
		k.single = moves == 1
	}
	return k
}

// expired says that the search must be left now.
func (k *clock) expired(pondering bool) bool {
	if k.maximum == 0 || pondering {
		return false
	}
	return k.elapsed() >= k.maximum
}

// elapsed is how long the time has counted; after a ponder hit it begins with
// the first call. Only the main worker calls it.
func (k *clock) elapsed() time.Duration {
	if k.begin.IsZero() {
		k.begin = time.Now()
	}
	return time.Since(k.begin)
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
	if pondering {
		return false
	}
	if k.single && depth >= 4 {
		return true
	}
	if k.optimum == 0 {
		return k.maximum > 0 && k.elapsed() >= k.maximum
	}
	return k.elapsed() >= k.optimum*6/10
}
