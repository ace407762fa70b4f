// Package tricolor is the game Tricolor for two or three: men and columns on a
// hexagon of 61 cells of three colours, where a unit is as strong as it is high
// and its cell coloured, and attacking is compulsory.
//
// [Rules] opens a variant, a variant makes a [Position]. A position holds every
// unit twice: as a [Unit], a byte with all that play depends on, which the key
// and the actions are made of, and as a number in a pool of joined columns,
// which knows the order of every man and serves the text alone. Actions are
// found for whole sets of units at a time: a [Set] moves one step in a direction
// by a rotation, see geometry.go and generate.go.
package tricolor

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/game"
)

// Rules describes Tricolor.
var Rules = &game.Rules{
	Name:       "tricolor",
	Title:      "Tricolor",
	MinSeats:   2,
	MaxSeats:   3,
	Board:      "hex 5",
	Repetition: 3,
	Options: []game.Option{
		{Name: "players", Default: "2", Values: []string{"2", "3"}, Help: "number of seats"},
		{Name: "colours", Default: "rwb", Values: []string{"rwb", "rbw", "brw", "bwr", "wbr", "wrb"},
			Help: "colours of the cells: of the centre's class, of cell 1's and of cell 2's"},
		{Name: "merge", Default: "free", Values: []string{"free", "stronger", "none"},
			Help: "entering a cell of one's own unit: always, only with a stronger unit, never"},
		{Name: "quiet", Default: "100", Help: "plies without attack or merge that make a draw, 0 for no limit"},
	},
	Open: open,
}

// mergeRule says when a unit may enter a cell of its owner's.
type mergeRule uint8

const (
	mergeFree mergeRule = iota
	mergeStronger
	mergeNone
)

// maxQuiet bounds the option quiet and maxTurn the turn number of a text.
const (
	maxQuiet = 1000000
	maxTurn  = 1000000
)

// variant is Tricolor with its options chosen.
type variant struct {
	seating *game.Seating
	seats   int
	merge   mergeRule
	quiet   int32 // 0 for no limit
	// colour[c] is the colour of the cells of class c: 0 white, 1 black, 2 red;
	// a unit there counts 1, 2 or 3 times its height.
	colour [3]uint8
	factor [64]uint8
	// coloured[x] holds the cells of colour x.
	coloured [3]Set
	// beats[k][h][d] holds the cells on which a unit of height h is stronger
	// than one of height d on a cell whose class is k further (mod 3).
	beats [3][4][4]Set
}

var threeSeats = game.Seating{Seats: 3, Sides: 3, SideOf: [game.MaxSeats]game.Side{0, 1, 2},
	Names: [game.MaxSeats]string{"w", "b", "r"}}

func open(s game.Setup) (game.Variant, error) {
	makeKeys()
	v := &variant{seating: &game.TwoSeats, seats: 2}
	if s["players"] == "3" {
		v.seating, v.seats = &threeSeats, 3
	}
	switch s["merge"] {
	case "stronger":
		v.merge = mergeStronger
	case "none":
		v.merge = mergeNone
	}
	quiet, ok := decimal(s["quiet"], 0, maxQuiet)
	if !ok {
		return nil, fmt.Errorf("tricolor: option quiet has value %q: want a number from 0 to %d", s["quiet"], maxQuiet)
	}
	v.quiet = quiet
	for c := range v.colour {
		v.colour[c] = uint8(strings.IndexByte(seatLetters, s["colours"][c]))
	}
	for i := range Cells {
		v.factor[i] = v.colour[class[i]] + 1
		v.coloured[v.colour[class[i]]] |= 1 << i
	}
	for k := range 3 {
		for h := 1; h <= 3; h++ {
			for d := 1; d <= 3; d++ {
				for c := range 3 {
					if h*int(v.colour[c]+1) > d*int(v.colour[(c+k)%3]+1) {
						v.beats[k][h][d] |= classes[c]
					}
				}
			}
		}
	}
	return v, nil
}

// decimal reads a decimal number within bounds, written without sign or leading
// zeros.
func decimal(s string, low, high int) (int32, bool) {
	n, err := strconv.Atoi(s)
	if err != nil || strconv.Itoa(n) != s || n < low || n > high {
		return 0, false
	}
	return int32(n), true
}

// The start positions of two and of three seats.
const (
	startTwo   = "wwwww/wwwwww/wwwwwww/8/9/8/bbbbbbb/bbbbbb/bbbbb w 0 1"
	startThree = "wwwww/wwwwww/7/b6r/bb5rr/bb4rr/bb3rr/bb2rr/bb1rr w 0 1"
)

// Start returns a new position at the start of the game.
func (v *variant) Start() game.Position {
	text := startTwo
	if v.seats == 3 {
		text = startThree
	}
	p, err := v.Parse(text)
	if err != nil {
		panic("tricolor: start position: " + err.Error())
	}
	return p
}
