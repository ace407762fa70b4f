package main

import (
	"errors"
	"math"
	"os"
	"testing"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/record"
)

// What a score means is measured: where three points of four follow from 50, a score
// tells half of what it means.
func TestMeaningIsMeasured(t *testing.T) {
	for _, c := range []struct {
		of    meaning
		centi int
		share float64
		power float64
	}{
		{meaning{sides: 2}, 50, 0.75, 2},
		{meaning{sides: 2}, 100, 0.75, 1},
		{meaning{sides: 2}, 200, 0.75, 0.5},
		{meaning{sides: 2}, -100, 0.1, 2},
		{meaning{sides: 2}, 400, 0.5, 1.0 / 3}, // as low as it goes
		{meaning{scale: eval.Scale{Odds: 300}, sides: 2}, 50, 0.75, 2},
		{meaning{scale: eval.Scale{Odds: 300, Draw: 200}, sides: 2}, 100, 0.75, 1},
		// Among three an equal share is 1/3, at -63 hundredths.
		{meaning{sides: 3}, 0, 0.5, 1},
		{meaning{sides: 3}, 0, 2.0 / 3, 2},
	} {
		g := gauge{of: c.of}
		for range 10 {
			g.seen = append(g.seen, outcome{c.centi, c.share})
		}
		m := g.meaning()
		if math.Abs(m.power-c.power) > 0.02 {
			t.Errorf("%+v: a score of %d that brings %.3f is told to the power %.3f, want %.3f", c.of, c.centi, c.share, m.power, c.power)
		}
		if c.power > 0.34 && math.Abs(m.share(c.centi)-c.share) > 0.01 {
			t.Errorf("%+v: a score of %d is told to bring %.3f, want %.3f", c.of, c.centi, m.share(c.centi), c.share)
		}
	}
}

// What is learnt of an action mixes what its search expected with what later ones did
// and the result.
func TestTold(t *testing.T) {
	rec := firstRecord(t, games(t, "tricolor", nil, "tetrarch,nodes=30,name=a,tetrarch,nodes=50,name=b", 1))
	g, err := engine.Find("tricolor")
	if err != nil {
		t.Fatal(err)
	}
	shares := [game.MaxSides]game.Score{game.Whole, 0}
	var scored []int
	for i, a := range rec.Actions {
		if a.Score.Kind == record.Centi {
			scored = append(scored, i)
		}
	}
	if len(scored) < 3 {
		t.Fatalf("%d actions with scores: want more", len(scored))
	}
	told := func(search, later float32) [][game.MaxSides]float32 {
		c := collection{search: search, later: later, meaning: meaning{scale: eval.Scale{Odds: 100}, sides: 2, power: 1}}
		told, err := c.told(rec, g.Rules, &shares)
		if err != nil {
			t.Fatal(err)
		}
		return told
	}
	alone, mixed, half, result := told(1, 0), told(1, 0.75), told(0.5, 0), told(0, 0)
	later := float32(1)
	for n := len(scored) - 1; n >= 0; n-- {
		i := scored[n]
		for _, x := range [][game.MaxSides]float32{alone[i], mixed[i], half[i], result[i]} {
			if math.Abs(float64(x[0]+x[1]-1)) > 1e-6 {
				t.Fatalf("action %d: shares %v", i, x)
			}
		}
		later = 0.25*alone[i][0] + 0.75*later
		for what, pair := range map[string][2]float32{
			"with later ones": {mixed[i][0], later}, "with the result": {half[i][0], (alone[i][0] + 1) / 2}, "the result": {result[i][0], 1},
		} {
			if math.Abs(float64(pair[0]-pair[1])) > 1e-5 {
				t.Errorf("action %d, %s: %v, want %v", i, what, pair[0], pair[1])
			}
		}
	}
}

func firstRecord(t *testing.T, file string) (first *record.Record) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if first, err = record.NewReader(f).Read(); err != nil {
		t.Fatal(err)
	}
	return first
}

// What a search leaves, the others divide as the result does.
func TestExpectedAmongThree(t *testing.T) {
	c := collection{meaning: meaning{sides: 3, power: 1}}
	for _, x := range []struct{ result, want [game.MaxSides]float32 }{
		{[game.MaxSides]float32{0, 0.75, 0.25}, [game.MaxSides]float32{0.5, 0.375, 0.125}},
		{[game.MaxSides]float32{1, 0, 0}, [game.MaxSides]float32{0.5, 0.25, 0.25}},
	} {
		if got := c.expected(0, 3, 0, &x.result); got != x.want {
			t.Errorf("result %v: %v, want %v", x.result, got, x.want)
		}
	}
}

// Reading ends early without an error only where it is meant to.
func TestEachRecordStops(t *testing.T) {
	file := games(t, "tricolor", nil, "greedy,name=a,random,name=b", 4)
	other := errors.New("other")
	for _, c := range []struct{ err, want error }{{nil, nil}, {errStop, nil}, {other, other}} {
		n := 0
		err := eachRecord(t.Context(), file, func(*record.Record) error { n++; return c.err })
		if !errors.Is(err, c.want) || (n == 4) != (c.err == nil) {
			t.Errorf("%v after the first: %d read, error %v", c.err, n, err)
		}
	}
}
