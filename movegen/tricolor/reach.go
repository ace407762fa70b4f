package tricolor

// Ways is the number of ways: directions times distances.
const Ways = ways

// Reach returns the index of the cell that a way leads to from cell i, or -1
// outside the board. Way 3*d+n-1 goes n cells, 1 to 3, in direction d, 0 to 5.
func Reach(way, i int) int { return int(target[way][i]) }

// Mirrors returns the symmetries of the board that keep the colours of all
// cells, the identity first: entry s says where symmetry s takes each cell.
func Mirrors() [6][Cells]uint8 { return mirrors }

// Standard says that the rules are those of a game without options, but for the
// limit of quiet moves: two seats, free merges, and the usual colours.
func (p *Position) Standard() bool {
	return p.v.seats == 2 && p.v.merge == mergeFree && p.v.colour == [3]uint8{2, 0, 1}
}

// Quiet returns the plies since the last attack or merge and how many of them
// make a draw, 0 for no limit.
func (p *Position) Quiet() (plies, limit int) { return int(p.quiet), int(p.v.quiet) }

// Worth returns what a unit's height counts on cell i: 1, 2 or 3.
func (p *Position) Worth(i int) int { return int(p.v.factor[i&63]) }

// Number returns the printed number of cell i, 1 to 61.
func Number(i int) int { return int(number[i]) + 1 }
