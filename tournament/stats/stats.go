// Package stats is the arithmetic of matches: scores, Elo differences with
// their errors, and sequential tests. It knows no game and reads no file; every
// type is plain counts, so that sums of parts are exact and their order never
// matters.
//
// The observation is the block: a set of games with the same opening and the
// same dice in which the players exchange seats. Games of one block depend on
// each other, blocks do not, so every error here comes from the variance
// between blocks. Start with [Sample]; two seats also have the [Pentanomial],
// which the sequential test [SPRT] reads.
//
// The mathematics of normalized Elo and of the generalized sequential
// probability ratio test (GSPRT) is Michel Van den Bergh's, as the testing of
// chess engines uses it.
package stats

import "math"

// Unit is the share of one whole game in the integers that [Sample] adds up:
// twelfths, as games share out their results.
const Unit = 12

// Sample is what one player scored, block by block. The zero value with Par set
// is a sample of nothing.
type Sample struct {
	// Par is the score of a player as strong as the rest: 1/n for n sides.
	Par float64
	// Blocks and Games count complete blocks and their games.
	Blocks, Games int
	// Wins, Draws and Losses count games: the whole share, part of it, none.
	Wins, Draws, Losses int

	total, squares int64 // of block totals in units of a game
}

// Add adds one complete block: the player's share of each of its games, 0 to
// [Unit]. All blocks of a sample hold the same number of games. An empty block
// adds nothing.
func (s *Sample) Add(shares ...int) {
	if len(shares) == 0 {
		return
	}
	total := int64(0)
	for _, share := range shares {
		total += int64(share)
		switch {
		case share >= Unit:
			s.Wins++
		case share <= 0:
			s.Losses++
		default:
			s.Draws++
		}
	}
	s.Blocks++
	s.Games += len(shares)
	s.total += total
	s.squares += total * total
}

// Score returns the mean share of a game, 0 to 1; Par if there is none.
func (s *Sample) Score() float64 {
	if s.Games == 0 {
		return s.Par
	}
	return float64(s.total) / float64(Unit*s.Games)
}

// Points returns the sum of all shares in games.
func (s *Sample) Points() float64 { return float64(s.total) / Unit }

// Variance returns the variance of a block's mean share, over the blocks
// themselves, 0 to 1/4; 0 if there is none.
func (s *Sample) Variance() float64 {
	if s.Blocks == 0 {
		return 0
	}
	scale := float64(Unit*s.Games) / float64(s.Blocks)
	mean := s.Score()
	return max(0, float64(s.squares)/(scale*scale)/float64(s.Blocks)-mean*mean)
}

// DrawRatio returns the part of the games that was shared, 0 if there is none.
func (s *Sample) DrawRatio() float64 {
	if s.Games == 0 {
		return 0
	}
	return float64(s.Draws) / float64(s.Games)
}

// Shrunk returns the sample's mean and block variance after one more block
// that is won or lost whole, with odds that put it at Par. With many blocks
// they are the plain ones; with few, or all alike, they keep a variance that is
// not 0, as the half win and half loss of Jeffreys' prior do for coin tosses.
func (s *Sample) Shrunk() (mean, variance float64) {
	n := float64(s.Blocks)
	m := s.Score()
	mean = (n*m + s.Par) / (n + 1)
	variance = (n*(s.Variance()+m*m)+s.Par)/(n+1) - mean*mean
	return mean, variance
}

// Interval95 returns the mean share with its 95 % range, within 0 to 1. The
// range is Wilson's for proportions, with the number of blocks scaled by how
// much less than a coin's their variance is, from the [Sample.Shrunk] moments:
// it holds for few blocks and for all wins. With no block it is all of 0 to 1.
// A score of 0 or 1 keeps that end of the range.
func (s *Sample) Interval95() Interval {
	if s.Blocks == 0 {
		return Interval{0, s.Par, 1}
	}
	score := s.Score()
	mean, variance := s.Shrunk()
	n := float64(s.Blocks+1) * mean * (1 - mean) / variance
	centre := (mean + z95*z95/(2*n)) / (1 + z95*z95/n)
	half := z95 * math.Sqrt(mean*(1-mean)/n+z95*z95/(4*n*n)) / (1 + z95*z95/n)
	low, high := max(0, centre-half), min(1, centre+half)
	return Interval{min(low, score), score, max(high, score)}
}

// Elo returns the Elo difference to the rest with its 95 % range. After nothing
// but wins the estimate and the upper end are +Inf, the lower end is finite;
// with no block the range is open at both ends.
func (s *Sample) Elo() Interval {
	i := s.Interval95()
	return Interval{Elo(i.Low, s.Par), Elo(i.Estimate, s.Par), Elo(i.High, s.Par)}
}

// BoundedElo returns an Elo difference that is finite whatever the sample: that
// of the [Sample.Shrunk] mean.
func (s *Sample) BoundedElo() float64 {
	mean, _ := s.Shrunk()
	return Elo(mean, s.Par)
}

// NElo returns the normalized Elo difference, the distance from Par in standard
// deviations of one game, with its 95 % range. It is 0 and open with no block.
// For two seats it is fishtest's nElo. Blocks all alike use the
// [Sample.Shrunk] variance.
func (s *Sample) NElo() Interval {
	if s.Blocks == 0 {
		return Interval{math.Inf(-1), 0, math.Inf(1)}
	}
	variance := s.Variance()
	if variance == 0 {
		_, variance = s.Shrunk()
	}
	size := float64(s.Games) / float64(s.Blocks)
	e := NEloUnit * (s.Score() - s.Par) / math.Sqrt(size*variance)
	half := z95 * NEloUnit / math.Sqrt(float64(s.Games))
	return Interval{e - half, e, e + half}
}

// LOS returns the likelihood of superiority: the chance, 0 to 1, that the
// player is stronger than Par, by the normal approximation to the
// [Sample.Shrunk] moments. It is 1/2 with no block.
func (s *Sample) LOS() float64 {
	mean, variance := s.Shrunk()
	if variance == 0 {
		return 0.5
	}
	return Phi((mean - s.Par) / math.Sqrt(variance/float64(s.Blocks+1)))
}
