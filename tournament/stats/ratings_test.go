package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// duel is a game of two single players.
func duel(a, b, shareOfA int) []Side {
	return []Side{{[]int{a}, shareOfA}, {[]int{b}, Unit - shareOfA}}
}

func add(t testing.TB, f *Field, block ...[]Side) {
	t.Helper()
	if err := f.Add(block...); err != nil {
		t.Fatal(err)
	}
}

// minorize is the oracle: the algorithm of Hunter (MM algorithms for
// generalized Bradley-Terry models, Annals of Statistics 32, 2004) for games of
// single players, with the prior's games against an opponent of strength 1.
func minorize(players int, prior float64, games [][]Side) []float64 {
	strength := make([]float64, players)
	for i := range strength {
		strength[i] = 1
	}
	for range 20000 {
		won, rate := make([]float64, players), make([]float64, players)
		for i := range won {
			won[i] = prior
			rate[i] = 2 * prior / (1 + strength[i])
		}
		for _, g := range games {
			sum := 0.0
			for _, s := range g {
				sum += strength[s.Players[0]]
			}
			for _, s := range g {
				won[s.Players[0]] += float64(s.Share) / Unit
				rate[s.Players[0]] += 1 / sum
			}
		}
		for i := range strength {
			strength[i] = won[i] / rate[i]
		}
	}
	for i, s := range strength {
		strength[i] = math.Log(s)
	}
	anchor(strength, make([]int, players))
	for i := range strength {
		strength[i] *= eloUnit
	}
	return strength
}

func TestRatingsAgainstMM(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct{ players, sides, games int }{{2, 2, 10}, {5, 2, 60}, {4, 4, 30}, {6, 3, 40}, {3, 2, 3}} {
		f := NewField(c.players)
		var games [][]Side
		for range c.games {
			var g []Side
			left := Unit
			for i, p := range rng.Perm(c.players)[:c.sides] {
				share := []int{0, left / 2, left}[rng.IntN(3)]
				if i == c.sides-1 {
					share = left
				}
				left -= share
				g = append(g, Side{[]int{p}, share})
			}
			games = append(games, g)
			add(t, f, g)
		}
		want := minorize(c.players, 0.5, games)
		for i, r := range f.Ratings(50, 1).Players {
			near(t, fmt.Sprintf("%+v: rating of %d", c, i), r.Elo.Estimate, want[i], 0.01)
		}
	}
}

// For two players the ratings say what the sample says.
func TestRatingsOfTwo(t *testing.T) {
	f, s := NewField(2), Sample{Par: 0.5}
	rng := rand.New(rand.NewPCG(4, 1))
	for range 600 {
		a, b := 6*rng.IntN(3), min(12, 6*rng.IntN(4))
		add(t, f, duel(0, 1, a), duel(1, 0, Unit-b))
		s.Add(a, b)
	}
	r := f.Ratings(1000, 1)
	d := r.Players[0].Elo
	near(t, "difference", d.Estimate-r.Players[1].Elo.Estimate, s.Elo().Estimate, 0.2)
	near(t, "margin", 2*d.Margin(), s.Elo().Margin(), 0.1*s.Elo().Margin())
	near(t, "superiority", r.Superior(0, 1), s.LOS(), 0.03)
	near(t, "of the other", r.Superior(0, 1)+r.Superior(1, 0), 1, 1e-12)
	if p := f.Pair(0, 1); p.Wins != s.Wins || p.Draws != s.Draws || p.Losses != s.Losses || f.Blocks() != 600 || f.Games() != 1200 {
		t.Errorf("crosstable %+v of %d blocks, want as %+v", p, f.Blocks(), s)
	}
}

// The 95 % range holds the truth in about 95 of 100 tournaments, and the seat
// mates of teams are told apart.
func TestRatingsCoverage(t *testing.T) {
	truth := []float64{120, 40, 0, -160}
	const trials = 150
	for _, teams := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(5, 1))
		inside := 0
		for range trials {
			f := NewField(4)
			for range 60 {
				p := rng.Perm(4)
				g := []Side{{p[:1], 0}, {p[1:2], 0}, {p[2:], 0}}
				if teams {
					g = []Side{{p[:2], 0}, {p[2:], 0}}
				}
				g[first(rng, g, truth)].Share = Unit
				add(t, f, g)
			}
			for i, r := range f.Ratings(100, 1).Players {
				if r.Elo.Low <= truth[i] && truth[i] <= r.Elo.High {
					inside++
				}
			}
		}
		if p := float64(inside) / (4 * trials); p < 0.91 || p > 0.985 {
			t.Errorf("teams %v: ranges hold the truth in %.3f, want 0.95", teams, p)
		}
	}
}

// first draws the side that wins.
func first(rng *rand.Rand, g []Side, elo []float64) int {
	sum := 0.0
	odds := make([]float64, len(g))
	for i, s := range g {
		mean := 0.0
		for _, p := range s.Players {
			mean += elo[p] / float64(len(s.Players))
		}
		odds[i] = math.Pow(10, mean/400)
		sum += odds[i]
	}
	x := rng.Float64() * sum
	for i, o := range odds {
		if x -= o; x < 0 {
			return i
		}
	}
	return len(g) - 1
}

