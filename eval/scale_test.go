package eval

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tetrarch/game"
)

func TestScale(t *testing.T) {
	plain, drawn, linear := Scale{Odds: 200}, Scale{Odds: 200, Draw: 300}, Scale{}
	for _, c := range []struct {
		name  string
		scale Scale
		score game.Score
		share float64
		centi int
	}{
		{"even", plain, 0, 0.5, 0},
		{"three to one", plain, 200, 0.75, 100},
		{"one to three", plain, -200, 0.25, -100},
		{"nine to one", plain, 400, 0.9, 200},
		{"even, drawn zone", drawn, 0, 0.5, 0},
		// Won by a half, the rest drawn but for a 28th.
		{"at the edge of the zone", drawn, 300, (0.5 + 27.0/28) / 2, 93},
		{"even, linear", linear, 0, 0.5, 0},
		{"three to one, linear", linear, game.MaxEval / 2, 0.75, 100},
		{"everything", linear, game.MaxEval, 1, 838},
		{"nothing", linear, -game.MaxEval, 0, -838},
		{"one of three", plain.For(3), -game.MaxEval / 3, 1.0 / 3, -63},
		{"two to one, sharpened", Scale{Sharp: 2}, game.MaxEval / 3, 0.8, 126},
		{"one of four, sharpened", Scale{Sharp: 2}.For(4), -game.MaxEval / 2, 0.25, -100},
		// Three times the odds of an equal share make nine times these.
		{"half of four, sharpened", Scale{Sharp: 2}.For(4), 0, 0.75, 100},
		{"all, sharpened", Scale{Sharp: 2}.For(4), game.MaxEval, 1, 838},
		{"of two", plain.For(2), 200, 0.75, 100},
	} {
		if got := c.scale.Share(c.score); math.Abs(got-c.share) > 1e-4 {
			t.Errorf("%s: share %v, want %v", c.name, got, c.share)
		}
		if got := c.scale.Centi(c.score); got != c.centi {
			t.Errorf("%s: %d hundredths, want %d", c.name, got, c.centi)
		}
	}
}

// TestThird finds the score of a share of 3/4 by search.
func TestThird(t *testing.T) {
	for _, c := range []Scale{{}, {Sharp: 1.3}, Scale{Sharp: 0.8}.For(4), {Odds: 600}, {Odds: 400, Draw: 180}, {Odds: 100, Draw: 190}, {Odds: 50, Draw: 500}} {
		s := game.Score(0)
		for c.Share(s) < 0.75 {
			s++
		}
		if got := c.Third(); got > float64(s) || got <= float64(s)-1 {
			t.Errorf("%+v: 3/4 at %v, want just below %d", c, got, s)
		}
		if got := c.Centi(s); got < 100 || got > 102 {
			t.Errorf("%+v: %d hundredths, want 100", c, got)
		}
	}
}

// Hundredths turn back into scores, up to their rounding.
func TestScoreOfHundredths(t *testing.T) {
	for _, c := range []Scale{{}, {Sharp: 1.3}, Scale{Sharp: 0.8}.For(4), {Odds: 600}, {Odds: 100, Draw: 190}} {
		for _, centi := range []int{-500, -250, -100, -1, 0, 3, 100, 380} {
			if got := c.Centi(game.Score(math.Round(c.Score(centi)))); max(got-centi, centi-got) > 1 {
				t.Errorf("%+v: %d hundredths come back as %d", c, centi, got)
			}
		}
		if got := c.Score(100); math.Abs(got-c.Third()) > 1e-9*c.Third() {
			t.Errorf("%+v: 100 hundredths at %v, 3/4 at %v", c, got, c.Third())
		}
	}
}

// orderedLogit draws results by the definition: by how far a logistic error
// carries a score beyond the zone.
func orderedLogit(c Scale, s float64) (win, draw, loss float64) {
	beyond := func(edge float64) float64 { // P(s + error > edge)
		return (1 + math.Tanh((s-edge)/c.Odds*math.Log(3)/2)) / 2
	}
	win, loss = beyond(c.Draw), 1-beyond(-c.Draw)
	return win, 1 - win - loss, loss
}

// TestWDL compares chances with the model and with the share, for scales of the
// games and others: they sum to a whole, mirror with the side, and never fall as
// the score rises.
func TestWDL(t *testing.T) {
	scales := []Scale{{}, Barca.Scale, Barragoon.Scale, Tricolor.Scale, Barricade.Scale, {Sharp: 0.7}, {Odds: 100}, {Odds: 7, Draw: 3000}, {Odds: 9000, Draw: 1}}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(scales).Draw(t, "scale")
		if rapid.Bool().Draw(t, "any") {
			c = Scale{Odds: rapid.Float64Range(1, 20000).Draw(t, "odds"), Draw: rapid.Float64Range(0, 5000).Draw(t, "draw")}
		}
		s := game.Score(rapid.IntRange(-int(game.MaxEval), int(game.MaxEval)).Draw(t, "score"))
		win, draw, loss := c.WDL(s)
		if win < 0 || draw < 0 || loss < 0 || win+draw+loss != 1000 {
			t.Fatalf("%+v: score %d gives %d %d %d", c, s, win, draw, loss)
		}
		if w, d, l := c.WDL(-s); max(w-loss, loss-w, d-draw, draw-d, l-win, win-l) > 1 {
			t.Fatalf("%+v: score %d gives %d %d %d, mirrored %d %d %d", c, s, win, draw, loss, w, d, l)
		}
		next := s + game.Score(rapid.IntRange(0, 500).Draw(t, "more"))
		if next <= game.MaxEval {
			if w, _, l := c.WDL(next); w < win || l > loss || c.Share(next) < c.Share(s) || c.Centi(next) < c.Centi(s) {
				t.Fatalf("%+v: score %d gives %d %d %d, %d gives win %d loss %d", c, s, win, draw, loss, next, w, l)
			}
		}
		if got := (float64(win) + float64(draw)/2) / 1000; math.Abs(got-c.Share(s)) > 0.0011 {
			t.Fatalf("%+v: score %d gives %d %d %d and a share of %v", c, s, win, draw, loss, c.Share(s))
		}
		if c.Odds == 0 {
			return
		}
		w, d, l := orderedLogit(c, float64(s))
		if math.Abs(float64(win)-1000*w) > 1.01 || math.Abs(float64(draw)-1000*d) > 1.01 || math.Abs(float64(loss)-1000*l) > 1.01 {
			t.Fatalf("%+v: score %d gives %d %d %d, the model %v %v %v", c, s, win, draw, loss, w, d, l)
		}
	})
}

// Search keeps what it was tuned with; a scale says so where it differs.
func TestSearchScales(t *testing.T) {
	for name, m := range map[string]Model{"Barca": Barca, "Barragoon": Barragoon, "Tricolor": Tricolor, "Barricade": Barricade} {
		if (m.Search.Odds == 0) != (m.Scale.Odds == 0) || m.Search.Draw != 0 {
			t.Errorf("%s: search takes scores by %+v, people by %+v", name, m.Search, m.Scale)
		}
	}
}
