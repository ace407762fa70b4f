package barragoon

import "tetrarch/game"

// Placements are ordered by what they change, which effects.go has gathered; of
// the thousand there may be the search is offered a few.
const (
	// placementOrder scales a placement's worth to orders up to ±orderOrdinary.
	placementOrder = 8
	orderOrdinary  = 7000
	// What wins at once has orderWin; see findDecisive. Shields are selected as
	// if they had orders near orderShield, but searched in the order of their
	// effect and a bonus: most positions in which they matter have better.
	orderShield = 8500
	shieldBonus = 1000
	orderWin    = 10000
	// selected is the most placements that GenerateSelective offers. On 1500
	// positions after captures the placement that leaves the best evaluation is
	// the first in 48 %, among the first 12 in 87 %, 32 in 96 %. Matches of 200
	// games at 10 000 nodes an action: 20 scored 60 % against 12, 32 55 % against
	// 20, 48 53 % against 32.
	selected = 48
)

// findDecisive looks for the placements that decide the game or keep it open. If
// the enemy moves next, a face that shuts it in wins; that can only be on shared,
// the squares that all its moves touch. On weak squares the actor had better put
// a barragoon that lets it through, a shield, before the enemy comes to put one
// that does not: by its effect on paths alone a shield would be worth nothing.
func (p *Position) findDecisive(shared, weak uint64) {
	e, us := &p.effects, p.phase.actor()
	if p.NextMover() == us {
		shared = 0
	}
	e.decisive = shared | weak
	for ; shared != 0; shared &= shared - 1 {
		s := lowest(shared)
		e.wins[s] = p.shutting(us^1, s)
	}
	for ; weak != 0; weak &= weak - 1 {
		s := lowest(weak)
		e.shields[s] = p.shield(s)
	}
}

// shutting returns the faces, of those alike the first, that leave a seat
// without a move when placed on s.
func (p *Position) shutting(seat, s int) (set uint16) {
	empty := p.empty() &^ (1 << s)
	for f := face(0); f < faces; f++ {
		if p.variant.alike[s][f] != uint8(f) {
			continue
		}
		b := p.board
		b.toggle(f, s, p.variant.enter[f])
		if !b.canMove(seat, empty) {
			set |= 1 << f
		}
	}
	return set
}

// shieldFaces let more through than any others.
var shieldFaces = [...]face{allTurns, twoWays, twoWays + 1}

// shield returns the faces, of those alike the first, that leave open on s what
// one of shieldFaces does, if it leaves open anything that is in use.
func (p *Position) shield(s int) (set uint16) {
	for _, f := range shieldFaces {
		if passable[s][f]&p.effects.used[s] == 0 {
			continue
		}
		effect := p.effect(f, s)
		for g := face(0); g < faces; g++ {
			if p.variant.alike[s][g] == uint8(g) && p.effect(g, s) == effect {
				set |= 1 << g
			}
		}
	}
	return set
}

// order returns the order in which f on s is searched, given worth(s), and its
// claim: the order in which it is selected.
func (p *Position) order(f face, s int, worth int32) (order, claim int32) {
	o := min(orderOrdinary, max(-orderOrdinary, p.value(f, s, worth)*placementOrder))
	if e := &p.effects; e.decisive>>s&1 != 0 {
		switch first := p.variant.alike[s][f]; {
		case e.wins[s]>>first&1 != 0:
			return orderWin, orderWin
		case e.shields[s]>>first&1 != 0:
			return o + shieldBonus, orderShield + o/8
		}
	}
	return o, o
}

func (p *Position) rankPlacements(l *game.MoveList) {
	if l.Len() < 2 {
		return // nothing to put in order
	}
	p.gather()
	last, worth := -1, int32(0)
	for i := range l.Moves {
		m := l.Moves[i].Move
		if s := target(m); s != last {
			last, worth = s, p.effects.worth(s)
		}
		l.Moves[i].Order, _ = p.order(placedFace(m), last, worth)
	}
}

// GenerateSelective adds all tile moves, and at most [selected] placements, best
// first: those that win at once, shields of tiles that could be shut in, those of
// the greatest worth among the others that change what some tile can do now, and
// one, worth nothing, for all those that do not. Placements on a square that
// change the same are one. What it leaves out seems worse now, and may matter
// later.
func (p *Position) GenerateSelective(l *game.MoveList) {
	switch {
	case p.Over:
	case p.phase.placing():
		p.selectPlacements(l)
	default:
		p.generateMoves(l, everywhere)
	}
}

func (p *Position) selectPlacements(l *game.MoveList) {
	p.gather()
	e := &p.effects
	var best [selected]game.Scored
	n := 0
	insert := func(f face, s int, worth int32) {
		_, claim := p.order(f, s, worth)
		c := game.Scored{Move: place(f, s), Order: claim}
		if n == selected {
			if c.Order <= best[n-1].Order {
				return
			}
			n--
		}
		i := n
		n++
		for ; i > 0 && best[i-1].Order < c.Order; i-- {
			best[i] = best[i-1]
		}
		best[i] = c
	}
	empty := p.empty()
	for set := empty & e.touched; set != 0; set &= set - 1 {
		s := lowest(set)
		worth := e.worth(s)
		var seen [faces]uint32 // what the faces offered so far leave open
		kept := 0
		for f := face(0); f < faces; f++ {
			if p.variant.alike[s][f] != uint8(f) {
				continue
			}
			effect := p.effect(f, s)
			if !contains(seen[:kept], effect) {
				seen[kept] = effect
				kept++
				insert(f, s, worth)
			}
		}
	}
	if idle := empty &^ e.touched; idle != 0 {
		insert(noWay, lowest(idle), 0)
	}
	l.Moves = append(l.Moves, best[:n]...)
}

func contains(seen []uint32, effect uint32) bool {
	for _, x := range seen {
		if x == effect {
			return true
		}
	}
	return false
}
