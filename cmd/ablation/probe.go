package main

import (
	"context"
	"errors"
	"sync/atomic"

	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/tournament"
)

// The bounds of a probe: turns of a game, and nodes of a search that a depth is to
// end.
const (
	probeTurns = 300
	probeNodes = 5000
)

// probe plays games in which every decision is made twice, with the variant's
// features and without. As long as both do the same nothing tells them apart, not
// even what they remember; at the first difference the probe ends. It returns the
// number of decisions if all were alike, and whether they were.
func probe(ctx context.Context, g tournament.Game, o *options, v variant) (decisions int64, alike bool, err error) {
	with, without, err := v.players(o)
	if err != nil {
		return 0, false, err
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	var count atomic.Int64
	var differ atomic.Bool
	player := func(name string) tournament.Entrant {
		return tournament.Entrant{Name: name, Open: func(g tournament.Game) (tournament.Player, error) {
			first, err := with.Open(g)
			if err != nil {
				return nil, err
			}
			second, err := without.Open(g)
			return &twins{with: first, without: second, count: &count, differ: func() { differ.Store(true); stop() }}, err
		}}
	}
	all := make([]tournament.Entrant, sides(g))
	for i := range all {
		all[i] = player("twins")
	}
	tournament.Distinguish(all)
	_, err = tournament.Match{
		Game: g, Players: all,
		Games: o.probe, Limits: search.Limits{Nodes: o.nodes}, Concurrency: o.concurrency,
		Seed: o.seed, MaxTurns: probeTurns, Strict: true,
	}.Run(inner)
	if differ.Load() && ctx.Err() == nil && (err == nil || errors.Is(err, context.Canceled)) {
		return 0, false, nil
	}
	return count.Load(), err == nil, err
}

// twins is a player that makes every decision with the features and without, and
// plays the former's. differ is called when they are not the same.
type twins struct {
	with, without tournament.Player
	made          int // decisions of the game
	count         *atomic.Int64
	differ        func()
}

// NewGame implements [tournament.Player].
func (t *twins) NewGame(ctx context.Context, g *game.Play, seed uint64) error {
	t.made = 0
	return errors.Join(t.with.NewGame(ctx, g, seed), t.without.NewGame(ctx, g, seed))
}

// Choose implements [tournament.Player].
func (t *twins) Choose(ctx context.Context, g *game.Play, l search.Limits) (tournament.Decision, error) {
	if l.Depth = depthOf(t.made); l.Depth > 0 {
		l.Nodes = max(l.Nodes, probeNodes)
	}
	t.made++
	with, err := t.with.Choose(ctx, g, l)
	if err != nil {
		return with, err
	}
	without, err := t.without.Choose(ctx, g, l)
	switch {
	case err != nil || ctx.Err() != nil:
	case with != without:
		t.differ()
	default:
		t.count.Add(1)
	}
	return with, err
}

// Close implements [tournament.Player].
func (t *twins) Close() error { return errors.Join(t.with.Close(), t.without.Close()) }

// depthOf limits every other decision of a game to a few actions: searches that
// end by their depth differ in nodes where those that end by nodes may not, and
// come deep enough for every feature however few nodes the match allows.
func depthOf(decision int) int {
	if decision%2 == 0 {
		return 0
	}
	return 3 + decision/2%3
}
