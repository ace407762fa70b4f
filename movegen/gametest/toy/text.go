package toy

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/game"
)

var laneNames = [lanes]string{"L", "R"}

func (p *position) AppendText(b []byte) ([]byte, error) {
	for seat := range p.seating.Seats {
		if seat > 0 {
			b = append(b, '/')
		}
		b = p.appendField(b, p.at[seat][0])
		b = append(b, ',')
		b = p.appendField(b, p.at[seat][1])
		if p.homes[seat] == 1 {
			b = append(b, '*')
		}
	}
	b = append(b, ' ')
	if p.die == 0 {
		b = append(b, '-')
	} else {
		b = append(b, '0'+byte(p.die))
	}
	b = append(b, ' ')
	if p.hit == 0 {
		b = append(b, '-')
	} else {
		b = append(b, 'x')
		b = append(b, laneNames[p.lane]...)
		b = append(b, '0'+byte(p.hit))
	}
	b = append(b, ' ')
	return append(b, p.seating.Names[p.turn]...), nil
}

func (p *position) appendField(b []byte, f int8) []byte {
	switch f {
	case gone:
		return append(b, 'x')
	case p.goal:
		return append(b, 'g')
	}
	return append(b, '0'+byte(f))
}

// Parse reads a position text.
func (v *variant) Parse(text string) (game.Position, error) {
	p := &position{variant: v}
	fields := strings.Split(text, " ")
	if len(fields) != 4 {
		return nil, fmt.Errorf("position %q has %d fields: want runners, die, hit and seat", text, len(fields))
	}
	if err := p.parseRunners(fields[0]); err != nil {
		return nil, err
	}
	if err := p.parseTurn(fields[3]); err != nil {
		return nil, err
	}
	if err := p.parseDie(fields[1]); err != nil {
		return nil, err
	}
	if err := p.parseHit(fields[2]); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	p.Key = p.scratch(false)
	p.settle()
	return p, nil
}

func (p *position) parseRunners(text string) error {
	seats := strings.Split(text, "/")
	if len(seats) != p.seating.Seats {
		return fmt.Errorf("runners %q are of %d seats: want %d", text, len(seats), p.seating.Seats)
	}
	for seat, s := range seats {
		rest, marked := strings.CutSuffix(s, "*")
		left, right, ok := strings.Cut(rest, ",")
		a, okA := p.parseField(left)
		b, okB := p.parseField(right)
		switch {
		case !ok || !okA || !okB:
			return fmt.Errorf("runners %q of seat %d: want two fields 0 to %d or g, or x,x", s, seat+1, p.goal-1)
		case (a == gone) != (b == gone), (marked || a == gone) && !p.drop, marked && a == gone:
			return fmt.Errorf("runners %q of seat %d: want no mark and no x, or x,x under drop=yes", s, seat+1)
		}
		p.at[seat] = [lanes]int8{a, b}
		if marked {
			p.homes[seat] = 1
		}
		if a == gone {
			p.homes[seat] = maxHome
		}
	}
	return nil
}

func (p *position) parseField(s string) (int8, bool) {
	switch {
	case s == "g":
		return p.goal, true
	case s == "x":
		return gone, true
	case len(s) == 1 && s[0] >= '0' && s[0] < '0'+byte(p.goal):
		return int8(s[0] - '0'), true
	}
	return 0, false
}

func (p *position) parseTurn(s string) error {
	for seat := range p.seating.Seats {
		if p.seating.Names[seat] == s {
			p.turn = game.Player(seat)
			return nil
		}
	}
	return fmt.Errorf("seat %q: want one of %s", s, strings.Join(p.seating.Names[:p.seating.Seats], " "))
}

