package tricolor

import (
	"strconv"
	"sync"

	"tetrarch/movegen"
)

// A Unit says all about a man or column that play depends on: whose it is, and
// how many men of each colour it holds, counted up to 3.
//
//	bit  7   6 | 5   4 | 3   2 | 1   0
//	    red    | owner | black | white
//
// More is never needed. Height matters as min(height, 3); columns never split;
// joining adds counts colour by colour, and destruction and dropping out delete
// whole colours. Each of these gives the same Unit whether the counts were cut
// at 3 before or after, so positions of equal units have the same actions and
// the same results for ever.
type Unit uint8

// Owner returns the seat that controls the unit.
func (u Unit) Owner() int { return int(u>>4) & 3 }

// Men returns how many of a seat's men the unit holds, 3 standing for more too.
func (u Unit) Men(seat int) int { return int(u>>menShift[seat]) & 3 }

// Height returns the number of men in the unit, 3 standing for more too.
func (u Unit) Height() int { return int(heightOf[u]) }

const (
	menMask   Unit = 0xCF
	ownerMask Unit = 0x30
)

var (
	menShift = [3]uint8{0, 2, 6}
	menOf    = [3]Unit{0x03, 0x0C, 0xC0}
	heightOf [256]uint8
)

// join returns u with the men of v added below.
func (u Unit) join(v Unit) Unit {
	// White and red never touch when they overflow; black goes apart.
	outer := uint(u&0xC3) + uint(v&0xC3)
	over := outer & 0x104
	outer |= over>>1 | over>>2
	black := uint(u&0x0C) + uint(v&0x0C)
	over = black & 0x10
	black |= over>>1 | over>>2
	return Unit(outer&0xC3|black&0x0C) | u&ownerMask
}

// newUnit returns the unit of an owner with so many men of each colour.
func newUnit(owner int, men [3]int) Unit {
	u := Unit(owner << 4)
	for seat, n := range men {
		u |= Unit(min(n, 3)) << menShift[seat]
	}
	return u
}

// seatLetters name the seats, their men and the colours of cells in texts.
const seatLetters = "wbr"

var (
	// unitKey[u][i] is the Zobrist key of unit u on cell i, turnKey that of the
	// seat to move. makeKeys fills them.
	unitKey [256][64]uint64
	turnKey [3]uint64
)

func init() {
	for u := range heightOf {
		h := 0
		for seat := range 3 {
			h += Unit(u).Men(seat)
		}
		heightOf[u] = uint8(min(h, 3))
	}
}

// makeKeys names every feature of a unit on a cell: its top man, and the number
// of its men of each colour.
var makeKeys = sync.OnceFunc(func() {
	for i := range Cells {
		at := "/" + strconv.Itoa(int(number[i])+1)
		var top [3]uint64
		var men [3][4]uint64
		for seat := range 3 {
			letter := seatLetters[seat : seat+1]
			top[seat] = movegen.Key("tricolor/top/" + letter + at)
			for n := 1; n <= 3; n++ {
				men[seat][n] = movegen.Key("tricolor/men/" + letter + strconv.Itoa(n) + at)
			}
		}
		for u := range unitKey {
			if owner := Unit(u).Owner(); owner < 3 {
				unitKey[u][i] = top[owner] ^ men[0][Unit(u).Men(0)] ^ men[1][Unit(u).Men(1)] ^ men[2][Unit(u).Men(2)]
			}
		}
	}
	for seat := range 3 {
		turnKey[seat] = movegen.Key("tricolor/turn/" + seatLetters[seat:seat+1])
	}
})
