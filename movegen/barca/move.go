package barca

import (
	"fmt"

	"tetrarch/game"
	"tetrarch/movegen/board"
)

// A move is packed as
//
//	bits  0–6   the square moved to
//	bits  7–13  the square moved from
//	bits 14–15  the kind of animal, plus 1
//
// and all other bits are 0.

// NewMove packs a move.
func NewMove(k Kind, from, to Square) game.Move { return header(k, from) | game.Move(to) }

// header packs all of a move but where it goes.
func header(k Kind, from Square) game.Move { return game.Move(k+1)<<14 | game.Move(from)<<7 }

// Unpack returns the parts of a move.
func Unpack(m game.Move) (k Kind, from, to Square) {
	return Kind(m>>14&3) - 1, Square(m >> 7 & 127), Square(m & 127)
}

// FormatMove writes a move as its two squares, "e1e4".
func (p *Position) FormatMove(m game.Move) string {
	_, from, to := Unpack(m)
	var buf [6]byte
	b := board.AppendSquare(buf[:0], from.File(), from.Rank())
	return string(board.AppendSquare(b, to.File(), to.Rank()))
}

// ParseMove reads a legal move written as its two squares.
func (p *Position) ParseMove(s string) (game.Move, error) {
	if p.Over {
		return game.NoMove, fmt.Errorf("move %q: the game is over (%s)", s, p.Reason())
	}
	ff, fr, rest, ok := board.CutSquare(s, Size, Size)
	if !ok {
		return game.NoMove, fmt.Errorf("move %q: want two squares from a1 to j10, such as e1e4", s)
	}
	tf, tr, rest, ok := board.CutSquare(rest, Size, Size)
	if !ok || rest != "" {
		return game.NoMove, fmt.Errorf("move %q: want two squares from a1 to j10, such as e1e4", s)
	}
	from, to := SquareAt(ff, fr), SquareAt(tf, tr)
	k, ok := p.kindAt(int(p.Player), from)
	if !ok {
		return game.NoMove, fmt.Errorf("move %q: %s has no animal on %v", s, sideNames[p.Player], from)
	}
	m := NewMove(k, from, to)
	if !p.Legal(m) {
		return game.NoMove, fmt.Errorf("move %q: %s", s, p.refusal(k, from, to))
	}
	return m, nil
}

var (
	sideNames = [2]string{"White", "Black"}
	kindNames = [Kinds]string{"elephant", "mouse", "lion"}
)

// refusal says why an own animal may not make a move.
func (p *Position) refusal(k Kind, from, to Square) string {
	slot := p.slot(int(p.Player), k, from)
	bit := laneBit(from, to)
	switch {
	case from == to || p.Reach(int(p.Player), slot)&bit == 0:
		return fmt.Sprintf("the %s on %v does not reach %v", kindNames[k], from, to)
	case p.Forced && p.scared>>slot&1 == 0:
		return fmt.Sprintf("a scared animal must escape first: the %s on %v is not scared", kindNames[k], from)
	default:
		return fmt.Sprintf("the %s would be scared on %v", kindNames[k], to)
	}
}
