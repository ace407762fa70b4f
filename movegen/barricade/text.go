package barricade

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/game"
)

// AppendText appends the position's text: barricades, the four homes, teams,
// home to act, phase, turn number.
func (p *Position) AppendText(b []byte) ([]byte, error) {
	b = p.v.board.appendSet(b, p.walls)
	for home, seat := range p.seatOf {
		b = append(b, " /"[min(home, 1)])
		if seat < 0 {
			b = append(b, '-')
			continue
		}
		b = append(b, '0'+p.home[seat])
		if !p.pawns[seat].Empty() {
			b = append(b, ',')
			b = p.v.board.appendSet(b, p.pawns[seat])
		}
	}
	b = append(b, ' ')
	b = append(b, p.seating.text...)
	b = append(b, ' ')
	b = append(b, p.Names[p.seat]...)
	b = append(b, ' ', "-123456b"[p.phase], ' ')
	return strconv.AppendInt(b, int64(p.turn), 10), nil
}

func (b *Board) appendSet(text []byte, s Set) []byte {
	if s.Empty() {
		return append(text, '-')
	}
	for first := true; !s.Empty(); s, first = s.Rest(), false {
		if !first {
			text = append(text, ',')
		}
		text = append(text, b.names[s.First()]...)
	}
	return text
}

// Parse reads a position text. The text says itself which homes play and in
// which teams; it need not be those that the variant starts with.
func (v *Variant) Parse(text string) (game.Position, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 6 {
		return nil, fmt.Errorf("position %q: number of fields %d: want 6: barricades, homes, teams, home to act, phase, turn", text, len(fields))
	}
	p := &Position{v: v}
	for i, read := range []func(*Position, string) error{
		(*Position).readWalls, (*Position).readHomes, (*Position).readTeams,
		(*Position).readActor, (*Position).readPhase, (*Position).readTurn,
	} {
		if err := read(p, fields[i]); err != nil {
			return nil, fmt.Errorf("position field %d: %w", i+1, err)
		}
	}
	p.settle()
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *Position) readWalls(text string) error {
	if text == "-" {
		return nil
	}
	var err error
	p.walls, err = p.v.board.readSet(strings.Split(text, ","), Set{})
	if err != nil {
		return fmt.Errorf("barricades: %w", err)
	}
	if p.walls.Has(p.v.board.last) {
		return fmt.Errorf("barricades: %s: want none on the last field", p.v.board.names[p.v.board.last])
	}
	if n, most := p.walls.Len(), p.v.board.walls.Len(); n > most {
		return fmt.Errorf("barricades: %d of them: want at most %d", n, most)
	}
	return nil
}

// readSet reads names in rising byte order, none of them in taken.
func (b *Board) readSet(names []string, taken Set) (Set, error) {
	var s Set
	for i, name := range names {
		f, ok := b.Field(name)
		switch {
		case !ok:
			return s, fmt.Errorf("%q is no field of the board", name)
		case s.Has(f) || i > 0 && name < names[i-1]:
			return s, fmt.Errorf("%q after %q: want each field once, sorted by bytes", name, names[i-1])
		case taken.Has(f):
			return s, fmt.Errorf("%s is taken: want one piece on a field", name)
		}
		s = s.Or(Single(f))
	}
	return s, nil
}

func (p *Position) readHomes(text string) error {
	homes := strings.Split(text, "/")
	if len(homes) != MaxHomes {
		return fmt.Errorf("homes %q: %d of them: want 4, separated by /", text, len(homes))
	}
	var playing string
	taken := p.walls
	for i, home := range homes {
		if home == "-" {
			continue
		}
		seat := len(playing)
		playing += string('1' + rune(i))
		parts := strings.Split(home, ",")
		if len(parts[0]) != 1 || parts[0][0] < '0' || parts[0][0] > '0'+Pawns {
			return fmt.Errorf("home %d: %q: want the number of pawns at home, 0 to %d, or - if not in play", i+1, parts[0], Pawns)
		}
		p.home[seat] = parts[0][0] - '0'
		pawns, err := p.v.board.readSet(parts[1:], taken)
		if err != nil {
			return fmt.Errorf("home %d: %w", i+1, err)
		}
		if n := int(p.home[seat]) + pawns.Len(); n > Pawns {
			return fmt.Errorf("home %d: %d pawns: want at most %d", i+1, n, Pawns)
		}
		p.pawns[seat] = pawns
		taken = taken.Or(pawns)
	}
	var err error
	p.seating, err = newSeating(p.v.board, playing, "-")
	return err
}

func (p *Position) readTeams(text string) error {
	homes := strings.Join(p.Names[:], "")
	if homes == strings.Join(p.v.seating.Names[:], "") && text == p.v.seating.text {
		p.seating = p.v.seating
		return nil
	}
	var err error
	p.seating, err = newSeating(p.v.board, homes, text)
	return err
}

func (p *Position) readActor(text string) error {
	for seat := range p.Seats {
		if p.Names[seat] == text {
			p.seat = uint8(seat)
			return nil
		}
	}
	return fmt.Errorf("home to act %q: want one of the homes in play, %s", text, strings.Join(p.Names[:p.Seats], " "))
}

func (p *Position) readPhase(text string) error {
	i := strings.Index("-123456b", text)
	if len(text) != 1 || i < 0 {
		return fmt.Errorf("phase %q: want - for a roll due, 1 to 6 rolled, or b for a barricade in hand", text)
	}
	p.phase = uint8(i)
	return nil
}

// maxTurn leaves room for any game to go on.
const maxTurn = 1_000_000_000

func (p *Position) readTurn(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxTurn || strconv.Itoa(n) != text {
		return fmt.Errorf("turn %q: want a number from 1 to %d", text, maxTurn)
	}
	p.turn = int32(n)
	return nil
}

// check refuses a phase that cannot be.
func (p *Position) check() error {
	b := p.v.board
	switch {
	case p.Over && p.phase != rollDue:
		return fmt.Errorf("phase %q: want -, as a pawn stands on the last field %s", "-123456b"[p.phase:p.phase+1], b.names[b.last])
	case p.phase != inHand:
		return nil
	case p.walls.Len() == b.walls.Len():
		return fmt.Errorf("phase \"b\": all %d barricades are on the board: want at most %d, as one is in hand", b.walls.Len(), b.walls.Len()-1)
	case p.vacant().Empty():
		return fmt.Errorf("phase \"b\": no field is left for the barricade")
	}
	return nil
}
