package main

import (
	"errors"
	"math"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/record"
)

// meaning says what the scores of records mean: the share of the game that is told
// for one by its scale, to a power that the results of the same games show. So it
// does not matter what scores meant to the engine that played them.
type meaning struct {
	scale eval.Scale
	sides int
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

// gauge finds out what scores mean from the first games of a file.
type gauge struct {
	of    meaning
	games int
	seen  []outcome
}

// outcome is a score of a side, in hundredths, and the share that it got.
type outcome struct {
	centi int
	share float64
}

// gauged is how many games are enough.
const gauged = 3000

func (g *gauge) add(rec *record.Record) error {
	if g.games == gauged {
		return errStop
	}
	of, err := engine.Find(rec.Get(record.Game))
	if err != nil {
		return err
	}
	end, err := rec.Replay(of.Rules)
	if err != nil {
		return err
	}
	play, err := rec.Open(of.Rules)
	if err != nil {
		return err
	}
	var shares [game.MaxSides]game.Score
	if !end.Returns(&shares) {
		return nil
	}
	opening, err := rec.OpeningLength()
	if err != nil {
		return err
	}
	g.of = meaning{of.Scale(play.Position()), play.Position().Seating().Sides, 1}
	g.games++
	for i, a := range rec.Actions {
		if i >= opening && a.Score.Kind == record.Centi {
			side := play.Position().Base().Side
			g.seen = append(g.seen, outcome{a.Score.Value, float64(shares[side]) / float64(game.Whole)})
		}
		if err := play.Make(a.Text); err != nil {
			return err
		}
	}
	return nil
}

// meaning returns what the scores mean: the power, from a third to three, under
// which the results are the most likely.
func (g *gauge) meaning() meaning {
	m := g.of
	low, high := math.Log(1.0/3), math.Log(3.0)
	for high-low > 0.005 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if g.deviance(math.Exp(a)) < g.deviance(math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	m.power = math.Exp((low + high) / 2)
	return m
}

// deviance is that of the shares told with a power.
func (g *gauge) deviance(power float64) float64 {
	m := g.of
	m.power = power
	told := map[int]float64{}
	sum := 0.0
	for _, o := range g.seen {
		p, ok := told[o.centi]
		if !ok {
			p = min(max(m.share(o.centi), 1e-6), 1-1e-6)
			told[o.centi] = p
		}
		sum -= o.share*math.Log(p) + (1-o.share)*math.Log(1-p)
	}
	return sum
}
