package tricolor

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen"
)

// BenchmarkPerft counts the sequences of four actions, in bulk at the last.
func BenchmarkPerft(b *testing.B) {
	p := variantOf(b, "").Start()
	for b.Loop() {
		movegen.Perft(p, 4)
	}
	b.ReportMetric(55831304*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}

// middlegames returns positions of random games.
func middlegames(b *testing.B) (all []*Position) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 8 {
		for p := variantOf(b, "").Start().(*Position); !p.Over; playRandomly(p, rng, 1) {
			all = append(all, p.Clone().(*Position))
		}
	}
	return all
}

// BenchmarkMake makes and unmakes every action of a position and reports the
// time of one.
func BenchmarkMake(b *testing.B) {
	all := middlegames(b)
	var l game.MoveList
	moves := 0
	for i := 0; b.Loop(); i++ {
		p := all[i%len(all)]
		l.Reset()
		p.Generate(&l)
		for _, m := range l.Moves {
			p.Make(m.Move)
			p.Unmake()
		}
		moves += l.Len()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

func BenchmarkGenerate(b *testing.B) {
	all := middlegames(b)
	var l game.MoveList
	for i := 0; b.Loop(); i++ {
		l.Reset()
		all[i%len(all)].Generate(&l)
	}
}

func BenchmarkRank(b *testing.B) {
	all := middlegames(b)
	var l game.MoveList
	for i := 0; b.Loop(); i++ {
		p := all[i%len(all)]
		l.Reset()
		p.Generate(&l)
		p.Rank(&l)
	}
}
