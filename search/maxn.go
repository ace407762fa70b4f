package search

import "tetrarch/game"

// vector holds a value for every side.
type vector = [game.MaxSides]game.Score

// NewMaxN returns max^n (Luckhardt and Irani 1986) for any number of sides:
// every side takes the action whose vector of values is best for itself. It
// shares table, ordering and clock with alpha-beta.
func NewMaxN(t *Table) *AlphaBeta { return &AlphaBeta{table: t, view: MaxN} }

// rootMaxN searches the root actions from the multi-th on to a depth.
func (w *worker) rootMaxN(depth int) {
	w.count()
	us, best := w.st.Side, -Infinite
	if w.st.Player == game.Chance {
		w.rollMaxN(depth, 0)
		if !w.halted() {
			for i := range w.root {
				rm := &w.root[i]
				rm.score, rm.vec = w.vec[0][us], w.vec[0]
				rm.bound, rm.depth, rm.sel = Exact, depth, max(w.selDepth, depth)
			}
		}
		return
	}
	f := &w.stack[0]
	for i := w.multi; i < len(w.root); i++ {
		rm := &w.root[i]
		before := w.nodes
		w.current(rm.move, i+1)
		w.enter(f, rm.move)
		w.childMaxN(us, best, depth-1, 1)
		w.leave()
		rm.nodes += w.nodes - before
		if w.halted() {
			return
		}
		v := w.vec[1][us]
		if v <= best {
			rm.score, rm.bound = -Infinite, NoBound
			continue
		}
		best = v
		rm.score, rm.vec = v, w.vec[1]
		rm.bound, rm.depth, rm.sel = Exact, depth, w.selDepth
		w.setPV(0, rm.move)
		rm.pv = w.prolong(append(rm.pv[:0], w.pv[0][:w.pvLen[0]]...), &rm.vec, depth)
	}
}

// prolong adds to a line of some values, which ends where the table answered in
// place of a search, the actions that the table has for it, up to a depth: those
// of positions that it knows to be worth the same. With soft choice no two positions of
// a line are, and the line stays as it is.
func (w *worker) prolong(line []game.Move, v *vector, depth int) []game.Move {
	if !w.on(FeatureTable) || line[len(line)-1] == game.NoMove {
		return line
	}
	for ply, m := range line {
		w.enter(&w.stack[ply], m)
	}
	for len(line) < depth && !w.st.Over && w.st.Player != game.Chance && !w.repeated() {
		ply := len(line)
		h, ok := w.table.probe(w.st.Key^w.valueSalt, ply)
		if !ok || h.bound != Exact || h.score != v[w.st.Side] || h.move == game.NoMove || !w.pos.Legal(h.move) {
			break
		}
		line = append(line, h.move)
		w.enter(&w.stack[ply], h.move)
	}
	for range line {
		w.leave()
	}
	return line
}

// childMaxN leaves in vec[ply] the values of the position just entered. side
// acted before and can have best elsewhere.
func (w *worker) childMaxN(side game.Side, best game.Score, depth, ply int) {
	switch {
	case w.st.Over:
		w.count()
		w.pvLen[ply] = 0
		w.selDepth = max(w.selDepth, ply)
		w.pos.Returns(&w.vec[ply])
		for s := range w.seating.Sides {
			w.vec[ply][s] = resultScore(w.vec[ply][s], ply)
		}
	case w.st.Player == game.Chance:
		w.rollMaxN(depth, ply)
	case w.st.Side == side || !w.on(FeatureCutoffs):
		w.maxN(Infinite, depth, ply)
	default:
		// Shallow pruning (Korf 1991): the values of n sides sum to
		// (2-n)·MaxEval and none is below -MaxEval, so what is worth v to the
		// side that acts is worth at most -v to any other.
		w.maxN(-best+roundingOf(w.seating.Sides), depth, ply)
	}
}

// roundingOf is by how much the values of n sides can miss their sum.
func roundingOf(n int) game.Score { return game.Score(n) }

