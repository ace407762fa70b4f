package search

import "tetrarch/game"

// roll returns the value of a roll that is due, from the view of the camp that
// will move: the mean over the outcomes, rounded down. A roll costs no depth.
//
// Star1 (Ballard 1983): what is still open can change the mean only so much,
// so each outcome needs to be searched only in the window in which it matters.
// A mean is a decided score only if every outcome is decided the same way; else
// it stays within MaxEval, and no outcome is cut against a decided bound.
func (w *worker) roll(alpha, beta game.Score, depth, ply int) game.Score {
	w.count()
	w.pvLen[ply] = 0
	w.selDepth = max(w.selDepth, ply)
	if w.halted() {
		return 0
	}
	if depth <= 0 || ply >= MaxPly {
		return w.evaluate()
	}
	key, us := w.st.Key^w.salt, w.camp()
	if w.on(FeatureTable) {
		if h, ok := w.table.probe(key, ply); ok && h.depth >= depth && (h.bound == Exact ||
			h.bound == Lower && h.score >= beta || h.bound == Upper && h.score <= alpha) {
			return h.score
		}
	}
	f := &w.stack[ply]
	f.camp, f.static = us, unknown
	f.list.Reset()
	w.pos.Generate(&f.list)
	lowest, highest := Infinite, -Infinite
	star := w.on(FeatureStar1)
	sum, open, den := 0, 0, 1
	for i := range f.list.Moves {
		n, d := w.roller.Weight(f.list.Moves[i].Move)
		open += n
		den = d
	}
	for i := range f.list.Moves {
		m := f.list.Moves[i].Move
		n, _ := w.roller.Weight(m)
		open -= n
		lo, hi := -Infinite, Infinite
		if star {
			// The mean is at most alpha if this value is at most lo, whatever
			// the open outcomes give, and at least beta if it is at least hi.
			if alpha >= -game.MaxEval {
				lo = clamp(floorDiv((int(alpha)+1)*den-1-sum-open*int(Mate), n))
			}
			if beta <= game.MaxEval {
				hi = clamp(-floorDiv(-(int(beta)*den - sum + open*int(Mate)), n))
			}
			if lo >= Mate { // even a sure win here is not enough
				return w.rolled(key, undecided(floorDiv(sum+(n+open)*int(Mate), den)), depth, ply, Upper)
			}
			if hi <= -Mate { // even a sure loss here does not matter
				return w.rolled(key, undecided(floorDiv(sum-(n+open)*int(Mate), den)), depth, ply, Lower)
			}
		}
		w.enter(f, m)
		v := w.child(us, lo, hi, depth, ply+1)
		w.leave()
		if w.halted() {
			return 0
		}
		sum += n * int(v)
		lowest, highest = min(lowest, v), max(highest, v)
		if star && v <= lo && lo > -Infinite {
			return w.rolled(key, undecided(floorDiv(sum+open*int(Mate), den)), depth, ply, Upper)
		}
		if star && v >= hi && hi < Infinite {
			return w.rolled(key, undecided(floorDiv(sum-open*int(Mate), den)), depth, ply, Lower)
		}
	}
	w.pv[ply][0], w.pvLen[ply] = game.NoMove, 1 // a line ends where it is averaged
	return w.rolled(key, mean(sum, den, lowest, highest), depth, ply, Exact)
}

// rolled remembers the value of a roll and returns it.
func (w *worker) rolled(key uint64, v game.Score, depth, ply int, b Bound) game.Score {
	if w.on(FeatureTable) {
		w.table.store(key, game.NoMove, v, depth, ply, b)
	}
	return v
}

// mean is the value of a roll whose outcomes lie between lowest and highest.
func mean(sum, den int, lowest, highest game.Score) game.Score {
	v := floorDiv(sum, den)
	if lowest > game.MaxEval || highest < -game.MaxEval {
		return game.Score(v)
	}
	return undecided(v)
}

// undecided keeps a value from looking like a decided score.
func undecided(v int) game.Score {
	return game.Score(min(max(v, int(-game.MaxEval)), int(game.MaxEval)))
}

func clamp(v int) game.Score {
	return game.Score(min(max(v, int(-Infinite)), int(Infinite)))
}

// floorDiv divides rounding down; b is positive.
func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && a < 0 {
		q--
	}
	return q
}
