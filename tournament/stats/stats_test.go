package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// games makes a sample of single games.
func games(wins, losses, draws int) Sample {
	s := Sample{Par: 0.5}
	for range wins {
		s.Add(Unit)
	}
	for range losses {
		s.Add(0)
	}
	for range draws {
		s.Add(Unit / 2)
	}
	return s
}

// pairs makes a sample of blocks by points: 0, 1/2, 1 (won and lost, drawn
// twice), 3/2, 2.
func pairs(ll, ld, wl, dd, wd, ww int) Sample {
	s := Sample{Par: 0.5}
	for i, n := range []int{ll, ld, wl, dd, wd, ww} {
		first := []int{0, 0, 12, 6, 12, 12}[i]
		second := []int{0, 6, 0, 6, 6, 12}[i]
		for range n {
			s.Add(first, second)
		}
	}
	return s
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s = %.4f, want %.4f ± %g", what, got, want, within)
	}
}

// The values are those that the match runner fastchess publishes in its tests
// (elo_test.cpp); its errors are the plain normal ones, ours a little wider.
func TestPublishedElo(t *testing.T) {
	for _, c := range []struct {
		name                                    string
		s                                       Sample
		elo, margin, nelo, nmargin, los, within float64
	}{
		{"wdl 76-89-123", games(76, 89, 123), math.NaN(), math.NaN(), -20.76, 40.13, 0.1553, 0.01},
		{"wdl 136-96-111", games(136, 96, 111), 40.70, 30.43, 49.77, 36.77, 0.9960, 0.01},
		{"wdl 34-356-0", games(34, 356, 0), math.NaN(), math.NaN(), -508.44, 34.48, 0, 0.01},
		{"penta 290", pairs(34, 54, 31, 32, 64, 75), 55.58, 27.65, 57.94, 28.28, 1, 0.01},
		{"penta 1930", pairs(332, 433, 457, 41, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505, 0.01},
		{"penta 32904", pairs(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0, 0.01},
	} {
		t.Run(c.name, func(t *testing.T) {
			elo, nelo := c.s.Elo(), c.s.NElo()
			if !math.IsNaN(c.elo) {
				near(t, "Elo", elo.Estimate, c.elo, c.within*math.Abs(c.elo))
				near(t, "margin", elo.Margin(), c.margin, c.within*c.margin)
			}
			near(t, "nElo", nelo.Estimate, c.nelo, c.within*math.Abs(c.nelo))
			near(t, "nElo margin", nelo.Margin(), c.nmargin, c.within*c.nmargin)
			near(t, "LOS", c.s.LOS(), c.los, 0.002)
		})
	}
}

func TestRuleOfThumb(t *testing.T) {
	near(t, "1000 games", ErrorOfMatch(1000, 0), 21.5, 0.1)
	near(t, "40000 games", ErrorOfMatch(40000, 0), 3.4, 0.05)
	near(t, "4000 games, 48 % drawn", ErrorOfMatch(4000, 0.48), 7.7, 0.1)
	s := games(1000, 1000, 2000)
	near(t, "margin of an even match", s.Elo().Margin(), ErrorOfMatch(4000, 0.5), 0.02)
}

func TestNothing(t *testing.T) {
	for _, s := range []Sample{{Par: 0.5}, {Par: 0.25}} {
		s.Add()
		i := s.Elo()
		if s.Score() != s.Par || i.Estimate != 0 || !math.IsInf(i.Low, -1) || !math.IsInf(i.High, 1) {
			t.Errorf("no block: score %v, Elo %v, want %v and an open range around 0", s.Score(), i, s.Par)
		}
		if l := s.LOS(); l != 0.5 {
			t.Errorf("no block: LOS %v, want 0.5", l)
		}
		if n := s.NElo(); n.Estimate != 0 || !math.IsInf(n.Margin(), 1) {
			t.Errorf("no block: nElo %v, want an open range around 0", n)
		}
		if s.BoundedElo() != 0 || s.DrawRatio() != 0 || s.Variance() != 0 {
			t.Errorf("no block: bounded Elo %v, draws %v, variance %v, want 0", s.BoundedElo(), s.DrawRatio(), s.Variance())
		}
	}
}

func TestOneSided(t *testing.T) {
	for _, n := range []int{1, 2, 10, 100, 10000} {
		win, loss, draw := games(n, 0, 0), games(0, n, 0), games(0, 0, n)
		w, l, d := win.Elo(), loss.Elo(), draw.Elo()
		if !math.IsInf(w.Estimate, 1) || !math.IsInf(w.High, 1) || math.IsInf(w.Low, 0) || math.IsNaN(w.Low) {
			t.Errorf("%d wins: Elo %v, want +Inf with a finite lower end", n, w)
		}
		near(t, "Elo of losses", l.High, -w.Low, 1e-6)
		near(t, "bounded Elo", win.BoundedElo(), -loss.BoundedElo(), 1e-6)
		if b := win.BoundedElo(); math.IsInf(b, 0) || b < w.Low {
			t.Errorf("%d wins: bounded Elo %v, want finite and above %v", n, b, w.Low)
		}
		if d.Estimate != 0 || d.Margin() <= 0 || math.IsInf(d.Margin(), 0) {
			t.Errorf("%d draws: Elo %v, want 0 with a finite margin", n, d)
		}
		if v := win.NElo(); math.IsInf(v.Estimate, 0) || math.IsNaN(v.Estimate) || v.Estimate <= 0 {
			t.Errorf("%d wins: nElo %v, want positive and finite", n, v)
		}
	}
	// The exact (Clopper-Pearson) lower end of ten wins in ten is 0.692.
	ten := games(10, 0, 0)
	if low := ten.Interval95().Low; low < 0.62 || low > 0.72 {
		t.Errorf("ten wins: lower end %.3f, want near 0.692", low)
	}
}

// The 95 % range must hold the truth in about 95 of 100 matches, for short
// matches and lopsided ones too.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		blocks   int
		win, tie float64
		par      float64
	}{{10, 0.5, 0, 0.5}, {20, 0.8, 0.1, 0.5}, {50, 0.95, 0, 0.5}, {50, 0.3, 0.4, 0.5}, {30, 0.25, 0, 0.25}} {
		truth := c.win + c.tie/2
		inside := 0
		const trials = 4000
		for range trials {
			s := Sample{Par: c.par}
			for range c.blocks {
				var g [2]int
				for i := range g {
					switch x := rng.Float64(); {
					case x < c.win:
						g[i] = Unit
					case x < c.win+c.tie:
						g[i] = Unit / 2
					}
				}
				s.Add(g[0], g[1])
			}
			if i := s.Interval95(); i.Low <= truth && truth <= i.High {
				inside++
			}
		}
		if p := float64(inside) / trials; p < 0.92 || p > 0.995 {
			t.Errorf("%+v: range holds the truth in %.3f of matches, want 0.95", c, p)
		}
	}
}

