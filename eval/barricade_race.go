package eval

import (
	"math"
	"math/bits"

	"tetrarch/movegen/barricade"
)

// race fills what a seat's distances say.
func (e *barricadeEval) race(seat int, v *wallView) {
	f := &e.f[seat]
	*f = [barricadeFeatures]int{}
	pawns := e.p.Pawns(seat)
	home := e.homeDistance(seat, v)
	best, next, sum := home, home, 0
	// All pawns at the least distance; one at home stands for the exit.
	leaders := barricade.Single(e.exit(seat))
	n := e.p.AtHome(seat)
	if n == 0 {
		best, next = math.MaxUint8, math.MaxUint8
	} else if n == 1 {
		next = math.MaxUint8
	}
	sum = n * home
	for s := pawns; !s.Empty(); s = s.Rest() {
		d := int(v.distance[s.First()])
		sum += d
		switch {
		case d < best:
			best, next, leaders = d, best, barricade.Single(s.First())
		case d == best:
			next, leaders = d, leaders.Or(barricade.Single(s.First()))
		case d < next:
			next = d
		}
	}
	e.lead[seat] = best
	f[barricadeForemost] = 4096 / (best + 12)
	f[barricadeSecond] = next
	f[barricadeRest] = max(0, sum-best-next)
	f[barricadeAtHome] = n
	f[barricadeOrder] = (seat - e.first + e.seats) % e.seats * 4 / e.seats
	for i := range e.chokes {
		c := &e.chokes[i]
		if v.walls.Has(c.field) && c.before.Meets(leaders) {
			f[barricadeChoked]++
		}
	}
	e.chances(seat, v)
	if pawns.Meets(e.nearEnd) {
		f[barricadeFinish] = e.finishTwo(seat)
	}
}

// chances fills what the seat's next roll, or the one that waits to be moved, is
// good for. Friendly pawns in the way are overlooked.
func (e *barricadeEval) chances(seat int, v *wallView) {
	p := e.p
	var best [8]uint64
	taking := uint64(0)
	count := func(g uint64) {
		taking |= g
		for r := 1; r <= 6; r++ {
			best[r] = max(best[r], g>>(8*r)&gainMask)
		}
	}
	for s := p.Pawns(seat); !s.Empty(); s = s.Rest() {
		f := s.First()
		count(e.gain(v, f, int(v.distance[f])))
	}
	if p.AtHome(seat) > 0 {
		count(e.gain(v, barricade.HomeSource(p.HomeOf(seat)), e.homeDistance(seat, v)))
	}
	f := &e.f[seat]
	if die := p.Die(); die > 0 && seat == e.first {
		f[barricadeAdvance] = 6 * int(best[die])
		f[barricadeBreaks] = 6 * int(taking>>(8*die+7)&1)
		return
	}
	f[barricadeAdvance] = int(best[1] + best[2] + best[3] + best[4] + best[5] + best[6])
	f[barricadeBreaks] = bits.OnesCount64(taking & gainTakes)
}

// A gain is what each roll is good for from one source: byte r holds the
// distance won by the best move with r, and in its top bit whether some move
// takes a barricade on the way. Byte 0 says that the rest is known.
const (
	gainKnown = 1
	gainMask  = 0x7f
	gainTakes = 0x80808080808000
)

// gain returns the gain of a source at a distance.
func (e *barricadeEval) gain(v *wallView, source uint8, distance int) uint64 {
	if v.gains[source] == 0 {
		v.gains[source] = e.findGain(v, source, distance)
	}
	return v.gains[source]
}

func (e *barricadeEval) findGain(v *wallView, source uint8, distance int) uint64 {
	g := uint64(gainKnown)
	for r := uint8(1); r <= 6; r++ {
		best, takes := 0, uint64(0)
		walks := e.b.WalksFrom(source, r)
		for i := range walks {
			w := &walks[i]
			won := distance - int(v.distance[w.To])
			if won <= 0 || w.Over.Meets(v.walls) {
				continue
			}
			best = max(best, won)
			if v.walls.Has(w.To) {
				takes = 1
			}
		}
		g |= uint64(min(best, gainMask))<<(8*r) | takes<<(8*r+7)
	}
	return g
}

func (e *barricadeEval) exit(seat int) uint8 {
	exit, _ := e.b.Exit(e.p.HomeOf(seat))
	return exit
}

// homeDistance returns the distance of a pawn at home.
func (e *barricadeEval) homeDistance(seat int, v *wallView) int {
	exit := e.exit(seat)
	d := int(v.distance[exit]) + 1
	if v.walls.Has(exit) {
		d += barricadeWeights.wall
	}
	return d
}

// exposure fills what opponents' next rolls can hit of a seat's pawns.
func (e *barricadeEval) exposure(seat int, v *wallView) {
	exposed := e.exposed(seat)
	if exposed.Empty() {
		return
	}
	f := &e.f[seat]
	for other := range e.seats {
		if e.p.Seating().SideOf[other] == e.p.Seating().SideOf[seat] {
			continue
		}
		lost, led := e.hits(seat, other, exposed, v)
		if other == e.first {
			f[barricadeHitNow], f[barricadeLeadNow] = lost/6, led/6
		} else {
			f[barricadeHitLater] += lost
			f[barricadeLeadLater] += led
		}
	}
	f[barricadeHitLater] /= 6
	f[barricadeLeadLater] /= 6
}

