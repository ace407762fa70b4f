package bench

import (
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/movegen"
	"tetrarch/positions"
	"tetrarch/search"
)

// perftDepths are those of BenchmarkPerft, some hundred thousand leaves.
var perftDepths = map[string]int{"barca": 3, "barragoon": 3, "barricade": 5, "tricolor": 3}

// each runs a benchmark on the bench positions of every game.
func each(b *testing.B, f func(b *testing.B, g *engine.Game, plays []*game.Play)) {
	for _, g := range engine.Games() {
		b.Run(g.Rules.Name, func(b *testing.B) {
			lines, err := positions.Bench(g.Rules.Name)
			if err != nil {
				b.Fatal(err)
			}
			var plays []*game.Play
			for _, line := range lines {
				play, err := line.Open(g.Rules)
				if err != nil {
					b.Fatal(err)
				}
				plays = append(plays, play)
			}
			b.ReportAllocs()
			f(b, g, plays)
		})
	}
}

// perSecond reports a speed in millions.
func perSecond(b *testing.B, n uint64, unit string) {
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "M"+unit+"/s")
}

func BenchmarkPerft(b *testing.B) {
	each(b, func(b *testing.B, g *engine.Game, plays []*game.Play) {
		depth, ok := perftDepths[g.Rules.Name]
		if !ok {
			depth = 2
		}
		leaves := uint64(0)
		for b.Loop() {
			leaves += movegen.Perft(plays[0].Position(), depth)
		}
		perSecond(b, leaves, "leaves")
	})
}

func BenchmarkGenerate(b *testing.B) {
	each(b, func(b *testing.B, _ *engine.Game, plays []*game.Play) {
		var list game.MoveList
		moves, i := uint64(0), 0
		for b.Loop() {
			list.Reset()
			plays[i%len(plays)].Position().Generate(&list)
			moves += uint64(list.Len())
			i++
		}
		perSecond(b, moves, "moves")
	})
}

// BenchmarkMake makes and unmakes one action of a position a time.
func BenchmarkMake(b *testing.B) {
	each(b, func(b *testing.B, _ *engine.Game, plays []*game.Play) {
		lists := make([]game.MoveList, len(plays))
		clones := make([]game.Position, len(plays))
		for i, p := range plays {
			clones[i] = p.Position().Clone()
			clones[i].Generate(&lists[i])
		}
		i := 0
		for b.Loop() {
			k := i % len(clones)
			m := lists[k].Moves[i/len(clones)%lists[k].Len()].Move
			clones[k].Make(m)
			clones[k].Unmake()
			i++
		}
		perSecond(b, uint64(i), "moves")
	})
}

func BenchmarkEvaluate(b *testing.B) {
	each(b, func(b *testing.B, g *engine.Game, plays []*game.Play) {
		evaluators := make([]game.Evaluator, len(plays))
		for i, p := range plays {
			evaluators[i] = g.Model.New(p.Position())
		}
		var to [game.MaxSides]game.Score
		i := 0
		for b.Loop() {
			evaluators[i%len(evaluators)].Evaluate(&to)
			i++
		}
		perSecond(b, uint64(i), "positions")
	})
}

// BenchmarkSearch searches every bench position, two actions less deep than the
// signature does. The allocations are those of beginning a search; none are a
// node's.
func BenchmarkSearch(b *testing.B) {
	each(b, func(b *testing.B, g *engine.Game, plays []*game.Play) {
		t, err := search.NewTable(Hash)
		if err != nil {
			b.Fatal(err)
		}
		nodes := uint64(0)
		for b.Loop() {
			for _, p := range plays {
				s, err := one(b.Context(), g, p, t, max(1, Depth(g.Rules.Name, p.Position().Seating().Sides)-2), 0)
				if err != nil {
					b.Fatal(err)
				}
				nodes += s.Nodes
			}
		}
		perSecond(b, nodes, "nodes")
	})
}

// TestSearchDoesNotAllocate compares what a short and a long search of the same
// position allocate, for every number of sides of every game: nodes must allocate
// nothing, so the difference is a few buffers that grow.
func TestSearchDoesNotAllocate(t *testing.T) {
	for _, g := range engine.Games() {
		lines, err := positions.Bench(g.Rules.Name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := search.NewTable(1)
		if err != nil {
			t.Fatal(err)
		}
		tried := map[int]bool{}
		for _, line := range lines {
			play, err := line.Open(g.Rules)
			if err != nil {
				t.Fatal(err)
			}
			sides := play.Position().Seating().Sides
			if tried[sides] {
				continue
			}
			tried[sides] = true
			s, root := search.NewAuto(table), g.Root(play)
			roll := play.Position().Base().Player == game.Chance
			allocs := func(nodes uint64) float64 {
				return testing.AllocsPerRun(2, func() {
					if _, err := s.Search(t.Context(), root, search.Limits{Nodes: nodes, Roll: roll}, search.Config{}, nil); err != nil {
						t.Fatal(err)
					}
				})
			}
			allocs(20000)
			short, long := allocs(2000), allocs(20000)
			t.Logf("%s for %d: %v allocations in 2000 nodes, %v in 20000", g.Rules.Name, sides, short, long)
			if long-short > 100 {
				t.Errorf("%s for %d: 18000 more nodes allocate %v times more, want none a node", g.Rules.Name, sides, long-short)
			}
		}
	}
}
