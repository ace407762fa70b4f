package barricade

import (
	"math"

	"tetrarch/game"
)

// Order numbers of Rank. They put a win first, then hits by how far the victim
// had come, barricades and progress; they say nothing of what it risks.
const (
	orderWin      = 10_000
	orderHit      = 3_000
	orderHitStep  = 60 // for each step that the victim loses
	orderBreak    = 1_200
	orderStep     = 100 // for each step nearer to the last field
	orderPass     = -500
	orderMost     = 9_500
	placeFactor   = 12
	leaderFactor  = 2
	shieldFactor  = 60
	placeScaleMax = 9_000
)

// selected is how many placements GenerateSelective keeps, and decisive how many
// GenerateTactical keeps. Placements are over 85 % of all actions, and nearly all
// of them stand in nobody's way.
const (
	selected = 40
	decisive = 3
)

// Rank orders moves by what they win at once, and placements by how much they
// bar the ways of opponents more than those of friends, and shield pawns.
func (p *Position) Rank(l *game.MoveList) {
	var bar [MaxFields]int32
	if p.phase == inHand {
		p.barring(&bar)
	}
	for i := range l.Moves {
		s := &l.Moves[i]
		switch kind, from, to := unpack(s.Move); kind {
		case kindRoll:
			s.Order = 0
		case kindPass:
			s.Order = orderPass
		case kindMove:
			s.Order = p.rankMove(int32(p.toLast(from)), to)
		case kindEnter:
			s.Order = p.rankMove(int32(p.fromHome(p.seat)), to)
		case kindPlace:
			s.Order = max(-placeScaleMax, min(placeScaleMax, bar[to]*placeFactor))
		}
	}
}

// toLast returns the steps from f to the last field, barricades aside.
func (p *Position) toLast(f uint8) uint8 { return p.v.board.distance[f][p.v.board.last] }

// fromHome returns the steps from a seat's home to the last field.
func (p *Position) fromHome(seat uint8) uint8 {
	return p.toLast(uint8(p.v.board.exit[p.homeOf[seat]])) + 1
}

func (p *Position) rankMove(before int32, to uint8) int32 {
	b := p.v.board
	if to == b.last {
		return orderWin
	}
	after := int32(p.toLast(to))
	order := orderStep * (before - after)
	if p.walls.Has(to) {
		order += orderBreak
	}
	for seat := range uint8(p.Seats) {
		if p.pawns[seat].Has(to) {
			order += orderHit + orderHitStep*max(0, int32(p.fromHome(seat))-after)
		}
	}
	return min(orderMost, order)
}

// barring fills for every field how much a barricade there would bar opponents
// more than friends: for each pawn, more on its way if it is nearer, and more
// the farther it has come; most for the leader of a seat.
func (p *Position) barring(bar *[MaxFields]int32) {
	b := p.v.board
	for seat := range uint8(p.Seats) {
		sign := int32(1)
		if p.SideOf[seat] == p.Side {
			sign = -1
		}
		home := int32(p.fromHome(seat))
		lead := int32(math.MaxInt32)
		for s := p.pawns[seat]; !s.Empty(); s = s.Rest() {
			lead = min(lead, int32(p.toLast(s.First())))
		}
		for s := p.pawns[seat]; !s.Empty(); s = s.Rest() {
			f := s.First()
			left := int32(p.toLast(f))
			weight := 4 + 12*max(0, home-left)/home
			if left == lead {
				weight *= leaderFactor
			}
			for _, a := range b.ahead[f] {
				bar[a.field] += sign * weight * (farAhead + 1 - int32(a.steps))
			}
		}
		if p.home[seat] > 0 {
			for _, a := range b.ahead[HomeSource(int(p.homeOf[seat]))] {
				bar[a.field] += sign * 2 * (farAhead + 1 - int32(a.steps))
			}
		}
	}
	for s := p.pawns[p.seat]; !s.Empty(); s = s.Rest() {
		p.shielding(bar, s.First())
	}
}

// shielding adds how much a barricade on each field would shield a pawn from
// opponents' next rolls: more if the pawn has come farther.
func (p *Position) shielding(bar *[MaxFields]int32, f uint8) {
	b := p.v.board
	home := int32(p.fromHome(p.seat))
	weight := shieldFactor * max(0, home-int32(p.toLast(f))) / home
	theirs := p.allPawns().Without(p.friends())
	for s := b.Near(f).And(theirs); !s.Empty(); s = s.Rest() {
		walks := b.WalksBetween(s.First(), f)
		for i := range walks {
			if walks[i].Over.Meets(p.walls) {
				continue
			}
			for over := walks[i].Over; !over.Empty(); over = over.Rest() {
				bar[over.First()] += weight
			}
		}
	}
}

// GenerateSelective adds all actions but placements, and of these the best few
// by [Position.Rank].
func (p *Position) GenerateSelective(l *game.MoveList) {
	if p.phase != inHand || p.Over {
		p.Generate(l)
		return
	}
	p.generateBest(l, selected)
}

// GenerateTactical adds wins and hits, and the very best placements of a
// barricade in hand.
func (p *Position) GenerateTactical(l *game.MoveList) {
	switch {
	case p.Over || p.phase == rollDue:
	case p.phase == inHand:
		p.generateBest(l, decisive)
	default:
		p.generateMoves(l, p.allPawns().Or(Single(p.v.board.last)))
	}
}

// generateBest adds the n best placements, best first; of equal ones the lower
// fields.
func (p *Position) generateBest(l *game.MoveList, n int) {
	var bar [MaxFields]int32
	p.barring(&bar)
	var best [selected]uint8
	kept := 0
	for s := p.vacant(); !s.Empty(); s = s.Rest() {
		f := s.First()
		i := kept
		for i > 0 && bar[best[i-1]] < bar[f] {
			i--
		}
		if i >= n {
			continue
		}
		kept = min(n, kept+1)
		copy(best[i+1:kept], best[i:kept-1])
		best[i] = f
	}
	for _, f := range best[:kept] {
		l.Add(pack(kindPlace, 0, f))
	}
}
