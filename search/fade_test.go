package search

import (
	"testing"
	"time"

	"tetrarch/game"
)

// still is a position that is nothing but a count of quiet actions.
type still struct {
	game.Position
	count, limit int
	seating      *game.Seating
}

func (s *still) Seating() *game.Seating { return s.seating }

func (s *still) Quiet() (count, limit int) { return s.count, s.limit }

// fixed is an evaluation.
type fixed vector

func (f fixed) Evaluate(to *[game.MaxSides]game.Score) { *to = f }

func TestEvaluationsFade(t *testing.T) {
	two := &game.Seating{Seats: 2, Sides: 2, SideOf: [game.MaxSeats]game.Side{0, 1}}
	three := &game.Seating{Seats: 3, Sides: 3, SideOf: [game.MaxSeats]game.Side{0, 1, 2}}
	third := resultScore(game.Whole/3, 0)
	for _, c := range []struct {
		count, limit int
		seating      *game.Seating
		value, want  vector
	}{
		{0, 100, two, vector{600, -600}, vector{600, -600}},
		{60, 100, two, vector{600, -600}, vector{600, -600}},
		{80, 100, two, vector{600, -600}, vector{300, -300}},
		{100, 100, two, vector{600, -600}, vector{}},
		{120, 100, two, vector{600, -600}, vector{}},
		{70, 0, two, vector{600, -600}, vector{600, -600}}, // no limit
		{80, 100, three, vector{third + 600, third, third - 600}, vector{third + 300, third, third - 300}},
	} {
		p := &still{count: c.count, limit: c.limit, seating: c.seating}
		w := &worker{eval: fixed(c.value), pos: p, quiet: p, seating: c.seating}
		var v vector
		w.assess(&v)
		if v != c.want {
			t.Errorf("%v after %d of %d quiet actions: %v, want %v", c.value, c.count, c.limit, v, c.want)
		}
	}
}

// TestContempt says when a draw is less than nothing, and to whom.
func TestContempt(t *testing.T) {
	two, three := &game.Seating{Seats: 2, Sides: 2}, &game.Seating{Seats: 3, Sides: 3}
	timed, endless := Limits{MoveTime: time.Second}, Limits{}
	for _, c := range []struct {
		why      string
		contempt int
		limits   Limits
		without  Features
		seating  *game.Seating
		want     game.Score
	}{
		{"a game with contempt", 20, timed, 0, two, -40},
		{"one without", 0, timed, 0, two, 0},
		{"an analysis", 20, endless, 0, two, 0},
		{"switched off", 20, timed, FeatureContempt, two, 0},
		{"three sides", 20, timed, 0, three, 0},
	} {
		w := &worker{tuning: Tuning{Contempt: c.contempt}, limits: c.limits, config: Config{Without: c.without}, seating: c.seating, unit: 200}
		w.disdain()
		if w.draw != c.want || (w.salt != 0) != (c.want != 0) {
			t.Errorf("%s: a draw is worth %d with salt %x, want %d and a salt only with contempt", c.why, w.draw, w.salt, c.want)
		}
		w.campOf = [game.MaxSides]camp{0, 1}
		if mine, other := w.from(0, w.draw), w.from(1, w.draw); mine != c.want || other != -c.want {
			t.Errorf("%s: worth %d and %d to the two sides, want %d and %d", c.why, mine, other, c.want, -c.want)
		}
	}
}
