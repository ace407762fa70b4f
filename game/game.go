// Package game is the contract between a board game and the engine: what a game
// must tell so that search, protocol, matches and tools can play it without
// knowing it.
//
// A game is described by a [Rules] record. Rules plus chosen rule options give a
// [Variant]; a variant makes positions. A [Position] lists its legal actions,
// makes and unmakes them, and says who acts and whether the game is over. A
// [Play] is a game under way: a start, the actions made and the draws that only
// a history can show. Evaluation is separate: an [Evaluator] is bound to one
// position when it is made.
//
// Three assumptions are nowhere made: that seats alternate, that there are two
// of them, or that every decision is a player's. A turn of several decisions is
// a sequence of actions; the position says after each who acts next. Dice are
// the actions of the player [Chance].
//
// Start with [Rules] and [Position]; the optional abilities that make a game
// faster or stronger are in abilities.go. Package gametest proves that a game
// keeps what it promises here.
package game

// Player is a seat, numbered from 0 in turn order, or [Chance].
type Player int8

// Chance is the player who rolls dice.
const Chance Player = -1

// Side is a set of seats that win together, numbered from 0. Without teams every
// seat is a side of its own.
type Side int8

// MaxSeats and MaxSides bound the seats and sides of any game.
const (
	MaxSeats = 4
	MaxSides = 4
)

// Move is one action: a move of a piece, a placement, a pass, or an outcome of
// chance. The game chooses the packing. The value 0 is [NoMove] and never an
// action.
type Move uint32

// NoMove is no action at all.
const NoMove Move = 0

// Score is a number that search compares: an evaluation, or a final result. Its
// view is always said where it is used.
type Score int32

// Whole is the sum of all sides' [Position.Returns]: a game is shared out in
// twelfths, so that a win is 12 and a draw of two, three or four is exact.
const Whole Score = 12

// MaxEval bounds what an [Evaluator] may return, in absolute value. Larger
// scores belong to games that are decided.
const MaxEval Score = 31000

// State is the part of a position that search reads at every node. A position
// embeds it and keeps every field current in Make and Unmake.
type State struct {
	// Key identifies the position among all positions of its variant: the
	// board, the decisions still due, the die and the actor; no counters and
	// no history.
	Key uint64
	// Ply counts the actions made since the position was set up.
	Ply int32
	// Progress counts the actions since the last one that can never be taken
	// back by play, or since set-up. No position before it can occur again.
	Progress int32
	// Player acts now. Undefined once Over.
	Player Player
	// Side is Player's side; at a roll, the side of the seat that will move.
	Side Side
	// Over says that the game has ended by what stands on the board: nothing
	// may be made and Returns is final. Draws by history are [Play]'s affair.
	Over bool
	// Forced says that the rules leave the actor only answers to a threat, as
	// a check does in chess. Search extends such nodes, and neither passes nor
	// stands pat in them.
	Forced bool
	// Midturn says that the actor decides in the middle of a turn under way:
	// an evaluation of the board alone would miss the decision that is due.
	Midturn bool
}

// Base returns s; it makes a type that embeds State satisfy [Position].Base.
func (s *State) Base() *State { return s }

// Seating says how many seats and sides play and who belongs to whom. It never
// changes during a game.
type Seating struct {
	Seats  int
	Sides  int
	SideOf [MaxSeats]Side
	// Names are what position texts call the seats: "w", "b", "r" or "1".."4".
	Names [MaxSeats]string
}

// TwoSeats is the seating of an ordinary game: White and Black, each alone.
var TwoSeats = Seating{Seats: 2, Sides: 2, SideOf: [MaxSeats]Side{0, 1}, Names: [MaxSeats]string{"w", "b"}}

// Scored is an action with the number that search orders it by.
type Scored struct {
	Move  Move
	Order int32
}

// MoveList is a reusable list of actions. Its memory belongs to the caller, who
// resets it before use; generators only add.
type MoveList struct {
	Moves []Scored
}

// Add appends m with order 0.
func (l *MoveList) Add(m Move) { l.Moves = append(l.Moves, Scored{Move: m}) }

// Reset empties l and keeps its memory.
func (l *MoveList) Reset() { l.Moves = l.Moves[:0] }

// Len returns the number of actions in l.
func (l *MoveList) Len() int { return len(l.Moves) }

// Contains says whether m is in l.
func (l *MoveList) Contains(m Move) bool {
	for i := range l.Moves {
		if l.Moves[i].Move == m {
			return true
		}
	}
	return false
}
