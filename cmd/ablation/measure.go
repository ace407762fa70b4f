package main

import (
	"context"
	"io"
	"os"
	"slices"

	"golang.org/x/term"

	"tetrarch/search"
	"tetrarch/tournament"
)

// measure finds out whether a variant applies to the game, and if so plays its
// match.
func measure(ctx context.Context, g tournament.Game, o *options, v variant, errs io.Writer) (*row, error) {
	r := &row{Feature: v.name, Off: v.off(g).String()}
	decisions, alike, err := probe(ctx, g, o, v)
	if err != nil {
		return nil, err
	}
	if alike {
		r.Alike = decisions
		return r, nil
	}
	with, without, err := v.players(o)
	if err != nil {
		return nil, err
	}
	all := append([]tournament.Entrant{with}, slices.Repeat([]tournament.Entrant{without}, sides(g)-1)...)
	tournament.Distinguish(all)
	m := tournament.Match{
		Game: g, Players: all, Games: o.games, Limits: search.Limits{Nodes: o.nodes},
		Concurrency: o.concurrency, Seed: o.seed, Strict: true,
	}
	live := tournament.NewLive(errs, isTerminal(errs), m.Planned(), 0)
	m.Progress = live.Show
	s, err := m.Run(ctx)
	live.Close()
	if err != nil {
		return nil, err
	}
	r.take(s.Plain())
	return r, nil
}

// sides returns how many sides the game has.
func sides(g tournament.Game) int { return g.Variant.Start().Seating().Sides }

// isTerminal says whether a person watches w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}
