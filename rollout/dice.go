package rollout

import "tetrarch/game"

// dice are the rolls of one game. They depend on nothing but the seed, the
// game's number and how many rolls came before, so that games from different
// actions meet the same ones.
type dice struct {
	seed uint64
	game uint64
	roll uint64 // how many there were
}

// ticket draws a number from 0 to den-1. Over the games of a block the tickets of
// the first two rolls, cut into sixths, form each pair once.
func (d *dice) ticket(den int) int {
	// A fraction of 35 bits: three of the stratum, times a sixth, and 32 drawn.
	drawn := mix(mix(mix(d.seed)+d.game)+d.roll) >> 32
	stratum := mix(drawn) % strata
	switch d.roll {
	case 0:
		stratum = d.game / strata % strata
	case 1:
		stratum = d.game % strata
	}
	d.roll++
	return int((stratum<<32 | drawn) * uint64(den) / (strata << 32))
}

// mix is the finalizer of splitmix64, a bijection that leaves no pattern.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// draw returns the index of the outcome that the ticket stands for.
func (d *dice) draw(roller game.Roller, outcomes []game.Scored) int {
	_, den := roller.Weight(outcomes[0].Move)
	left := d.ticket(den)
	for i := range outcomes {
		n, _ := roller.Weight(outcomes[i].Move)
		if left -= n; left < 0 {
			return i
		}
	}
	return len(outcomes) - 1
}
