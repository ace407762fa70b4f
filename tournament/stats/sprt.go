package stats

import (
	"fmt"
	"math"
	"strings"
)

// Pentanomial counts blocks of two games by what the player scored in them:
// 0, 1/2, 1, 3/2 and 2 points.
type Pentanomial [5]int

// Add counts a block by the player's shares of its two games, 0 to [Unit].
func (p *Pentanomial) Add(first, second int) {
	i := (first + second) * 2 / Unit
	p[min(max(i, 0), len(p)-1)]++
}

// Blocks returns the number of blocks.
func (p *Pentanomial) Blocks() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// Scale says in which Elo the bounds of a sequential test are given.
type Scale uint8

// The scales of a sequential test.
const (
	Normalized Scale = iota // distance from par in standard deviations of a game
	Logistic                // the plain scale of scores
)

// String names the scale as [ParseScale] reads it.
func (s Scale) String() string {
	if s == Logistic {
		return "logistic"
	}
	return "normalized"
}

// ParseScale reads a scale's name.
func ParseScale(text string) (Scale, error) {
	for _, s := range []Scale{Normalized, Logistic} {
		if strings.EqualFold(text, s.String()) {
			return s, nil
		}
	}
	return 0, fmt.Errorf("scale %q is unknown: want normalized or logistic", text)
}

// MarshalText implements [encoding.TextMarshaler].
func (s Scale) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Scale) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScale(string(text))
	return err
}

// Verdict is what a sequential test knows.
type Verdict int8

// The verdicts of a sequential test.
const (
	Continue Verdict = iota // neither bound is reached
	AcceptH0                // the difference is Elo0 rather than Elo1
	AcceptH1                // the difference is Elo1 rather than Elo0
)

// String says the verdict in words.
func (v Verdict) String() string {
	switch v {
	case AcceptH0:
		return "H0 accepted"
	case AcceptH1:
		return "H1 accepted"
	}
	return "no verdict yet"
}

// SPRT is a generalized sequential probability ratio test of two hypotheses
// about the Elo difference of a player. It is a plain value and keeps no
// counts.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // the risk of wrongly accepting Elo1
	Beta  float64 `json:"beta"`  // the risk of wrongly accepting Elo0
	Scale Scale   `json:"scale"`
}

// Check says what is wrong with the parameters of the test.
func (t SPRT) Check() error {
	switch {
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("sequential test of Elo %g against %g: want the first smaller", t.Elo0, t.Elo1)
	case max(-t.Elo0, t.Elo1) > 300:
		return fmt.Errorf("sequential test of Elo %g against %g: want both within ±300", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < 0.5):
		return fmt.Errorf("sequential test with alpha %g: want more than 0 and less than 0.5", t.Alpha)
	case !(t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("sequential test with beta %g: want more than 0 and less than 0.5", t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the test accepts Elo0 and
// Elo1 (Wald).
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// String writes the hypotheses and the risks.
func (t SPRT) String() string {
	return fmt.Sprintf("%g against %g, %s Elo, alpha %g, beta %g", t.Elo0, t.Elo1, t.Scale, t.Alpha, t.Beta)
}

// Judge returns the verdict at a log-likelihood ratio.
func (t SPRT) Judge(llr float64) Verdict {
	lower, upper := t.Bounds()
	switch {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Continue
}

// LLR returns the log-likelihood ratio of Elo1 against Elo0 given blocks of two
// games; 0 with no block.
func (t SPRT) LLR(p Pentanomial) float64 { return t.llr(p[:], 2) }

// LLRGames returns the log-likelihood ratio given independent games: for
// matches without fair blocks.
func (t SPRT) LLRGames(losses, draws, wins int) float64 {
	return t.llr([]int{losses, draws, wins}, 1)
}

// emptyCell stands for a count of 0: with it, a result not seen yet is unlikely
// and not impossible. The value is fishtest's.
const emptyCell = 1e-3

// llr compares the likeliest distributions over equally spaced scores 0..1 that
// keep each hypothesis; size is the number of games in an observation.
func (t SPRT) llr(counts []int, size int) float64 {
	n := 0.0
	seen := false
	pdf := make([]outcome, len(counts))
	for i, c := range counts {
		seen = seen || c > 0
		pdf[i] = outcome{float64(i) / float64(len(counts)-1), max(float64(c), emptyCell)}
		n += pdf[i].p
	}
	if !seen {
		return 0
	}
	for i := range pdf {
		pdf[i].p /= n
	}
	var p0, p1 []float64
	if t.Scale == Logistic {
		p0, p1 = likeliestMean(pdf, Share(t.Elo0, 0.5)), likeliestMean(pdf, Share(t.Elo1, 0.5))
	} else {
		unit := math.Sqrt(float64(size)) / NEloUnit
		p0, p1 = likeliestT(pdf, 0.5, t.Elo0*unit), likeliestT(pdf, 0.5, t.Elo1*unit)
	}
	sum := 0.0
	for i, o := range pdf {
		sum += o.p * math.Log(p1[i]/p0[i])
	}
	return n * sum
}

// outcome is a value with its probability.
type outcome struct{ x, p float64 }

// likeliestMean returns, among the distributions over the values of pdf with
// mean s, the one that makes pdf likeliest: p/(1+θ(x-s)) with θ such that the
// mean comes out. s lies strictly between the smallest and the largest value.
func likeliestMean(pdf []outcome, s float64) []float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, o := range pdf {
		low, high = min(low, o.x), max(high, o.x)
	}
	// The excess falls in θ between two poles: Newton's steps, halving the
	// bracket where a step would leave it, or stalls beside a pole.
	from, to := -1/(high-s), -1/(low-s)
	theta := 0.0
	for range 100 {
		excess, slope, size := 0.0, 0.0, 0.0
		for _, o := range pdf {
			r := (o.x - s) / (1 + theta*(o.x-s))
			excess += o.p * r
			size += o.p * math.Abs(r)
			slope += o.p * r * r
		}
		if excess > 0 {
			from = theta
		} else {
			to = theta
		}
		next := theta + excess/slope
		if !(next > from && next < to) {
			next = (from + to) / 2
		}
		if math.Abs(next-theta) <= 1e-14*(1+math.Abs(theta)) {
			if math.Abs(excess) <= 1e-3*size {
				break
			}
			next = (from + to) / 2
		}
		theta = next
	}
	q := make([]float64, len(pdf))
	for i, o := range pdf {
		q[i] = o.p / (1 + theta*(o.x-s))
	}
	return q
}

// likeliestT returns, among the distributions over the values of pdf whose mean
// is t standard deviations above ref, the one that makes pdf likeliest. The
// condition is made linear around the last guess, which is then a problem of
// [likeliestMean], until the guess stands still.
func likeliestT(pdf []outcome, ref, t float64) []float64 {
	q := make([]float64, len(pdf))
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	linear := make([]outcome, len(pdf))
	for range 20 {
		mean, variance := 0.0, 0.0
		for i, o := range pdf {
			mean += q[i] * o.x
		}
		for i, o := range pdf {
			variance += q[i] * (o.x - mean) * (o.x - mean)
		}
		sigma := math.Sqrt(variance)
		for i, o := range pdf {
			d := (mean - o.x) / sigma
			linear[i] = outcome{o.x - ref - t*sigma*(1+d*d)/2, o.p}
		}
		next := likeliestMean(linear, 0)
		moved := 0.0
		for i := range q {
			moved = max(moved, math.Abs(next[i]-q[i]))
		}
		q = next
		if moved < 1e-9 {
			break
		}
	}
	return q
}
