package main

import (
	"fmt"
	"maps"
	"slices"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// seatings are the cases beside every game as its rules have it without options:
// one line a case.
var seatings = []struct {
	game  string
	setup game.Setup
}{
	{"barricade", game.Setup{"homes": "124"}},
	{"barricade", game.Setup{"homes": "1234"}},
	{"barricade", game.Setup{"homes": "1234", "teams": "13/24"}},
	{"tricolor", game.Setup{"players": "3"}},
}

// baselines are algorithms that others are measured by. They compete only if
// --algorithms names them.
var baselines = []string{"uct", "expectimax", "plain", "greedy", "random"}

// manySided are algorithms for more than two sides. Of two sides paranoid is
// alphabeta under another name, best-reply is alphabeta without null moves, and
// maxn looks for the same values with fewer cutoffs: they compete there only if
// --algorithms names them.
var manySided = []string{"maxn", "paranoid", "best-reply"}

// match is a case: a game in one seating.
type match struct {
	name  string // the game's, with the number of seats and teams where these are not the usual ones
	game  *engine.Game
	setup game.Setup
	sides int
}

// allCases returns the cases, those of a game together.
func allCases() ([]match, error) {
	var list []match
	for _, g := range engine.Games() {
		setups := []game.Setup{nil}
		for _, s := range seatings {
			if s.game == g.Rules.Name {
				setups = append(setups, s.setup)
			}
		}
		usual := 0
		for i, setup := range setups {
			v, err := g.Rules.Variant(setup)
			if err != nil {
				return nil, err
			}
			seating := v.Start().Seating()
			if i == 0 {
				usual = seating.Seats
			}
			name := g.Rules.Name
			if seating.Seats != usual {
				name += fmt.Sprint(seating.Seats)
			}
			if seating.Sides != seating.Seats {
				name += "-teams"
			}
			list = append(list, match{name, g, setup, seating.Sides})
		}
	}
	return list, nil
}

// chosenCases returns the cases of these names, all if there are none.
func chosenCases(names []string) ([]match, error) {
	list, err := allCases()
	if err != nil || len(names) == 0 {
		return list, err
	}
	var chosen []match
	for i, name := range names {
		at := slices.IndexFunc(list, func(c match) bool { return c.name == name })
		switch {
		case at < 0:
			known := make([]string, len(list))
			for i, c := range list {
				known[i] = c.name
			}
			return nil, fmt.Errorf("case %q is unknown: want %s", name, engine.Either(known))
		case slices.Contains(names[:i], name):
			return nil, fmt.Errorf("case %s is named twice: want each once", name)
		}
		chosen = append(chosen, list[at])
	}
	return chosen, nil
}

// candidates returns the algorithms that compete in a case: of those named, or
// without names of all that may be the strongest, the ones that can play it.
func (c *match) candidates(names []string) ([]string, error) {
	var known, list []string
	for _, a := range search.Algorithms()[1:] { // the first is auto
		known = append(known, a.Name)
		named := slices.Contains(names, a.Name)
		if len(names) == 0 {
			named = !slices.Contains(baselines, a.Name) && (c.sides > 2 || !slices.Contains(manySided, a.Name))
		}
		if named && (c.sides == 2 || !a.TwoSides) {
			list = append(list, a.Name)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("algorithm %q is unknown: want %s", name, engine.Either(known))
		}
	}
	if len(list) < c.sides {
		return nil, fmt.Errorf("case %s: number of algorithms that can play it %d: want at least %d", c.name, len(list), c.sides)
	}
	return list, nil
}

// automatic returns the algorithm that auto takes in a case today.
func (c *match) automatic() string {
	if c.sides == 2 {
		return "alphabeta"
	}
	switch c.game.Tuning.Views[c.sides] {
	case search.Paranoid:
		return "paranoid"
	case search.BestReply:
		return "best-reply"
	}
	return "maxn"
}

// rules returns the options of a case as definitions of matches hold them.
func (c *match) rules() map[string]any {
	rules := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(c.setup)) {
		rules[name] = c.setup[name]
	}
	return rules
}
