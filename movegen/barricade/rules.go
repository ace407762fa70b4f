// Package barricade implements the rules of Barricade (Malefiz) for two to four
// seats, alone or in teams, on any board that can be drawn as text.
//
// [Rules] opens a [Variant]; a variant makes a [Position]. A [Board] holds what
// follows from the board alone, above all the tables of walks: every way from a
// field with a roll, and the set of fields that it passes. Whether a pawn may
// take it is one AND with the barricades.
package barricade

import (
	"fmt"

	"tetrarch/game"
)

// Rules describes Barricade.
var Rules = &game.Rules{
	Name:      "barricade",
	Title:     "Barricade",
	MinSeats:  2,
	MaxSeats:  4,
	Chance:    true,
	MultiTurn: true,
	Board:     "graph 112",
	Options:   options,
	Open:      open,
}

var options = []game.Option{
	{Name: "homes", Default: "14", Help: "the homes in play, in turn order, such as 14, 124 or 1234"},
	{Name: "teams", Default: "-", Help: "teams by their homes, such as 13/24; - if everybody plays alone"},
	{Name: "must-move", Default: "false", Values: []string{"false", "true"}, Help: "pass only when no pawn can move"},
	{Name: "no-wall-rows", Default: "0", Values: []string{"0", "1", "2"}, Help: "how many of the lowest rows are closed to barricades"},
	{Name: "board", Default: "classic", Help: "classic, quick, or a file that holds a board"},
}

// Variant is Barricade on one board, with its rule options chosen.
type Variant struct {
	board    *Board
	seating  *seating
	mustMove bool
	usual    bool
	// open holds the fields on which a barricade may be placed if they are empty.
	open Set
	// index numbers the moves from source to target, for history tables.
	index   [MaxFields][MaxFields]uint16
	indexes int
}

func open(s game.Setup) (game.Variant, error) {
	b, err := OpenBoard(s["board"])
	if err != nil {
		return nil, fmt.Errorf("barricade: option board: %w", err)
	}
	v, err := NewVariant(b, s)
	if err != nil {
		return nil, fmt.Errorf("barricade: %w", err)
	}
	v.usual = true
	for _, o := range options {
		v.usual = v.usual && s[o.Name] == o.Default
	}
	return v, nil
}

// Usual says that the rules are those of a game without options, and so are the
// homes.
func (p *Position) Usual() bool {
	return p.v.usual && p.Seats == 2 && p.homeOf[0] == p.v.seating.homeOf[0] && p.homeOf[1] == p.v.seating.homeOf[1]
}

// NewVariant returns the variant with the options of s, complete, on board b.
func NewVariant(b *Board, s game.Setup) (*Variant, error) {
	v := &Variant{board: b, mustMove: s["must-move"] == "true"}
	var err error
	if v.seating, err = newSeating(b, s["homes"], s["teams"]); err != nil {
		return nil, err
	}
	rows := int(s["no-wall-rows"][0] - '0')
	v.open = b.all.Without(b.lowRows(rows)).Without(Single(b.last))
	if need := b.walls.Len() + Pawns*len(b.Homes()); v.open.Len() < need {
		return nil, fmt.Errorf("option no-wall-rows has value %d: number of fields of this board that it leaves open to barricades %d: want at least %d",
			rows, v.open.Len(), need)
	}
	v.numberMoves()
	return v, nil
}

// Board returns the board.
func (v *Variant) Board() *Board { return v.board }

// Start returns a new position at the start of the game.
func (v *Variant) Start() game.Position {
	p := &Position{v: v, seating: v.seating}
	p.walls = v.board.walls
	for seat := range p.Seats {
		p.home[seat] = Pawns
	}
	p.turn = 1
	p.settle()
	return p
}
