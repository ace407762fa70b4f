package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// players are all algorithms that play so many sides, at full strength and at
// some levels.
func players(t *testing.T, sides int) map[string]search.Searcher {
	list := map[string]search.Searcher{}
	for _, a := range search.Algorithms() {
		if a.TwoSides && sides != 2 {
			continue
		}
		list[a.Name] = a.New(table(t))
		for _, level := range []float64{0, 12.5} {
			list[fmt.Sprintf("%s at level %v", a.Name, level)] = search.WithLevel(a.New(table(t)), level)
		}
	}
	return list
}

// decisions are positions of the toy race in which somebody has several actions.
func decisions(t *testing.T) []*game.Play {
	var list []*game.Play
	for _, setup := range []game.Setup{
		{"dice": "no"}, {"retreat": "yes"}, {"seats": "3", "dice": "no"}, {"seats": "4", "teams": "13/24", "dice": "no"}, {"seats": "3"},
	} {
		g := walk(t, setup, 5, 3)
		if g.Position().Base().Player == game.Chance {
			var l game.MoveList
			g.Position().Generate(&l)
			g.Push(l.Moves[1].Move)
		}
		list = append(list, g)
	}
	return list
}

// actionsOf lists what may be played.
func actionsOf(g *game.Play) []game.Move {
	var l game.MoveList
	g.Position().Generate(&l)
	var list []game.Move
	for _, s := range l.Moves {
		list = append(list, s.Move)
	}
	return list
}

// TestSeveralLines wants as many lines as were asked for from every algorithm,
// each of another action, numbered, the best of them first and told last.
func TestSeveralLines(t *testing.T) {
	for _, g := range decisions(t) {
		actions := actionsOf(g)
		for name, s := range players(t, g.Position().Seating().Sides) {
			for _, n := range []int{1, 3, 200} {
				told := map[int]search.Report{}
				res, err := s.Search(context.Background(), rootOf(g), search.Limits{Nodes: 1200}, search.Config{MultiPV: n}, func(r search.Report) {
					if len(r.PV) > 0 {
						told[r.Multi] = r
					}
				})
				where := fmt.Sprintf("%s: %s, %d lines", game.Text(g.Position()), name, n)
				if want := min(n, len(actions)); err != nil || len(res.Lines) != want {
					t.Errorf("%s: %d lines, want %d: %v", where, len(res.Lines), want, err)
					continue
				}
				var seen []game.Move
				for i, line := range res.Lines {
					if line.Multi != i+1 || !slices.Contains(actions, line.PV[0]) || slices.Contains(seen, line.PV[0]) {
						t.Errorf("%s: line %d is number %d and begins with %d", where, i+1, line.Multi, line.PV[0])
					}
					seen = append(seen, line.PV[0])
				}
				if res.Best != res.Lines[0].PV[0] || len(told) == 0 || told[1].Nodes == 0 {
					t.Errorf("%s: plays %d, best line %v, told %v", where, res.Best, res.Lines[0].PV, told)
				}
			}
		}
	}
}

// TestOnlyForAll confines every algorithm to one action, and to two.
func TestOnlyForAll(t *testing.T) {
	for _, g := range decisions(t) {
		actions := actionsOf(g)
		for name, s := range players(t, g.Position().Seating().Sides) {
			for i, m := range actions {
				for _, only := range [][]game.Move{{m}, {m, actions[(i+1)%len(actions)]}} {
					res, err := s.Search(context.Background(), rootOf(g), search.Limits{Nodes: 500, Only: only}, search.Config{MultiPV: 5}, nil)
					if err != nil || !slices.Contains(only, res.Best) || len(res.Lines) != len(only) {
						t.Errorf("%s: %s confined to %v: %d in %d lines, %v", game.Text(g.Position()), name, only, res.Best, len(res.Lines), err)
					}
					for _, line := range res.Lines {
						if !slices.Contains(only, line.PV[0]) {
							t.Errorf("%s: %s confined to %v: line %v", game.Text(g.Position()), name, only, line.PV)
						}
					}
				}
			}
		}
	}
}

// TestRollHasOneLine wants the mean of the outcomes from every algorithm, and no
// line for each.
func TestRollHasOneLine(t *testing.T) {
	for _, setup := range []game.Setup{{}, {"seats": "3"}} {
		g := walk(t, setup, 0, 1)
		sides := g.Position().Seating().Sides
		for name, s := range players(t, sides) {
			res, err := s.Search(context.Background(), rootOf(g), search.Limits{Nodes: 3000, Roll: true}, search.Config{MultiPV: 3}, nil)
			if err != nil || len(res.Lines) != 1 || !slices.Equal(res.Lines[0].PV, []game.Move{game.NoMove}) {
				t.Errorf("%v: %s: lines %+v, %v", setup, name, res.Lines, err)
				continue
			}
			sum, slack := 0, 0
			for _, v := range res.Lines[0].Values[:sides] {
				sum, slack = sum+int(v), slack+sides
			}
			if want := (2 - sides) * int(game.MaxEval); sum < want-slack || sum > want+slack {
				t.Errorf("%v: %s: values %v sum to %d, want %d", setup, name, res.Lines[0].Values[:sides], sum, want)
			}
		}
	}
}
