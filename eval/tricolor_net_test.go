package eval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/tricolor"
)

// What the network sees is the same whatever was evaluated before: an evaluator that
// follows a position back and forth says what a fresh one says.
func TestTricolorSightFollows(t *testing.T) {
	v, err := tricolor.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	terms := func(p game.Position) game.Evaluator { return newTricolorTerms(p.(*tricolor.Position)) }
	bound := func(p game.Position) game.Evaluator { return newTricolor(p.(*tricolor.Position)) }
	if moved := follows(t, v, 300, bound, terms); moved < 1000 {
		t.Errorf("the network changed %d values: want nearly all", moved)
	}
}

// A trainer sees the inputs that the evaluator has on.
func TestTricolorLearner(t *testing.T) {
	n := tricolorNet()
	forced := 0
	tricolorGame(t, nil, rand.New(rand.NewPCG(23, 24)), func(_ game.Variant, p *tricolor.Position) {
		l := tricolorLearner(p)
		s := newTricolorSight(n, newTricolorTerms(p))
		s.look(p)
		var strengths [game.MaxSeats]int32
		if l.Strengths(&strengths) == p.Forced {
			t.Fatalf("%s: learnt from %v, with an attack that is compulsory %v", game.Text(p), !p.Forced, p.Forced)
		}
		if p.Forced {
			forced++
		}
		var terms [3]int32
		newTricolorTerms(p).add(&terms)
		var value [game.MaxSides]game.Score
		newTricolor(p).Evaluate(&value)
		sum := game.Score(0)
		for seat := range 2 {
			inputs, role := l.See(game.Player(seat), nil)
			if slices.Max(inputs) >= uint16(l.Shape.Inputs) || role != tricolorRole(p, seat) {
				t.Fatalf("%s: seat %d sees inputs %v in role %d", game.Text(p), seat, inputs, role)
			}
			fresh := newTricolorSight(n, newTricolorTerms(p))
			for _, i := range inputs {
				n.Add(&fresh.cells[seat], int(i))
			}
			if fresh.cells[seat] != s.cells[seat] {
				t.Fatalf("%s: seat %d sees other inputs than the evaluator", game.Text(p), seat)
			}
			if strengths[seat] != terms[seat] {
				t.Fatalf("%s: strength %d, want %d", game.Text(p), strengths[seat], terms[seat])
			}
			part := game.Score(strengths[seat] + n.Strength(&fresh.cells[seat], role, l.Nat))
			sum += part * game.Score(1-2*seat)
		}
		if sum != value[0] {
			t.Fatalf("%s: strengths give %d, the evaluator %d", game.Text(p), sum, value[0])
		}
	})
	if forced == 0 {
		t.Error("no position with a compulsory attack")
	}
}

// Only the rules that the network was learnt for have it.
func TestTricolorNetworkKnowsItsRules(t *testing.T) {
	for _, c := range []struct {
		setup game.Setup
		want  bool
	}{
		{nil, true},
		{game.Setup{"quiet": "0"}, true},
		{game.Setup{"players": "3"}, false},
		{game.Setup{"merge": "none"}, false},
		{game.Setup{"colours": "wbr"}, false},
	} {
		v, err := tricolor.Rules.Variant(c.setup)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start().(*tricolor.Position)
		if e := newTricolor(p); (e.sight != nil) != c.want || (tricolorLearner(p) != nil) != c.want {
			t.Errorf("%v: a network %v, want %v", c.setup, e.sight != nil, c.want)
		}
	}
}
