package search

import "context"

// Plain is full-width search with iterative deepening: every action to the same
// depth, then the evaluation; no table, no quiescence, nothing selective. It
// orders actions as AlphaBeta does. With two sides it is alpha-beta, whose value
// is that of minimax; with more it is max^n with shallow pruning, whose values
// are those of max^n.
type Plain struct{ inner *AlphaBeta }

// NewPlain returns a Plain.
func NewPlain() *Plain {
	t, err := NewTable(1) // never probed
	if err != nil {
		panic(err)
	}
	return &Plain{inner: NewAlphaBeta(t)}
}

// Search implements [Searcher]; c.Without, c.Threads and r.Oracle are ignored.
func (p *Plain) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	r.Oracle = nil
	c.Without, c.Threads = AllFeatures&^ExactFeatures, 1
	p.inner.view = viewOf(r, MaxN)
	return p.inner.Search(ctx, r, l, c, each)
}

// PonderHit implements [Searcher].
func (p *Plain) PonderHit() { p.inner.PonderHit() }

// NewGame implements [Searcher].
func (p *Plain) NewGame() { p.inner.NewGame() }
