package barragoon

import "math/bits"

// The board has files a to g and ranks 1 to 9. Square a1 is 0, b1 is 1, g9 is 62;
// square s is bit s of a set:
//
//	9   56 57 58 59 60 61 62
//	    …
//	2    7  8  9 10 11 12 13
//	1    0  1  2  3  4  5  6
//	     a  b  c  d  e  f  g
const (
	files   = 7
	ranks   = 9
	squares = files * ranks

	everywhere uint64 = 1<<squares - 1
	fileA      uint64 = 0x0102040810204081
	fileG      uint64 = fileA << (files - 1)
	topRank    uint64 = everywhere &^ (everywhere >> files)

	// From these squares a step in the direction stays on the board; southward
	// the shift itself drops what leaves it.
	stepsNorth = everywhere &^ topRank
	stepsEast  = everywhere &^ fileG
	stepsWest  = everywhere &^ fileA
)

// direction is a direction of travel, clockwise from north.
type direction uint8

const (
	north direction = iota
	east
	south
	west
	directions

	everyDirection = 1<<directions - 1
)

func (d direction) right() direction { return (d + 1) & 3 }
func (d direction) left() direction  { return (d + 3) & 3 }

// step moves every square of b one step; those that would leave the board are
// gone.
func step(b uint64, d direction) uint64 {
	switch d {
	case north:
		return (b & stepsNorth) << files
	case east:
		return (b & stepsEast) << 1
	case south:
		return b >> files
	default:
		return (b & stepsWest) >> 1
	}
}

// neighbours has the square one step away in each direction, -1 if there is none.
var neighbours = func() (t [squares][directions]int8) {
	for s := range t {
		for d := range directions {
			t[s][d] = -1
			if to := step(1<<s, d); to != 0 {
				t[s][d] = int8(lowest(to))
			}
		}
	}
	return t
}()

func lowest(b uint64) int { return bits.TrailingZeros64(b) }

// mirrored returns the square's image when left and right are exchanged.
func mirrored(s int) int { return s - s%files + files - 1 - s%files }

func squareName(s int) string {
	return string([]byte{'a' + byte(s%files), '1' + byte(s/files)})
}

// parseSquare reads a square's name; ok is false if it is none.
func parseSquare(t string) (s int, ok bool) {
	if len(t) != 2 || t[0] < 'a' || t[0] >= 'a'+files || t[1] < '1' || t[1] >= '1'+ranks {
		return 0, false
	}
	return int(t[1]-'1')*files + int(t[0]-'a'), true
}
