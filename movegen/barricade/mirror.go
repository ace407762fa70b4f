package barricade

// findMirror looks for a symmetry of the board that keeps the last field, every
// exit and every row that rules can close to barricades, moves some other field
// and is its own inverse. On the classic board that is the loop of rows 11 to
// 13, mirrored by itself. Positions that it maps to one another are worth the
// same to everybody. Without one, or if the search for it grows too long, the
// mirror is the identity.
func (b *Board) findMirror() {
	for f := range MaxFields {
		b.mirror[f] = uint8(f)
	}
	m := matcher{b: b, budget: 100_000}
	m.classify()
	if m.match(0) {
		for f := range b.fields {
			b.mirror[f] = uint8(m.image[f])
		}
		b.mirrored = true
	}
}

// matcher maps fields to fields one after another, in breadth-first order from
// the last field.
type matcher struct {
	b      *Board
	class  [MaxFields]signature
	order  []uint8
	image  [MaxFields]int16 // -1 while unknown
	budget int
}

// signature is what a symmetry must leave as it is.
type signature struct {
	degree, row int
	last        uint8
	exits       [MaxHomes]uint8
}

func (m *matcher) classify() {
	b := m.b
	low := [2]Set{b.lowRows(1), b.lowRows(2)}
	for f := range b.fields {
		s := signature{degree: len(b.next[f]), last: b.distance[f][b.last]}
		for n := range low {
			if low[n].Has(uint8(f)) {
				s.row++
			}
		}
		for h, e := range b.exit {
			if e >= 0 {
				s.exits[h] = b.distance[f][e]
			}
		}
		m.class[f] = s
		m.image[f] = -1
	}
	seen := Single(b.last)
	m.order = []uint8{b.last}
	for i := 0; i < len(m.order); i++ {
		for _, g := range b.next[m.order[i]] {
			if !seen.Has(g) {
				seen = seen.Or(Single(g))
				m.order = append(m.order, g)
			}
		}
	}
}

// match maps the fields of order from place i on, and says whether that gave a
// mirror.
func (m *matcher) match(i int) bool {
	if i == len(m.order) {
		for f := range m.b.fields {
			if m.image[f] != int16(f) {
				return true
			}
		}
		return false
	}
	f := m.order[i]
	if m.image[f] >= 0 {
		return m.match(i + 1)
	}
	// Trying other fields first finds a mirror before the identity.
	for g := m.b.fields - 1; g >= 0; g-- {
		if g != int(f) && m.try(i, f, uint8(g)) {
			return true
		}
	}
	return m.try(i, f, f)
}

// try exchanges f and g and goes on.
func (m *matcher) try(i int, f, g uint8) bool {
	if m.budget--; m.budget < 0 {
		return false
	}
	if m.class[f] != m.class[g] || m.image[g] >= 0 {
		return false
	}
	m.image[f], m.image[g] = int16(g), int16(f)
	if m.fits(f) && m.fits(g) && m.match(i+1) {
		return true
	}
	m.image[f], m.image[g] = -1, -1
	return false
}

// fits says whether every neighbour of f that has an image keeps touching f.
func (m *matcher) fits(f uint8) bool {
	for _, n := range m.b.next[f] {
		if m.image[n] >= 0 && m.b.distance[m.image[f]][m.image[n]] != 1 {
			return false
		}
	}
	return true
}

// Mirror returns the field that the board's own symmetry takes field f to.
func (b *Board) Mirror(f uint8) uint8 { return b.mirror[f] }
