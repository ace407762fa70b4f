package barca

import (
	"math/bits"
	"slices"

	"tetrarch/game"
)

// mostMoves bounds the number of legal moves: an elephant has at most 35, a
// mouse 18 and a lion 17.
const mostMoves = 2 * (35 + 18 + 17)

// Generate adds every legal move.
func (p *Position) Generate(l *game.MoveList) {
	if p.Over {
		return
	}
	l.Moves = slices.Grow(l.Moves, mostMoves)
	for slot := range Slots {
		p.addMoves(l, slot, p.destinations(slot))
	}
}

// Count returns the number of legal moves.
func (p *Position) Count() int {
	if p.Over {
		return 0
	}
	if p.scared != 0 {
		n := 0
		for slot := range Slots {
			n += bits.OnesCount64(uint64(p.destinations(slot)))
		}
		return n
	}
	me := int(p.Player) & 1
	own, foe := &p.at[me], &p.at[me^1]
	n := 0
	for i := range 2 {
		e, m, l := own[i], own[2+i], own[4+i]
		n += bits.OnesCount64(uint64((p.straight(e) | p.slanted(e)) &^ (near[e&127][foe[2]&127] | near[e&127][foe[3]&127])))
		n += bits.OnesCount64(uint64(p.straight(m) &^ (near[m&127][foe[4]&127] | near[m&127][foe[5]&127])))
		n += bits.OnesCount64(uint64(p.slanted(l) &^ (near[l&127][foe[0]&127] | near[l&127][foe[1]&127])))
	}
	return n
}

// destinations returns where one of the actor's animals may move to. Only while
// the game goes on.
func (p *Position) destinations(slot int) Lanes {
	me := int(p.Player)
	reach := p.Reach(me, slot)
	safe := reach &^ p.Fear(me, slot)
	scared := p.scared>>slot&1 != 0
	switch {
	case p.Forced && !scared:
		return 0 // escapes come first
	case !p.Forced && scared:
		return reach // trapped: anywhere
	default:
		return safe
	}
}

// addMoves adds the moves of one of the actor's animals to a set of squares; l
// has room for them.
func (p *Position) addMoves(l *game.MoveList, slot int, to Lanes) {
	from := p.at[p.Player&1][slot&7]
	head := header(Kind(slot>>1), from)
	squareOf := &target[from&127]
	n := len(l.Moves)
	moves := l.Moves[:n+bits.OnesCount64(uint64(to))]
	for ; to != 0; to &= to - 1 {
		moves[n] = game.Scored{Move: head | game.Move(squareOf[bits.TrailingZeros64(uint64(to))&63])}
		n++
	}
	l.Moves = moves
}

// Legal says whether m is a legal move.
func (p *Position) Legal(m game.Move) bool {
	k, from, to := Unpack(m)
	if p.Over || k >= Kinds || NewMove(k, from, to) != m || from == NoSquare || to == NoSquare {
		return false
	}
	slot := p.slot(int(p.Player), k, from)
	if p.at[p.Player&1][slot&7] != from || from == to {
		return false
	}
	return p.destinations(slot)&laneBit(from, to) != 0
}
