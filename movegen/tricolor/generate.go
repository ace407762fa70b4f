package tricolor

import "tetrarch/game"

// arms is what generation asks of one seat: which of its units beat what, in
// sets of the cells they stand on.
//
// A step in directions 0 to 2 leads to the next class of cells and a step in
// directions 3 to 5 to the one before, so how far an attack goes and where to
// decide the pair of colours. What remains is to ask, for each height that a
// defender may have, which units beat it one class on and two classes on.
// Three cells on the class is the attacker's own, so that its height decides.
type arms struct {
	free  Set // empty cells
	units Set
	big   Set // units of two men and more
	tall  Set // units of three men and more
	// next[k][h] holds the units that beat a unit of height h on a cell whose
	// class is k further; k = 0 is not used.
	next [3][4]Set
}

// arm fills a for a seat.
func (p *Position) arm(a *arms, seat game.Player) {
	us := p.own[seat]
	a.free = p.Free()
	a.units = us
	two, tall := us&p.two, us&p.tall
	a.big, a.tall = two|tall, tall
	one := us &^ a.big
	for k := 1; k <= 2; k++ {
		b := &p.v.beats[k]
		for h := 1; h <= 3; h++ {
			a.next[k][h] = one&b[1][h] | two&b[2][h] | tall&b[3][h]
		}
	}
}

// strikers returns which of the units can enter, in direction d, one of the
// targets, all of which have height h: from one, two and three cells away.
func (a *arms) strikers(d, h int, targets Set) (near, mid, far Set) {
	k := 1 + d/3
	r := &back[d]
	s := r.step(targets)
	near = s & a.next[k][h]
	if a.big != 0 {
		s = r.step(s & a.free)
		mid = s & a.next[3-k][h] & a.big
		if h < 3 && a.tall != 0 {
			far = r.step(s&a.free) & a.tall
		}
	}
	return near, mid, far
}

// canStrike says whether any unit can enter one of the targets of height h.
func (a *arms) canStrike(h int, targets Set) bool {
	if targets == 0 || a.next[1][h]|a.next[2][h]|a.tall == 0 {
		return false
	}
	for d := range dirs {
		if near, mid, far := a.strikers(d, h, targets); near|mid|far != 0 {
			return true
		}
	}
	return false
}

// countStrikes counts the moves onto targets of height h.
func (a *arms) countStrikes(h int, targets Set) int {
	n := 0
	if targets == 0 {
		return 0
	}
	for d := range dirs {
		near, mid, far := a.strikers(d, h, targets)
		n += count(near) + count(mid) + count(far)
	}
	return n
}

// addStrikes adds the moves onto targets of height h.
func (a *arms) addStrikes(l *game.MoveList, h int, targets Set, kind moveKind) {
	if targets == 0 {
		return
	}
	for d := range dirs {
		near, mid, far := a.strikers(d, h, targets)
		addMoves(l, 3*d, near, kind)
		addMoves(l, 3*d+1, mid, kind)
		addMoves(l, 3*d+2, far, kind)
	}
}

// addMoves adds the moves of the units on a set of cells, all along one way.
func addMoves(l *game.MoveList, way int, from Set, kind moveKind) {
	to := &target[way]
	for ; from != 0; from &= from - 1 {
		at := first(from)
		l.Add(newMove(at, int(to[at]), way, kind))
	}
}

// canAttack says whether the actor has an attack.
func (p *Position) canAttack() bool {
	on, targets := p.Threats(p.Player), p.ByHeight(p.enemies(p.Player))
	return on[1]&targets[1]|on[2]&targets[2]|on[3]&targets[3] != 0
}

