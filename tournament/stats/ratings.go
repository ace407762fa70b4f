package stats

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Rating is the strength of one player of a [Field].
type Rating struct {
	// Elo is anchored at a mean of 0 over the player's group, with the 95 %
	// range of the resamples; 0 and open for a player without a game.
	Elo Interval
	// Group numbers, from 0, the sets of players whom games connect, directly
	// or through others. Ratings of different groups cannot be compared.
	Group int
}

// Ratings are the strengths of all players of a field.
//
// The model is that of Plackett and Luce for the first place, with shares: side
// s takes the share e^θs / Σ e^θ of a game on average, where θs is the mean
// strength of the players at its seats, and the strengths are those that make
// the shares seen likeliest, each share counting as that part of a first place.
// For two sides it is the model of Bradley and Terry with a draw as half a win;
// among n equals everyone expects 1/n, and a difference of strengths means the
// same as in [Elo]. Shares, not ranks, are what is rated: what a game pays is
// what its players play for.
//
// The prior is weak: every player has, on top of its games, won half a block
// and lost half a block against an opponent of strength 0. It keeps a player
// finite who only won, and vanishes beside some dozens of blocks.
//
// Errors come from the Bayesian bootstrap (Rubin 1981): in every resample each
// block has a random weight with the exponential distribution, and the half
// blocks of the prior have weights that are gamma distributed with shape ½. For
// a single coin this is Jeffreys' posterior, so that the errors of all wins and
// of one block are sound too.
type Ratings struct {
	Players []Rating
	// Resamples is the number of resamples behind the errors.
	Resamples int

	superior []float64 // players × players
}

// DefaultResamples is the number of resamples that makes the ends of a 95 %
// range steady to about a tenth of its width.
const DefaultResamples = 400

// Superior returns the likelihood that player a is stronger than player b: the
// part of the resamples, 0 to 1, in which it is, 1/2 if no games connect them.
func (r *Ratings) Superior(a, b int) float64 { return r.superior[a*len(r.Players)+b] }

// eloUnit is the Elo of one unit of θ.
const eloUnit = 400 / math.Ln10

// Ratings rates the players; resamples of 0 means [DefaultResamples]. Equal
// blocks, in any order, and an equal seed give equal ratings. The time grows
// with the cube of the number of players and with the number of distinct block
// results, not with that of games.
func (f *Field) Ratings(resamples int, seed uint64) *Ratings {
	if resamples <= 0 {
		resamples = DefaultResamples
	}
	n := f.players
	r := &Ratings{Players: make([]Rating, n), Resamples: resamples, superior: make([]float64, n*n)}
	for i := range r.superior {
		r.superior[i] = 0.5
	}
	m, patterns := f.model()
	group := f.groups()
	weights := make([]float64, len(patterns))
	for i, p := range patterns {
		weights[i] = float64(p.count)
	}
	m.weigh(patterns, weights)
	for i := range n {
		m.won[i], m.lost[i] = m.prior, m.prior
	}
	best := m.fit(make([]float64, n))
	draws := f.resample(m, patterns, best, group, resamples, seed)

	estimate := slices.Clone(best)
	anchor(estimate, group)
	samples := make([]float64, resamples)
	for i := range r.Players {
		for k := range samples {
			samples[k] = draws[k*n+i]
		}
		slices.Sort(samples)
		e := eloUnit * estimate[i]
		r.Players[i] = Rating{Group: group[i], Elo: Interval{
			min(e, eloUnit*quantile(samples, 0.025)), e, max(e, eloUnit*quantile(samples, 0.975)),
		}}
		if !f.seen[i] {
			r.Players[i].Elo = Interval{math.Inf(-1), 0, math.Inf(1)}
		}
	}
	r.compare(draws, group)
	return r
}

// resample returns the anchored strengths of all players in every resample.
func (f *Field) resample(m *model, patterns []*pattern, best []float64, group []int, resamples int, seed uint64) []float64 {
	n := f.players
	rng := rand.New(rand.NewPCG(seed, 0x52617465)) // a stream of its own
	weights := make([]float64, len(patterns))
	draws := make([]float64, 0, resamples*n)
	for range resamples {
		for i, p := range patterns {
			// The weights of count equal blocks add up to this one.
			weights[i] = gamma(rng, float64(p.count))
		}
		m.weigh(patterns, weights)
		for i := range n {
			m.won[i], m.lost[i] = 2*m.prior*gamma(rng, 0.5), 2*m.prior*gamma(rng, 0.5)
		}
		theta := m.fit(slices.Clone(best))
		anchor(theta, group)
		draws = append(draws, theta...)
	}
	return draws
}

// compare fills the likelihoods of superiority.
func (r *Ratings) compare(draws []float64, group []int) {
	n := len(r.Players)
	for a := range n {
		for b := range n {
			if a == b || group[a] != group[b] {
				continue
			}
			above := 0.0
			for k := 0; k < len(draws); k += n {
				switch x, y := draws[k+a], draws[k+b]; {
				case x > y:
					above++
				case x == y:
					above += 0.5
				}
			}
			r.superior[a*n+b] = above / float64(r.Resamples)
		}
	}
}

// model makes the tables that the field's blocks were played at, and returns
// the distinct results in an order that does not depend on the blocks'.
func (f *Field) model() (*model, []*pattern) {
	m := newModel(f.players)
	if f.blocks > 0 {
		m.prior = float64(f.games) / float64(f.blocks) / 2
	}
	var patterns []*pattern
	for _, key := range slices.Sorted(maps.Keys(f.patterns)) {
		p := f.patterns[key]
		patterns = append(patterns, p)
		var at []int
		for _, e := range p.entries {
			at = append(at, m.seats(e))
		}
		m.at = append(m.at, at)
	}
	return m, patterns
}

// groups numbers the sets of connected players in the order of their first.
func (f *Field) groups() []int {
	parent := make([]int, f.players)
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, p := range f.patterns {
		for _, e := range p.entries {
			for _, side := range e.sides {
				for _, player := range side {
					parent[root(player)] = root(e.sides[0][0])
				}
			}
		}
	}
	group := make([]int, f.players)
	number := map[int]int{}
	for i := range group {
		r := root(i)
		if _, ok := number[r]; !ok {
			number[r] = len(number)
		}
		group[i] = number[r]
	}
	return group
}

// anchor moves the strengths of every group to a mean of 0.
func anchor(theta []float64, group []int) {
	sum, size := make([]float64, len(theta)), make([]float64, len(theta))
	for i, g := range group {
		sum[g] += theta[i]
		size[g]++
	}
	for i, g := range group {
		theta[i] -= sum[g] / size[g]
	}
}

// quantile returns the value below which the part q of sorted values lies,
// between two of them if need be; there must be one.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[j]-sorted[i])
}

// gamma draws from the gamma distribution with scale 1 and a shape that is ½ or
// at least 1 (Marsaglia and Tsang 2000).
func gamma(rng *rand.Rand, shape float64) float64 {
	if shape == 0.5 {
		x := rng.NormFloat64()
		return x * x / 2
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := rng.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v *= v * v
		if u := 1 - rng.Float64(); math.Log(u) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}
