package tricolor

import "tetrarch/game"

// Threats returns, for each height h from 1 to 3, the cells on which a unit of
// height h would be open to an attack by a unit that seat has now. Cells that
// hold units are among them whoever owns these; a unit in between is in the way.
// They are worked out once for a position; the result is read before the next
// change.
func (p *Position) Threats(seat game.Player) *[4]Set {
	on := &p.threats[seat]
	if p.known>>uint(seat)&1 == 0 {
		p.known |= 1 << uint(seat)
		p.threaten(on, seat)
	}
	return on
}

// threaten fills on with the threats of a seat. A step keeps unions, so what
// has one step left to go from each distance goes it together.
func (p *Position) threaten(on *[4]Set, seat game.Player) {
	var a arms
	p.arm(&a, seat)
	one, two, three := Set(0), Set(0), Set(0)
	for k := 1; k <= 2; k++ {
		near, mid := &a.next[k], &a.next[3-k]
		for d := 3 * (k - 1); d < 3*k; d++ {
			r := &forth[d]
			if a.big == 0 {
				one |= r.step(near[1])
				two |= r.step(near[2])
				three |= r.step(near[3])
				continue
			}
			far := Set(0)
			if a.tall != 0 {
				far = r.step(a.tall) & a.free
			}
			one |= r.step(near[1] | r.step(mid[1]&a.big|far)&a.free)
			two |= r.step(near[2] | r.step(mid[2]&a.big|far)&a.free)
			three |= r.step(near[3] | r.step(mid[3]&a.big)&a.free)
		}
	}
	*on = [4]Set{1: one, 2: two, 3: three}
}

// worth is the value of a unit to its owner in the exchanges below, a man of its
// own being 100. A prisoner adds to the height and is lost with the column.
func worth(u Unit) int {
	own := u.Men(u.Owner())
	all := u.Men(0) + u.Men(1) + u.Men(2)
	return 100*own + 25*(all-own)
}

// Exchange returns what an attack wins for the attacker, a man being 100, if
// both sides go on attacking on the same cell, each with its cheapest unit that
// is strong enough, for as long as that pays. With three seats the other two
// count as one side.
func (p *Position) Exchange(m game.Move) int {
	from, to := moveFrom(m), moveTo(m)
	free := p.Free() | 1<<from
	holder, gain := clash(p.cells[from].unit, p.strength(p.cells[from].unit, from), p.cells[to].unit, p.strength(p.cells[to].unit, to))
	return gain - p.retake(holder, to, free)
}

// clash returns the unit that an attacker of strength a becomes by attacking a
// unit of strength d, and what the attacker wins.
func clash(attacker Unit, a int, other Unit, d int) (Unit, int) {
	seat := attacker.Owner()
	gain := other
	if a >= 2*d {
		gain &= menOf[seat]
	}
	after := attacker.join(gain)
	return after, worth(other) + worth(after) - worth(attacker)
}

// retake returns what attacking the unit that has come to stand on a cell is
// worth to its enemies, at least 0. free are the empty cells and those that
// attackers have left.
func (p *Position) retake(holder Unit, at int, free Set) int {
	// Gains alternate between the sides; the last attacks are undone from the
	// end where they do not pay. No more than a cell's lines can attack it.
	var gains [ways]int
	n := 0
	for ; n < len(gains); n++ {
		from := p.cheapest(holder, at, free)
		if from < 0 {
			break
		}
		u := p.cells[from].unit
		holder, gains[n] = clash(u, p.strength(u, from), holder, p.strength(holder, at))
		free |= 1 << from
	}
	value := 0
	for n--; n >= 0; n-- {
		value = max(0, gains[n]-value)
	}
	return value
}

// cheapest returns the cell of the least worthy enemy that can attack the unit
// on a cell, or -1.
func (p *Position) cheapest(holder Unit, at int, free Set) int {
	defence, best, least := p.strength(holder, at), -1, 0
	for d := range dirs {
		for n := 1; n <= 3; n++ {
			from := target[3*d+n-1][at]
			if from < 0 {
				break
			}
			if free>>from&1 != 0 {
				continue
			}
			u := p.cells[from].unit
			if w := worth(u); u.Owner() != holder.Owner() && int(heightOf[u]) >= n && p.strength(u, int(from)) > defence &&
				(best < 0 || w < least) {
				best, least = int(from), w
			}
			break
		}
	}
	return best
}
