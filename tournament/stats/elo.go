package stats

import "math"

// NEloUnit is the normalized Elo of one standard deviation of a game:
// 800/ln 10. It makes normalized and logistic Elo equal near 0 where no game is
// drawn.
const NEloUnit = 800 / math.Ln10

// z95 is the normal quantile of a two-sided 95 %.
const z95 = 1.959963984540054

// Elo returns the difference between a player and equal others whose mean share
// is score, where an equal would score par. It is the logistic formula for
// par = 1/2; for n sides it is 400 log10 of the strength that takes this share
// from n-1 players of strength 1 when shares go by strength, as in the models
// of Bradley and Terry and of Plackett and Luce. It is ±Inf at 0 and 1.
func Elo(score, par float64) float64 {
	return 400 * math.Log10(score*(1-par)/((1-score)*par))
}

// Share is the inverse of [Elo]: the expected share at a difference of elo.
func Share(elo, par float64) float64 {
	return 1 / (1 + (1-par)/par*math.Pow(10, -elo/400))
}

// ErrorOfMatch returns the 95 % error, in Elo, to expect of a match between
// equals of independent games with a ratio of draws: the rule of thumb
// 681·sqrt((1-draws)/games).
func ErrorOfMatch(games int, draws float64) float64 {
	slope := 1600 / math.Ln10 // of Elo at an even score
	return z95 * slope * math.Sqrt((1-draws)/4/float64(games))
}

// Phi returns the standard normal distribution function at x.
func Phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
