package barricade

import (
	"fmt"

	"tetrarch/game"
)

// A move is packed as
//
//	 31      20 19  16 15     8 7      0
//	+----------+------+--------+--------+
//	|    0     | kind |  from  |   to   |
//	+----------+------+--------+--------+
//
// kind is roll (to is the die), pass, move, enter (a pawn from home) or place; a
// part that the kind does not need is 0. to and from are fields.
const (
	kindRoll = iota + 1
	kindPass
	kindMove
	kindEnter
	kindPlace
)

const passMove = game.Move(kindPass << 16)

func pack(kind int, from, to uint8) game.Move {
	return game.Move(kind<<16 | int(from)<<8 | int(to))
}

func unpack(m game.Move) (kind int, from, to uint8) {
	return int(m >> 16), uint8(m >> 8), uint8(m)
}

// Moved reads a pawn's move: the source of its walk, seen from a home of 0 to 3,
// and its target. It says whether m is one.
func Moved(m game.Move, home int) (source, to uint8, ok bool) {
	switch kind, from, to := unpack(m); kind {
	case kindMove:
		return from, to, true
	case kindEnter:
		return HomeSource(home), to, true
	}
	return 0, 0, false
}

// Placed reads the placement of a barricade and says whether m is one.
func Placed(m game.Move) (to uint8, ok bool) {
	kind, _, to := unpack(m)
	return to, kind == kindPlace
}

// Pass says whether m is the pass.
func Pass(m game.Move) bool { return m == passMove }

// FormatMove writes an action as the rules page does: "4", "c1c5", "P@c3",
// "pass", "B@k7".
func (p *Position) FormatMove(m game.Move) string {
	kind, from, to := unpack(m)
	b := p.v.board
	switch {
	case kind == kindRoll:
		return string('0' + rune(to))
	case kind == kindPass:
		return "pass"
	case int(to) >= b.fields || int(from) >= b.fields:
	case kind == kindMove:
		return b.names[from] + b.names[to]
	case kind == kindEnter:
		return "P@" + b.names[to]
	case kind == kindPlace:
		return "B@" + b.names[to]
	}
	return fmt.Sprintf("invalid move %#x", uint32(m))
}

// ParseMove reads an action that is legal here.
func (p *Position) ParseMove(s string) (game.Move, error) {
	if p.Over {
		return game.NoMove, fmt.Errorf("action %q: the game is over", s)
	}
	m := p.v.board.readMove(s)
	if m == game.NoMove {
		return m, fmt.Errorf("action %q cannot be read: want %s", s, p.wanted())
	}
	if !p.Legal(m) {
		return game.NoMove, fmt.Errorf("action %q is not legal here: want %s", s, p.wanted())
	}
	return m, nil
}

// readMove packs an action of any phase, or gives NoMove.
func (b *Board) readMove(s string) game.Move {
	if s == "pass" {
		return passMove
	}
	if len(s) == 1 && s[0] >= '1' && s[0] <= '6' {
		return pack(kindRoll, 0, s[0]-'0')
	}
	kind := kindMove
	if len(s) > 2 && s[1] == '@' {
		switch s[0] {
		case 'P':
			kind = kindEnter
		case 'B':
			kind = kindPlace
		}
	}
	if kind != kindMove {
		if to, ok := b.Field(s[2:]); ok {
			return pack(kind, 0, to)
		}
		return game.NoMove
	}
	from, rest, ok := b.cutField(s)
	if !ok {
		return game.NoMove
	}
	to, ok := b.Field(rest)
	if !ok {
		return game.NoMove
	}
	return pack(kindMove, from, to)
}

// wanted says what kind of action is due.
func (p *Position) wanted() string {
	home := p.Names[p.seat]
	switch p.phase {
	case rollDue:
		return fmt.Sprintf("the roll of home %s, 1 to 6", home)
	case inHand:
		return fmt.Sprintf("home %s to place the barricade on an empty field, such as %s", home, p.FormatMove(p.first()))
	default:
		return fmt.Sprintf("home %s to move %d fields, such as %s", home, p.phase, p.FormatMove(p.first()))
	}
}

func (p *Position) first() game.Move {
	var l game.MoveList
	p.Generate(&l)
	return l.Moves[0].Move
}

// maxIndexes is as many as history tables have.
const maxIndexes = 4096

// Indexes of rolls, the pass, placements and entering pawns; moves from field to
// field follow.
const (
	indexRoll  = 0
	indexPass  = 7
	indexPlace = 8
	indexEnter = indexPlace + MaxFields
	indexMove  = indexEnter + MaxFields
)

// numberMoves gives every pair of fields that a walk joins its own index, or
// shares indexes out where there are too many pairs.
func (v *Variant) numberMoves() {
	n := 0
	for from := range v.board.fields {
		for to := range v.board.fields {
			if len(v.board.WalksBetween(uint8(from), uint8(to))) > 0 {
				v.index[from][to] = uint16(indexMove + n%(maxIndexes-indexMove))
				n++
			}
		}
	}
	v.indexes = min(maxIndexes, indexMove+max(n, 1))
}

// MoveIndexes returns how many indexes the variant's actions have.
func (p *Position) MoveIndexes() int { return p.v.indexes }

// MoveIndex returns the index of an action: its own, or one shared with other
// moves from field to field on boards with very many of them.
func (p *Position) MoveIndex(m game.Move) int {
	switch kind, from, to := unpack(m); kind {
	case kindRoll:
		return indexRoll + int(to&7)
	case kindPass:
		return indexPass
	case kindPlace:
		return indexPlace + int(to%MaxFields)
	case kindEnter:
		return indexEnter + int(to%MaxFields)
	default:
		return max(indexMove, int(p.v.index[from%MaxFields][to%MaxFields]))
	}
}
