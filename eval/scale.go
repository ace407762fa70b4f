package eval

import (
	"math"

	"tetrarch/game"
)

// Scale turns scores into expected results. With s the score of a side,
//
//	P(win) = F((s - Draw) / Odds)    P(loss) = F((-s - Draw) / Odds)
//
// where F(u) = 1 / (1 + 3^-u): the ordered logit. cmd/calibrate fits it to games.
type Scale struct {
	// Odds is the score that makes the odds of a win three times as good. 0
	// means that scores are linear in the expected result, as games with
	// chance need them, with ±game.MaxEval for a sure win or loss.
	Odds float64
	// Draw is the score by which a decisive result must be missed to be a
	// draw: the half width of the drawn zone.
	Draw float64
	// Sharp is for scores that are linear: the exponent that takes the odds
	// they tell, as a multiple of those of an equal share, to the odds that
	// were measured. 0 means 1.
	Sharp float64

	sides int // of the position; 0 means two
}

// For returns the scale for so many sides: among more than two, scores are linear
// in the expected result, as [game.Evaluator] promises.
func (c Scale) For(sides int) Scale {
	if sides > 2 {
		return Scale{Sharp: c.Sharp, sides: sides}
	}
	return c
}

// bend takes odds to their power, as multiples of the odds of an equal share.
func (c Scale) bend(odds, power float64) float64 {
	others := float64(max(1, c.sides-1))
	return math.Pow(odds*others, power) / others
}

// chance returns the chance that a result as far from even as s is above the zone.
func (c Scale) chance(s float64) float64 {
	return 1 / (1 + math.Pow(3, -s/c.Odds))
}

// Share returns the expected share, 0 to 1, of a side whose score is s: the
// chance of a win and half that of a draw.
func (c Scale) Share(s game.Score) float64 {
	if c.Odds == 0 {
		p := min(1, max(0, (float64(s)/float64(game.MaxEval)+1)/2))
		if c.Sharp == 0 || p == 1 {
			return p
		}
		odds := c.bend(p/(1-p), c.Sharp)
		return odds / (1 + odds)
	}
	return (c.chance(float64(s)-c.Draw) + c.chance(float64(s)+c.Draw)) / 2
}

// Third returns the score at which the expected share is 3/4, as of a side that
// wins three games for one lost. Where scores are linear, and Sharp is 1,
// it is game.MaxEval/2.
func (c Scale) Third() float64 {
	if c.Odds == 0 {
		return c.linear(0.75)
	}
	// With x = 3^(s/Odds) and d = 3^(Draw/Odds), a share of 3/4 is
	// x/(x+d) + xd/(xd+1) = 3/2, that is x² - (d+1/d)x - 3 = 0.
	d := math.Pow(3, c.Draw/c.Odds)
	half := (d + 1/d) / 2
	return c.Odds * math.Log(half+math.Sqrt(half*half+3)) / math.Log(3)
}

// linear returns the score of a share, 0 to 1, where scores are linear.
func (c Scale) linear(share float64) float64 {
	if c.Sharp != 0 && share < 1 {
		odds := c.bend(share/(1-share), 1/c.Sharp)
		share = odds / (1 + odds)
	}
	return (2*share - 1) * float64(game.MaxEval)
}

// Centi returns s in hundredths of the advantage whose expected share is 3/4.
// Between sides with a drawn zone they are proportional to the score; where scores
// are linear they are the logarithm of the odds.
func (c Scale) Centi(s game.Score) int {
	if c.Odds != 0 {
		return int(math.Round(float64(s) * 100 / c.Third()))
	}
	return Hundredths(c.Share(s))
}

// Hundredths returns an expected share as the logarithm of its odds: 100 for
// 3/4, -100 for 1/4, and at most 838.
func Hundredths(share float64) int {
	p := min(0.9999, max(0.0001, share))
	return int(math.Round(100 * math.Log(p/(1-p)) / math.Log(3)))
}

// Score returns the score that [Scale.Centi] turns into so many hundredths.
func (c Scale) Score(centi int) float64 {
	if c.Odds != 0 {
		return float64(centi) * c.Third() / 100
	}
	return c.linear(1 / (1 + math.Pow(3, -float64(centi)/100)))
}

// WDL returns the chances of win, draw and loss, per mille, summing to 1000. As s
// rises, win never falls and loss never rises.
func (c Scale) WDL(s game.Score) (win, draw, loss int) {
	up := c.Share(s)
	down := 1 - up
	if c.Odds != 0 {
		up, down = c.chance(float64(s)-c.Draw), c.chance(-float64(s)-c.Draw)
	}
	win = int(math.Round(1000 * up))
	loss = min(1000-win, int(math.Round(1000*down)))
	return win, 1000 - win - loss, loss
}
