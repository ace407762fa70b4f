package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The values are those that the match runner fastchess publishes in its tests
// (sprt_test.cpp), where blocks are LL, LD, WL, DD, WD, WW.
func TestPublishedLLR(t *testing.T) {
	for _, c := range []struct {
		scale      Scale
		elo0, elo1 float64
		counts     [6]int
		want       float64
	}{
		{Normalized, 0, 2, [6]int{365, 16618, 36029, 200, 16974, 390}, 2.25},
		{Normalized, -1.75, 0.25, [6]int{127, 4883, 10311, 401, 5150, 104}, 3.01},
		{Logistic, 0.5, 2.5, [6]int{223, 9863, 20279, 1000, 10037, 246}, -3.07},
		{Logistic, 0, 2, [6]int{871, 26175, 55003, 980, 26678, 821}, -4.98},
	} {
		test := SPRT{c.elo0, c.elo1, 0.05, 0.05, c.scale}
		p := Pentanomial{c.counts[0], c.counts[1], c.counts[2] + c.counts[3], c.counts[4], c.counts[5]}
		near(t, "LLR of "+c.scale.String()+" blocks", test.LLR(p), c.want, 0.01*math.Abs(c.want))
	}
	for _, c := range []struct {
		scale               Scale
		elo0, elo1          float64
		wins, losses, draws int
		want                float64
	}{
		{Normalized, 0, 2, 36433, 36027, 68692, 0.92},
		{Normalized, -1.75, 0.25, 10871, 10650, 20431, 2.30},
		{Logistic, 0.5, 2.5, 21404, 21184, 40708, -1.57},
		{Logistic, 0, 2, 57433, 57030, 106593, -2.59},
	} {
		test := SPRT{c.elo0, c.elo1, 0.05, 0.05, c.scale}
		near(t, "LLR of "+c.scale.String()+" games", test.LLRGames(c.losses, c.draws, c.wins), c.want, 0.01*math.Abs(c.want))
	}
}

// The values are the exact ones of the page of raw statistics of a fishtest
// server, montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712: normalized
// bounds 0 and 4, and what they are in logistic Elo.
func TestFishtestLLR(t *testing.T) {
	p := Pentanomial{13, 37, 50, 25, 3}
	near(t, "normalized LLR", SPRT{0, 4, 0.05, 0.05, Normalized}.LLR(p), -0.54912, 1e-5)
	near(t, "logistic LLR", SPRT{0, 2.716, 0.05, 0.05, Logistic}.LLR(p), -0.53772, 1e-4)
	s := pairs(13, 37, 50, 0, 25, 3)
	near(t, "nElo", s.NElo().Estimate, -63.97, 0.005)
	near(t, "variance of a block", s.Variance(), 0.05762, 5e-6)
	near(t, "score", s.Score(), 0.4375, 1e-9)
}

// Whatever the counts, the ratio is finite, turns its sign with the points of
// view, and passes no bound both ways.
func TestSPRTProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p, mirror Pentanomial
		for i := range p {
			p[i] = rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 3), rapid.IntRange(0, 1e6)).Draw(t, "count")
			mirror[len(p)-1-i] = p[i]
		}
		elo0 := rapid.Float64Range(-200, 190).Draw(t, "elo0")
		test := SPRT{elo0, elo0 + rapid.Float64Range(0.5, 10).Draw(t, "width"), 0.05, 0.05, Scale(rapid.IntRange(0, 1).Draw(t, "scale"))}
		if err := test.Check(); err != nil {
			t.Fatal(err)
		}
		back := SPRT{-test.Elo1, -test.Elo0, 0.05, 0.05, test.Scale}
		llr, other := test.LLR(p), back.LLR(mirror)
		if math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Fatalf("LLR %v of %v", llr, p)
		}
		if math.Abs(llr+other) > 1e-4*(1+math.Abs(llr)) {
			t.Fatalf("LLR %v of %v, %v from the other side: want the negative", llr, p, other)
		}
	})
}

// Newton's first step from these counts ends on a pole, but for rounding.
func TestSPRTBesideAPole(t *testing.T) {
	p := Pentanomial{2, 17, 0, 3, 1}
	for _, scale := range []Scale{Normalized, Logistic} {
		want := SPRT{0, 1, 0.05, 0.05, scale}.LLR(p)
		for _, elo := range []float64{1e-13, -1e-13, 7.3e-12, 1e-11, 1e-9} {
			near(t, "LLR of "+scale.String()+" Elo", SPRT{elo, 1 + elo, 0.05, 0.05, scale}.LLR(p), want, 1e-6)
		}
	}
}

func TestScaleText(t *testing.T) {
	want := SPRT{-1.5, 3, 0.05, 0.1, Logistic}
	b, err := json.Marshal(want)
	if err != nil || string(b) != `{"elo0":-1.5,"elo1":3,"alpha":0.05,"beta":0.1,"scale":"logistic"}` {
		t.Fatalf("%s, %v", b, err)
	}
	var got SPRT
	if err := json.Unmarshal(b, &got); err != nil || got != want {
		t.Errorf("read back %+v, %v, want %+v", got, err, want)
	}
	if json.Unmarshal([]byte(`{"scale":"bayes"}`), &got) == nil {
		t.Error("an unknown scale passes")
	}
}

