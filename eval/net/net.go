// Package net is a network of one hidden layer for evaluations: its inputs are
// on or off, few are on, and few change from one position to the next.
//
// Each seat has an accumulator, the sum of the weights of the inputs that are on as
// the seat sees the board. The seat's strength is a weighted sum of the squares of
// what the accumulator holds, cut to between 0 and 1; which weights depends on the
// seat's role, such as whether it is to move. The filters of the hidden layer are
// the same under all symmetries of the board, and so is the strength.
//
// Networks are made by package train. The form of the layers, and how they are
// computed in whole numbers, follow Nasu, "Efficiently Updatable Neural-Network-based
// Evaluation Functions for Computer Shogi" (2018).
package net

import "fmt"

// Shape says how large a network is.
type Shape struct {
	// Inputs is the number of inputs of one seat, at most 65536.
	Inputs int
	// Filters is the number of filters; the hidden layer has as many cells for
	// each symmetry of the board.
	Filters    int
	Symmetries int
	// Roles is the number of rows that the output layer has.
	Roles int
}

// Check says what is wrong with a size.
func (s Shape) Check() error {
	switch {
	case s.Inputs < 1 || s.Inputs > 1<<16 || s.Symmetries < 1 || s.Roles < 1 || s.Roles > 16:
		return fmt.Errorf("a network of %d inputs, %d symmetries and %d roles: want 1 to 65536, 1 or more, and 1 to 16", s.Inputs, s.Symmetries, s.Roles)
	case s.Filters < 1 || s.Filters > MaxLanes || s.lanes() > MaxLanes:
		return fmt.Errorf("a network of %d filters: want 1 to %d", s.Filters, MaxLanes/s.Symmetries)
	}
	return nil
}

// MaxLanes is the largest hidden layer.
const MaxLanes = 192

// lanes is the size of the hidden layer, rounded up to whole blocks.
func (s Shape) lanes() int { return (s.Filters*s.Symmetries + block - 1) / block * block }

// block is how many cells the processor takes at a time.
const block = 16

// The steps that the layers are counted in, per 1, and the bounds that make sure
// of 16 bits for a cell and for the product of a cell and an output weight, and
// of 32 bits for the sum.
const (
	cellStep   = 255
	outputStep = 64
	// MaxWeight bounds the weights and biases of the hidden layer, as long as
	// not more than [MaxActive] inputs are on.
	MaxWeight = 3
	MaxActive = 41
	// MaxOutput bounds the weights of the output layer.
	MaxOutput = 1.98
	// MaxOffset bounds the offsets, in nats.
	MaxOffset = 16
)

// Net is a network in whole numbers. It does not change and may be shared.
type Net struct {
	shape   Shape
	lanes   int
	weights []int16 // [input][lane]
	bias    []int16 // [lane]
	outputs []int16 // [role][lane]
	offsets []int32 // [role], in the steps of a sum
}

// Shape returns the size of the network.
func (n *Net) Shape() Shape { return n.shape }

// Accumulator is the hidden layer of one seat, before it is cut and squared.
type Accumulator [MaxLanes]int16

// Reset makes a that of no input.
func (n *Net) Reset(a *Accumulator) { copy(a[:], n.bias) }

// row returns the weights of an input.
func (n *Net) row(input int) *int16 { return &n.weights[input*n.lanes] }

// Add switches an input on, Remove off.
func (n *Net) Add(a *Accumulator, input int) { add(&a[0], n.row(input), n.lanes) }

// Remove switches an input off that is on.
func (n *Net) Remove(a *Accumulator, input int) { remove(&a[0], n.row(input), n.lanes) }

// Change switches one input off and another on.
func (n *Net) Change(a *Accumulator, off, on int) {
	change(&a[0], n.row(off), n.row(on), n.lanes)
}

// Strength returns the strength of a seat in a role, in units of which one nat has
// so many.
func (n *Net) Strength(a *Accumulator, role, nat int) int32 {
	sum := squares(&a[0], &n.outputs[role*n.lanes], n.lanes) + n.offsets[role]
	return int32(int64(sum) * int64(nat) / (cellStep * cellStep * outputStep))
}
