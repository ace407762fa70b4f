package search

import (
	"slices"
	"time"

	"tetrarch/game"
)

// finish keeps the lines of an iteration that is through and tells them.
func (w *worker) finish() {
	s, n := w.search, w.config.MultiPV
	s.finished = slices.Grow(s.finished[:0], n)[:n]
	for i := range s.finished {
		pv := append(s.finished[i].pv[:0], w.root[i].pv...)
		s.finished[i] = w.root[i]
		s.finished[i].pv = pv
		w.report(i)
	}
}

// result is what the main worker found. Of an iteration that was cut short the
// best action stands: it is played, and told with what is known of it.
func (w *worker) result() Result {
	res := Result{Best: w.root[0].move}
	for i, rm := range w.lines() {
		res.Lines = append(res.Lines, w.reportOf(&rm, i+1))
	}
	if pv := res.Lines[0].PV; len(pv) > 1 {
		res.Ponder = pv[1]
	}
	return res
}

// lines returns the lines to answer with: first the action to play, then what
// the last iteration finished, then the others of the one before by their scores.
func (w *worker) lines() []rootMove {
	n := w.config.MultiPV
	lines := []rootMove{w.standing(&w.root[0])}
	lines = append(lines, w.root[1:max(1, w.multi)]...)
	listed := len(lines)
	others := w.finished()
	if others == nil {
		others = w.root[:n]
	}
	for i := range others {
		same := func(rm rootMove) bool { return rm.move == others[i].move }
		if !slices.ContainsFunc(lines, same) {
			lines = append(lines, w.standing(&w.root[slices.IndexFunc(w.root, same)]))
		}
	}
	slices.SortStableFunc(lines[listed:], byScore)
	return lines[:n]
}

// finished returns the lines of the last finished iteration, nil if there is none.
func (w *worker) finished() []rootMove {
	if w.completed == 0 {
		return nil
	}
	return w.search.finished
}

// standing is what is known of a root action: its exact value if the last
// iteration found it, else what the last finished one did, else a bound, and if
// nothing was found at all the evaluation after it.
func (w *worker) standing(rm *rootMove) rootMove {
	if rm.bound == Exact {
		return *rm
	}
	for _, f := range w.finished() {
		if f.move == rm.move {
			return f
		}
	}
	if rm.bound == NoBound {
		return w.glimpse(rm.move)
	}
	return *rm
}

// glimpse is what the evaluation says of a root action: that of the position
// after it, or before a roll.
func (w *worker) glimpse(m game.Move) rootMove {
	rm := rootMove{move: m, bound: Exact, depth: 1, sel: 1}
	if w.st.Player == game.Chance {
		w.assess(&rm.vec)
	} else {
		w.pos.Make(m)
		leafValues(w.pos, w.eval, w.seating.Sides, 1, &rm.vec)
		w.pos.Unmake()
	}
	rm.score = rm.vec[w.us]
	return rm
}

// report tells the caller of the i-th line.
func (w *worker) report(i int) {
	if w.each != nil && w.id == 0 {
		w.each(w.reportOf(&w.root[i], i+1))
	}
}

// reportBound tells the caller how the line that is searched missed the window:
// that matters only to a person who waits.
func (w *worker) reportBound() {
	if time.Since(w.clock.start) >= quietTime {
		w.report(w.multi)
	}
}

const quietTime = time.Second

// current tells the caller which action is being searched, once it takes long.
func (w *worker) current(m game.Move, number int) {
	if w.each == nil || w.id != 0 || time.Since(w.clock.start) < 3*quietTime {
		return
	}
	w.each(Report{Depth: w.rootDepth, Nodes: w.search.nodes(), Elapsed: time.Since(w.clock.start), Current: m, CurrentNumber: number})
}

// reportOf is what is told of a root action as a line of some rank.
func (w *worker) reportOf(rm *rootMove, rank int) Report {
	w.counted.Store(w.nodes)
	w.known.Store(w.hits)
	r := Report{
		Depth: rm.depth, SelDepth: rm.sel, Multi: rank, Score: rm.score, Bound: rm.bound,
		Nodes: w.search.nodes(), TBHits: w.search.hits(), Elapsed: time.Since(w.clock.start), HashFull: w.table.hashFull(),
		PV: slices.Clone(rm.pv),
	}
	switch {
	case w.st.Player == game.Chance:
		r.PV = []game.Move{game.NoMove}
	case len(r.PV) == 0:
		r.PV = []game.Move{rm.move}
	}
	switch {
	case w.search.view == MaxN:
		r.Values = rm.vec
	case w.seating.Sides == 2:
		r.Values[w.us], r.Values[1-w.us] = r.Score, -r.Score
	default:
		r.Values = w.apportion(r.Score)
	}
	return r
}