func TestManySides(t *testing.T) {
	for _, par := range []float64{0.5, 1.0 / 3, 0.25} {
		near(t, "Elo at par", Elo(par, par), 0, 1e-9)
		for _, e := range []float64{-300, -7, 0, 12, 400} {
			near(t, "Elo of share", Elo(Share(e, par), par), e, 1e-9)
		}
	}
	near(t, "400 Elo of two", Share(400, 0.5), 10.0/11, 1e-12)
	near(t, "400 Elo among four", Share(400, 0.25), 10.0/13, 1e-12)
	s := Sample{Par: 1.0 / 3}
	s.Add(12, 4, 6, 0, 0, 2)
	if s.Games != 6 || s.Blocks != 1 || s.Wins != 1 || s.Draws != 3 || s.Losses != 2 || s.Points() != 2 {
		t.Errorf("block of six: %+v with %v points, want 1-3-2 and 2", s, s.Points())
	}
	near(t, "score", s.Score(), 1.0/3, 1e-12)
	near(t, "Elo", s.Elo().Estimate, 0, 1e-9)
}

// Whatever the blocks, no number is NaN and every range holds its estimate.
func TestSampleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Sample{Par: 1 / float64(rapid.IntRange(2, 4).Draw(t, "sides"))}
		size := rapid.IntRange(1, 6).Draw(t, "size")
		values := rapid.SampledFrom([][]int{{0}, {6}, {12}, {0, 12}, {0, 3, 4, 6, 12}}).Draw(t, "values")
		for range rapid.IntRange(0, 40).Draw(t, "blocks") {
			shares := make([]int, size)
			for i := range shares {
				shares[i] = rapid.SampledFrom(values).Draw(t, "share")
			}
			s.Add(shares...)
		}
		for name, i := range map[string]Interval{"score": s.Interval95(), "Elo": s.Elo(), "nElo": s.NElo()} {
			if !(i.Low <= i.Estimate && i.Estimate <= i.High && i.Margin() >= 0) {
				t.Fatalf("%s %v of %+v", name, i, s)
			}
		}
		if l := s.LOS(); !(l >= 0 && l <= 1) {
			t.Fatalf("LOS %v of %+v", l, s)
		}
		if d := s.DrawRatio(); !(d >= 0 && d <= 1) {
			t.Fatalf("draw ratio %v of %+v", d, s)
		}
		if e := s.BoundedElo(); math.IsNaN(e) || math.IsInf(e, 0) {
			t.Fatalf("bounded Elo %v of %+v", e, s)
		}
	})
}

func TestBlocksMatter(t *testing.T) {
	fair, coins := pairs(0, 0, 100, 0, 0, 0), games(100, 100, 0)
	if f, c := fair.Elo().Margin(), coins.Elo().Margin(); f > c/3 {
		t.Errorf("margins %v of won-and-lost pairs, %v of independent games: want the first far smaller", f, c)
	}
}
