package engine

import (
	"tetrarch/search"
)

// Algorithm is one way to search.
type Algorithm struct {
	Name string
	// New makes a searcher. table gives the session's table, made when it is
	// first asked for.
	New func(table func() (*search.Table, error)) (search.Searcher, error)
}

// algorithms is the list of algorithms: one line each.
var algorithms = []Algorithm{
	{"auto", simple(search.NewGreedy)},
	{"random", simple(search.NewRandom)},
	{"greedy", simple(search.NewGreedy)},
}

// simple makes a searcher that needs no table.
func simple[S search.Searcher](make func() S) func(func() (*search.Table, error)) (search.Searcher, error) {
	return func(func() (*search.Table, error)) (search.Searcher, error) { return make(), nil }
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
