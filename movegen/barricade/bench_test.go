package barricade

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// BenchmarkRandomPlay plays random games and reports turns a second.
func BenchmarkRandomPlay(b *testing.B) {
	for _, homes := range []string{"14", "1234"} {
		b.Run(homes, func(b *testing.B) {
			v := variant(b, "classic", "homes="+homes)
			p := v.Start().(*Position)
			fresh := p.core
			rng := rand.New(rand.NewPCG(1, 2))
			var l game.MoveList
			turns := 0
			b.ReportAllocs()
			for b.Loop() {
				l.Reset()
				p.Generate(&l)
				if l.Len() == 0 || len(p.stack) > 4000 {
					p.core, p.stack = fresh, p.stack[:0]
					continue
				}
				p.Make(l.Moves[rng.IntN(l.Len())].Move)
				if p.phase == rollDue {
					turns++
				}
			}
			b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// BenchmarkMakeUnmake makes and takes back every move of a middle game.
func BenchmarkMakeUnmake(b *testing.B) {
	p := parse(b, variant(b, "classic"), middle)
	var l game.MoveList
	p.Generate(&l)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.Make(l.Moves[i%l.Len()].Move)
		p.Unmake()
	}
}

const middle = "a13,b11,d13,f11,f3,g13,g5,i10,i11,i13,j13 0,e7,h9,k1,k3,m1/-/-/0,i1,j5,l3,n1,q2 - 4 6 436"

func BenchmarkGenerate(b *testing.B) {
	p := parse(b, variant(b, "classic"), middle)
	var l game.MoveList
	b.ReportAllocs()
	for b.Loop() {
		l.Reset()
		p.Generate(&l)
	}
	b.ReportMetric(float64(l.Len()), "moves")
}

func BenchmarkRankPlacements(b *testing.B) {
	p := parse(b, variant(b, "classic"), "b11,d13,e13,e2,g11,i10,i11,i13,i9,q13 0,a2,b3,d5,e1,h1/-/-/0,g7,g8,k5,q2,q3 - 4 b 238")
	var l game.MoveList
	b.ReportAllocs()
	for b.Loop() {
		l.Reset()
		p.GenerateSelective(&l)
		p.Rank(&l)
	}
}