func TestSPRTEdges(t *testing.T) {
	for _, scale := range []Scale{Normalized, Logistic} {
		test := SPRT{0, 10, 0.05, 0.05, scale}
		lower, upper := test.Bounds()
		near(t, "upper bound", upper, 2.944, 0.001)
		near(t, "lower bound", lower, -2.944, 0.001)
		if llr := test.LLR(Pentanomial{}); llr != 0 || test.Judge(llr) != Continue {
			t.Errorf("no block: LLR %v, want 0", llr)
		}
		for _, p := range []Pentanomial{{0, 0, 0, 0, 1}, {1}, {0, 0, 1}, {0, 0, 0, 0, 1 << 20}, {1 << 20}, {1, 0, 0, 0, 1}} {
			if llr := test.LLR(p); math.IsNaN(llr) || math.IsInf(llr, 0) {
				t.Errorf("%v blocks %v: LLR %v, want finite", scale, p, llr)
			}
		}
		// Nothing but wins: the likeliest mean or t is reached with the best and
		// the worst cell alone, which gives the ratio in closed form.
		q := Share(10, 0.5)
		if scale == Normalized {
			x := 10 / NEloUnit * math.Sqrt2
			q = (1 + x/math.Sqrt(1+x*x)) / 2
		}
		near(t, "LLR of 100 blocks won", test.LLR(Pentanomial{4: 100}), 100*math.Log(q/0.5), 0.01)
		if v := test.Judge(test.LLR(Pentanomial{4: 5000})); v != AcceptH1 {
			t.Errorf("%v: 5000 blocks won: verdict %d, want acceptance of Elo1", scale, v)
		}
		if v := test.Judge(test.LLR(Pentanomial{5000})); v != AcceptH0 {
			t.Errorf("%v: 5000 blocks lost: verdict %d, want acceptance of Elo0", scale, v)
		}
	}
	for _, bad := range []SPRT{{5, 0, 0.05, 0.05, 0}, {0, 5, 0, 0.05, 0}, {0, 5, 0.05, 0.5, 0}, {0, 400, 0.05, 0.05, 0}, {0, math.NaN(), 0.05, 0.05, 0}} {
		if bad.Check() == nil {
			t.Errorf("%+v passes, want an error", bad)
		}
	}
	if err := (SPRT{0, 5, 0.05, 0.05, Normalized}).Check(); err != nil {
		t.Error(err)
	}
	for _, s := range []Scale{Normalized, Logistic} {
		if got, err := ParseScale(s.String()); err != nil || got != s {
			t.Errorf("ParseScale(%q) = %v, %v", s, got, err)
		}
	}
	if _, err := ParseScale("bayes"); err == nil {
		t.Error("ParseScale of an unknown name passes, want an error")
	}
}

// Simulated tests must err at most as often as alpha and beta promise, within 2
// points. The games of a pair hang together through their opening, as they do
// in matches.
func TestSPRTErrors(t *testing.T) {
	trials := 2000
	if testing.Short() {
		trials = 500
	}
	for _, scale := range []Scale{Normalized, Logistic} {
		test := SPRT{0, 60, 0.05, 0.05, scale}
		for _, truth := range []float64{test.Elo0, test.Elo1} {
			pdf := pairOdds(truth, scale)
			rng := rand.New(rand.NewPCG(7, uint64(truth)+uint64(scale)))
			wrong, blocks := 0, 0
			for range trials {
				var p Pentanomial
				for verdict := Continue; verdict == Continue; {
					for range 4 {
						p[draw(rng, pdf)]++
					}
					verdict = test.Judge(test.LLR(p))
					if verdict != Continue && (verdict == AcceptH1) != (truth == test.Elo1) {
						wrong++
					}
				}
				blocks += p.Blocks()
			}
			rate := float64(wrong) / float64(trials)
			t.Logf("%v, truth %g: %.3f wrong, %d blocks on average", scale, truth, rate, blocks/trials)
			if rate > 0.07 || rate < 0.005 {
				t.Errorf("%v, truth %g: %.3f wrong verdicts, want 0.05 within 0.02", scale, truth, rate)
			}
		}
	}
}

// pairOdds returns a distribution of pair scores at a true Elo: even openings
// with a tilt that is bisected to fit.
func pairOdds(elo float64, scale Scale) [5]float64 {
	base := [5]float64{0.05, 0.2, 0.5, 0.2, 0.05}
	var pdf [5]float64
	low, high := -5.0, 5.0
	for range 60 {
		tilt := (low + high) / 2
		sum, mean, square := 0.0, 0.0, 0.0
		for i := range pdf {
			pdf[i] = base[i] * math.Exp(tilt*(float64(i)-2))
			sum += pdf[i]
		}
		for i := range pdf {
			pdf[i] /= sum
			x := float64(i) / 4
			mean += pdf[i] * x
			square += pdf[i] * x * x
		}
		got := Elo(mean, 0.5)
		if scale == Normalized {
			got = NEloUnit * (mean - 0.5) / math.Sqrt(2*(square-mean*mean))
		}
		if got < elo {
			low = tilt
		} else {
			high = tilt
		}
	}
	return pdf
}

func draw(rng *rand.Rand, pdf [5]float64) int {
	x := rng.Float64()
	for i, p := range pdf {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(pdf) - 1
}

func TestPentanomialCells(t *testing.T) {
	var p Pentanomial
	p.Add(0, 0)
	p.Add(6, 0)
	p.Add(12, 0)
	p.Add(6, 6)
	p.Add(12, 6)
	p.Add(12, 12)
	if want := (Pentanomial{1, 1, 2, 1, 1}); p != want || p.Blocks() != 6 {
		t.Errorf("cells %v, want %v", p, want)
	}
}

func BenchmarkLLR(b *testing.B) {
	b.ReportAllocs()
	test := SPRT{0, 2, 0.05, 0.05, Normalized}
	for b.Loop() {
		test.LLR(Pentanomial{365, 16618, 36229, 16974, 390})
	}
}
