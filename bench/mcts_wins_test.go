package bench

import (
	"context"
	"slices"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/positions"
	"tetrarch/search"
)

// TestForcedWinsAreProvenInTheTree gives MCTS the shortest wins of the suites: it
// must prove each, in no fewer turns than there are, and play an action that wins.
func TestForcedWinsAreProvenInTheTree(t *testing.T) {
	const most, nodes = 12, 200_000
	eachSuite(t, func(t *testing.T, g *engine.Game, table *search.Table, lines []positions.Line) {
		s, tried, work := search.NewMCTS(table), 0, effort{}
		for _, line := range lines {
			play, win, best := openWin(t, g.Rules, line)
			if win > 3 || tried == most {
				continue
			}
			tried++
			s.NewGame()
			res, err := s.Search(context.Background(), g.Root(play), search.Limits{Nodes: nodes}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			rep := res.Report()
			work.add(rep.Nodes, rep.Elapsed)
			if rep.Score <= game.MaxEval || rep.Score > search.Mate-game.Score(win) {
				t.Errorf("%s: score %d after %d nodes, want a win proven within no fewer than %d actions", line.Source, rep.Score, rep.Nodes, win)
			}
			if move := play.Position().FormatMove(res.Best); win == 1 && !slices.Contains(best, move) {
				t.Errorf("%s: plays %s, want one of %v", line.Source, move, best)
			}
		}
		if tried == 0 {
			t.Error("no win is short enough: the test is too weak")
		}
		t.Logf("%v", work)
	})
}
