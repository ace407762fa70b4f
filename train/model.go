package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"tetrarch/eval/net"
)

// Model is a network while it learns: what [net.Net] computes in whole numbers, in
// floating point.
type Model struct {
	shape  net.Shape
	turned [][]uint16
	params []float32 // weights by input, biases, outputs by role, offsets by role
}

// The parts of params, or of a gradient, which has the same order.

func (m *Model) weights(p []float32) []float32 { return p[:m.shape.Inputs*m.shape.Filters] }

func (m *Model) bias(p []float32) []float32 {
	at := m.shape.Inputs * m.shape.Filters
	return p[at : at+m.shape.Filters]
}

func (m *Model) out(p []float32, role int) []float32 {
	at := (m.shape.Inputs + 1 + role) * m.shape.Filters
	return p[at : at+m.shape.Filters]
}

func (m *Model) offset(p []float32, role int) *float32 {
	return &p[(m.shape.Inputs+1+m.shape.Roles)*m.shape.Filters+role]
}

func (m *Model) size() int {
	return (m.shape.Inputs+1+m.shape.Roles)*m.shape.Filters + m.shape.Roles
}

// Raw returns the network as it is now. It shares no memory with the model.
func (m *Model) Raw() *net.Raw {
	r := &net.Raw{Shape: m.shape}
	r.Weights = slices.Clone(m.weights(m.params))
	r.Bias = slices.Clone(m.bias(m.params))
	for role := range m.shape.Roles {
		r.Outputs = append(r.Outputs, m.out(m.params, role)...)
		r.Offsets = append(r.Offsets, *m.offset(m.params, role))
	}
	return r
}

// NewModel returns a network that knows nothing: its strengths are 0. turned says
// what every input is under every symmetry, as in eval.Learner. A network that is
// larger than an evaluator can have is an error.
func NewModel(shape net.Shape, turned [][]uint16, rng *rand.Rand) (*Model, error) {
	if err := shape.Check(); err != nil {
		return nil, err
	}
	m := &Model{shape: shape, turned: turned}
	m.params = make([]float32, m.size())
	w := m.weights(m.params)
	for i := range w {
		w[i] = float32(rng.NormFloat64() * 0.08)
	}
	b := m.bias(m.params)
	for i := range b {
		b[i] = 0.3
	}
	return m, nil
}

// scratch is what one goroutine needs to go through samples, and what it found.
type scratch struct {
	gradient []float32
	cells    []float32 // of the hidden layer, by seat
	slopes   []float32 // of the cells of one symmetry
	sums     Deviances
}

func (m *Model) scratch(seats int) *scratch {
	return &scratch{
		gradient: make([]float32, m.size()),
		cells:    make([]float32, seats*m.cells()),
		slopes:   make([]float32, m.shape.Filters),
	}
}

// cells is the size of the hidden layer of one seat.
func (m *Model) cells() int { return m.shape.Symmetries * m.shape.Filters }

// forward fills the hidden layer of one seat and returns its strength in nats.
func (m *Model) forward(inputs []uint16, role int, cells []float32) float32 {
	k := m.shape.Filters
	w, bias, out := m.weights(m.params), m.bias(m.params), m.out(m.params, role)
	sum := *m.offset(m.params, role)
	for g, turned := range m.turned {
		a := cells[g*k : g*k+k]
		copy(a, bias)
		for _, i := range inputs {
			at := int(turned[i]) * k
			row := w[at : at+k]
			for f, x := range row {
				a[f] += x
			}
		}
		for f, x := range a {
			x = min(max(x, 0), 1)
			sum += out[f] * x * x
		}
	}
	return sum
}

// backward adds the gradient of one seat, whose strength should fall by d.
func (m *Model) backward(inputs []uint16, role int, cells []float32, d float32, s *scratch) {
	k := m.shape.Filters
	gw, gb, gout := m.weights(s.gradient), m.bias(s.gradient), m.out(s.gradient, role)
	out := m.out(m.params, role)
	*m.offset(s.gradient, role) += d
	for g, turned := range m.turned {
		a := cells[g*k : g*k+k]
		busy := false
		for f, x := range a {
			s.slopes[f] = 0
			switch {
			case x <= 0:
				continue
			case x >= 1:
				gout[f] += d
				continue
			}
			gout[f] += d * x * x
			s.slopes[f] = 2 * d * out[f] * x
			gb[f] += s.slopes[f]
			busy = true
		}
		if !busy {
			continue
		}
		for _, i := range inputs {
			at := int(turned[i]) * k
			row := gw[at : at+k]
			for f, x := range s.slopes {
				row[f] += x
			}
		}
	}
}

// Deviances are mean deviances of samples, in nats.
type Deviances struct {
	Network float64
	Base    float64 // without the network
	Least   float64 // of shares that are all right: the entropy of the true ones
}

// visit adds the deviances of a sample, and its gradient if that is wanted.
func (m *Model) visit(samples *Samples, n int, s *scratch, learn bool) {
	seats, size := samples.seats, m.cells()
	var strength, base, with, without [MostSeats]float32
	for seat := range seats {
		at := n*seats + seat
		base[seat], strength[seat] = samples.base[at], samples.base[at]
		if base[seat] != Out {
			strength[seat] += m.forward(samples.at(at), int(samples.roles[at]), s.cells[seat*size:(seat+1)*size])
		}
	}
	softmax(&with, &strength, seats)
	softmax(&without, &base, seats)
	for seat := range seats {
		at := n*seats + seat
		if base[seat] == Out {
			continue
		}
		target := samples.target[at]
		s.sums.Network += deviance(target, with[seat])
		s.sums.Base += deviance(target, without[seat])
		s.sums.Least += deviance(target, target)
		if learn {
			m.backward(samples.at(at), int(samples.roles[at]), s.cells[seat*size:(seat+1)*size], with[seat]-target, s)
		}
	}
}

// softmax turns strengths into shares, none for those that are out.
func softmax(to, strength *[MostSeats]float32, seats int) {
	top := float32(math.Inf(-1))
	for seat := range seats {
		if strength[seat] != Out {
			top = max(top, strength[seat])
		}
	}
	total := float32(0)
	for seat := range seats {
		to[seat] = 0
		if strength[seat] != Out {
			to[seat] = float32(math.Exp(float64(strength[seat] - top)))
			total += to[seat]
		}
	}
	for seat := range seats {
		to[seat] /= total
	}
}

// deviance is a seat's part of the cross-entropy.
func deviance(share, told float32) float64 {
	if share <= 0 {
		return 0
	}
	return -float64(share) * math.Log(max(float64(told), 1e-9))
}

// Deviance returns the mean deviances of samples.
func (m *Model) Deviance(samples *Samples, threads int) Deviances {
	work := make([]*scratch, threads)
	var wg sync.WaitGroup
	for i := range work {
		work[i] = m.scratch(samples.seats)
		wg.Go(func() {
			for n := i; n < samples.Len(); n += threads {
				m.visit(samples, n, work[i], false)
			}
		})
	}
	wg.Wait()
	return mean(work, samples.Len())
}

func mean(work []*scratch, samples int) Deviances {
	var d Deviances
	n := float64(max(1, samples))
	for _, s := range work {
		d.Network += s.sums.Network / n
		d.Base += s.sums.Base / n
		d.Least += s.sums.Least / n
	}
	return d
}
