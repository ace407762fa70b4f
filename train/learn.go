package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"tetrarch/eval/net"
)

// Plan says how to learn.
type Plan struct {
	Epochs  int     // how often every sample is seen
	Batch   int     // samples from one step to the next
	Rate    float64 // of the first step; it falls to a tenth of that as a cosine
	Threads int
	Seed    uint64
}

// Learn fits the network to samples. Equal plans, but for the threads, give nearly
// equal networks: sums of fractions hang on their order. told is called after every
// epoch with the deviances of what was learnt from, as they were on the way; an error
// of its ends the learning, and so does ctx with its cause.
func (m *Model) Learn(ctx context.Context, samples *Samples, p Plan, told func(epoch int, d Deviances) error) error {
	rng := rand.New(rand.NewPCG(p.Seed, 1))
	order := rng.Perm(samples.Len())
	work := make([]*scratch, p.Threads)
	for i := range work {
		work[i] = m.scratch(samples.seats)
	}
	a := newAdam(m.size())
	p.Batch = max(1, min(p.Batch, len(order)))
	steps := float64(p.Epochs) * float64((len(order)+p.Batch-1)/p.Batch)
	for epoch := 1; epoch <= p.Epochs; epoch++ {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, s := range work {
			s.sums = Deviances{}
		}
		for rest := order; len(rest) > 0; {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			batch := rest[:min(p.Batch, len(rest))]
			rest = rest[len(batch):]
			gradient := m.gradient(samples, batch, work)
			done := float64(a.steps) / steps
			a.step(m.params, gradient, p.Rate*(0.1+0.45*(1+math.Cos(math.Pi*done))))
			m.bound()
		}
		d := mean(work, len(order))
		if math.IsNaN(d.Network) || math.IsInf(d.Network, 0) {
			return fmt.Errorf("epoch %d: the weights have left all bounds: want a lower rate", epoch)
		}
		if err := told(epoch, d); err != nil {
			return err
		}
	}
	return nil
}

// gradient returns the mean gradient of some samples.
func (m *Model) gradient(samples *Samples, batch []int, work []*scratch) []float32 {
	var wg sync.WaitGroup
	for i, s := range work {
		wg.Go(func() {
			clear(s.gradient)
			for n := i; n < len(batch); n += len(work) {
				m.visit(samples, batch[n], s, true)
			}
		})
	}
	wg.Wait()
	sum, scale := work[0].gradient, 1/float32(len(batch))
	for i := range sum {
		for _, s := range work[1:] {
			sum[i] += s.gradient[i]
		}
		sum[i] *= scale
	}
	return sum
}

// bound keeps every weight within what whole numbers hold.
func (m *Model) bound() {
	hidden := (m.shape.Inputs + 1) * m.shape.Filters
	outputs := hidden + m.shape.Roles*m.shape.Filters
	for i, x := range m.params {
		most := float32(net.MaxWeight)
		switch {
		case i >= outputs:
			most = net.MaxOffset
		case i >= hidden:
			most = net.MaxOutput
		}
		m.params[i] = min(max(x, -most), most)
	}
}

// adam takes steps whose length hangs on the mean and the mean square of the
// gradients so far (Kingma and Ba 2015).
type adam struct {
	mean, square []float32
	steps        int
}

func newAdam(n int) *adam { return &adam{mean: make([]float32, n), square: make([]float32, n)} }

func (a *adam) step(params, gradient []float32, rate float64) {
	const keepMean, keepSquare, tiny = 0.9, 0.999, 1e-8
	a.steps++
	r := float32(rate / (1 - math.Pow(keepMean, float64(a.steps))))
	whole := float32(1 / (1 - math.Pow(keepSquare, float64(a.steps))))
	for i, g := range gradient {
		a.mean[i] = keepMean*a.mean[i] + (1-keepMean)*g
		a.square[i] = keepSquare*a.square[i] + (1-keepSquare)*g*g
		params[i] -= r * a.mean[i] / (float32(math.Sqrt(float64(a.square[i]*whole))) + tiny)
	}
}
