package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"tetrarch/eval/net"
)

// A board of a row of cells, on each of which a unit of either seat may stand, and
// its mirror image.
const row = 6

var (
	shape  = net.Shape{Inputs: 2 * row, Filters: 4, Symmetries: 2, Roles: 2}
	turned = func() [][]uint16 {
		t := [][]uint16{make([]uint16, 2*row), make([]uint16, 2*row)}
		for i := range 2 * row {
			t[0][i], t[1][i] = uint16(i), uint16(i/row*row+row-1-i%row)
		}
		return t
	}()
)

// truth is what a seat's strength really is: a unit of its own is worth more if one
// of the other's stands on the same place or its image, which no sum of inputs says.
func truth(inputs []uint16, role int) float32 {
	on := [2 * row]bool{}
	for _, i := range inputs {
		on[i] = true
	}
	s := float32(0.2)
	if role == 1 {
		s = 0
	}
	for c := range row {
		if on[c] && (on[row+c] || on[row+row-1-c]) {
			s += 1.2
		}
	}
	return s
}

// board draws the seats of a position of the row.
func board(rng *rand.Rand, seats int) []Seat {
	s := make([]Seat, seats)
	for i := range s {
		for in := range uint16(2 * row) {
			if rng.IntN(4) == 0 {
				s[i].Inputs = append(s[i].Inputs, in)
			}
		}
		s[i].Role = min(i, 1)
		s[i].Base = float32(rng.NormFloat64() * 0.3)
	}
	return s
}

// play fills the shares of a position as the truth has them.
func play(s []Seat) {
	total := 0.0
	for i := range s {
		total += math.Exp(float64(s[i].Base + truth(s[i].Inputs, s[i].Role)))
	}
	for i := range s {
		s[i].Share = float32(math.Exp(float64(s[i].Base+truth(s[i].Inputs, s[i].Role))) / total)
	}
}

func samples(rng *rand.Rand, seats, n int) *Samples {
	all := NewSamples(seats)
	for range n {
		s := board(rng, seats)
		play(s)
		all.Add(s)
	}
	return all
}

func model(t *testing.T, seed uint64) *Model {
	t.Helper()
	m, err := NewModel(shape, turned, rand.New(rand.NewPCG(seed, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Learning finds most of what can be found, in positions that it has not seen, with
// two seats and three.
func TestLearnFindsTheTruth(t *testing.T) {
	for _, seats := range []int{2, 3} {
		rng := rand.New(rand.NewPCG(uint64(seats), 2))
		learn, test := samples(rng, seats, 20000), samples(rng, seats, 2000)
		m := model(t, 3)
		before := m.Deviance(test, 2)
		if math.Abs(before.Network-before.Base) > 1e-6 {
			t.Errorf("a network that knows nothing says something: %+v", before)
		}
		epochs := 0
		err := m.Learn(t.Context(), learn, Plan{Epochs: 12, Batch: 256, Rate: 0.01, Threads: 2, Seed: 4}, func(int, Deviances) error {
			epochs++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		after := m.Deviance(test, 2)
		if left := (after.Network - after.Least) / (after.Base - after.Least); epochs != 12 || left > 0.15 {
			t.Errorf("%d seats: after %d epochs %+v: %.0f %% is not learnt", seats, epochs, after, 100*left)
		}
	}
}

// The gradient is the slope of the deviance.
func TestGradientIsTheSlope(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s := samples(rng, 3, 40)
	m := model(t, 7)
	for i := range m.params {
		m.params[i] += float32(rng.NormFloat64() * 0.2)
	}
	all := make([]int, s.Len())
	for i := range all {
		all[i] = i
	}
	gradient := append([]float32(nil), m.gradient(s, all, []*scratch{m.scratch(3), m.scratch(3)})...)
	checked := 0
	for i := range m.params {
		const step = 1e-3
		was := m.params[i]
		m.params[i] = was + step
		up := m.Deviance(s, 1).Network
		m.params[i] = was - step
		down := m.Deviance(s, 1).Network
		m.params[i] = was
		if slope := (up - down) / (2 * step); math.Abs(slope-float64(gradient[i])) > 3e-3 {
			t.Errorf("parameter %d: gradient %.5f, slope %.5f", i, gradient[i], slope)
		} else if math.Abs(slope) > 1e-2 {
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("only %d slopes that are more than nothing", checked)
	}
}

// A seat that is out has no share and changes nothing.
func TestOutSeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	with, without := NewSamples(3), NewSamples(2)
	for range 100 {
		s := board(rng, 2)
		play(s)
		without.Add(s)
		with.Add(append(s, Seat{Inputs: []uint16{1, 2}, Base: Out}))
	}
	m := model(t, 10)
	for i := range m.params {
		m.params[i] += float32(rng.NormFloat64() * 0.2)
	}
	if a, b := m.Deviance(with, 1), m.Deviance(without, 1); math.Abs(a.Network-b.Network) > 1e-6 || math.Abs(a.Base-b.Base) > 1e-6 {
		t.Errorf("with a seat that is out %+v, without it %+v", a, b)
	}
}

// What an evaluator computes in whole numbers is what was learnt.
func TestNetworkIsWhatWasLearnt(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	m := model(t, 13)
	if err := m.Learn(t.Context(), samples(rng, 2, 5000), Plan{Epochs: 4, Batch: 128, Rate: 0.01, Threads: 1, Seed: 1}, nothing); err != nil {
		t.Fatal(err)
	}
	n, err := net.Parse(m.Raw().Append(nil), shape, turned)
	if err != nil {
		t.Fatal(err)
	}
	cells := make([]float32, m.cells())
	apart := 0.0
	for range 300 {
		for _, s := range board(rng, 2) {
			var a net.Accumulator
			n.Reset(&a)
			for _, i := range s.Inputs {
				n.Add(&a, int(i))
			}
			got, want := float64(n.Strength(&a, s.Role, 1000))/1000, float64(m.forward(s.Inputs, s.Role, cells))
			apart = max(apart, math.Abs(got-want))
		}
	}
	if apart > 0.1 {
		t.Errorf("strengths are up to %.3f nats apart", apart)
	}
}

func nothing(int, Deviances) error { return nil }

func TestLearnStops(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 15))
	some := samples(rng, 2, 100)
	epochs, enough := 0, errors.New("enough")
	err := model(t, 1).Learn(t.Context(), some, Plan{Epochs: 10, Batch: 10, Rate: 0.01, Threads: 1}, func(int, Deviances) error {
		if epochs++; epochs == 3 {
			return enough
		}
		return nil
	})
	if epochs != 3 || err != enough {
		t.Errorf("%d epochs, error %v, want 3 and %v", epochs, err, enough)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = model(t, 1).Learn(ctx, some, Plan{Epochs: 1 << 30, Batch: math.MaxInt, Rate: 0.01, Threads: 1}, func(int, Deviances) error {
		cancel()
		return nil
	})
	if err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := NewModel(net.Shape{Inputs: 5, Filters: 1000, Symmetries: 1, Roles: 1}, nil, rng); err == nil {
		t.Error("a network too large for an evaluator is made")
	}
}
