package engine

import (
	"context"

	"tetrarch/search"
)

// Algorithm is one way to search.
type Algorithm struct {
	Name string
	// New makes a searcher. table gives the session's table, made when it is
	// first asked for.
	New func(table TableSource) (search.Searcher, error)
}

// TableSource gives the table that all searchers of a session share.
type TableSource func() (*search.Table, error)

// algorithms is the list of algorithms: one line each.
var algorithms = []Algorithm{
	{"auto", newAutomatic},
	{"alphabeta", newAlphaBeta},
	{"plain", tableless(search.NewPlain)},
	{"greedy", tableless(search.NewGreedy)},
	{"random", tableless(search.NewRandom)},
}

// tableless makes a searcher that needs no table of the session.
func tableless[S search.Searcher](make func() S) func(TableSource) (search.Searcher, error) {
	return func(TableSource) (search.Searcher, error) { return make(), nil }
}

func newAlphaBeta(table TableSource) (search.Searcher, error) {
	t, err := table()
	if err != nil {
		return nil, err
	}
	return search.NewAlphaBeta(t), nil
}

// Algorithms returns the names of the built-in algorithms, in order.
func Algorithms() []string { return algorithmNames(algorithms) }

func algorithmNames(list []Algorithm) []string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return names
}

// automatic chooses by the number of sides: alpha-beta knows only two.
type automatic struct{ two, more search.Searcher }

func newAutomatic(table TableSource) (search.Searcher, error) {
	two, err := newAlphaBeta(table)
	if err != nil {
		return nil, err
	}
	return &automatic{two, search.NewGreedy()}, nil
}

// Search implements [search.Searcher].
func (a *automatic) Search(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error) {
	if r.Position.Seating().Sides == 2 {
		return a.two.Search(ctx, r, l, c, each)
	}
	return a.more.Search(ctx, r, l, c, each)
}

// PonderHit implements [search.Searcher].
func (a *automatic) PonderHit() {
	a.two.PonderHit()
	a.more.PonderHit()
}

// NewGame implements [search.Searcher].
func (a *automatic) NewGame() {
	a.two.NewGame()
	a.more.NewGame()
}
