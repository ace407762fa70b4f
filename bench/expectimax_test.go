package bench

import (
	"fmt"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/positions"
	"tetrarch/search"
)

// steps are the searches that are compared with plain expectiminimax: each turns
// on what is named, besides what the ones before it do, and none of them may
// change a value.
var steps = []struct {
	name string
	on   search.Features
}{
	{"expectimax", 0},
	{"alpha-beta", search.FeatureCutoffs | search.FeatureHints | search.FeatureKillers | search.FeatureHistory |
		search.FeatureCountermove | search.FeatureScout | search.FeatureAspiration},
	{"star1", search.FeatureStar1},
	{"star2", search.FeatureStar2},
	{"table", search.FeatureTable | search.FeatureSymmetry},
}

// dicePositions are the bench positions of two sides in games with dice.
func dicePositions(tb testing.TB) (plays []*game.Play, games []*engine.Game) {
	for _, g := range engine.Games() {
		lines, err := positions.Bench(g.Rules.Name)
		if err != nil {
			tb.Fatal(err)
		}
		for _, line := range lines {
			play, err := line.Open(g.Rules)
			if err != nil {
				tb.Fatal(err)
			}
			if _, ok := play.Position().(game.Roller); ok && play.Position().Seating().Sides == 2 {
				plays, games = append(plays, play), append(games, g)
			}
		}
	}
	return plays, games
}

// values searches every dice position to a depth and returns what it is worth,
// and the nodes of all.
func values(tb testing.TB, depth int, without search.Features) (scores []game.Score, nodes uint64) {
	plays, games := dicePositions(tb)
	t, err := search.NewTable(Hash)
	if err != nil {
		tb.Fatal(err)
	}
	for i, play := range plays {
		s := search.NewAuto(t)
		s.NewGame()
		limits := search.Limits{Depth: depth, Roll: play.Position().Base().Player == game.Chance}
		r, err := s.Search(tb.Context(), games[i].Root(play), limits, search.Config{Without: without}, nil)
		if err != nil {
			tb.Fatal(err)
		}
		scores = append(scores, r.Report().Score)
		nodes += r.Report().Nodes
	}
	return scores, nodes
}

// BenchmarkExpectimax reports for every step the nodes of all dice positions,
// deepening to one, two and three actions after the dice.
func BenchmarkExpectimax(b *testing.B) {
	for depth := 1; depth <= 3; depth++ {
		off := search.AllFeatures
		for _, step := range append(steps, struct {
			name string
			on   search.Features
		}{"all", search.AllFeatures}) {
			off &^= step.on
			b.Run(fmt.Sprintf("depth=%d/%s", depth, step.name), func(b *testing.B) {
				nodes := uint64(0)
				for b.Loop() {
					_, nodes = values(b, depth, off)
				}
				b.ReportMetric(float64(nodes), "nodes")
			})
		}
	}
}

// TestStepsKeepTheValue compares every step with plain expectiminimax: none
// changes what a position is worth, and Star1, Star2 and the table save nodes.
func TestStepsKeepTheValue(t *testing.T) {
	const depth = 2
	off := search.AllFeatures
	want, all := values(t, depth, off)
	before := all
	for _, step := range steps[1:] {
		off &^= step.on
		got, nodes := values(t, depth, off)
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: position %d is worth %d, by expectimax %d", step.name, i, got[i], want[i])
			}
		}
		if before < nodes && step.name != "alpha-beta" {
			t.Errorf("%s: %d nodes, want fewer than the %d without it", step.name, nodes, before)
		}
		before = nodes
	}
	if before*2 > all {
		t.Errorf("%d nodes with every step, want at most half of expectimax's %d", before, all)
	}
}
