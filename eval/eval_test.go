package eval

import (
	"math"
	"testing"

	"tetrarch/game"
)

func TestScale(t *testing.T) {
	third, linear := Scale{Third: 200, Draw: 50}, Scale{}
	for _, c := range []struct {
		name  string
		scale Scale
		score game.Score
		share float64
		centi int
	}{
		{"even", third, 0, 0.5, 0},
		{"three to one", third, 200, 0.75, 100},
		{"one to three", third, -200, 0.25, -100},
		{"nine to one", third, 400, 0.9, 200},
		{"even, linear", linear, 0, 0.5, 0},
		{"three to one, linear", linear, game.MaxEval / 2, 0.75, 100},
		{"everything", linear, game.MaxEval, 1, 838},
		{"nothing", linear, -game.MaxEval, 0, -838},
		{"one of three", third.For(3), -game.MaxEval / 3, 1.0 / 3, -63},
		{"of two", third.For(2), 200, 0.75, 100},
	} {
		if got := c.scale.Share(c.score); math.Abs(got-c.share) > 1e-4 {
			t.Errorf("%s: share %v, want %v", c.name, got, c.share)
		}
		if got := c.scale.Centi(c.score); got != c.centi {
			t.Errorf("%s: %d hundredths, want %d", c.name, got, c.centi)
		}
	}
}

// Chances are those of a result missed by the half width of the drawn zone, mirror
// with the side, and always make a whole.
func TestWDL(t *testing.T) {
	third := Scale{Third: 200, Draw: 50}
	for s := game.Score(-2000); s <= 2000; s += 37 {
		win, draw, loss := third.WDL(s)
		mirrorWin, mirrorDraw, mirrorLoss := third.WDL(-s)
		if win+draw+loss != 1000 || draw < 0 || win != mirrorLoss || draw != mirrorDraw || loss != mirrorWin {
			t.Errorf("score %d: %d, %d, %d; mirrored %d, %d, %d", s, win, draw, loss, mirrorWin, mirrorDraw, mirrorLoss)
		}
	}
	if win, draw, loss := third.WDL(50); win != 500 || loss != 366 || draw != 134 {
		t.Errorf("score 50: %d, %d, %d, want 500, 134, 366", win, draw, loss)
	}
}

// TestWDLSumsToThousand covers scales without a drawn zone, where both chances
// round up.
func TestWDLSumsToThousand(t *testing.T) {
	for _, c := range []Scale{{}, {Third: 100}, {Third: 240, Draw: 185}} {
		for s := -game.MaxEval; s <= game.MaxEval; s += 7 {
			if w, d, l := c.WDL(s); w < 0 || d < 0 || l < 0 || w+d+l != 1000 {
				t.Fatalf("%+v: score %d gives %d %d %d", c, s, w, d, l)
			}
		}
	}
}
