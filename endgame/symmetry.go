package endgame

import (
	"math/bits"
	"sync"

	"tetrarch/movegen/tricolor"
)

const cells = tricolor.Cells

// symmetries is the number of symmetries of the board that keep the colours.
const symmetries = 6

// identity is the set of symmetries that fix something without symmetry.
const identity = 1

var (
	mirror [symmetries][cells]uint8
	// product[g][h] is the symmetry that does h first, then g.
	product [symmetries][symmetries]uint8
	// reach[w][i] is the cell that way w leads to from cell i, or -1.
	reach [tricolor.Ways][cells]int8
	// worth[i] is what a unit's height counts on cell i.
	worth [cells]int

	// The patterns that an index can begin with: two units that are not alike,
	// two that are, three that are.
	unlikePair, alikePair, alikeTriple *pattern
)

// prepare fills the tables of this package; programs that solve and probe
// nothing do not wait for it.
var prepare = sync.OnceFunc(func() {
	mirror = tricolor.Mirrors()
	product = products()
	for w := range reach {
		for i := range reach[w] {
			reach[w][i] = int8(tricolor.Reach(w, i))
		}
	}
	v, err := tricolor.Rules.Variant(nil)
	if err != nil {
		panic("endgame: " + err.Error())
	}
	for i, start := 0, v.Start().(*tricolor.Position); i < cells; i++ {
		worth[i] = start.Worth(i)
	}
	numberPairs()
	unlikePair = newPattern(2, false)
	alikePair = newPattern(2, true)
	alikeTriple = newPattern(3, true)
	layOut()
})

func products() (t [symmetries][symmetries]uint8) {
	for g := range mirror {
		for h := range mirror {
			for s := range mirror {
				same := true
				for i := range cells {
					same = same && mirror[s][i] == mirror[g][mirror[h][i]]
				}
				if same {
					t[g][h] = uint8(s)
				}
			}
		}
	}
	return t
}

// An orbit is what a pattern of cells becomes when the board is turned so that
// all its mirror images become one: number counts the patterns that are left,
// turn is the symmetry that leads to it, and fixed are those that keep it.
type orbit struct {
	number uint16
	turn   uint8
	fixed  uint8 // one bit each; identity is always among them
}

// A pattern is the cells of the units that an index begins with.
type pattern struct {
	n int // cells
	// orbits is indexed by the cells, the first counting most; patterns of
	// units that are alike have equal entries for every order of their cells.
	orbits []orbit
	// images holds one pattern of each orbit.
	images [][3]uint8
}

// at returns the place of a pattern in orbits.
func (p *pattern) at(c [3]uint8) int {
	i := int(c[0])
	for _, cell := range c[1:p.n] {
		i = i*cells + int(cell)
	}
	return i
}

// newPattern numbers all patterns of n different cells up to symmetry.
func newPattern(n int, alike bool) *pattern {
	p := &pattern{n: n, orbits: make([]orbit, power(cells, n))}
	for i := range p.orbits {
		c := p.cellsOf(i)
		if !distinct(c[:n]) || p.orbits[i].fixed != 0 {
			continue
		}
		number := uint16(len(p.images))
		p.images = append(p.images, c)
		fixed := uint8(0)
		for s := range mirror {
			if image := turned(c, s, n); image == c || alike && sorted(image, n) == sorted(c, n) {
				fixed |= 1 << s
			}
		}
		for s := range mirror {
			back := inverse(s)
			image := turned(c, s, n)
			for _, order := range orders(image, n, alike) {
				if o := &p.orbits[p.at(order)]; o.fixed == 0 {
					*o = orbit{number, uint8(back), fixed}
				}
			}
		}
	}
	return p
}

func (p *pattern) cellsOf(i int) (c [3]uint8) {
	for k := p.n - 1; k >= 0; k-- {
		c[k] = uint8(i % cells)
		i /= cells
	}
	return c
}

// turned returns the first n of the cells c under a symmetry.
func turned(c [3]uint8, s, n int) [3]uint8 {
	for i := range n {
		c[i] = mirror[s][c[i]]
	}
	return c
}

func inverse(s int) int {
	for g := range mirror {
		if product[g][s] == 0 {
			return g
		}
	}
	panic("endgame: a symmetry has no inverse")
}

func distinct(c []uint8) bool {
	for i := range c {
		for j := range i {
			if c[i] == c[j] {
				return false
			}
		}
	}
	return true
}

// sorted returns c with its first n cells in order and the others 0.
func sorted(c [3]uint8, n int) (s [3]uint8) {
	copy(s[:n], c[:n])
	for i := 1; i < n; i++ {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s
}

// orders returns c in every order of its first n cells, or as it is.
func orders(c [3]uint8, n int, alike bool) [][3]uint8 {
	if !alike {
		return [][3]uint8{c}
	}
	if n == 2 {
		return [][3]uint8{c, {c[1], c[0]}}
	}
	x, y, z := c[0], c[1], c[2]
	return [][3]uint8{{x, y, z}, {x, z, y}, {y, x, z}, {y, z, x}, {z, x, y}, {z, y, x}}
}

func power(base, n int) int {
	p := 1
	for range n {
		p *= base
	}
	return p
}

// pairs is the number of sets of two cells; pairNumber numbers them, pairCells
// is the inverse.
const pairs = cells * (cells - 1) / 2

var (
	pairNumber [cells][cells]uint16
	pairCells  [pairs][2]uint8
)

func numberPairs() {
	n := uint16(0)
	for i := range uint8(cells) {
		for j := range i {
			pairNumber[i][j], pairNumber[j][i] = n, n
			pairCells[n] = [2]uint8{j, i}
			n++
		}
	}
}

// ones returns how many elements a set has.
func ones(set uint64) int { return bits.OnesCount64(set) }
