// Package barragoon holds the rules of Barragoon (R. Witter, F. Warneke, 2014):
// seven tiles a side on 7×9 squares, among dice-like barragoons whose upper face
// says how they may be passed. A turn is a tile move and the placements that its
// capture brings: none, one by the mover, or one by the owner of the captured
// tile and then one by the mover.
//
// [Rules] opens the game, [Position] is its state. The board is a handful of
// 63-bit sets (board.go); tiles walk over it by shifting whole sets one step at
// a time through the ways that empty squares and faces leave open (reach.go).
// Placements, of which a capture has some 650, are listed whole by Generate; a
// few are selected in placement.go by their effects, which effects.go gathers.
package barragoon

import (
	"fmt"
	"strconv"

	"tetrarch/game"
)

// Rules describes Barragoon to the engine.
var Rules = &game.Rules{
	Name:       "barragoon",
	Title:      "Barragoon",
	MinSeats:   2,
	MaxSeats:   2,
	MultiTurn:  true,
	Board:      "rect 7x9",
	Repetition: 3,
	Options: []game.Option{
		{Name: "open", Default: "false", Values: []string{"false", "true"},
			Help: "start with barragoons that show all turns instead of no way"},
		{Name: "capture", Default: "any", Values: []string{"any", "entry"},
			Help: "capture a barragoon from any side, or only in a direction in which its face can be entered"},
		{Name: "quiet", Default: "100",
			Help: "tile moves in a row without a capture that make a draw, 0 for no limit"},
	},
	Open: open,
}

// The start position of the closed and of the open game.
const (
	closedStart = "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 0 1"
	openStart   = "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1 w - 0 1"
)

// variant is Barragoon with its options chosen.
type variant struct {
	start string
	quiet int32 // tile moves without a capture that make a draw, 0 for none
	// enter has, for each face, the directions in which a tile that ends its
	// move there may capture it: bit d for direction d.
	enter [faces]uint8
	// alike has, for each square and face, the first face that plays alike.
	alike [squares][faces]uint8
}

func open(s game.Setup) (game.Variant, error) {
	v := &variant{start: closedStart}
	if s["open"] == "true" {
		v.start = openStart
	}
	n, err := strconv.Atoi(s["quiet"])
	if err != nil || n < 0 || n > maxCount || strconv.Itoa(n) != s["quiet"] {
		return nil, fmt.Errorf("barragoon: option quiet has value %q: want a number from 0 to %d", s["quiet"], maxCount)
	}
	v.quiet = int32(n)
	for f := range v.enter {
		v.enter[f] = everyDirection
		if s["capture"] == "entry" && face(f) != noWay {
			v.enter[f] = face(f).entries()
		}
	}
	v.alike = alikeFaces(&v.enter)
	return v, nil
}

// Start returns a new position at the start of the game.
func (v *variant) Start() game.Position {
	p, err := v.Parse(v.start)
	if err != nil {
		panic("barragoon: start position: " + err.Error())
	}
	return p
}
