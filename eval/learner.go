package eval

import (
	"tetrarch/eval/net"
	"tetrarch/game"
)

// Learner shows a position of a game to those who learn a network for it, as the
// game's evaluator shows it to the network. It is bound to the position and follows
// it.
type Learner struct {
	// Shape is that of the network, but for its filters.
	Shape net.Shape
	// Turned says what every input is under every symmetry of the board:
	// Turned[g][i] is input i seen under symmetry g.
	Turned [][]uint16
	// Nat is how many units of strength a nat of the odds between two seats has.
	Nat int
	// See appends to to the inputs that are on as a seat sees the position, and
	// returns the seat's row of the output layer.
	See func(seat game.Player, to []uint16) (inputs []uint16, role int)
	// Strengths fills the strengths of all seats as they are without a network. It
	// is false where they are not to be learnt from: where a search never stops, and
	// where not only strengths say what is expected, as a roll may win at once.
	Strengths func(to *[game.MaxSeats]int32) bool
}
