package search

import "tetrarch/game"

// outcome is one result of a roll and what is known of its value, from the view
// of the camp that will move.
type outcome struct {
	move      game.Move
	weight    int
	low, high game.Score
}

// odds are the outcomes of a roll: their weights sum to den, and low and high are
// the sums of their bounds, each as often as its outcome weighs.
type odds struct {
	outcomes       []outcome
	den, low, high int
}

// roll returns the value of a roll that is due, from the view of the camp that
// will move: the mean over the outcomes, rounded down. A roll costs no depth.
//
// Star1 (Ballard 1983): what is still open can change the mean only so much,
// so each outcome needs to be searched only in the window in which it matters.
// Star2 (the same; Hauk, Buro and Schaeffer 2004) first bounds what is open by
// the table and by one action each. A mean is a decided score only if every
// outcome is decided; else it stays within MaxEval, and no outcome is cut
// against a decided bound.
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
	key, us := w.rollKey(), w.camp()
	if w.on(FeatureTable) {
		if h, ok := w.table.probe(key, ply); ok && h.depth >= depth && (h.bound == Exact ||
			h.bound == Lower && h.score >= beta || h.bound == Upper && h.score <= alpha) {
			return h.score
		}
	}
	f := &w.stack[ply]
	f.camp, f.static = us, unknown
	o := w.odds(f)
	star1, star2 := w.on(FeatureStar1|FeatureCutoffs), w.on(FeatureStar2|FeatureCutoffs)
	if star2 {
		w.probe(f, &o, alpha, beta, depth, ply)
	}
	for i := range o.outcomes {
		if w.halted() {
			return 0
		}
		if star1 || star2 {
			if v, b := o.cut(alpha, beta); b != Exact {
				return w.rolled(key, v, depth, ply, b)
			}
		}
		c := &o.outcomes[i]
		if c.low == c.high {
			continue
		}
		lo, hi := -Infinite, Infinite
		if star1 {
			lo, hi = o.window(c, alpha, beta)
		}
		w.enter(f, c.move)
		v := w.child(us, lo, hi, depth, ply+1)
		w.leave()
		if v > lo {
			o.raise(c, v)
		}
		if v < hi {
			o.lower(c, v)
		}
	}
	if w.halted() {
		return 0
	}
	if star1 || star2 {
		if v, b := o.cut(alpha, beta); b != Exact {
			return w.rolled(key, v, depth, ply, b)
		}
	}
	w.pv[ply][0], w.pvLen[ply] = game.NoMove, 1 // a line ends where it is averaged
	return w.rolled(key, o.mean(), depth, ply, Exact)
}

// rollKey is what the table knows the roll that is due by: one key for a position
// and its mirror images. Decisions have keys of their own, as the table holds
// actions with them, and those of a mirror image are others.
func (w *worker) rollKey() uint64 {
	if w.mirror != nil {
		return w.mirror.CanonicalKey() ^ w.salt
	}
	return w.st.Key ^ w.salt
}

// rolled remembers the value of a roll and returns it.
func (w *worker) rolled(key uint64, v game.Score, depth, ply int, b Bound) game.Score {
	if w.on(FeatureTable) {
		w.table.store(key, game.NoMove, v, depth, ply, b)
	}
	return v
}

// probe bounds outcomes before any is searched: by what the table knows, and
// from below by the action that looks best, until the roll is cut.
func (w *worker) probe(f *frame, o *odds, alpha, beta game.Score, depth, ply int) {
	for i := range o.outcomes {
		c := &o.outcomes[i]
		w.enter(f, c.move)
		w.glance(f, o, c, alpha, beta, depth, ply+1)
		w.leave()
		if _, b := o.cut(alpha, beta); b != Exact || w.halted() {
			return
		}
	}
}

// glance bounds the outcome just entered.
func (w *worker) glance(f *frame, o *odds, c *outcome, alpha, beta game.Score, depth, ply int) {
	if w.st.Over || w.st.Player == game.Chance || w.camp() != f.camp || ply >= MaxPly || w.reply.on || w.repeated() {
		return
	}
	key, best := w.st.Key^w.salt, game.NoMove
	if w.on(FeatureTable) {
		if h, ok := w.table.probe(key, ply); ok {
			if h.depth >= depth {
				if h.bound != Upper {
					o.raise(c, h.score)
				}
				if h.bound != Lower {
					o.lower(c, h.score)
				}
				return
			}
			if h.move != game.NoMove && w.pos.Legal(h.move) {
				best = h.move
			}
		}
	}
	g := &w.stack[ply]
	g.camp, g.static = f.camp, unknown
	if best == game.NoMove {
		w.generate(g)
		w.rank(g, ply)
		best = pick(&g.list, 0).Move
	}
	lo, hi := -Infinite, Infinite
	if w.on(FeatureStar1) {
		lo, hi = o.window(c, alpha, beta)
	}
	w.count()
	w.enter(g, best)
	v := w.child(f.camp, lo, hi, depth-1, ply+1)
	w.leave()
	if w.halted() || v <= lo || v <= c.low {
		return
	}
	o.raise(c, v)
	if w.on(FeatureTable) {
		w.table.store(key, best, v, depth, ply, Lower)
	}
}

// odds fills a frame's outcomes with those of the roll that is due, of each of
// which nothing is known.
func (w *worker) odds(f *frame) odds {
	f.list.Reset()
	w.pos.Generate(&f.list)
	f.outcomes = f.outcomes[:0]
	o := odds{den: 1}
	all := 0
	for i := range f.list.Moves {
		m := f.list.Moves[i].Move
		n, den := w.roller.Weight(m)
		f.outcomes = append(f.outcomes, outcome{m, n, -Mate, Mate})
		o.den = den
		all += n
	}
	o.outcomes, o.low, o.high = f.outcomes, -all*int(Mate), all*int(Mate)
	return o
}

func (o *odds) raise(c *outcome, v game.Score) {
	o.low += c.weight * int(v-c.low)
	c.low = v
}

func (o *odds) lower(c *outcome, v game.Score) {
	o.high += c.weight * int(v-c.high)
	c.high = v
}

// cut says whether the mean is surely at most alpha or at least beta, as a bound
// and a value to return; Exact means neither.
func (o *odds) cut(alpha, beta game.Score) (game.Score, Bound) {
	if v := floorDiv(o.high, o.den); v <= int(alpha) && alpha >= -game.MaxEval {
		return undecided(v), Upper
	}
	if v := floorDiv(o.low, o.den); v >= int(beta) && beta <= game.MaxEval {
		return undecided(v), Lower
	}
	return 0, Exact
}

// window returns where the value of c matters: the mean is at most alpha if it
// is at most lo, whatever the other outcomes give, and at least beta if it is at
// least hi.
func (o *odds) window(c *outcome, alpha, beta game.Score) (lo, hi game.Score) {
	lo, hi = -Infinite, Infinite
	if alpha >= -game.MaxEval {
		others := o.high - c.weight*int(c.high)
		lo = clamp(floorDiv((int(alpha)+1)*o.den-1-others, c.weight))
	}
	if beta <= game.MaxEval {
		others := o.low - c.weight*int(c.low)
		hi = clamp(-floorDiv(-(int(beta)*o.den - others), c.weight))
	}
	return lo, hi
}

// mean returns the mean of outcomes whose values are all known.
func (o *odds) mean() game.Score {
	lowest, highest := Infinite, -Infinite
	for i := range o.outcomes {
		v := o.outcomes[i].low
		lowest, highest = min(lowest, v), max(highest, v)
	}
	return mean(o.low, o.den, lowest, highest)
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
