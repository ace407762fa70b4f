package barca

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// benchPositions are the positions of one random game, so that benchmarks see
// all sorts.
func benchPositions(b *testing.B) []*Position {
	b.Helper()
	rng := rand.New(rand.NewPCG(13, 14))
	p := mustParse(b, StartText)
	var ps []*Position
	var l game.MoveList
	for len(ps) < 64 && !p.Over {
		ps = append(ps, p.Clone().(*Position))
		l.Reset()
		p.Generate(&l)
		p.Make(l.Moves[rng.IntN(l.Len())].Move)
	}
	return ps
}

func BenchmarkPerft(b *testing.B) {
	b.ReportAllocs()
	p := mustParse(b, StartText)
	lists := make([]game.MoveList, 5)
	perft(p, 4, lists)
	leaves := 0
	for b.Loop() {
		leaves += perft(p, 4, lists)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}

func BenchmarkGenerate(b *testing.B) {
	b.ReportAllocs()
	ps := benchPositions(b)
	l := game.MoveList{Moves: make([]game.Scored, 0, 256)}
	for i := 0; b.Loop(); i++ {
		l.Reset()
		ps[i%len(ps)].Generate(&l)
	}
}

func BenchmarkGenerateTactical(b *testing.B) {
	b.ReportAllocs()
	ps := benchPositions(b)
	l := game.MoveList{Moves: make([]game.Scored, 0, 256)}
	for i := 0; b.Loop(); i++ {
		l.Reset()
		ps[i%len(ps)].GenerateTactical(&l)
	}
}

func BenchmarkRank(b *testing.B) {
	b.ReportAllocs()
	ps := benchPositions(b)
	lists := make([]game.MoveList, len(ps))
	for i, p := range ps {
		p.Generate(&lists[i])
	}
	for i := 0; b.Loop(); i++ {
		ps[i%len(ps)].Rank(&lists[i%len(ps)])
	}
}

func BenchmarkCount(b *testing.B) {
	b.ReportAllocs()
	ps := benchPositions(b)
	n := 0
	for i := 0; b.Loop(); i++ {
		n += ps[i%len(ps)].Count()
	}
	b.ReportMetric(float64(n)/float64(b.N), "moves/op")
}

// BenchmarkMakeUnmake plays and takes back every move of the positions in turn.
func BenchmarkMakeUnmake(b *testing.B) {
	b.ReportAllocs()
	ps := benchPositions(b)
	lists := make([]game.MoveList, len(ps))
	for i, p := range ps {
		p.Generate(&lists[i])
		p.Make(lists[i].Moves[0].Move)
		p.Unmake()
	}
	moves := 0
	for i := 0; b.Loop(); i++ {
		p := ps[i%len(ps)]
		for _, m := range lists[i%len(ps)].Moves {
			p.Make(m.Move)
			p.Unmake()
			moves++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}