// maxN leaves in vec[ply] the values of a position in which a player acts. It
// may stop once its own side has enough.
func (w *worker) maxN(enough game.Score, depth, ply int) {
	w.pvLen[ply] = 0
	if w.halted() {
		return
	}
	if w.repeated() {
		w.count()
		w.vec[ply] = shared(w.pos)
		return
	}
	if depth <= 0 || ply >= MaxPly {
		w.quiesceMaxN(enough, ply, 0)
		return
	}
	w.count()
	w.selDepth = max(w.selDepth, ply)
	f := &w.stack[ply]
	side, key := w.st.Side, w.st.Key^w.valueSalt
	var tableMove game.Move
	if w.on(FeatureTable) {
		if h, ok := w.table.probe(key, ply); ok && h.move != game.NoMove && w.pos.Legal(h.move) {
			if w.recall(&h, key, enough, depth, ply) {
				return
			}
			tableMove = h.move
		}
	}
	quiet := !w.st.Forced && (!w.st.Midturn || w.on(FeatureWithinTurns))
	w.generate(f)
	w.rank(f, ply)
	for i := range f.list.Moves {
		if f.list.Moves[i].Move == tableMove {
			f.list.Moves[i].Order = 1 << 30
		}
	}
	next := depth - 1
	if len(f.list.Moves) == 1 && w.on(FeatureSingleReply) && ply < 2*w.rootDepth {
		next++
	}
	best, bestMove := -Infinite-1, game.NoMove
	f.tried = f.tried[:0]
	f.choice.reset()
	for i := range f.list.Moves {
		e := pick(&f.list, i)
		m, order := e.Move, int(e.Order)
		if quiet && best > -game.MaxEval && order < quietOrder && depth <= lateDepth &&
			w.on(FeatureLateMovePruning) && i >= w.lateMoves(depth, false) {
			break
		}
		r := 0
		if quiet && depth >= 3 && i >= 2 && w.on(FeatureLateMoveReductions) {
			r = w.reduction(depth, i) + 1 - order/reductionOrder
			if w.st.Forced {
				r--
			}
			r = min(max(r, 0), next-1)
		}
		w.enter(f, m)
		w.childMaxN(side, best, next-r, ply+1)
		if r > 0 && !w.halted() && w.vec[ply+1][side] > best {
			w.childMaxN(side, best, next, ply+1)
		}
		w.leave()
		if w.halted() {
			return
		}
		if w.soft != nil && w.vec[ply+1][side] != unwanted {
			f.choice.add(w.soft, &w.vec[ply+1], side, w.seating.Sides)
		}
		if v := w.vec[ply+1][side]; v > best {
			best, bestMove = v, m
			w.vec[ply] = w.vec[ply+1]
			w.setPV(ply, m)
			if v >= enough {
				break
			}
		}
		if len(f.tried) < maxTried {
			f.tried = append(f.tried, m)
		}
	}
	if w.soft != nil && best < enough && abs(best) < game.MaxEval {
		f.choice.mean(&w.vec[ply], w.seating.Sides)
	}
	w.reward(f, bestMove, depth, ply)
	if w.on(FeatureTable) {
		w.keep(key, bestMove, best < enough, depth, ply)
	}
}

// keep remembers vec[ply] in the table: the value of the side that acts, and if
// it is exact that of every side, each as an entry of its own.
func (w *worker) keep(key uint64, m game.Move, exact bool, depth, ply int) {
	side := w.st.Side
	if !exact {
		w.table.store(key, m, w.vec[ply][side], depth, ply, Lower)
		return
	}
	for s := range w.seating.Sides {
		k := key
		if game.Side(s) != side {
			k ^= sideSalt * uint64(s+1)
		}
		w.table.store(k, m, w.vec[ply][s], depth, ply, Exact)
	}
}

