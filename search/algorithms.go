package search

import (
	"context"
	"slices"
)

// Algorithm is one way to search, as users name it.
type Algorithm struct {
	Name string
	// Help says on one line how it searches.
	Help string
	// Tabled says that New needs a table, which NewGame of what it makes empties;
	// others ignore it.
	Tabled bool
	// Limited says that it thinks until a limit stops it.
	Limited bool
	// TwoSides says that it plays games of two sides only.
	TwoSides bool
	// New makes a searcher that remembers positions in t, which may be nil
	// unless Tabled.
	New func(t *Table) Searcher
}

// algorithms is the list of all algorithms: one line each.
var algorithms = []Algorithm{
	{"auto", "the engine's own choice: alphabeta for two sides, what suits the game for more", true, true, false, NewAuto},
	{"alphabeta", "alpha-beta with a table and selective features", true, true, true, tabled(NewAlphaBeta)},
	{"maxn", "every side for itself", true, true, false, tabled(NewMaxN)},
	{"paranoid", "all other sides against the one that acts", true, true, false, tabled(NewParanoid)},
	{"best-reply", "all other sides against the one that acts, one choosing at a time", true, true, false, tabled(NewBestReply)},
	{"mcts", "Monte Carlo tree search with evaluated leaves", true, true, false, tabled(NewMCTS)},
	{"uct", "plain Monte Carlo tree search: random playouts, no evaluation", true, true, false, tabled(NewUCT)},
	{"expectimax", "full-width expectiminimax without cutoffs, to measure others by", false, true, true, tableless(NewExpectimax)},
	{"plain", "full-width alpha-beta or max^n without table or selective features", false, true, false, tableless(NewPlain)},
	{"greedy", "the best evaluation one action ahead, a simple one where the game has that", false, false, false, tableless(NewGreedy)},
	{"random", "any legal action", false, false, false, tableless(NewRandom)},
}

func tabled[S Searcher](make func(*Table) S) func(*Table) Searcher {
	return func(t *Table) Searcher { return make(t) }
}

func tableless[S Searcher](make func() S) func(*Table) Searcher {
	return func(*Table) Searcher { return make() }
}

// Algorithms returns the list of algorithms, the default first.
func Algorithms() []Algorithm { return slices.Clone(algorithms) }

// AlgorithmNames returns the names in a list, in its order.
func AlgorithmNames(list []Algorithm) []string {
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = a.Name
	}
	return names
}

// automatic is alpha-beta in games of two sides and in others the view that the
// game is tuned for.
type automatic struct{ AlphaBeta }

// NewAuto returns the search that suits each position that it is given:
// [NewAlphaBeta] for two sides, and for more what [Tuning] says.
func NewAuto(t *Table) Searcher { return &automatic{AlphaBeta{table: t}} }

// Search implements [Searcher].
func (a *automatic) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	a.view = viewOf(r, r.Tuning.orDefaults().Views[r.Position.Seating().Sides])
	return a.AlphaBeta.Search(ctx, r, l, c, each)
}