func (p *position) parseDie(s string) error {
	if s == "-" {
		return nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || len(s) != 1 || n < 1 || n > maxDie || !p.dice {
		return fmt.Errorf("die %q: want - or, with dice, 1 to %d", s, maxDie)
	}
	p.die = int8(n)
	return nil
}

func (p *position) parseHit(s string) error {
	if s == "-" {
		return nil
	}
	if len(s) == 3 && s[0] == 'x' && strings.Contains("LR", s[1:2]) && s[2] >= '1' && s[2] <= '0'+maxDie {
		p.hit = int8(s[2] - '0')
		if s[1] == 'R' {
			p.lane = 1
		}
		return nil
	}
	return fmt.Errorf("hit %q: want - or such as xL2", s)
}

// check refuses what no race leads to.
func (p *position) check() error {
	if p.Dropped(p.turn) {
		return fmt.Errorf("seat %s has dropped out: want another to have the turn", p.seating.Names[p.turn])
	}
	if p.hit != 0 {
		if err := p.checkHit(); err != nil {
			return err
		}
	}
	finished := 0
	for seat := range p.seating.Seats {
		if p.at[seat] == [lanes]int8{p.goal, p.goal} {
			finished++
			if game.Player(seat) != p.turn {
				return fmt.Errorf("seat %s has finished: want it to have the turn", p.seating.Names[seat])
			}
		}
		for lane, f := range p.at[seat] {
			hit := p.hit != 0 && int(p.lane) == lane && f == p.at[p.turn][lane]
			if f != gone && !hit && p.holder(lane, f, game.Player(seat)) >= 0 {
				return fmt.Errorf("field %s%d holds two runners: want one", laneNames[lane], f)
			}
		}
	}
	if finished > 0 || p.sidesLeft() == 1 {
		if p.die != 0 || p.hit != 0 {
			return fmt.Errorf("the race is over: want no die and no hit")
		}
	}
	return nil
}

// checkHit wants exactly one runner, of another side, on the hitter's field, and
// the field that the hitter came from free.
func (p *position) checkHit() error {
	f := p.at[p.turn][p.lane]
	n := 0
	for seat := range p.seating.Seats {
		if p.at[seat][p.lane] == f && p.seating.SideOf[seat] != p.seating.SideOf[p.turn] {
			n++
		} else if p.at[seat][p.lane] == f && game.Player(seat) != p.turn {
			n = game.MaxSeats
		}
	}
	switch {
	case p.die != 0:
		return fmt.Errorf("die and hit are both set: want one")
	case f == 0 || f == p.goal || n != 1:
		return fmt.Errorf("the hit in lane %s: want one runner of another side on the hitter's field", laneNames[p.lane])
	case f-p.hit < 0 || p.holder(int(p.lane), f-p.hit, p.turn) >= 0:
		return fmt.Errorf("the hit by %d: want a free field that the hitter came from", p.hit)
	case !p.dice && p.hit > chosen:
		return fmt.Errorf("the hit by %d: want at most %d without dice", p.hit, chosen)
	}
	return nil
}

// FormatMove writes "2" for a roll, "L2" for a run, "L-" for a retreat.
func (p *position) FormatMove(m game.Move) string {
	switch {
	case m == pass:
		return "pass"
	case m == home:
		return "home"
	case m == swap:
		return "swap"
	case m&rollBits != 0:
		return strconv.Itoa(int(m & 3))
	case m&3 == 0:
		return laneNames[m>>3&1] + "-"
	}
	return laneNames[m>>3&1] + strconv.Itoa(int(m&3))
}

func (p *position) ParseMove(s string) (game.Move, error) {
	var l game.MoveList
	p.Generate(&l)
	want := make([]string, 0, l.Len())
	for _, m := range l.Moves {
		text := p.FormatMove(m.Move)
		if text == s {
			return m.Move, nil
		}
		want = append(want, text)
	}
	if p.Over {
		return game.NoMove, fmt.Errorf("action %q: the race is over", s)
	}
	return game.NoMove, fmt.Errorf("action %q: want %s", s, strings.Join(want, " or "))
}