func TestRatingsExtremes(t *testing.T) {
	for _, n := range []int{1, 10, 10000} {
		f := NewField(2)
		for range n {
			add(t, f, duel(0, 1, Unit), duel(0, 1, Unit))
		}
		r := f.Ratings(0, 1)
		e := r.Players[0].Elo
		if r.Resamples != DefaultResamples || !((e.Low > 0 || n == 1) && e.Estimate > 0 && e.Low < e.Estimate && e.Estimate < e.High && e.High < 4000) {
			t.Errorf("%d blocks won: rating %v, want above 0 and finite", n, e)
		}
		if r.Superior(0, 1) < 0.85 {
			t.Errorf("%d blocks won: superior with %v", n, r.Superior(0, 1))
		}
	}
	f := NewField(6)
	add(t, f, duel(0, 1, 12))
	add(t, f, duel(4, 3, 6))
	r := f.Ratings(0, 1)
	for i, want := range []int{0, 0, 1, 2, 2, 3} {
		if r.Players[i].Group != want {
			t.Errorf("player %d is in group %d, want %d", i, r.Players[i].Group, want)
		}
	}
	if r.Superior(0, 3) != 0.5 || r.Superior(0, 1) <= 0.5 {
		t.Errorf("superiority %v between groups, %v within, want 0.5 and more", r.Superior(0, 3), r.Superior(0, 1))
	}
	near(t, "mean of a group", r.Players[0].Elo.Estimate+r.Players[1].Elo.Estimate, 0, 1e-6)
	if e := r.Players[5].Elo; e.Estimate != 0 || !math.IsInf(e.Margin(), 1) {
		t.Errorf("a player without a game: %v, want 0 and open", e)
	}
	if e := NewField(0).Ratings(0, 1); len(e.Players) != 0 {
		t.Errorf("nobody: %+v", e)
	}
}

func TestFieldRefuses(t *testing.T) {
	f := NewField(2)
	for name, g := range map[string][]Side{
		"side missing": {{[]int{0}, 12}}, "player missing": {{nil, 0}, {[]int{1}, 12}},
		"player": {{[]int{0}, 0}, {[]int{2}, 12}}, "share": {{[]int{0}, 0}, {[]int{1}, 13}},
	} {
		if f.Add(duel(0, 1, 6), g) == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if f.Add() != nil || f.Blocks() != 0 || f.Pair(0, 1).Games() != 0 {
		t.Errorf("refused blocks have left %+v", f)
	}
}

// Whatever the games: finite ratings, ranges around them, and no difference
// from the order of the blocks.
func TestRatingsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "players")
		var blocks [][][]Side
		for range rapid.IntRange(0, 12).Draw(t, "blocks") {
			var block [][]Side
			for range rapid.IntRange(1, 3).Draw(t, "size") {
				var g []Side
				left := Unit
				for range rapid.IntRange(2, 4).Draw(t, "sides") {
					s := Side{Players: rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 3).Draw(t, "players"), Share: rapid.SampledFrom([]int{0, left / 2, left}).Draw(t, "share")}
					left -= s.Share
					g = append(g, s)
				}
				g[0].Share += left
				block = append(block, g)
			}
			blocks = append(blocks, block)
		}
		f, back := NewField(n), NewField(n)
		for i := range blocks {
			if f.Add(blocks[i]...) != nil || back.Add(blocks[len(blocks)-1-i]...) != nil {
				t.Fatal("a block is refused")
			}
		}
		r := f.Ratings(20, 9)
		if !reflect.DeepEqual(r, back.Ratings(20, 9)) {
			t.Fatal("the order of the blocks matters")
		}
		for i, p := range r.Players {
			if e := p.Elo; math.IsNaN(e.Estimate) || math.IsInf(e.Estimate, 0) || !(e.Low <= e.Estimate && e.Estimate <= e.High) {
				t.Fatalf("player %d: %v", i, e)
			}
			for j := range n {
				if p, q := f.Pair(i, j), f.Pair(j, i); p.Wins != q.Losses || p.Draws != q.Draws || p.Losses != q.Wins {
					t.Fatalf("pairs %v and %v do not mirror", p, q)
				}
			}
		}
	})
}

func TestGamma(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for _, shape := range []float64{0.5, 1, 7} {
		const n = 40000
		sum, squares := 0.0, 0.0
		for range n {
			x := gamma(rng, shape)
			sum += x
			squares += x * x
		}
		mean := sum / n
		near(t, "mean", mean, shape, 0.03*shape)
		near(t, "variance", squares/n-mean*mean, shape, 0.08*shape)
	}
}

func BenchmarkRatings(b *testing.B) {
	for _, players := range []int{2, 12, 40} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			f, rng := NewField(players), rand.New(rand.NewPCG(8, 1))
			for range 20000 {
				p := rng.Perm(players)
				add(b, f, duel(p[0], p[1], 6*rng.IntN(3)), duel(p[1], p[0], 6*rng.IntN(3)))
			}
			b.ResetTimer()
			for b.Loop() {
				f.Ratings(0, 1)
			}
		})
	}
}
