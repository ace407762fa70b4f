// Package toy is a tiny board game that has everything the engine must cope
// with, so that search, protocol and matches can be tested on a game whose tree
// is small enough to search exhaustively.
//
// # Rules
//
// Two to four seats race along two lanes, left and right. Each seat has one
// runner in each lane. A lane has the fields 0 (home), 1, 2, … and the goal,
// field 6 unless the option track says otherwise. Home and goal hold any number
// of runners, a field between them one.
//
//   - A turn begins with a roll: 1 with chance 3/6, 2 with 2/6, 3 with 1/6. The
//     seat then runs that many fields with one of its runners: "L2" is the left
//     runner by 2. Without dice (dice=no) it chooses 1 or 2 itself.
//   - The goal must be reached exactly, and no runner stops on a field that a
//     runner of its own side holds. A seat that cannot move says "pass".
//   - A runner that stops on another side's runner hits it. The owner of the hit
//     runner now decides, still in the hitter's turn: "home" takes the runner
//     back to field 0; "swap" puts it where the hitter came from, and the hitter
//     has another turn.
//   - A runner that reaches the goal gives its seat another turn.
//   - With retreat=yes a seat may instead take a runner one field back, "L-",
//     onto a free field or home.
//   - With drop=yes a seat that says "home" for the second time drops out with
//     both runners. The last side in the race wins ("last-side").
//   - The first seat with both runners at the goal ends the race, and its side
//     wins ("race"). If a seat of another side has one runner at the goal and the
//     other one field before it, that is a photo finish ("photo-finish"): the
//     winner gets half and those sides share the other half.
//
// # Texts
//
// A position is written
//
//	0,3/2,g* - xR2 w
//
// the runners of every seat as left,right ("g" is the goal, "x,x" a seat that has
// dropped out, "*" the mark of one "home" under drop=yes); the die, "-" if none
// is rolled; the hit to be answered, as the hitter's action after "x", or "-";
// and the seat whose turn it is: w, b, r or g.
package toy

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/game"
)

// Rules describes the game.
var Rules = &game.Rules{
	Name:       "toy",
	Title:      "Toy Race",
	MinSeats:   2,
	MaxSeats:   game.MaxSeats,
	Chance:     true,
	MultiTurn:  true,
	Board:      "rect 7x2",
	Repetition: 3,
	Options: []game.Option{
		{Name: "seats", Default: "2", Values: []string{"2", "3", "4"}, Help: "number of seats"},
		{Name: "teams", Default: "none", Help: "seats that win together: none, or 13/24 and the like"},
		{Name: "dice", Default: "yes", Values: []string{"yes", "no"}, Help: "roll a die before each move"},
		{Name: "retreat", Default: "no", Values: []string{"yes", "no"}, Help: "runners may step back"},
		{Name: "drop", Default: "no", Values: []string{"yes", "no"}, Help: "a seat sent home twice drops out"},
		{Name: "track", Default: "6", Values: []string{"4", "5", "6", "7", "8"}, Help: "number of the goal field"},
	},
	Open: open,
}

// variant is the game with its options chosen.
type variant struct {
	seating             game.Seating
	goal                int8
	dice, retreat, drop bool
}

func open(s game.Setup) (game.Variant, error) {
	seats, err := strconv.Atoi(s["seats"])
	if err != nil {
		return nil, fmt.Errorf("toy: option seats has value %q: want a number", s["seats"])
	}
	goal, err := strconv.Atoi(s["track"])
	if err != nil {
		return nil, fmt.Errorf("toy: option track has value %q: want a number", s["track"])
	}
	v := &variant{goal: int8(goal), dice: s["dice"] == "yes", retreat: s["retreat"] == "yes", drop: s["drop"] == "yes"}
	v.seating = game.Seating{Seats: seats, Sides: seats, Names: [game.MaxSeats]string{"w", "b", "r", "g"}}
	for i := range seats {
		v.seating.SideOf[i] = game.Side(i)
	}
	if teams := s["teams"]; teams != "none" {
		if err := v.team(teams); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// team reads a partition of the seats such as "13/24".
func (v *variant) team(text string) error {
	bad := fmt.Errorf("toy: option teams has value %q: want each of the seats 1 to %d once, such as 12/%d", text, v.seating.Seats, v.seating.Seats)
	var seen [game.MaxSeats]bool
	n := 0
	sides := strings.Split(text, "/")
	for side, seats := range sides {
		if seats == "" {
			return bad
		}
		for _, c := range seats {
			seat := int(c - '1')
			if seat < 0 || seat >= v.seating.Seats || seen[seat] {
				return bad
			}
			seen[seat] = true
			v.seating.SideOf[seat] = game.Side(side)
			n++
		}
	}
	if n != v.seating.Seats || len(sides) < 2 {
		return bad
	}
	v.seating.Sides = len(sides)
	return nil
}

// Start returns all runners at home and the first seat to begin.
func (v *variant) Start() game.Position {
	p := &position{variant: v}
	p.Key = p.scratch(false)
	p.settle()
	return p
}
