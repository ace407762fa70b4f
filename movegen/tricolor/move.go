package tricolor

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/game"
)

// A move is packed thus:
//
//	bit  19  | 18 17 | 16..12 | 11..6 | 5..0
//	    pass | kind  |  way   |  to   | from
//
// from and to are indexes of cells, way leads from one to the other.
const (
	toShift   = 6
	wayShift  = 12
	kindShift = 17
)

// pass is the only action of a seat that has no move while three are in play.
const pass game.Move = 1 << 19

// moveKind says what stands on the cell that a move enters.
type moveKind uint8

const (
	stepKind   moveKind = iota + 1 // nothing
	mergeKind                      // a unit of the mover's owner
	attackKind                     // an enemy
)

func newMove(from, to, way int, kind moveKind) game.Move {
	return game.Move(from | to<<toShift | way<<wayShift | int(kind)<<kindShift)
}

func moveFrom(m game.Move) int { return int(m) & 63 }
func moveTo(m game.Move) int   { return int(m>>toShift) & 63 }
func moveWay(m game.Move) int  { return int(m>>wayShift) & 31 }

func kindOf(m game.Move) moveKind { return moveKind(m >> kindShift & 3) }

// FormatMove writes "12-25" for a step or merge, "12x25" for an attack, and
// "pass".
func (p *Position) FormatMove(m game.Move) string {
	if m == pass {
		return "pass"
	}
	b := make([]byte, 0, 5)
	b = strconv.AppendInt(b, int64(number[moveFrom(m)])+1, 10)
	if kindOf(m) == attackKind {
		b = append(b, 'x')
	} else {
		b = append(b, '-')
	}
	return string(strconv.AppendInt(b, int64(number[moveTo(m)])+1, 10))
}

// ParseMove reads an action that is legal here.
func (p *Position) ParseMove(s string) (game.Move, error) {
	if p.Over {
		return game.NoMove, fmt.Errorf("action %q: the game is over (%s)", s, p.Reason())
	}
	if s == "pass" {
		if !p.stuck {
			return game.NoMove, fmt.Errorf("action %q: %s can move: want a move", s, p.seatName())
		}
		return pass, nil
	}
	a, b, attack := strings.Cut(s, "x")
	if !attack {
		a, b, _ = strings.Cut(s, "-")
	}
	from, ok1 := decimal(a, 1, Cells)
	to, ok2 := decimal(b, 1, Cells)
	if !ok1 || !ok2 {
		return game.NoMove, fmt.Errorf(`action %q: want two cells from 1 to %d, as in "12-25" or "12x25", or "pass"`, s, Cells)
	}
	if p.stuck {
		return game.NoMove, fmt.Errorf("action %q: %s has no move: want pass", s, p.seatName())
	}
	return p.parseCells(s, int(index[from-1]), int(index[to-1]), attack)
}

// parseCells finds the action from one cell to another and says what is wrong
// with it if it is not legal.
func (p *Position) parseCells(s string, from, to int, attack bool) (game.Move, error) {
	fail := func(format string, args ...any) (game.Move, error) {
		return game.NoMove, fmt.Errorf("action %q: "+format, append([]any{s}, args...)...)
	}
	own, way := p.own[p.Player], int(wayTo[from][to])
	kind := p.kindAt(to)
	switch {
	case own>>from&1 == 0:
		return fail("no unit of %s stands on %d", p.seatName(), number[from]+1)
	case way < 0:
		return fail("%d is not one to three cells from %d in a straight line", number[to]+1, number[from]+1)
	case way%3+1 > p.cells[from].unit.Height():
		return fail("the unit on %d goes only as far as it is high", number[from]+1)
	case between[way][from]&p.occupied() != 0:
		return fail("a unit stands in between")
	case attack && kind != attackKind:
		return fail("no enemy stands on %d: want -, not x", number[to]+1)
	case !attack && kind == attackKind:
		return fail("an enemy stands on %d: want x, not -", number[to]+1)
	case !attack && p.Forced:
		return fail("an attack is possible, so one is compulsory")
	case kind == mergeKind && p.v.merge == mergeNone:
		return fail("units do not merge in this variant")
	}
	m := newMove(from, to, way, kind)
	if !p.Legal(m) {
		return fail("a strength of %d on %d is not greater than %d on %d", p.strength(p.cells[from].unit, from),
			number[from]+1, p.strength(p.cells[to].unit, to), number[to]+1)
	}
	return m, nil
}

// kindAt returns the kind of a move of the actor to a cell.
func (p *Position) kindAt(to int) moveKind {
	switch {
	case p.own[p.Player]>>to&1 != 0:
		return mergeKind
	case p.occupied()>>to&1 != 0:
		return attackKind
	}
	return stepKind
}

func (p *Position) seatName() string { return p.v.seating.Names[p.Player] }
