package barragoon

import (
	"testing"

	"tetrarch/game"
)

// benchPositions are from the start, the middle and the end of random play.
var benchPositions = []string{
	closedStart,
	"1v5/z1w3z/x1dv1d1/1d1V1x1/V1x1x1x/1x2^D1/1Z5/5D1/4ZD1 w - 3 27",
	"1Y1Z1e^/4+v</2Ds1d1/5|1/3|3/1N1Z2D/3V3/Nd1V1d1/2ND1Nz w - 22 6",
	"1Yn2^w/V3S^1/2>4/+1|w3/2v1ez1/2w1ZWd/1^1<+1d/1W2++1/1-Ez<2 b - 57 59",
}

var placePositions = []string{
	"1v5/z5z/d3d2/1v2dx1/x1x1x1x/1xD2x1/1D1D1Z1/3VZ2/5V1 b b 0 10",
	"d1D><dW/4S>|/N4^1/^w3Vw/We1D1Sx/s2>2v/^1s3>/6Y/E3Y2 b b 0 148",
	"2E2z</2vE1v1/2W4/dxd3z/3D2x/1x1x1V1/VZZ1+2/3D3/2D4 b b 0 37",
}

func overPositions(b *testing.B, texts []string, each func(p *Position)) {
	var ps []*Position
	for _, text := range texts {
		ps = append(ps, parse(b, text))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		each(ps[i%len(ps)])
	}
}

func BenchmarkGenerate(b *testing.B) {
	var l game.MoveList
	overPositions(b, benchPositions, func(p *Position) { l.Reset(); p.Generate(&l) })
}

func BenchmarkCount(b *testing.B) {
	overPositions(b, benchPositions, func(p *Position) { p.Count() })
}

func BenchmarkTactical(b *testing.B) {
	var l game.MoveList
	overPositions(b, benchPositions, func(p *Position) { l.Reset(); p.GenerateTactical(&l) })
}

func BenchmarkRank(b *testing.B) {
	var l game.MoveList
	overPositions(b, benchPositions, func(p *Position) { l.Reset(); p.Generate(&l); p.Rank(&l) })
}

func BenchmarkMakeUnmake(b *testing.B) {
	var l game.MoveList
	i := 0
	overPositions(b, benchPositions, func(p *Position) {
		l.Reset()
		p.Generate(&l)
		m := l.Moves[i%l.Len()].Move
		i++
		for range 10 {
			p.Make(m)
			p.Unmake()
		}
	})
}

// BenchmarkMakeUnmakePlacement makes the first of two placements, after which
// there is nothing to settle: the price of copying.
func BenchmarkMakeUnmakePlacement(b *testing.B) {
	p := parse(b, "7/7/7/7/7/7/7/7/Zz5 w wb 0 1")
	for b.Loop() {
		p.Make(place(allTurns, 30))
		p.Unmake()
	}
}

func BenchmarkSettle(b *testing.B) {
	overPositions(b, benchPositions, func(p *Position) { p.witness = noWitness; p.settle() })
}

func BenchmarkPlacements(b *testing.B) {
	var l game.MoveList
	b.Run("all", func(b *testing.B) {
		overPositions(b, placePositions, func(p *Position) { l.Reset(); p.Generate(&l) })
	})
	b.Run("selective", func(b *testing.B) {
		overPositions(b, placePositions, func(p *Position) {
			l.Reset()
			p.effects.known = false
			p.GenerateSelective(&l)
		})
	})
	b.Run("tactical", func(b *testing.B) {
		overPositions(b, placePositions, func(p *Position) { l.Reset(); p.GenerateTactical(&l) })
	})
	b.Run("rank", func(b *testing.B) {
		overPositions(b, placePositions, func(p *Position) {
			l.Reset()
			p.Generate(&l)
			p.effects.known = false
			p.Rank(&l)
		})
	})
}

func BenchmarkWholeTurns3(b *testing.B) {
	p := variantOf(b).Start().(*Position)
	for b.Loop() {
		if n := wholeTurns(p, 3); n != 248_873_750 {
			b.Fatal(n)
		}
	}
}

// BenchmarkCopy and BenchmarkToggle compare the two ways to take back a
// placement: to copy the position, there and back, or to lift the barragoon.
func BenchmarkCopy(b *testing.B) {
	p := parse(b, closedStart)
	var kept saved
	for b.Loop() {
		kept = saved{p.State, p.board}
		p.State, p.board = kept.state, kept.board
	}
}

func BenchmarkToggle(b *testing.B) {
	p := parse(b, closedStart)
	for b.Loop() {
		p.toggleKeyed(allTurns, 30)
		p.toggleKeyed(allTurns, 30)
	}
}