// hits returns, in sixths, the distance that a seat loses to the next roll of
// another, and the lead of its foremost pawn. The walks are exact; of several
// pawns that one roll can hit, the dearest counts.
func (e *barricadeEval) hits(seat, other int, exposed barricade.Set, v *wallView) (lost, led int) {
	var loss, fall [8]int
	home := e.homeDistance(seat, v)
	theirs := e.p.Pawns(other)
	source := barricade.HomeSource(e.p.HomeOf(other))
	enter := e.entered(other)
	for s := exposed; !s.Empty(); s = s.Rest() {
		at := s.First()
		rolls := 0
		for from := e.b.Near(at).And(theirs); !from.Empty(); from = from.Rest() {
			rolls |= openRolls(e.b.WalksBetween(from.First(), at), v.walls)
		}
		if enter.Has(at) {
			rolls |= openRolls(e.b.WalksBetween(source, at), v.walls)
		}
		d := int(v.distance[at])
		for r := rolls; r != 0; r &= r - 1 {
			i := bits.TrailingZeros(uint(r)) & 7
			loss[i] = max(loss[i], home-d)
			if d == e.lead[seat] {
				fall[i] = max(0, min(home, e.f[seat][barricadeSecond])-d)
			}
		}
	}
	if die := e.p.Die(); die > 0 && other == e.first {
		return 6 * loss[die], 6 * fall[die]
	}
	return loss[1] + loss[2] + loss[3] + loss[4] + loss[5] + loss[6], fall[1] + fall[2] + fall[3] + fall[4] + fall[5] + fall[6]
}

// exposed returns the pawns of a seat that some walk joins with an opponent's,
// barricades aside.
func (e *barricadeEval) exposed(seat int) barricade.Set {
	var theirs, reached, exposed barricade.Set
	for other := range e.seats {
		if e.p.Seating().SideOf[other] != e.p.Seating().SideOf[seat] {
			theirs = theirs.Or(e.p.Pawns(other))
			reached = reached.Or(e.entered(other))
		}
	}
	for s := e.p.Pawns(seat); !s.Empty(); s = s.Rest() {
		if at := s.First(); reached.Has(at) || e.b.Near(at).Meets(theirs) {
			exposed = exposed.Or(barricade.Single(at))
		}
	}
	return exposed
}

// entered returns the fields that walks from a seat's home lead to, if it has
// pawns there.
func (e *barricadeEval) entered(seat int) barricade.Set {
	if e.p.AtHome(seat) == 0 {
		return barricade.Set{}
	}
	return e.b.Near(barricade.HomeSource(e.p.HomeOf(seat)))
}

// openRolls returns the rolls, as bits 1 to 6, of the walks that no barricade
// bars.
func openRolls(walks []barricade.Walk, walls barricade.Set) int {
	rolls := 0
	for i := range walks {
		if !walks[i].Over.Meets(walls) {
			rolls |= 1 << walks[i].Roll
		}
	}
	return rolls
}

// finishNow returns in how many sixths the next roll, or the roll that waits to
// be moved, can win for a seat at once.
func (e *barricadeEval) finishNow(seat int) int {
	rolls := e.finishing(e.p.Pawns(seat), e.p.Walls())
	if e.p.AtHome(seat) > 0 {
		rolls |= openRolls(e.b.WalksBetween(barricade.HomeSource(e.p.HomeOf(seat)), e.b.Last()), e.p.Walls())
	}
	if die := e.p.Die(); die > 0 {
		return 6 * (rolls >> die & 1)
	}
	return bits.OnesCount(uint(rolls))
}

// finishTwo returns in how many 36ths a seat finishes within two rolls of its
// own if nobody else moves, pawns at home aside, and a barricade that it takes is placed out of its
// way.
func (e *barricadeEval) finishTwo(seat int) int {
	t := twoRolls{e: e, walls: e.p.Walls(), mine: e.p.Pawns(seat), useful: e.toEnd}
	seating := e.p.Seating()
	for other := range e.seats {
		if seating.SideOf[other] == seating.SideOf[seat] {
			t.useful = t.useful.Without(e.p.Pawns(other))
		}
	}
	ready := e.finishing(t.mine, t.walls)
	sum := 0
	for r := uint8(1); r <= 6; r++ {
		if ready>>r&1 != 0 {
			sum += 6
			continue
		}
		t.best = bits.OnesCount(uint(ready)) // by passing
		for s := t.mine; !s.Empty(); s = s.Rest() {
			t.try(s.First(), r, t.mine.Xor(barricade.Single(s.First())))
		}
		if e.p.AtHome(seat) > 0 {
			t.try(barricade.HomeSource(e.p.HomeOf(seat)), r, t.mine)
		}
		sum += t.best
	}
	return sum
}

// twoRolls looks for the best move with the first of two rolls.
type twoRolls struct {
	e           *barricadeEval
	walls, mine barricade.Set
	// useful holds where a move may end that matters: where the next roll can
	// finish. A barricade elsewhere is on no such way, so taking it helps no more
	// than passing.
	useful barricade.Set
	best   int // rolls that then finish
}

// try tries the moves of a pawn with a roll; others are the seat's other pawns.
func (t *twoRolls) try(source, roll uint8, others barricade.Set) {
	if !t.e.b.Near(source).Meets(t.useful) {
		return
	}
	walks := t.e.b.WalksFrom(source, roll)
	for i := range walks {
		w := &walks[i]
		if !t.useful.Has(w.To) || w.Over.Meets(t.walls) {
			continue
		}
		target := barricade.Single(w.To)
		rolls := t.e.finishing(others.Or(target), t.walls.Without(target))
		t.best = max(t.best, bits.OnesCount(uint(rolls)))
	}
}

// finishing returns the rolls, as bits 1 to 6, with which one of some pawns
// reaches the last field.
func (e *barricadeEval) finishing(pawns, walls barricade.Set) int {
	rolls := 0
	for s := pawns.And(e.toEnd); !s.Empty(); s = s.Rest() {
		rolls |= openRolls(e.b.WalksBetween(s.First(), e.b.Last()), walls)
	}
	return rolls
}
