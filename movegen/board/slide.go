package board

// LineLength is the length of the longest line that [Slides] knows.
const LineLength = 10

// LineMask covers the bits of a line's occupancy word.
const LineMask = 1<<LineLength - 1

// Slides answers how far one can slide along a line: Slides[at][occupied] is the
// set of vacant places reachable from place at, both ways, up to the first
// occupied one. Bit i of a set is place i of the line; bit at of occupied does
// not matter. A shorter line has its missing places occupied for ever. Only the
// first [LineLength] rows are used; 16 let the compiler see that a masked index
// is in range.
var Slides = slides()

func slides() (t [16][LineMask + 1]uint16) {
	for at := range LineLength {
		for occupied := range LineMask + 1 {
			for _, step := range []int{-1, 1} {
				for i := at + step; i >= 0 && i < LineLength && occupied>>i&1 == 0; i += step {
					t[at][occupied] |= 1 << i
				}
			}
		}
	}
	return t
}
