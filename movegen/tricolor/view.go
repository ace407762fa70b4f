package tricolor

import "tetrarch/game"

// Units returns the cells of the units that seat controls.
func (p *Position) Units(seat game.Player) Set { return p.own[seat] }

// UnitAt returns the unit on the cell with index i, which must be in
// [Position.Units] of some seat.
func (p *Position) UnitAt(i int) Unit { return p.cells[i&63].unit }

// Free returns the empty cells.
func (p *Position) Free() Set { return Board &^ p.occupied() }

// ByHeight splits a set of units: entry 1 holds those of one man, entry 2 those
// of two, entry 3 those of three and more; entry 0 is empty.
func (p *core) ByHeight(s Set) [4]Set {
	return [4]Set{0, s &^ (p.two | p.tall), s & p.two, s & p.tall}
}

// Coloured returns the cells of a colour: 0 white, 1 black, 2 red. A unit there
// is 1, 2 or 3 times as strong as it is high.
func (p *Position) Coloured(colour int) Set { return p.v.coloured[colour] }

// Mobility returns the number of steps that seat would have if it were to move
// and nothing were compulsory, and of merges where these are free.
func (p *Position) Mobility(seat game.Player) int {
	us := p.own[seat]
	free := p.Free()
	ok := free
	if p.v.merge == mergeFree {
		ok |= us
	}
	tall := us & p.tall
	big := us&p.two | tall
	n := 0
	for d := range back {
		r := &back[d]
		s := r.step(ok)
		n += count(s & us)
		if big != 0 {
			s = r.step(s & free)
			n += count(s & big)
			if tall != 0 {
				n += count(r.step(s&free) & tall)
			}
		}
	}
	return n
}

// Around returns the neighbours of the cells of s, and of s those that are
// neighbours of one another.
func Around(s Set) (around Set) {
	for d := range forth {
		around |= forth[d].step(s)
	}
	return around
}
