package main

import (
	"errors"
	"fmt"
	"math"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/record"
)

// meaning says what the scores of records mean: the share of the game that is told
// for one by its scale, once a power is applied that the results of the same games
// show. So it does not matter what scores meant to the engine that played them.
type meaning struct {
	scale eval.Scale
	sides int
	// power is that of the odds, as multiples of those of an equal share, where
	// scores are linear. Where the scale has Odds the score is multiplied by it,
	// which is the same if nothing is drawn.
	power float64
}

// share returns the expected share, 0 to 1, of a side with a score in hundredths.
func (m *meaning) share(centi int) float64 {
	if m.scale.Odds > 0 {
		return m.scale.Share(game.Score(math.Round(m.power * m.scale.Score(centi))))
	}
	s := eval.Scale{}.For(m.sides).Score(centi)
	return eval.Scale{Sharp: m.power}.For(m.sides).Share(game.Score(math.Round(s)))
}

// errStop says that enough was read.
var errStop = errors.New("enough")

// How many games of a file what its scores mean is measured by: fewer say too little,
// and more are not needed.
const (
	leastGauged = 500
	mostGauged  = 3000
)

// gauge finds out what scores mean from the first games of a file.
type gauge struct {
	c        *collection // that the file is read into
	of       meaning
	games    int // with scores
	seen     map[uint64]bool
	outcomes []outcome
}

// outcome is a score of a side, in hundredths, and the share that it got.
type outcome struct {
	centi int
	side  game.Side
	share float64
}

// add takes the scores of a game, unless the collection would leave it out.
func (g *gauge) add(rec *record.Record) error {
	if g.games == g.c.most {
		return errStop
	}
	of, err := engine.Find(rec.Get(record.Game))
	if err != nil {
		return err
	}
	play, err := rec.Open(of.Rules)
	if err != nil {
		return err
	}
	p := play.Position()
	if _, err := g.c.bind(of, p, rec); err != nil {
		return err
	}
	id := identity(rec)
	if g.c.seen[id] || g.seen[id] {
		return nil
	}
	opening, err := rec.OpeningLength()
	if err != nil {
		return err
	}
	first := len(g.outcomes)
	for i, a := range rec.Actions {
		if i >= opening && a.Score.Kind == record.Centi {
			g.outcomes = append(g.outcomes, outcome{centi: a.Score.Value, side: p.Base().Side})
		}
		if err := play.Make(a.Text); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	var shares [game.MaxSides]game.Score
	if !play.Returns(&shares) {
		g.outcomes = g.outcomes[:first]
		return nil
	}
	g.seen[id] = true
	g.of = meaning{of.Scale(p), p.Seating().Sides, 1}
	if len(g.outcomes) > first {
		g.games++
	}
	for i := range g.outcomes[first:] {
		o := &g.outcomes[first+i]
		o.share = float64(shares[o.side]) / float64(game.Whole)
	}
	return nil
}

// meaning returns what the scores mean: the power, from a third to three, under
// which the results are the most likely. It is 1 where too few games or none say
// otherwise.
func (g *gauge) meaning() meaning {
	m := g.of
	m.power = 1
	if g.games < g.c.least {
		return m
	}
	low, high := math.Log(1.0/3), math.Log(3.0)
	for high-low > 0.005 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if g.deviance(math.Exp(a)) < g.deviance(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	if power := math.Exp((low + high) / 2); g.deviance(power) < g.deviance(1) {
		m.power = power
	}
	return m
}

// deviance is that of the shares told with a power.
func (g *gauge) deviance(power float64) float64 {
	m := g.of
	m.power = power
	told := map[int]float64{}
	sum := 0.0
	for _, o := range g.outcomes {
		p, ok := told[o.centi]
		if !ok {
			p = min(max(m.share(o.centi), 1e-6), 1-1e-6)
			told[o.centi] = p
		}
		sum -= o.share*math.Log(p) + (1-o.share)*math.Log(1-p)
	}
	return sum
}
