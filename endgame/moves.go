package endgame

import "tetrarch/movegen/tricolor"

// directions and distances of a way.
const (
	directions = 6
	distances  = tricolor.Ways / directions
)

// A value is what a position is worth to the side to move: 0 a draw, else one
// more than the plies to the end of the game if the winner hurries and the loser
// delays. An odd number of plies is a win, so an even value; an even number, 0
// among them, is a loss.
type value = uint8

const (
	draw    value = 0
	lost    value = 1 // no move: the game is over
	winning value = 2 // the next move ends the game
	// longest is the greatest value; no position of the table comes near it.
	longest value = 250
)

// before returns the value of a position by a move to one of value v.
func before(v value) value {
	if v == draw {
		return draw
	}
	return v + 1
}

// better says whether a side would rather have a than b: wins soon, then draws,
// then losses late.
func better(a, b value) bool { return rank(a) > rank(b) }

func rank(v value) int {
	switch {
	case v == draw:
		return 0
	case v&1 == 0:
		return 1000 - int(v)
	}
	return int(v) - 1000
}

// men are the units of both sides in a position under consideration.
type men struct {
	army  [2]army
	place place
}

// settle puts the units of one side in the order of kinds, and makes one that is
// alone unmixed, so that the position has a layout.
func (m *men) settle(side int) {
	a, c := &m.army[side], m.place[side*most:]
	if a.n == 1 {
		a.kinds[0] = a.kinds[0].lone()
	}
	for i := 1; i < a.n; i++ {
		for j := i; j > 0 && a.kinds[j] < a.kinds[j-1]; j-- {
			a.kinds[j], a.kinds[j-1] = a.kinds[j-1], a.kinds[j]
			c[j], c[j-1] = c[j-1], c[j]
		}
	}
}

// remove takes a unit of a side off the board.
func (m *men) remove(side, i int) {
	a, c := &m.army[side], m.place[side*most:]
	a.n--
	for ; i < a.n; i++ {
		a.kinds[i], c[i] = a.kinds[i+1], c[i+1]
	}
	a.kinds[a.n], c[a.n] = 0, 0
}

// exchanged returns the position with the other side to move, whose units come
// first, and its layout.
func (m *men) exchanged() (*layout, place) {
	m.settle(0)
	m.settle(1)
	return byArmies[m.army[1].code()][m.army[0].code()], m.place.exchanged()
}

// choice is what the side to move has in a position.
type choice struct {
	// best is the value of the best attack if any is possible, for then one is
	// compulsory; else of the best merge.
	best   value
	forced bool // an attack is possible
	merges int
	steps  int // to empty cells
}

// look finds the attacks or merges of a position and counts its steps. of
// returns the value of a position of fewer units to the side that then moves. If
// step is not nil, it is called with the places that steps lead to, before the
// sides are exchanged, where nothing is compulsory.
func look(l *layout, p place, of func(*layout, place) value, step func(place)) choice {
	var c choice
	own, other := &l.army[0], &l.army[1]
	var at [64]uint8 // entry of the place + 1
	for i := range own.n {
		at[p[i]&63] = uint8(i + 1)
	}
	for i := range other.n {
		at[p[most+i]&63] = uint8(most + i + 1)
	}
	// Attacks first: they decide whether anything else is legal.
	for i := range own.n {
		for d := range directions {
			_, to, unit := meet(&at, p[i], d, heights[own.kinds[i]])
			if unit <= most {
				continue
			}
			j := int(unit) - most - 1
			a, b := heights[own.kinds[i]]*worth[p[i]], heights[other.kinds[j]]*worth[to]
			if a <= b {
				continue
			}
			v := winning
			if other.n > 1 {
				m := men{l.army, p}
				if a >= 2*b {
					m.army[0].kinds[i] = destroy(own.kinds[i], other.kinds[j])
				} else {
					m.army[0].kinds[i] = capture(own.kinds[i], other.kinds[j])
				}
				m.place[i] = to
				m.remove(1, j)
				v = before(of(m.exchanged()))
			}
			if !c.forced || better(v, c.best) {
				c.forced, c.best = true, v
			}
		}
	}
	if c.forced {
		return c
	}
	for i := range own.n {
		h := heights[own.kinds[i]]
		for d := range directions {
			free, to, unit := meet(&at, p[i], d, h)
			c.steps += free
			if step != nil {
				for n := range free {
					q := p
					q[i] = uint8(reach[d*distances+n][p[i]])
					step(q)
				}
			}
			if unit == 0 || unit > most {
				continue
			}
			j := int(unit) - 1
			m := men{l.army, p}
			m.army[0].kinds[i] = merge(own.kinds[i], own.kinds[j])
			m.place[i] = to
			m.remove(0, j)
			v := before(of(m.exchanged()))
			if c.merges == 0 || better(v, c.best) {
				c.best = v
			}
			c.merges++
		}
	}
	return c
}

// meet goes from a cell in a direction as far as a unit of height h can: over so
// many free cells, up to the first unit, of which it returns cell and entry, or 0
// if it meets none.
func meet(at *[64]uint8, from uint8, d, h int) (free int, cell, unit uint8) {
	for ; free < h; free++ {
		to := reach[d*distances+free][from]
		if to < 0 {
			break
		}
		if at[to&63] != 0 {
			return free, uint8(to), at[to&63]
		}
	}
	return free, 0, 0
}
