package barca

import (
	"fmt"

	"tetrarch/movegen"
	"tetrarch/movegen/board"
)

// Size is the number of files and of ranks.
const Size = 10

// Square is a place of the board, rank*11 + file, both from 0. The eleventh
// column is no place: it keeps neighbours apart that would wrap around.
type Square uint8

// NoSquare is where an animal stands that is not on the board. Tables have a
// row for it, in which nothing is reached and nothing feared.
const NoSquare Square = 127

const (
	stride  = Size + 1
	squares = stride * Size // one more than the last square's number
	rows    = 128           // of tables indexed by a square, so that s&127 is in range
)

// SquareAt returns the square of a file and a rank, both 0 to 9.
func SquareAt(file, rank int) Square { return Square(rank*stride + file) }

// File and Rank return where s lies, from 0.
func (s Square) File() int { return int(s) % stride }
func (s Square) Rank() int { return int(s) / stride }

// String returns the square's name, such as "j10".
func (s Square) String() string {
	if s == NoSquare {
		return "-"
	}
	return string(board.AppendSquare(nil, s.File(), s.Rank()))
}

// Kind is a kind of animal. Every kind fears the next: see [Kind.Fears].
type Kind uint8

// The kinds of animals.
const (
	Elephant Kind = iota
	Mouse
	Lion
	Kinds
)

// Fears returns the kind that k fears, and FearedBy the kind that fears k.
func (k Kind) Fears() Kind    { return (k + 1) % Kinds }
func (k Kind) FearedBy() Kind { return (k + 2) % Kinds }

// Slots is the number of animals a side: slot 2k and 2k+1 are of kind k.
const Slots = 2 * int(Kinds)

// letters name the animals in position texts, by side and kind.
var letters = [2][Kinds]byte{{'E', 'M', 'L'}, {'e', 'm', 'l'}}

// Holes are the watering holes d4, g4, d7 and g7.
var Holes = [4]Square{SquareAt(3, 3), SquareAt(6, 3), SquareAt(3, 6), SquareAt(6, 6)}

// Lanes is a set of squares on the four lines through one square, which has to
// be known beside it:
//
//	bits  0–9   its rank, by file
//	bits 16–25  its file, by rank
//	bits 32–41  its diagonal (rank-file constant), by file
//	bits 48–57  its antidiagonal (rank+file constant), by file
//
// The square itself has a bit in each.
type Lanes uint64

// place is what the move generator wants to know of a square: where it lies and
// the numbers of its four lines, in the order of Lanes.
type place struct {
	file, rank uint8
	lines      [4]uint8
}

// Line numbers: ranks from 0, files from 10, diagonals from 20, antidiagonals
// from 39, and one that is always full for animals off the board.
const (
	fileLines = 10
	diagLines = 20
	antiLines = 39
	fullLine  = 63
	lineCount = 64
)

// occupancy holds a word a line: bit i says that place i is occupied, counted by
// file, on files by rank. What of a word lies beyond the board is occupied.
type occupancy [lineCount]uint16

var (
	places [rows]place
	// onHole is 1 at the watering holes.
	onHole [rows]uint8
	// emptyBoard has only the places occupied that do not exist.
	emptyBoard occupancy
	// near[s][t] is the set of squares on the lines of s that are t or its
	// neighbours; empty if one of them is NoSquare.
	near [rows][rows]Lanes
	// standing[s] has the four bits of s itself.
	standing [rows]Lanes
	// target[s][i] is the square of bit i in the Lanes of s.
	target [rows][64]Square
	// sight[s][h] is the bit of Holes[h] in the lanes of s, 0 if it is not
	// on them or is s itself.
	sight [rows][4]Lanes
	// seen[k][s] counts the watering holes on the lines that an animal of kind
	// k moves along from s.
	seen [Kinds + 1][rows]uint8
)

// laneMasks are the lanes that each kind moves along.
var laneMasks = [Kinds]Lanes{
	Elephant: 1<<64 - 1,
	Mouse:    1<<32 - 1,
	Lion:     (1<<32 - 1) << 32,
}

// Zobrist keys, by side, kind and square; those of NoSquare are 0.
var (
	animalKeys [2][Kinds][rows]uint64
	turnKey    = movegen.Key("barca/turn/b")
)

func init() {
	initPlaces()
	initLanes()
	for side := range 2 {
		for k := range Kinds {
			for s := range onBoard {
				animalKeys[side][k][s] = movegen.Key(fmt.Sprintf("barca/%c/%v", letters[side][k], s))
			}
		}
	}
}

// onBoard yields the hundred squares.
func onBoard(yield func(Square) bool) {
	for rank := range Size {
		for file := range Size {
			if !yield(SquareAt(file, rank)) {
				return
			}
		}
	}
}

func initPlaces() {
	for i := range emptyBoard {
		emptyBoard[i] = board.LineMask
	}
	for i := range places {
		places[i].lines = [4]uint8{fullLine, fullLine, fullLine, fullLine}
	}
	for s := range onBoard {
		f, r := s.File(), s.Rank()
		places[s] = place{uint8(f), uint8(r), [4]uint8{
			uint8(r), uint8(fileLines + f), uint8(diagLines + Size - 1 + r - f), uint8(antiLines + r + f),
		}}
		for lane, line := range places[s].lines {
			emptyBoard[line] &^= 1 << placeOn(s, lane)
		}
	}
	for _, h := range Holes {
		onHole[h] = 1
	}
}

// placeOn returns the place of s on its line in a lane of Lanes.
func placeOn(s Square, lane int) int {
	if lane == 1 {
		return s.Rank()
	}
	return s.File()
}

func initLanes() {
	for s := range onBoard {
		for i := range target[s] {
			target[s][i] = NoSquare
		}
		for lane, line := range places[s].lines {
			standing[s] |= 1 << (16*lane + placeOn(s, lane))
			for t := range onBoard {
				if places[t].lines[lane] == line {
					i := 16*lane + placeOn(t, lane)
					target[s][i] = t
					addNear(s, t, 1<<i)
				}
			}
		}
		for h, hole := range Holes {
			if hole == s {
				continue
			}
			sight[s][h] = laneBit(s, hole)
			for k, mask := range laneMasks {
				if sight[s][h]&mask != 0 {
					seen[k][s]++
				}
			}
		}
	}
}

// addNear enters bit, the place of t in the lanes of s, for all threats next to
// t.
func addNear(s, t Square, bit Lanes) {
	for threat := range onBoard {
		if abs(threat.File()-t.File()) <= 1 && abs(threat.Rank()-t.Rank()) <= 1 {
			near[s][threat] |= bit
		}
	}
}

// laneBit returns the bit of t in the lanes of s, which is another square; 0 if
// no line holds both.
func laneBit(s, t Square) Lanes {
	a, b := &places[s&127], &places[t&127]
	for lane := range a.lines {
		if a.lines[lane] == b.lines[lane] && a.lines[lane] != fullLine {
			return 1 << (16*lane + placeOn(t, lane))
		}
	}
	return 0
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
