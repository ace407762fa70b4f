package tricolor

import "math/bits"

// Cells is the number of cells of the board, a hexagon with five cells a side.
const Cells = 61

// A Set holds cells, one bit each: bit i is the cell with index i.
//
// Indexes are not the printed numbers 1..61. With axial coordinates q and z from
// the centre (q grows to the right, z downward along a slanted column), the
// index is (q + 14z) mod 61. Copies of this hexagon tile the plane along the
// vectors (-4, 9) and (5, 4), both of which that sum maps to 0, so the 61 cells
// have 61 different indexes and a step in one direction adds the same number
// mod 61 everywhere. A whole set therefore steps by a rotation of 61 bits, once
// the cells that would leave the board are masked out.
type Set = uint64

// Board holds all cells.
const Board Set = 1<<Cells - 1

// dirs is the number of directions. Directions 0, 1, 2 lead from a cell of class
// c to one of class c+1 (mod 3); direction d+3 is the opposite of d.
const dirs = 6

var directions = [dirs]struct{ dq, dz int }{
	{1, 0},  // right
	{0, -1}, // up and left
	{-1, 1}, // down and left
	{-1, 0}, // left
	{0, 1},  // down and right
	{1, -1}, // up and right
}

// A way is a direction and a distance: 3*direction + distance - 1.
const ways = 3 * dirs

// rotation moves sets one step in one direction.
type rotation struct {
	up, down      Set // the cells with a neighbour there, by which way the index moves
	left, rightBy uint8
	_             [6]uint8
}

// step returns the cells one step from those of s; what leaves the board is lost.
func (r *rotation) step(s Set) Set {
	return s&r.up<<(r.left&63) | s&r.down>>(r.rightBy&63)
}

// back[d] finds who can step in direction d onto a cell of a set: it moves the
// set in the opposite direction. forth[d] moves a set in direction d.
var (
	forth, back [dirs]rotation
	// target[w][i] is the cell that way w leads to from cell i, or -1.
	target [ways][Cells]int8
	// between[w][i] holds the cells passed over on that way.
	between [ways][Cells]Set
	// wayTo[i][j] is the way from cell i to cell j, or -1.
	wayTo [Cells][Cells]int8
	// number[i] is the printed number of cell i, less 1; index is its inverse.
	number, index [Cells]uint8
	// class[i] is 0, 1 or 2: the cells of a class have one colour.
	class [Cells]uint8
	// classes[c] holds the cells of class c.
	classes [3]Set
	// mirrors are the symmetries of the board that keep every class, the
	// identity first: mirrors[s][i] is where cell i goes.
	mirrors [6][Cells]uint8
)

// rowLength is the number of cells in each row from the top.
var rowLength = [9]int{5, 6, 7, 8, 9, 8, 7, 6, 5}

// indexAt returns the index of the cell at q, z, or -1 outside the board.
func indexAt(q, z int) int {
	if max(q, -q, z, -z, q+z, -q-z) > 4 {
		return -1
	}
	return ((q+14*z)%Cells + Cells) % Cells
}

func init() {
	var q, z [Cells]int
	n := 0
	for row, length := range rowLength {
		for i := range length {
			cq, cz := i-min(row, 4), row-4
			at := indexAt(cq, cz)
			q[at], z[at] = cq, cz
			number[at], index[n] = uint8(n), uint8(at)
			class[at] = uint8(((cq-cz)%3 + 3) % 3)
			classes[class[at]] |= 1 << at
			n++
		}
	}
	for i := range wayTo {
		for j := range wayTo[i] {
			wayTo[i][j] = -1
		}
	}
	for d, dir := range directions {
		shift := ((dir.dq+14*dir.dz)%Cells + Cells) % Cells
		forth[d].left, forth[d].rightBy = uint8(shift), uint8(Cells-shift)
		for i := range Cells {
			var passed Set
			for n := 1; n <= 3; n++ {
				w, to := 3*d+n-1, indexAt(q[i]+n*dir.dq, z[i]+n*dir.dz)
				target[w][i], between[w][i] = int8(to), passed
				if to < 0 {
					continue
				}
				passed |= 1 << to
				wayTo[i][to] = int8(w)
				if n == 1 && i+shift < Cells {
					forth[d].up |= 1 << i
				} else if n == 1 {
					forth[d].down |= 1 << i
				}
			}
		}
	}
	for d := range back {
		back[d] = forth[(d+3)%dirs]
	}
	for i := range Cells {
		// A third of a full turn moves the cube coordinates (q, z, -q-z) round;
		// the mirror turns the rows upside down.
		cq, cz := q[i], z[i]
		for s := range 3 {
			mirrors[s][i] = uint8(indexAt(cq, cz))
			mirrors[s+3][i] = uint8(indexAt(cq+cz, -cz))
			cq, cz = cz, -cq-cz
		}
	}
}

// first returns the lowest cell of s, which is not empty.
func first(s Set) int { return bits.TrailingZeros64(s) & 63 }

func count(s Set) int { return bits.OnesCount64(s) }
