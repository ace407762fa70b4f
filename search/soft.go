package search

import (
	"math"
	"sync"

	"tetrarch/game"
)

// Soft choice: max^n takes it that each side finds the best action and all the
// others die of the first that is worse. Sides err, and a position in which most
// actions lose is worth more to the others than its best action says. Here the
// values of a position are the mean over the actions that were searched, each
// weighted by how good it is for the side that acts: the best by 1, one that is
// worse by Tuning.Softness by 1/e. The idea is that of soft-max^n and prob-max^n
// (Sturtevant and Bowling 2006; Sturtevant, Zinkevich and Bowling 2006), which give
// up trust in the opponents' exact values too.
//
// Positions that are won or lost for the side that acts keep their exact values. Cutoffs
// are those of max^n and make the values approximate: they follow from the best action,
// although the mean is a little less for the side that acts, and an action that was cut
// off counts with the values of its first refutation.

// softness holds the weight of an action by how much it is worse than the best.
// It is whole numbers, so that every machine counts alike.
type softness struct {
	shift  int // how many bits of a difference do not count
	weight [softSteps]int64
}

const (
	softSteps = 1024
	softOne   = 1 << 16
)

var softnesses struct {
	sync.Mutex
	made map[int]*softness
}

// softnessOf returns the weights of a softness in thousandths of the game, nil for
// none.
func softnessOf(thousandths int) *softness {
	if thousandths <= 0 {
		return nil
	}
	softnesses.Lock()
	defer softnesses.Unlock()
	if s := softnesses.made[thousandths]; s != nil {
		return s
	}
	// The table reaches to where the weight is nothing.
	unit := float64(thousandths) / 1000 * 2 * float64(game.MaxEval)
	s := &softness{}
	for unit*math.Log(2*softOne) >= softSteps*float64(int(1)<<s.shift) {
		s.shift++
	}
	for i := range s.weight {
		middle := (float64(i) + 0.5) * float64(int(1)<<s.shift)
		s.weight[i] = int64(math.Round(softOne * math.Exp(-middle/unit)))
	}
	if softnesses.made == nil {
		softnesses.made = map[int]*softness{}
	}
	softnesses.made[thousandths] = s
	return s
}

// of returns the weight of an action that is worse by so much, from 0 to softOne.
func (s *softness) of(worse game.Score) int64 {
	if i := int(worse) >> s.shift; i < softSteps {
		return s.weight[i]
	}
	return 0
}

// choice adds up the values of the actions of one position.
type choice struct {
	best  game.Score // for the side that acts
	total int64      // of the weights
	sum   [game.MaxSides]int64
}

func (c *choice) reset() { c.total = 0 }

// add adds the values of another action of a side.
func (c *choice) add(s *softness, v *vector, side game.Side, sides int) {
	own := v[side]
	weight := int64(softOne)
	switch {
	case c.total == 0:
		*c = choice{best: own}
	case own > c.best:
		// The others weigh less from now on.
		fall := s.of(own - c.best)
		c.best = own
		c.total = c.total * fall >> 16
		for x := range sides {
			c.sum[x] = c.sum[x] * fall >> 16
		}
	default:
		weight = s.of(c.best - own)
	}
	c.total += weight
	for x := range sides {
		c.sum[x] += weight * int64(min(max(v[x], -game.MaxEval), game.MaxEval))
	}
}

// mean leaves the weighted mean in v.
func (c *choice) mean(v *vector, sides int) {
	for x := range sides {
		v[x] = game.Score(c.sum[x] / c.total)
	}
}
