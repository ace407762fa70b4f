package net

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Raw is a network as it was learnt, and as files hold it.
type Raw struct {
	Shape
	Weights []float32 // [input][filter]
	Bias    []float32 // [filter]
	Outputs []float32 // [role][filter], in nats
	Offsets []float32 // [role], in nats
}

// magic begins every file; its last byte is the version.
const magic = "ttrchnt\x01"

// Append adds the network to b as a file holds it: little-endian 16 bit numbers in
// the steps that [Net] counts in, but for the offsets, which have 32.
func (r *Raw) Append(b []byte) []byte {
	b = append(b, magic...)
	for _, n := range []int{r.Inputs, r.Filters, r.Symmetries, r.Roles} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, part := range []struct {
		values []float32
		step   float64
		most   float64
	}{{r.Weights, cellStep, MaxWeight}, {r.Bias, cellStep, MaxWeight}, {r.Outputs, outputStep, MaxOutput}} {
		for _, x := range part.values {
			x := min(max(float64(x), -part.most), part.most)
			b = binary.LittleEndian.AppendUint16(b, uint16(int16(math.Round(x*part.step))))
		}
	}
	for _, x := range r.Offsets {
		x := min(max(x, -MaxOffset), MaxOffset)
		b = binary.LittleEndian.AppendUint32(b, uint32(int32(math.Round(float64(x)*cellStep*cellStep*outputStep))))
	}
	return b
}

// ErrFile says that something is no network.
var ErrFile = errors.New("no network: want a file that the trainer wrote")

// Parse reads a network. turned[g][i] is input i seen under symmetry g, and says
// with want of which shape the network must be, but for its filters.
func Parse(b []byte, want Shape, turned [][]uint16) (*Net, error) {
	if len(b) < len(magic)+16 || string(b[:len(magic)]) != magic {
		return nil, ErrFile
	}
	b = b[len(magic):]
	var s Shape
	for _, n := range []*int{&s.Inputs, &s.Filters, &s.Symmetries, &s.Roles} {
		*n = int(binary.LittleEndian.Uint32(b))
		b = b[4:]
	}
	want.Filters = s.Filters
	if s != want || len(turned) != s.Symmetries {
		return nil, fmt.Errorf("a network of %d inputs, %d symmetries and %d roles: want %d, %d and %d",
			s.Inputs, s.Symmetries, s.Roles, want.Inputs, want.Symmetries, want.Roles)
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	words := (s.Inputs + 1 + s.Roles) * s.Filters
	if len(b) != 2*words+4*s.Roles {
		return nil, fmt.Errorf("a network with %d bytes of weights: want %d", len(b), 2*words+4*s.Roles)
	}
	take := func(n int) []int16 {
		values := make([]int16, n)
		for i := range values {
			values[i] = int16(binary.LittleEndian.Uint16(b))
			b = b[2:]
		}
		return values
	}
	weights, bias, outputs := take(s.Inputs*s.Filters), take(s.Filters), take(s.Roles*s.Filters)
	n := &Net{shape: s, lanes: s.lanes()}
	n.weights = make([]int16, s.Inputs*n.lanes)
	n.bias = make([]int16, n.lanes)
	n.outputs = make([]int16, s.Roles*n.lanes)
	n.offsets = make([]int32, s.Roles)
	for g := range s.Symmetries {
		at := g * s.Filters
		copy(n.bias[at:], bias)
		for i := range s.Inputs {
			from := int(turned[g][i]) * s.Filters
			copy(n.weights[i*n.lanes+at:], weights[from:from+s.Filters])
		}
		for role := range s.Roles {
			copy(n.outputs[role*n.lanes+at:], outputs[role*s.Filters:(role+1)*s.Filters])
		}
	}
	for role := range n.offsets {
		n.offsets[role] = int32(binary.LittleEndian.Uint32(b))
		b = b[4:]
	}
	return n, n.check()
}

// check wants the weights within their bounds.
func (n *Net) check() error {
	for _, part := range []struct {
		values []int16
		most   int16
	}{{n.weights, MaxWeight * cellStep}, {n.bias, MaxWeight * cellStep}, {n.outputs, outputStep*2 - 1}} {
		for _, x := range part.values {
			if x > part.most || x < -part.most {
				return fmt.Errorf("a network with a weight of %d steps: want at most %d", x, part.most)
			}
		}
	}
	for _, x := range n.offsets {
		if most := int32(MaxOffset * cellStep * cellStep * outputStep); x > most || x < -most {
			return fmt.Errorf("a network with an offset of %d steps: want at most %d", x, most)
		}
	}
	return nil
}
