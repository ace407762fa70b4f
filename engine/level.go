package engine

import "tetrarch/search"

// The ratings of the weakest and the strongest level. The scale is the engine's
// own; the page on levels says what it was measured with.
const (
	MinElo = 500
	MaxElo = 2400
)

// Level is how well to play, from 0 to [search.MaxLevel], as UCI_Elo has it if
// UCI_LimitStrength is set and else as Skill Level has it.
func (o *Options) Level() float64 {
	if o.LimitStrength {
		return LevelOf(o.Elo)
	}
	return float64(o.SkillLevel)
}

// ratings are those of the levels 0, 4, 8 and so on.
var ratings = []float64{MinElo, 950, 1450, 1900, 2250, MaxElo}

// LevelOf returns the level, between whole levels too, that plays as well as a
// rating says.
func LevelOf(elo int) float64 {
	step := float64(search.MaxLevel) / float64(len(ratings)-1)
	for i := 1; i < len(ratings); i++ {
		if low, high := ratings[i-1], ratings[i]; float64(elo) < high {
			return step * (float64(i-1) + max(0, float64(elo)-low)/(high-low))
		}
	}
	return search.MaxLevel
}
