// Package barca holds the rules of Barca (A. Caldwell, 2007): six animals a side
// on ten by ten squares, no captures, and a win for three own animals on the
// four watering holes.
//
// An elephant moves like a queen, a mouse like a rook, a lion like a bishop. A
// mouse fears lions, a lion fears elephants, an elephant fears mice, always the
// other side's: an animal is scared where one that it fears stands on a
// neighbouring square. A move of a scared animal to a square where it is not is
// an escape; a scared animal without one is trapped. If there are escapes, they
// are the only legal moves. Otherwise an unscared animal moves to any square
// where it is not scared, and a trapped one to any square that it reaches.
//
// A third occurrence of a position is a draw, and a side without a legal move
// loses; the inventor says nothing about either.
//
// [Rules] describes the game and makes positions. The board is kept as one
// occupancy word a rank, file and diagonal (tables.go), from which a table reads
// an animal's reach; fear is a second table of the same shape, so that the
// squares an animal may move to are reach &^ fear (generate.go).
package barca

import "tetrarch/game"

// Rules describes Barca.
var Rules = &game.Rules{
	Name:       "barca",
	Title:      "Barca",
	MinSeats:   2,
	MaxSeats:   2,
	Board:      "rect 10x10",
	Repetition: 3,
	Open:       func(game.Setup) (game.Variant, error) { return variant{}, nil },
}

// StartText is the position text of the start of the game.
const StartText = "4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1"

// variant is the only one: Barca has no rule options.
type variant struct{}

func (variant) Start() game.Position {
	p, err := parse(StartText)
	if err != nil {
		panic("barca: start position: " + err.Error())
	}
	return p
}

func (variant) Parse(text string) (game.Position, error) {
	p, err := parse(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}
