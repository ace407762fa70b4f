package barca

import "math/bits"

// What evaluations may ask of the geometry. A Lanes value belongs to the square
// that it was asked for.

// Near returns the squares on the lines of s that are t or its neighbours; none
// if s or t is [NoSquare].
func Near(s, t Square) Lanes { return near[s&127][t&127] }

// Standing returns the bits of s itself in its lanes; none for [NoSquare].
func Standing(s Square) Lanes { return standing[s&127] }

// Sight returns the bit of Holes[hole] in the lanes of s, 0 if it is on none of
// its lines or is s itself. What stands between does not matter.
func Sight(s Square, hole int) Lanes { return sight[s&127][hole&3] }

// Seen counts the watering holes on the lines that an animal of kind k moves
// along from s, s itself not among them.
func Seen(k Kind, s Square) int { return int(seen[k&3][s&127]) }

// Count returns the number of bits, which is that of squares but for the four
// bits of the square in the middle.
func (l Lanes) Count() int { return bits.OnesCount64(uint64(l)) }

// Pop removes the lowest bit of the lanes of s, which must not be empty, and
// returns its square.
func (l *Lanes) Pop(s Square) Square {
	t := target[s&127][bits.TrailingZeros64(uint64(*l))&63]
	*l &= *l - 1
	return t
}

// HoleAt returns the index in [Holes] of the watering hole at s, -1 if there is
// none.
func HoleAt(s Square) int {
	for i, h := range Holes {
		if h == s {
			return i
		}
	}
	return -1
}
