// Package train learns the networks of package eval/net from positions of recorded
// games: what share of the game each seat got, or is thought to get.
//
// [Samples] hold the positions, [Model] the network while it learns. The strength
// of a seat is what its evaluation gives without a network plus the network's, in
// nats; the shares are the softmax of the strengths of those in play. Learning
// makes the deviance small, that is the cross-entropy of these shares and the true
// ones.
package train

import "math"

// MostSeats is how many seats a position can have.
const MostSeats = 4

// Samples are positions with what became of them. They are kept in a few large
// slices: there are millions.
type Samples struct {
	seats  int
	inputs []uint16  // of all seats of all positions, one after the other
	ends   []int     // where the inputs of each seat of each position end
	base   []float32 // nats, by seat of each position; Out for a seat that is out
	target []float32 // shares, by seat of each position
	roles  []uint8   // by seat of each position
}

// Out is the base of a seat that has dropped out: it has no share.
const Out = float32(math.MaxFloat32)

// Seat is one seat in a position.
type Seat struct {
	// Inputs are those of the network that are on, seen from this seat.
	Inputs []uint16
	// Role is which row of the output layer is the seat's.
	Role int
	// Base is the strength that the network's is added to, in nats, or [Out].
	Base float32
	// Share is what the seat got, 0 to 1, or is thought to get.
	Share float32
}

// NewSamples returns an empty collection for positions of so many seats, at most
// [MostSeats].
func NewSamples(seats int) *Samples { return &Samples{seats: seats} }

// Len returns the number of positions.
func (s *Samples) Len() int { return len(s.roles) / s.seats }

// Add appends a position, with a seat for each of the collection's. It keeps nothing
// of the slice.
func (s *Samples) Add(seats []Seat) {
	for _, x := range seats {
		s.inputs = append(s.inputs, x.Inputs...)
		s.ends = append(s.ends, len(s.inputs))
		s.base = append(s.base, x.Base)
		s.target = append(s.target, x.Share)
		s.roles = append(s.roles, uint8(x.Role))
	}
}

// at returns the inputs of the n-th seat of all.
func (s *Samples) at(n int) []uint16 {
	begin := 0
	if n > 0 {
		begin = s.ends[n-1]
	}
	return s.inputs[begin:s.ends[n]]
}