// canMove says whether the actor has a move other than an attack.
func (p *Position) canMove() bool {
	us := p.own[p.Player]
	ok := p.Free()
	if p.v.merge == mergeFree {
		ok |= us
	}
	for d := range back {
		if back[d].step(ok)&us != 0 {
			return true
		}
	}
	if p.v.merge != mergeStronger {
		return false
	}
	var a arms
	p.arm(&a, p.Player)
	for h, s := range p.ByHeight(us) {
		if h > 0 && a.canStrike(h, s) {
			return true
		}
	}
	return false
}

// Count returns the number of legal actions.
func (p *Position) Count() int {
	switch {
	case p.Over:
		return 0
	case p.stuck:
		return 1
	case p.Forced:
		return p.countStrikes(p.enemies(p.Player))
	case p.v.merge == mergeStronger:
		return p.Mobility(p.Player) + p.countStrikes(p.own[p.Player])
	}
	return p.Mobility(p.Player)
}

// countStrikes counts the moves of the actor onto weaker units among targets.
func (p *Position) countStrikes(targets Set) int {
	var a arms
	p.arm(&a, p.Player)
	n := 0
	for h, s := range p.ByHeight(targets) {
		n += a.countStrikes(h, s)
	}
	return n
}

// Generate adds every legal action to l.
func (p *Position) Generate(l *game.MoveList) {
	switch {
	case p.Over:
	case p.stuck:
		l.Add(pass)
	case p.Forced:
		p.generateStrikes(l, p.enemies(p.Player), attackKind)
	default:
		p.generateMoves(l)
	}
}

// GenerateTactical adds the compulsory attacks, nothing where there are none.
func (p *Position) GenerateTactical(l *game.MoveList) {
	if p.Forced {
		p.generateStrikes(l, p.enemies(p.Player), attackKind)
	}
}

// generateStrikes adds the moves of the actor onto weaker units among targets.
func (p *Position) generateStrikes(l *game.MoveList, targets Set, kind moveKind) {
	var a arms
	p.arm(&a, p.Player)
	for h, s := range p.ByHeight(targets) {
		a.addStrikes(l, h, s, kind)
	}
}

// generateMoves adds steps and merges.
func (p *Position) generateMoves(l *game.MoveList) {
	us := p.own[p.Player]
	free := p.Free()
	tall := us & p.tall
	big := us&p.two | tall
	for d := range back {
		r := &back[d]
		s := r.step(free)
		addMoves(l, 3*d, s&us, stepKind)
		s = r.step(s & free)
		addMoves(l, 3*d+1, s&big, stepKind)
		s = r.step(s & free)
		addMoves(l, 3*d+2, s&tall, stepKind)
	}
	switch p.v.merge {
	case mergeFree:
		for d := range back {
			r := &back[d]
			s := r.step(us)
			addMoves(l, 3*d, s&us, mergeKind)
			s = r.step(s & free)
			addMoves(l, 3*d+1, s&big, mergeKind)
			s = r.step(s & free)
			addMoves(l, 3*d+2, s&tall, mergeKind)
		}
	case mergeStronger:
		p.generateStrikes(l, us, mergeKind)
	}
}

// Legal says whether m, any value at all, is a legal action.
func (p *Position) Legal(m game.Move) bool {
	if p.Over || p.stuck || m == pass {
		return p.stuck && m == pass
	}
	from, to, way, kind := moveFrom(m), moveTo(m), moveWay(m), kindOf(m)
	if m>>19 != 0 || from >= Cells || to >= Cells || way >= ways || int(target[way][from]) != to {
		return false
	}
	unit, other := p.cells[from].unit, p.cells[to].unit
	switch {
	case p.own[p.Player]>>from&1 == 0, way%3+1 > unit.Height(), between[way][from]&p.occupied() != 0:
		return false
	case kind != p.kindAt(to), p.Forced && kind != attackKind:
		return false
	case kind == stepKind, kind == mergeKind && p.v.merge == mergeFree:
		return true
	case kind == mergeKind && p.v.merge == mergeNone:
		return false
	}
	return p.strength(unit, from) > p.strength(other, to)
}
