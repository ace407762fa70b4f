package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tetrarch/search"
	"tetrarch/tournament"
)

// hopeless are the features that are measured only when named: the search comes
// nowhere without them.
const hopeless = search.FeatureCutoffs

// variant is what the engine does without: a feature, or several together.
type variant struct {
	name     string // features joined by +
	features search.Features
}

// algorithms returns the names of those that have features.
func algorithms() []string {
	list := slices.DeleteFunc(search.Algorithms(), func(a search.Algorithm) bool { return !a.Tabled })
	return search.AlgorithmNames(list)
}

// treeSearch is the algorithm that has features of its own.
const treeSearch = "mcts"

// parseVariants reads variants; none means each feature of the algorithm by itself,
// but for the hopeless ones.
func parseVariants(names []string, algorithm string) ([]variant, error) {
	if len(names) == 0 {
		for _, name := range search.FeatureNames() {
			f, err := search.ParseFeatures(name)
			if err == nil && f&hopeless == 0 && (f&search.TreeFeatures != 0) == (algorithm == treeSearch) {
				names = append(names, name)
			}
		}
	}
	var list []variant
	known := map[search.Features]bool{}
	for _, name := range names {
		f, err := search.ParseFeatures(strings.ReplaceAll(name, "+", ","))
		switch {
		case err != nil:
			return nil, fmt.Errorf("--features: %w", err)
		case f == 0:
			return nil, errors.New("--features: a name is missing: want names separated by commas, or by + for features that are left out together")
		case known[f]:
			return nil, fmt.Errorf("--features: %s is given twice", name)
		}
		known[f] = true
		list = append(list, variant{strings.ReplaceAll(f.String(), ",", "+"), f})
	}
	return list, nil
}

// off returns the variant's features that the game's tuning switches off.
func (v variant) off(g tournament.Game) search.Features { return g.Tuning.Without & v.features }

// on returns the game with the variant's features switched on.
func (v variant) on(g tournament.Game) tournament.Game {
	if v.off(g) == 0 {
		return g
	}
	tuned := *g.Game
	tuned.Tuning.Without &^= v.features
	g.Game = &tuned
	return g
}

// players returns the engine with the variant's features, all of them, and the
// engine without. They ask no tables of endgames, so that results are the same
// wherever the program stands.
func (v variant) players(o *options) (with, without tournament.Entrant, err error) {
	kind := o.algorithm
	if kind == "auto" {
		kind = "tetrarch"
	}
	player := func(name, field string) (tournament.Entrant, error) {
		e, err := tournament.ParsePlayer(fmt.Sprintf("%s,name=%s,hash=%d,endgame=none%s", kind, name, o.hash, field))
		open := e.Open
		e.Open = func(g tournament.Game) (tournament.Player, error) { return open(v.on(g)) }
		return e, err
	}
	if with, err = player("with "+v.name, ""); err != nil {
		return with, without, err
	}
	without, err = player("without "+v.name, ",without="+v.name)
	return with, without, err
}
