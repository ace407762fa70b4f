package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// Numbers of the games that positions are taken from.
const (
	opening   = 6   // actions at the start that are drawn by lot
	perGame   = 10  // positions taken from one game at most
	oneIn     = 3   // one position in so many is taken
	longest   = 300 // actions of a game
	mostGames = 10000
)

// collect plays games by alpha-beta, with an opening by lot, until it has so many
// positions in which the subset leaves actions out. Each is returned with the
// game that led to it, which the search needs to see repetitions.
func collect(ctx context.Context, g *engine.Game, v game.Variant, o options) ([]*game.Play, error) {
	table, err := search.NewTable(1)
	if err != nil {
		return nil, err
	}
	var found []*game.Play
	for n := range uint64(mostGames) {
		rng := rand.New(rand.NewPCG(o.seed, n))
		s := search.NewAuto(table)
		s.NewGame()
		play := game.NewPlay(g.Rules, v.Start())
		for taken := 0; !play.Over() && len(play.Moves()) < longest && taken < perGame; {
			if len(found) == o.positions {
				return found, nil
			}
			if leavesOut(play.Position()) && rng.IntN(oneIn) == 0 {
				found = append(found, again(play, v))
				taken++
			}
			m, err := next(ctx, g, s, play, o.nodes, rng)
			if err != nil {
				return nil, err
			}
			play.Push(m)
		}
	}
	return nil, fmt.Errorf("%d games had %d positions in which the subset leaves actions out: want %d", mostGames, len(found), o.positions)
}

// leavesOut says that a player is to choose from a subset that leaves some
// actions out.
func leavesOut(p game.Position) bool {
	if p.Base().Player == game.Chance {
		return false
	}
	var all, some game.MoveList
	p.Generate(&all)
	p.(game.Selective).GenerateSelective(&some)
	return some.Len() < all.Len()
}

// again returns a copy of a game under way.
func again(play *game.Play, v game.Variant) *game.Play {
	c := game.NewPlay(play.Rules(), v.Start())
	for _, m := range play.Moves() {
		c.Push(m)
	}
	return c
}

// next returns the outcome of a roll, an action by lot, or what alpha-beta plays.
func next(ctx context.Context, g *engine.Game, s search.Searcher, play *game.Play, nodes uint64, rng *rand.Rand) (game.Move, error) {
	p := play.Position()
	var l game.MoveList
	if p.Base().Player == game.Chance {
		p.Generate(&l)
		return outcome(p, &l, rng), nil
	}
	if len(play.Moves()) < opening {
		p.Generate(&l)
		return l.Moves[rng.IntN(l.Len())].Move, nil
	}
	r, err := s.Search(ctx, g.Root(play), search.Limits{Nodes: nodes}, search.Config{}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return r.Best, err
}

// outcome draws the outcome of a roll by its odds.
func outcome(p game.Position, l *game.MoveList, rng *rand.Rand) game.Move {
	r := p.(game.Roller)
	_, den := r.Weight(l.Moves[0].Move)
	left := rng.IntN(den)
	for _, m := range l.Moves {
		num, _ := r.Weight(m.Move)
		if left -= num; left < 0 {
			return m.Move
		}
	}
	return l.Moves[l.Len()-1].Move
}
