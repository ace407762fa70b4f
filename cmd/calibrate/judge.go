package main

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"tetrarch/eval"
	"tetrarch/game"
)

// bins is how many rows a table has.
const bins = 12

// errFew says that there is nothing to fit.
var errFew = errors.New("want games of at least two blocks, won and lost, with scores of searches")

// estimate is a number with its standard error.
type estimate struct{ value, err float64 }

// fitted is what a fit finds.
type fitted struct {
	slope float64 // of the odds by those of today's scale: 1 needs no change
	bias  float64 // nats by which the side that acts is better than told, in a fit that has one
	scale eval.Scale
}

// result is what a group says.
type result struct {
	group *group
	fitted
	errs   fitted     // standard errors
	third  estimate   // the score that means a share of 3/4
	miss   [2]float64 // mean deviance of a sample by today's scale and the fitted one, in nats
	rows   []row
	errors []float64 // of the rows' measured shares
}

// row is a line of the table: samples of like scores.
type row struct {
	samples   int
	centi     float64    // mean score in hundredths by today's scale
	predicted [3]float64 // mean chances of win, draw and loss by today's scale
	measured  [3]float64
}

// share is the mean of the shares, of predicted or measured chances.
func share(chances [3]float64) float64 { return chances[0] + chances[1]/2 }

// linear says that scores are linear in shares.
func (g *group) linear() bool { return g.scale.Odds == 0 }

// odds is a score in the unit of the fit, nats: by today's scale, or where scores
// are linear by the score as it stands, from an equal share.
func (g *group) odds(score float64) float64 {
	if s := g.scale; s.Odds > 0 {
		return score * math.Log(3) / s.Odds
	}
	share := min(0.9999, max(0.0001, (score/float64(game.MaxEval)+1)/2))
	return math.Log(share/(1-share)) - g.level()
}

// level is the odds of an equal share, in nats.
func (g *group) level() float64 { return -math.Log(float64(g.sides - 1)) }

// point prepares a sample that counts n times. Where scores are linear in shares
// there is no drawn zone, and a shared game is won and lost in part.
func (g *group) point(s sample, n float64) point {
	p := point{x: g.odds(s.score)}
	switch {
	case g.linear():
		p.win, p.loss = n*s.share, n*(1-s.share)
	case s.share == 1:
		p.win = n
	case s.share == 0:
		p.loss = n
	default:
		p.draw = n
	}
	return p
}

// points prepares samples for a fit, each as often as its block was drawn.
func (g *group) points(times []int) []point {
	points := make([]point, 0, len(g.samples))
	for _, s := range g.samples {
		if n := times[s.block]; n > 0 {
			points = append(points, g.point(s, float64(n)))
		}
	}
	return points
}

// model is today's scale as a model of the fit.
func (g *group) model() logit {
	m := logit{bias: g.level(), slope: 1}
	switch s := g.scale; {
	case s.Odds > 0:
		m.zone = s.Draw * math.Log(3) / s.Odds
	case s.Sharp > 0:
		m.slope = s.Sharp
	}
	return m
}

// fit fits the samples of blocks drawn so many times.
func (g *group) fit(times []int) (fitted, logit) {
	points := g.points(times)
	today := g.model()
	m, zone := today, false
	for _, p := range points {
		zone = zone || p.draw > 0
	}
	if m.zone = 0; zone {
		m.zone = 0.5
	}
	plain := m.fit(points, free{1: true, 2: zone})
	f := fitted{slope: plain.slope / today.slope, bias: plain.fit(points, free{true, true, zone}).bias - g.level()}
	if g.linear() {
		f.scale = eval.Scale{Sharp: plain.slope}.For(g.sides)
	} else {
		nat := g.scale.Odds / math.Log(3) // a nat of today's odds, in units of scores
		f.scale = eval.Scale{Odds: nat * math.Log(3) / plain.slope, Draw: nat * plain.zone / plain.slope}
	}
	return f, plain
}

// judge fits a group and compares today's scale with what was measured.
func (g *group) judge(o options) (*result, error) {
	won, lost := false, false
	for _, s := range g.samples {
		won, lost = won || s.share > 0.5, lost || s.share < 0.5
	}
	if !won || !lost || g.blocks < 2 {
		return nil, errFew
	}
	r := &result{group: g}
	all := slices.Repeat([]int{1}, g.blocks)
	var m logit
	r.fitted, m = g.fit(all)
	r.third.value = r.scale.Third()
	points := g.points(all)
	n := float64(len(points))
	r.miss = [2]float64{g.model().deviance(points) / n, m.deviance(points) / n}
	slices.SortFunc(g.samples, func(a, b sample) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return 0
	})
	r.rows = g.rows(all)
	g.resample(r, o)
	return r, nil
}

// resample finds standard errors: the spread of what would have been found in
// blocks drawn anew, with returning, from those that were played.
func (g *group) resample(r *result, o options) {
	rng := rand.New(rand.NewPCG(o.seed, 2))
	var slope, bias, odds, draw, sharp, third []float64
	shares := make([][]float64, len(r.rows))
	for range o.rounds {
		times := make([]int, g.blocks)
		for range times {
			times[rng.IntN(g.blocks)]++
		}
		f, _ := g.fit(times)
		slope, bias = append(slope, f.slope), append(bias, f.bias)
		odds, draw, sharp = append(odds, f.scale.Odds), append(draw, f.scale.Draw), append(sharp, f.scale.Sharp)
		third = append(third, f.scale.Third())
		for i, row := range g.rows(times) {
			if row.samples > 0 {
				shares[i] = append(shares[i], share(row.measured))
			}
		}
	}
	r.errs = fitted{slope: spread(slope), bias: spread(bias), scale: eval.Scale{Odds: spread(odds), Draw: spread(draw), Sharp: spread(sharp)}}
	r.third.err = spread(third)
	for _, s := range shares {
		r.errors = append(r.errors, spread(s))
	}
}

// spread is the standard deviation.
func spread(values []float64) float64 {
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		square += (v - mean) * (v - mean)
	}
	return math.Sqrt(square / max(1, float64(len(values)-1)))
}

// rows divides the samples, which are in order of their scores, into bins of
// equal size, and counts each sample as often as its block was drawn.
func (g *group) rows(times []int) []row {
	rows := make([]row, min(bins, len(g.samples)))
	m, third := g.model(), g.scale.Third()
	for i, s := range g.samples {
		n := times[s.block]
		if n == 0 {
			continue
		}
		r := &rows[i*len(rows)/len(g.samples)]
		p, x := g.point(s, float64(n)), g.odds(s.score)
		if g.linear() {
			r.centi += float64(n) * 100 / math.Log(3) * (m.slope*x + m.bias)
		} else {
			r.centi += float64(n) * 100 * s.score / third
		}
		win, draw, loss := m.chances(x)
		for j, v := range [...]float64{win, draw, loss} {
			r.predicted[j] += float64(n) * v
		}
		for j, v := range [...]float64{p.win, p.draw, p.loss} {
			r.measured[j] += v
		}
		r.samples += n
	}
	for i := range rows {
		r := &rows[i]
		for j := range r.predicted {
			r.predicted[j] /= float64(max(1, r.samples))
			r.measured[j] /= float64(max(1, r.samples))
		}
		r.centi /= float64(max(1, r.samples))
	}
	return rows
}
