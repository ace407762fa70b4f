package engine

import "tetrarch/search"

// The ratings of the weakest and the strongest level. The scale is the engine's
// own; its page on levels says what it was measured with.
const (
	MinElo = 400
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
var ratings = []float64{400, 800, 1200, 1600, 2000, 2400}

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
