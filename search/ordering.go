package search

import "tetrarch/game"

// histories is what a worker learned of actions, whatever the position: by
// actor and action (history), and by the action before it (countermove). Values are
// within ±historyMax.
type histories struct {
	indexer game.Indexer
	indexes int
	main    [game.MaxSeats][]int16
	counter [game.MaxSeats][]game.Move
}

const historyMax = 16384

// bind makes the tables for a position's game, or keeps them if they fit.
func (h *histories) bind(p game.Position) {
	x, ok := p.(game.Indexer)
	if !ok {
		*h = histories{}
		return
	}
	h.indexer = x
	if n := x.MoveIndexes(); n != h.indexes {
		h.indexes = n
		for i := range h.main {
			h.main[i] = make([]int16, n)
			h.counter[i] = make([]game.Move, n)
		}
	}
}

// forget empties the tables.
func (h *histories) forget() {
	for i := range h.main {
		clear(h.main[i])
		clear(h.counter[i])
	}
}

// index returns the history index of m, or -1.
func (h *histories) index(m game.Move) int {
	if h.indexer == nil || m == game.NoMove {
		return -1
	}
	return h.indexer.MoveIndex(m)
}

// learn raises or lowers one value, the less the nearer it is to its limit.
func learn(v *int16, bonus int) {
	b := max(-historyMax, min(historyMax, bonus))
	*v += int16(b - int(*v)*max(b, -b)/historyMax)
}

// The order of actions at a node: the table's move, then by this sum. Hints are
// the game's, ±10 000.
const (
	hintWeight     = 4
	killerOrder    = 24000
	countermoveAdd = 12000
)

// rank sets the order of all actions of a frame's list.
func (w *worker) rank(f *frame, ply int) {
	list := &f.list
	if w.ranker != nil {
		w.ranker.Rank(list)
		for i := range list.Moves {
			list.Moves[i].Order *= hintWeight
		}
	}
	if w.st.Player == game.Chance {
		return
	}
	h := &w.order
	var k0, k1, counter game.Move
	if w.on(FeatureKillers) {
		k0, k1 = f.killers[0], f.killers[1]
	}
	if ply > 0 && w.on(FeatureCountermove) {
		if prev := w.stack[ply-1].index; prev >= 0 {
			counter = h.counter[w.st.Player][prev]
		}
	}
	use := h.indexer != nil && w.on(FeatureHistory)
	if !use && k0 == game.NoMove && counter == game.NoMove {
		return
	}
	main := h.main[w.st.Player]
	for i := range list.Moves {
		e := &list.Moves[i]
		switch e.Move {
		case k0, k1:
			e.Order += killerOrder
		case counter:
			e.Order += countermoveAdd
		}
		if use {
			e.Order += int32(main[h.indexer.MoveIndex(e.Move)])
		}
	}
}

// pick moves the best of the entries from i on to place i and returns it.
func pick(list *game.MoveList, i int) *game.Scored {
	m := list.Moves
	best := i
	for j := i + 1; j < len(m); j++ {
		if m[j].Order > m[best].Order {
			best = j
		}
	}
	if best != i {
		m[i], m[best] = m[best], m[i]
	}
	return &m[i]
}

// reward teaches the histories that m was the answer at a frame and that the
// actions tried before it were not.
func (w *worker) reward(f *frame, m game.Move, depth, ply int) {
	if f.killers[0] != m {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	h := &w.order
	if h.indexer == nil {
		return
	}
	bonus := min(1600, 16*depth*depth+128*depth)
	player := w.st.Player
	if ply > 0 {
		if prev := w.stack[ply-1].index; prev >= 0 {
			h.counter[player][prev] = m
		}
	}
	main := h.main[player]
	learn(&main[h.indexer.MoveIndex(m)], bonus)
	for _, t := range f.tried {
		if t != m {
			learn(&main[h.indexer.MoveIndex(t)], -bonus)
		}
	}
}

// orderRoot sorts the root actions by the game's hints and what is remembered.
func (w *worker) orderRoot() {
	if w.st.Player == game.Chance {
		return
	}
	f := &w.stack[0]
	f.list.Reset()
	for i := range w.root {
		f.list.Add(w.root[i].move)
	}
	w.rank(f, 0)
	for i := range f.list.Moves {
		w.root[i] = rootMove{move: pick(&f.list, i).Move, score: -Infinite, last: -Infinite}
	}
}
