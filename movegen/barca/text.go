package barca

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A position text has three fields, one space apart: ten rows from rank 10 down,
// separated by "/", with a letter an animal, E M L for White and e m l for
// Black, and a number for every run of empty squares; the side to move, w or b;
// and the number of the turn, which goes up after Black's move.

// AppendText appends the canonical position text.
func (p *Position) AppendText(b []byte) ([]byte, error) {
	var cells [rows]byte
	for side := range 2 {
		for slot, s := range p.at[side][:Slots] {
			cells[s&127] = letters[side][slot>>1]
		}
	}
	for rank := Size - 1; rank >= 0; rank-- {
		empty := 0
		for file := range Size {
			c := cells[SquareAt(file, rank)]
			if c == 0 {
				empty++
				continue
			}
			b = appendRun(b, empty)
			b, empty = append(b, c), 0
		}
		b = appendRun(b, empty)
		if rank > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', "wb"[p.Player&1], ' ')
	return strconv.AppendInt(b, p.turn(), 10), nil
}

func appendRun(b []byte, empty int) []byte {
	if empty == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(empty), 10)
}

// turn returns the turn number, which stays at the largest that a text may have.
func (p *Position) turn() int64 {
	return min(math.MaxInt32, 1+(p.halfTurns+int64(p.Ply))/2)
}

// parse reads a position text.
func parse(text string) (*Position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 {
		return nil, fmt.Errorf("barca position %q: %d fields: want 3, the rows, the side to move and the turn", text, len(fields))
	}
	p := &Position{lines: emptyBoard}
	for side := range p.at {
		for slot := range p.at[side] {
			p.at[side][slot] = NoSquare
		}
	}
	if err := p.parseRows(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "w":
	case "b":
		p.Player, p.Side = 1, 1
		p.halfTurns = 1
	default:
		return nil, fmt.Errorf("barca position: side to move %q: want w or b", fields[1])
	}
	turn, err := strconv.ParseInt(fields[2], 10, 32)
	if err != nil || turn < 1 || strconv.FormatInt(turn, 10) != fields[2] {
		return nil, fmt.Errorf("barca position: turn %q: want a number from 1 to %d without leading zeros", fields[2], math.MaxInt32)
	}
	p.halfTurns += 2 * (turn - 1)
	p.Key = p.fullKey()
	if max(p.held[0], p.held[1]) >= enough {
		p.end()
	} else {
		p.look()
	}
	return p, nil
}

func (p *Position) parseRows(field string) error {
	lines := strings.Split(field, "/")
	if len(lines) != Size {
		return fmt.Errorf("barca position: %d rows in %q: want 10, from rank 10 down", len(lines), field)
	}
	for i, row := range lines {
		if err := p.parseRow(Size-1-i, row); err != nil {
			return fmt.Errorf("barca position: rank %d, %q: %w", Size-i, row, err)
		}
	}
	return nil
}

func (p *Position) parseRow(rank int, row string) error {
	file := 0
	for i := 0; i < len(row); {
		digits := i
		for digits < len(row) && '0' <= row[digits] && row[digits] <= '9' {
			digits++
		}
		if digits > i {
			n, err := strconv.Atoi(row[i:digits])
			if err != nil || n < 1 || n > Size || row[i] == '0' {
				return fmt.Errorf("run %q: want 1 to 10 empty squares", row[i:digits])
			}
			file += n
			i = digits
		} else {
			if err := p.place(row[i], file, rank); err != nil {
				return err
			}
			file++
			i++
		}
		if file > Size {
			return fmt.Errorf("more than 10 squares")
		}
	}
	if file < Size {
		return fmt.Errorf("%d squares: want 10", file)
	}
	return nil
}

// place puts the animal of a letter on the board.
func (p *Position) place(letter byte, file, rank int) error {
	if file >= Size {
		return fmt.Errorf("more than 10 squares")
	}
	for side := range letters {
		for k, l := range letters[side] {
			if l != letter {
				continue
			}
			slot := 2 * k
			if p.at[side][slot] != NoSquare {
				slot++
			}
			if p.at[side][slot] != NoSquare {
				return fmt.Errorf("a third %q: want at most two of a kind", letter)
			}
			s := SquareAt(file, rank)
			p.at[side][slot] = s
			p.toggle(s)
			p.held[side] += onHole[s]
			return nil
		}
	}
	return fmt.Errorf("letter %q: want E, M, L, e, m, l or a number", letter)
}

// fullKey works out the key from the board.
func (p *Position) fullKey() uint64 {
	key := uint64(p.Player&1) * turnKey
	for side := range 2 {
		for slot, s := range p.at[side][:Slots] {
			key ^= animalKeys[side][slot>>1][s&127]
		}
	}
	return key
}
