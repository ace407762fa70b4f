package engine

import "tetrarch/search"

// The ratings that can be asked for. MinElo is that of the weakest level in every
// game, MaxElo that of full strength in the game where levels differ most.
const (
	MinElo = 500
	MaxElo = 3350
)

// Ratings are those of the levels 0, 4, 8, 12, 16 and 20 of a game, the last with
// 20 000 positions for an action. The scale is the engine's own and another in
// every game; the page on levels says what it was measured with.
type Ratings [6]int

// ratings are those of a game in which none were measured.
var ratings = Ratings{MinElo, 1000, 1500, 2000, 2350, 2600}

// Level is how well to play g, from 0 to [search.MaxLevel], as UCI_Elo has it if
// UCI_LimitStrength is set and else as Skill Level has it.
func (o *Options) Level(g *Game) float64 {
	if o.LimitStrength {
		return g.LevelOf(o.Elo)
	}
	return float64(o.SkillLevel)
}

// LevelOf returns the level, between whole levels too, that plays g as well as a
// rating says; what is above all of them is full strength.
func (g *Game) LevelOf(elo int) float64 {
	known := g.ratings()
	const step = search.MaxLevel / float64(len(Ratings{})-1)
	for i := 1; i < len(known); i++ {
		if low, high := known[i-1], known[i]; elo < high {
			return step * (float64(i-1) + float64(max(0, elo-low))/float64(high-low))
		}
	}
	return search.MaxLevel
}

func (g *Game) ratings() Ratings {
	if g.Ratings == (Ratings{}) {
		return ratings
	}
	return g.Ratings
}

// FullElo is the lowest rating that is full strength in one of the games.
func (c Catalogue) FullElo() int {
	full := MaxElo
	for _, g := range c {
		known := g.ratings()
		full = min(full, known[len(known)-1])
	}
	return full
}
