package endgame

import "fmt"

// MaxUnits is the largest number of units that a table can cover.
const MaxUnits = 4

// most is the largest number of units of one side.
const most = MaxUnits - 1

// An army is the units of one side, the lowest kinds first.
type army struct {
	n     int
	kinds [most]kind
}

// code names an army by a number below armies.
func (a *army) code() int {
	c := 0
	for _, k := range a.kinds[:a.n] {
		c = c*(int(kinds)+1) + int(k) + 1
	}
	return c
}

const armies = (int(kinds) + 1) * (int(kinds) + 1) * (int(kinds) + 1)

// A place says where the units of both sides stand: those of the side to move in
// the order of its army, and from entry most on those of the other.
type place [2 * most]uint8

// exchanged returns the place with the sides exchanged.
func (p *place) exchanged() place {
	return place{p[3], p[4], p[5], p[0], p[1], p[2]}
}

// A layout is what all positions of the same units have in common: which kinds
// the side to move and the other have, and how a place becomes an index.
//
// The index begins with a pattern of two or three units up to symmetry, and goes
// on with the cells of the others after the same symmetry: one number for a
// single unit, one for a pair that is alike. Where the pattern keeps some of the
// symmetries, the least number counts; the other indexes are not used, and no
// more are those where two units share a cell.
type layout struct {
	id    int
	army  [2]army // of the side to move, of the other
	twin  *layout // the same units with the other side to move
	lead  *pattern
	first [most]int // the units of the pattern, as entries of a place
	form  restForm
	rest  [2]int // the other units
	after uint32 // how many indexes share a pattern
	size  uint32 // how many indexes there are
}

// restForm says what follows the pattern in an index.
type restForm uint8

const (
	nothing restForm = iota
	one              // one unit
	two              // two units that are not alike
	couple           // two units that are
)

var (
	// layouts are all there are, those of fewer units first; byArmies finds one
	// by the codes of both armies.
	layouts  []*layout
	byArmies [armies][armies]*layout
	// upTo[n] is the number of layouts with at most n units.
	upTo [MaxUnits + 1]int
)

// layOut fills the list of layouts.
func layOut() {
	for units := 2; units <= MaxUnits; units++ {
		for n := units - 1; n >= 1; n-- {
			for _, own := range armiesOf(n) {
				for _, other := range armiesOf(units - n) {
					l := newLayout(own, other)
					l.id = len(layouts)
					layouts = append(layouts, l)
					byArmies[own.code()][other.code()] = l
				}
			}
		}
		upTo[units] = len(layouts)
	}
	for _, l := range layouts {
		l.twin = byArmies[l.army[1].code()][l.army[0].code()]
	}
}

// armiesOf lists the armies of n units. One that is alone is never mixed.
func armiesOf(n int) []army {
	list := []army{{}}
	for range n {
		var longer []army
		for _, a := range list {
			for k := kind(0); k < kinds; k++ {
				if a.n > 0 && k < a.kinds[a.n-1] || n == 1 && k.mixed() {
					continue
				}
				b := a
				b.kinds[b.n] = k
				b.n++
				longer = append(longer, b)
			}
		}
		list = longer
	}
	return list
}

// newLayout finds the groups of units that are alike and begins with the
// largest.
func newLayout(own, other army) *layout {
	l := &layout{army: [2]army{own, other}}
	groups := [4][]int{}
	for side, a := range l.army {
		for i := 0; i < a.n; {
			var g []int
			for j := i; j < a.n && a.kinds[j] == a.kinds[i]; j++ {
				g = append(g, side*most+j)
			}
			groups[len(g)] = append(groups[len(g)], g...)
			i += len(g)
		}
	}
	order := append(append(groups[3], groups[2]...), groups[1]...)
	switch {
	case len(groups[3]) > 0:
		l.lead = alikeTriple
	case len(groups[2]) > 0:
		l.lead = alikePair
	default:
		l.lead = unlikePair
	}
	copy(l.first[:], order[:l.lead.n])
	rest := copy(l.rest[:], order[l.lead.n:])
	l.form, l.after = nothing, 1
	switch {
	case rest == 1:
		l.form, l.after = one, cells
	case rest == 2 && len(groups[2]) == 4:
		l.form, l.after = couple, pairs
	case rest == 2:
		l.form, l.after = two, cells*cells
	}
	l.size = uint32(len(l.lead.images)) * l.after
	return l
}

// index returns the number of a place, below l.size; all its mirror images have
// the same.
func (l *layout) index(p *place) uint32 {
	at := int(p[l.first[0]])*cells + int(p[l.first[1]])
	if l.lead.n == 3 {
		at = at*cells + int(p[l.first[2]])
	}
	o := &l.lead.orbits[at]
	rest := l.restOf(p, int(o.turn))
	if o.fixed != identity {
		for g := 1; g < symmetries; g++ {
			if o.fixed>>g&1 != 0 {
				rest = min(rest, l.restOf(p, int(product[g][o.turn])))
			}
		}
	}
	return uint32(o.number)*l.after + rest
}

// restOf numbers the units after the pattern, seen under a symmetry.
func (l *layout) restOf(p *place, s int) uint32 {
	m := &mirror[s]
	switch l.form {
	case one:
		return uint32(m[p[l.rest[0]]])
	case two:
		return uint32(m[p[l.rest[0]]])*cells + uint32(m[p[l.rest[1]]])
	case couple:
		return uint32(pairNumber[m[p[l.rest[0]]]][m[p[l.rest[1]]]])
	}
	return 0
}

// place returns the place with an index and how many symmetries it keeps. It is
// false for an index that is not used.
func (l *layout) place(index uint32) (p place, kept int, ok bool) {
	image := &l.lead.images[index/l.after]
	for i := range l.lead.n {
		p[l.first[i]] = image[i]
	}
	rest := index % l.after
	switch l.form {
	case one:
		p[l.rest[0]] = uint8(rest)
	case two:
		p[l.rest[0]], p[l.rest[1]] = uint8(rest/cells), uint8(rest%cells)
	case couple:
		p[l.rest[0]], p[l.rest[1]] = pairCells[rest][0], pairCells[rest][1]
	}
	own, other := l.army[0].n, l.army[1].n
	seen := uint64(0)
	for i := range own {
		seen |= 1 << p[i]
	}
	for i := range other {
		seen |= 1 << p[most+i]
	}
	if ones(seen) != own+other {
		return p, 0, false
	}
	fixed := l.lead.orbits[l.lead.at(*image)].fixed
	kept = 1
	if fixed == identity {
		return p, kept, true
	}
	for g := 1; g < symmetries; g++ {
		if fixed>>g&1 == 0 {
			continue
		}
		switch r := l.restOf(&p, g); {
		case r < rest:
			return p, 0, false
		case r == rest:
			kept++
		}
	}
	return p, kept, true
}

// String writes the units of both sides, the side to move first.
func (l *layout) String() string {
	return fmt.Sprintf("%v v %v", l.army[0], l.army[1])
}

// String writes the kinds of an army.
func (a army) String() string {
	names := [kinds]string{"man", "pair", "mixed pair", "tower", "mixed tower"}
	s := ""
	for i, k := range a.kinds[:a.n] {
		if i > 0 {
			s += ", "
		}
		s += names[k]
	}
	return s
}
