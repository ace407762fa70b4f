package rollout

import "math"

// strata is into how many parts each of the first two rolls is divided.
const strata = 6

// tally sums one number over the games of whole blocks, stratum by stratum.
type tally struct {
	n       int // games
	sum, sq [Block]float64
}

// add takes game i of a block.
func (t *tally) add(i int, x float64) {
	t.n++
	t.sum[i] += x
	t.sq[i] += x * x
}

// mean is 0 before the first game.
func (t *tally) mean() float64 {
	if t.n == 0 {
		return 0
	}
	sum := 0.0
	for _, s := range t.sum {
		sum += s
	}
	return sum / float64(t.n)
}

// standardError is that of the mean. Strata are equally large, so from two blocks
// on only the variance within them counts; of a single block it takes all games
// as independent, which says too much rather than too little.
func (t *tally) standardError() float64 {
	blocks := float64(t.n / Block)
	if blocks == 0 {
		return 0
	}
	variance := 0.0
	if blocks == 1 {
		m := t.mean()
		for _, x := range t.sum {
			variance += (x - m) * (x - m)
		}
		return math.Sqrt(variance / (Block - 1) / Block)
	}
	for i, s := range t.sum {
		variance += max(0, t.sq[i]-s*s/blocks) / (blocks - 1)
	}
	return math.Sqrt(variance/blocks) / Block
}