// recall fills vec[ply] from the table, of which h is the entry of the side that
// acts. It says whether that was searched as deep as is wanted and the value is
// exact or enough.
func (w *worker) recall(h *hit, key uint64, enough game.Score, depth, ply int) bool {
	if h.depth < depth {
		return false
	}
	side, v := w.st.Side, &w.vec[ply]
	if h.bound == Lower {
		if h.score < enough {
			return false
		}
		for s := range w.seating.Sides {
			v[s] = unwanted
		}
	}
	v[side] = h.score
	if h.bound == Exact {
		for s := range w.seating.Sides {
			if game.Side(s) == side {
				continue
			}
			x, ok := w.table.probe(key^sideSalt*uint64(s+1), ply)
			if !ok || x.bound != Exact || x.depth != h.depth || x.move != h.move {
				return false
			}
			v[s] = x.score
		}
	}
	w.pv[ply][0], w.pvLen[ply] = h.move, 1
	w.selDepth = max(w.selDepth, min(ply+h.depth, MaxPly))
	return true
}

// unwanted is the value of a position to sides that cannot want to come there: what it
// really is to them the table does not know. No result has it, which all come later.
const unwanted = -Mate

// maxnSalt keeps the entries of max^n, whose scores no other search may use, apart in
// the table, and softSalt those of soft choice besides.
const (
	maxnSalt = 0xd1b54a32d192ed03
	softSalt = 0xaef17502108ef2d9
)

// sideSalt times a number keeps the entries of different sides apart.
const sideSalt = 0x8ebc6af09c88c6e3

// quiesceMaxN leaves in vec[ply] the evaluation, made sure of by what is forcing
// for the side that acts.
func (w *worker) quiesceMaxN(enough game.Score, ply, qply int) {
	w.count()
	w.pvLen[ply] = 0
	w.selDepth = max(w.selDepth, ply)
	if w.halted() {
		return
	}
	w.assess(&w.vec[ply])
	if w.tactical == nil || qply >= w.tuning.QuiescePlies || ply >= MaxPly {
		return
	}
	f := &w.stack[ply]
	side, forced := w.st.Side, w.st.Forced
	best := w.vec[ply][side]
	if !forced && best >= enough {
		return
	}
	f.list.Reset()
	w.tactical.GenerateTactical(&f.list)
	w.rank(f, ply)
	for i := range f.list.Moves {
		w.enter(f, pick(&f.list, i).Move)
		switch {
		case w.st.Over || w.st.Player == game.Chance:
			w.childMaxN(side, best, 0, ply+1)
		case w.st.Side == side || forced && i == 0 || !w.on(FeatureCutoffs):
			w.quiesceMaxN(Infinite, ply+1, qply+1)
		default:
			w.quiesceMaxN(-best+roundingOf(w.seating.Sides), ply+1, qply+1)
		}
		w.leave()
		if w.halted() {
			return
		}
		if v := w.vec[ply+1][side]; v > best || forced && i == 0 {
			best = v
			w.vec[ply] = w.vec[ply+1]
			if v >= enough {
				return
			}
		}
	}
}

// rollMaxN leaves in vec[ply] the mean of the outcomes of a roll that is due,
// rounded down.
func (w *worker) rollMaxN(depth, ply int) {
	w.count()
	w.pvLen[ply] = 0
	w.selDepth = max(w.selDepth, ply)
	if w.halted() {
		return
	}
	if depth <= 0 || ply >= MaxPly {
		w.assess(&w.vec[ply])
		return
	}
	f := &w.stack[ply]
	f.list.Reset()
	w.pos.Generate(&f.list)
	var sum [game.MaxSides]int
	var lowest, highest vector
	for s := range lowest {
		lowest[s], highest[s] = Infinite, -Infinite
	}
	den := 1
	for i := range f.list.Moves {
		m := f.list.Moves[i].Move
		n, d := w.roller.Weight(m)
		den = d
		w.enter(f, m)
		w.childMaxN(w.st.Side, -Infinite, depth, ply+1)
		w.leave()
		if w.halted() {
			return
		}
		for s := range w.seating.Sides {
			v := w.vec[ply+1][s]
			sum[s] += n * int(v)
			lowest[s], highest[s] = min(lowest[s], v), max(highest[s], v)
		}
	}
	for s := range w.seating.Sides {
		w.vec[ply][s] = mean(sum[s], den, lowest[s], highest[s])
	}
	w.pv[ply][0], w.pvLen[ply] = game.NoMove, 1
}
