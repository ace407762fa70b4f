package tricolor

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/game"
)

// AppendText appends the position's text: nine rows from the top, the seat to
// move, the plies since the last attack or merge, and the number of the turn.
func (p *Position) AppendText(b []byte) ([]byte, error) {
	n := 0
	for row, length := range rowLength {
		if row > 0 {
			b = append(b, '/')
		}
		b = p.appendRow(b, index[n:n+length])
		n += length
	}
	b = append(b, ' ')
	b = append(b, p.seatName()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.quiet), 10)
	b = append(b, ' ')
	return strconv.AppendInt(b, int64(p.turn), 10), nil
}

func (p *Position) appendRow(b []byte, row []uint8) []byte {
	empty := 0
	flush := func() {
		if empty > 0 {
			b = strconv.AppendInt(b, int64(empty), 10)
			empty = 0
		}
	}
	for _, at := range row {
		if p.occupied()>>at&1 == 0 {
			empty++
			continue
		}
		flush()
		b = append(b, '(')
		open := len(b)
		b = p.appendMen(b, int(at))
		if len(b) == open+1 { // a single man
			b[open-1] = b[open]
			b = b[:open]
		} else {
			b = append(b, ')')
		}
	}
	flush()
	return b
}

// appendMen appends the men of the unit on a cell from top to bottom, one letter
// each.
func (p *Position) appendMen(b []byte, at int) []byte {
	keep := uint8(keepAll)
	if p.v.seats == 3 {
		keep = p.alive // the men of those who dropped out have left
	}
	return p.appendColumn(b, p.cells[at].column, keep)
}

func (p *Position) appendColumn(b []byte, id, keep uint8) []byte {
	if id < 3 {
		if keep>>id&1 != 0 {
			b = append(b, seatLetters[id])
		}
		return b
	}
	c := p.columns[id]
	return p.appendColumn(p.appendColumn(b, c.top, keep), c.below, keep&c.keep)
}

// Parse reads a position text.
func (v *variant) Parse(text string) (game.Position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 {
		return nil, fmt.Errorf("position %q has %d fields: want 4, the board, the seat to move, the plies without attack or merge and the turn", text, len(fields))
	}
	p := &Position{v: v, undo: make([]record, 0, 64)}
	p.joined = 3
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	seat := strings.Index(seatLetters[:v.seats], fields[1])
	if len(fields[1]) != 1 || seat < 0 {
		return nil, fmt.Errorf("seat to move is %q: want %s", fields[1], strings.Join(v.seating.Names[:v.seats], " or "))
	}
	if v.seats == 3 && p.alive>>seat&1 == 0 {
		return nil, fmt.Errorf("seat to move is %q, which has dropped out: want one with a unit", fields[1])
	}
	limit := int32(maxQuiet)
	if v.quiet > 0 {
		limit = v.quiet
	}
	var ok bool
	if p.quiet, ok = decimal(fields[2], 0, int(limit)); !ok {
		return nil, fmt.Errorf("plies without attack or merge are %q: want a number from 0 to %d", fields[2], limit)
	}
	if p.turn, ok = decimal(fields[3], 1, maxTurn); !ok {
		return nil, fmt.Errorf("turn is %q: want a number from 1 to %d", fields[3], maxTurn)
	}
	p.Player, p.Side = game.Player(seat), game.Side(seat)
	p.Key = p.fullKey()
	p.settle()
	return p, nil
}

// fullKey computes the key from the board.
func (p *Position) fullKey() uint64 {
	key := turnKey[p.Player]
	for s := p.occupied(); s != 0; s &= s - 1 {
		at := first(s)
		key ^= unitKey[p.cells[at].unit][at]
	}
	return key
}

// parseBoard reads the nine rows and checks the number of men.
func (p *Position) parseBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != len(rowLength) {
		return fmt.Errorf("board %q has %d rows: want %d", text, len(rows), len(rowLength))
	}
	var men [3]int
	n := 0
	for i, length := range rowLength {
		if err := p.parseRow(rows[i], index[n:n+length], &men); err != nil {
			return fmt.Errorf("row %d, %q: %w", i+1, rows[i], err)
		}
		n += length
	}
	most := 18
	if p.v.seats == 3 {
		most = 11
	}
	for seat := range p.v.seats {
		name := p.v.seating.Names[seat]
		if men[seat] > most {
			return fmt.Errorf("board has %d men of %s: want at most %d", men[seat], name, most)
		}
		if p.own[seat] != 0 {
			p.alive |= 1 << seat
		} else if p.v.seats == 3 && men[seat] > 0 {
			return fmt.Errorf("board has men of %s but no unit: want none, as a seat that drops out takes them along", name)
		}
	}
	if p.alive == 0 {
		return fmt.Errorf("board %q is empty: want a unit", text)
	}
	return nil
}

// parseRow reads one row onto its cells and counts its men.
func (p *Position) parseRow(text string, row []uint8, men *[3]int) error {
	at, wasDigit := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= '1' && c <= '9' {
			if wasDigit {
				return fmt.Errorf("two numbers side by side: want one number for a run of empty cells")
			}
			at, wasDigit = at+int(c-'0'), true
			continue
		}
		wasDigit = false
		unit := text[i : i+1]
		if c == '(' {
			length := strings.IndexByte(text[i:], ')')
			if length < 0 {
				return fmt.Errorf("column without end: want )")
			}
			unit = text[i+1 : i+length]
			if len(unit) < 2 {
				return fmt.Errorf("column (%s): want two men or more in parentheses", unit)
			}
			i += length
		}
		if at < len(row) {
			if err := p.putUnit(unit, int(row[at]), men); err != nil {
				return err
			}
		}
		at++
	}
	if at != len(row) {
		return fmt.Errorf("%d cells: want %d", at, len(row))
	}
	return nil
}

// putUnit puts a unit, written from top to bottom, on an empty cell.
func (p *Position) putUnit(text string, at int, men *[3]int) error {
	var in [3]int
	var owner int
	var stack uint8
	for i := range len(text) {
		seat := strings.IndexByte(seatLetters[:p.v.seats], text[i])
		if seat < 0 {
			return fmt.Errorf("%q is no man: want %s", text[i:i+1], strings.Join(p.v.seating.Names[:p.v.seats], " or "))
		}
		in[seat]++
		men[seat]++
		switch {
		case i == 0:
			owner, stack = seat, uint8(seat)
		case int(p.joined) == maxColumns:
			return fmt.Errorf("too many men: want at most 36")
		default:
			p.columns[p.joined] = column{stack, uint8(seat), keepAll}
			stack = p.joined
			p.joined++
		}
	}
	u := newUnit(owner, in)
	p.cells[at] = cell{u, stack}
	p.own[owner] |= 1 << at
	p.setHeight(1<<at, u)
	return nil
}
