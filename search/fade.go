package search

import (
	"time"

	"tetrarch/game"
)

// fadeFrom is how many per cent of the limit of quiet actions pass before the
// evaluation begins to fade.
const fadeFrom = 60

// assess fills the evaluation of the position as the search uses it. Where too
// many quiet actions in a row are a draw, an advantage is worth less the nearer
// that end is, and nothing there: a side that is ahead has to get on with it,
// and one that is behind may hold out. With more than two sides that gains nothing.
func (w *worker) assess(to *vector) {
	w.eval.Evaluate(to)
	if w.quiet == nil {
		return
	}
	n, limit := w.quiet.Quiet()
	from := limit * fadeFrom / 100
	if limit == 0 || n <= from {
		return
	}
	past, whole := min(n, limit)-from, limit-from
	draw := shared(w.pos)
	for side := range w.seating.Sides {
		to[side] += game.Score(int(draw[side]-to[side]) * past / whole)
	}
}

// disdain sets what a draw is worth to the side that acts at the root of a game
// of two sides: a little less than nothing, if the game's tuning says so, since
// most opponents are weaker. A search without any limit is for analysis and
// stays neutral.
func (w *worker) disdain() {
	l := &w.limits
	endless := l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && l.Clock == [game.MaxSeats]time.Duration{}
	if w.tuning.Contempt == 0 || endless || w.seating.Sides != 2 || !w.on(FeatureContempt) {
		return
	}
	w.draw = -w.centi(w.tuning.Contempt)
	w.salt = uint64(w.us+1) * contemptSalt // values are of this side's view
}

// contemptSalt keeps scores in which draws are no draws apart in the table.
const contemptSalt = 0xbf58476d1ce4e5b9

// ended is the value of a finished game, ply actions from the root, from the
// view of the root's side.
func (w *worker) ended(ply int) game.Score {
	w.pos.Returns(&w.values)
	share := w.values[w.us]
	if w.seating.Sides == 2 && share == game.Whole/2 {
		return w.draw
	}
	return resultScore(share, ply)
}
