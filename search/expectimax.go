package search

import "context"

// Expectimax is plain expectiminimax with iterative deepening, which without
// dice is minimax: every action and every outcome to the same depth, then the
// evaluation; nothing is cut, remembered or left out. It is the measure of what
// alpha-beta, Star1 and Star2 save, and plays as [Plain] does, only slower.
type Expectimax struct{ inner *AlphaBeta }

// NewExpectimax returns an Expectimax.
func NewExpectimax() *Expectimax {
	return &Expectimax{inner: NewPlain().inner}
}

// Search implements [Searcher]; c.Without, c.Threads and r.Oracle are ignored.
// The error is [ErrSides] in games of more than two sides.
func (e *Expectimax) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	r.Oracle = nil
	c.Without, c.Threads = AllFeatures, 1
	return e.inner.Search(ctx, r, l, c, each)
}

// PonderHit implements [Searcher].
func (e *Expectimax) PonderHit() { e.inner.PonderHit() }

// NewGame implements [Searcher].
func (e *Expectimax) NewGame() { e.inner.NewGame() }
