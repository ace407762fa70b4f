package search

import (
	"slices"

	"tetrarch/game"
)

// broadFrom is the depth from which the root is broad: what is answered sooner
// than that has no time for it.
const broadFrom = 4

// broad is how many actions the root looks at beyond a game's declared subset; in
// Barragoon fewer and more gained less.
const broad = 40

// broaden adds to a root that the game declares a subset of those actions of the
// rest that the evaluation likes best one action ahead: the subset is chosen by
// what is quick to see, and at the root there is time for more.
func (w *worker) broaden() {
	if !w.on(FeatureBroadRoot) {
		return
	}
	rest := w.leftOut()
	judged := make([]game.Scored, len(rest))
	us := w.st.Side
	for i, m := range rest {
		w.pos.Make(m)
		judged[i] = game.Scored{Move: m, Order: int32(leafValue(w.pos, w.eval, us, 1))}
		w.pos.Unmake()
		w.nodes++
	}
	slices.SortStableFunc(judged, func(a, b game.Scored) int { return int(b.Order) - int(a.Order) })
	for i := range min(broad, len(judged)) {
		rest[i] = judged[i].Move
	}
	w.addRoot(rest[:min(broad, len(rest))])
}

// widenRoot adds all the actions that the game's declared subset left out; it
// says whether there were any.
func (w *worker) widenRoot() bool {
	rest := w.leftOut()
	w.addRoot(rest)
	return len(rest) > 0
}

// leftOut returns the actions that are not at the root because the game declared
// a subset.
func (w *worker) leftOut() (rest []game.Move) {
	if w.selector == nil || w.limits.Only != nil || w.st.Player == game.Chance {
		return nil
	}
	list := &w.stack[0].list
	list.Reset()
	w.pos.Generate(list)
	for _, e := range list.Moves {
		if !slices.ContainsFunc(w.root, func(r rootMove) bool { return r.move == e.Move }) {
			rest = append(rest, e.Move)
		}
	}
	return rest
}

// addRoot adds actions to the root, unsearched.
func (w *worker) addRoot(moves []game.Move) {
	for _, m := range moves {
		w.root = append(w.root, rootMove{move: m, score: -Infinite, last: -Infinite})
	}
}
