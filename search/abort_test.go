package search_test

import (
	"context"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// TestLinesStayInOrderWhenCutShort stops searches at many points: the lines are
// in order, of different actions, and no score is made up.
func TestLinesStayInOrderWhenCutShort(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, 4, 2)
	for nodes := uint64(1); nodes < 4000; nodes += 1 + nodes/7 {
		res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Nodes: nodes}, search.Config{MultiPV: 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[game.Move]bool{}
		for i, line := range res.Lines {
			if line.Score < -search.Mate || line.Score > search.Mate {
				t.Errorf("%d nodes: score %d", nodes, line.Score)
			}
			if i > 0 && line.Score > res.Lines[i-1].Score || seen[line.PV[0]] {
				t.Errorf("%d nodes: lines %+v", nodes, res.Lines)
			}
			seen[line.PV[0]] = true
		}
	}
}

// TestNoDecidedScoreFromMixedRolls evaluates rolls of which some outcomes win at
// once and others do not: no such mean may be told as a win in so many actions.
func TestNoDecidedScoreFromMixedRolls(t *testing.T) {
	v, err := toy.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse("g,5/0,0 - - w") // a roll of 1 wins, others do not
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewPlay(toy.Rules, p)
	for depth := 1; depth <= 5; depth++ {
		res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{Depth: depth, Roll: true}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s := res.Report().Score; s > game.MaxEval || s < 0 {
			t.Errorf("depth %d: score %d", depth, s)
		}
	}
}

// TestManyThreadsKeepTheTime asks for more threads than any machine has.
func TestManyThreadsKeepTheTime(t *testing.T) {
	g := walk(t, game.Setup{"retreat": "yes"}, 1, 3)
	start := time.Now()
	_, err := search.NewAlphaBeta(table(t)).Search(context.Background(), rootOf(g), search.Limits{MoveTime: 50 * time.Millisecond}, search.Config{Threads: 256}, nil)
	if d := time.Since(start); err != nil || d > 500*time.Millisecond {
		t.Errorf("asked for 50ms, took %v, %v", d, err)
	}
}
