package barca

import (
	"slices"

	"tetrarch/game"
	"tetrarch/movegen/board"
)

// Position is a position of Barca. Make one with [Rules].
type Position struct {
	game.State
	lines occupancy
	at    [2][8]Square // by side and slot; only the first Slots are used
	held  [2]uint8     // watering holes held, by side
	// scared has a bit a slot of the actor, current unless Over.
	scared uint8
	// halfTurns counts plies from White's move in turn 1 to the set-up.
	halfTurns int64
	undo      []undo
}

// undo is what Make cannot work out backwards. It holds single fields, because
// reading a whole State just after its parts were written stalls.
type undo struct {
	key      uint64
	progress int32
	move     game.Move
	scared   uint8
	forced   bool
}

var (
	_ game.Position  = (*Position)(nil)
	_ game.Counter   = (*Position)(nil)
	_ game.Ranker    = (*Position)(nil)
	_ game.Tactical  = (*Position)(nil)
	_ game.Passer    = (*Position)(nil)
	_ game.Indexer   = (*Position)(nil)
	_ game.Symmetric = (*Position)(nil)
	_ game.Drawer    = (*Position)(nil)
)

// enough is the number of watering holes that wins.
const enough = 3

// Seating returns White and Black.
func (p *Position) Seating() *game.Seating { return &game.TwoSeats }

// Phase is always "move".
func (p *Position) Phase() string { return "move" }

// Make plays a legal move.
func (p *Position) Make(m game.Move) {
	k, from, to := Unpack(m)
	me := int(p.Player) & 1
	p.save(m)
	p.move(me, k, from, to)
	p.Key ^= animalKeys[me][k][from] ^ animalKeys[me][k][to] ^ turnKey
	p.Progress++
	if p.held[me] >= enough {
		p.end()
		return
	}
	p.look()
}

// Unmake takes back the last Make.
func (p *Position) Unmake() {
	k, from, to := Unpack(p.restore())
	p.move(int(p.Player)&1, k, to, from)
}

// save remembers the State and gives the turn away.
func (p *Position) save(m game.Move) {
	p.undo = append(p.undo, undo{p.Key, p.Progress, m, p.scared, p.Forced})
	p.Ply++
	p.Player ^= 1
	p.Side ^= 1
}

// restore undoes save and returns its move. A game that went on was not over.
func (p *Position) restore() game.Move {
	last := len(p.undo) - 1
	u := &p.undo[last]
	p.undo = p.undo[:last]
	p.Key, p.Progress, p.scared, p.Forced, p.Over = u.key, u.progress, u.scared, u.forced, false
	p.Ply--
	p.Player ^= 1
	p.Side ^= 1
	return u.move
}

// move puts an animal elsewhere; it leaves the State alone.
func (p *Position) move(side int, k Kind, from, to Square) {
	p.at[side][p.slot(side, k, from)&7] = to
	p.toggle(from)
	p.toggle(to)
	p.held[side] += onHole[to&127] - onHole[from&127]
}

// toggle flips the occupancy of a square in its four lines.
func (p *Position) toggle(s Square) {
	a := &places[s&127]
	byFile, byRank := uint16(1)<<(a.file&15), uint16(1)<<(a.rank&15)
	p.lines[a.lines[0]&63] ^= byFile
	p.lines[a.lines[1]&63] ^= byRank
	p.lines[a.lines[2]&63] ^= byFile
	p.lines[a.lines[3]&63] ^= byFile
}

// slot returns the slot of a side's animal of a kind that stands on s.
func (p *Position) slot(side int, k Kind, s Square) int {
	slot := int(2 * k)
	if p.at[side&1][slot&7] != s {
		slot++
	}
	return slot
}

// look finds out what the actor's animals fear: which are scared, whether one of
// them can escape, and whether there is any legal move. The side without one
// loses.
func (p *Position) look() {
	p.scared = p.frightened()
	p.Forced, p.Over = false, false
	if p.scared != 0 {
		p.lookScared()
		return
	}
	me := int(p.Player) & 1
	if p.straight(p.at[me][0])&^p.Fear(me, 0) != 0 {
		return // nearly always
	}
	for slot := range Slots {
		if p.Reach(me, slot)&^p.Fear(me, slot) != 0 {
			return
		}
	}
	p.end()
}

// lookScared is look where an animal is scared.
func (p *Position) lookScared() {
	me := int(p.Player)
	stuck := true
	for slot := range Slots {
		reach, fear := p.Reach(me, slot), p.Fear(me, slot)
		switch safe := reach &^ fear; {
		case p.scared>>slot&1 != 0 && safe != 0:
			p.Forced = true
			return
		case safe != 0, p.scared>>slot&1 != 0 && reach != 0:
			stuck = false
		}
	}
	if stuck {
		p.end()
	}
}

func (p *Position) end() { p.Over, p.Forced, p.scared = true, false, 0 }

// frightened returns a bit for every slot of the actor whose animal is scared.
func (p *Position) frightened() (scared uint8) {
	me := int(p.Player) & 1
	own, foe := &p.at[me], &p.at[me^1]
	e0, e1, m0, m1, l0, l1 := foe[0]&127, foe[1]&127, foe[2]&127, foe[3]&127, foe[4]&127, foe[5]&127
	for slot, fear := range [Slots]Lanes{
		(near[own[0]&127][m0] | near[own[0]&127][m1]) & standing[own[0]&127],
		(near[own[1]&127][m0] | near[own[1]&127][m1]) & standing[own[1]&127],
		(near[own[2]&127][l0] | near[own[2]&127][l1]) & standing[own[2]&127],
		(near[own[3]&127][l0] | near[own[3]&127][l1]) & standing[own[3]&127],
		(near[own[4]&127][e0] | near[own[4]&127][e1]) & standing[own[4]&127],
		(near[own[5]&127][e0] | near[own[5]&127][e1]) & standing[own[5]&127],
	} {
		if fear != 0 {
			scared |= 1 << slot
		}
	}
	return scared
}

// Returns gives the whole to the side with three watering holes, or to the one
// that does not act where the actor has no legal move.
func (p *Position) Returns(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	to[p.winner()] = game.Whole
}

func (p *Position) winner() int {
	for side, n := range p.held {
		if n >= enough {
			return side
		}
	}
	return int(p.Player) ^ 1
}

// Reason says why the game is over: "three-holes" or "no-move".
func (p *Position) Reason() string {
	switch {
	case !p.Over:
		return ""
	case max(p.held[0], p.held[1]) >= enough:
		return "three-holes"
	default:
		return "no-move"
	}
}

// Clone returns an independent copy.
func (p *Position) Clone() game.Position {
	c := *p
	c.undo = slices.Clone(p.undo)
	return &c
}

// At returns where a side's animal stands; slot 2k and 2k+1 are of kind k.
func (p *Position) At(side, slot int) Square { return p.at[side&1][slot&7] }

// Held returns how many watering holes a side stands on.
func (p *Position) Held(side int) int { return int(p.held[side&1]) }

// Reach returns the vacant squares that a side's animal can slide to, feared or
// not.
func (p *Position) Reach(side, slot int) Lanes {
	s := p.at[side&1][slot&7]
	switch Kind(slot >> 1) {
	case Elephant:
		return p.straight(s) | p.slanted(s)
	case Mouse:
		return p.straight(s)
	default:
		return p.slanted(s)
	}
}

// Fear returns the squares on the lines of a side's animal, its own included,
// where it is scared.
func (p *Position) Fear(side, slot int) Lanes {
	of := int(Kind(slot>>1).Fears()) * 2
	foe := &p.at[side&1^1]
	row := &near[p.at[side&1][slot&7]&127]
	return row[foe[of&7]&127] | row[foe[(of+1)&7]&127]
}

// straight returns what a mouse on s reaches.
func (p *Position) straight(s Square) Lanes {
	a := &places[s&127]
	return Lanes(board.Slides[a.file&15][p.lines[a.lines[0]&63]&board.LineMask]) |
		Lanes(board.Slides[a.rank&15][p.lines[a.lines[1]&63]&board.LineMask])<<16
}

// slanted returns what a lion on s reaches.
func (p *Position) slanted(s Square) Lanes {
	a := &places[s&127]
	row := &board.Slides[a.file&15]
	return Lanes(row[p.lines[a.lines[2]&63]&board.LineMask])<<32 |
		Lanes(row[p.lines[a.lines[3]&63]&board.LineMask])<<48
}

// kindAt returns the kind of a side's animal on s, if there is one.
func (p *Position) kindAt(side int, s Square) (Kind, bool) {
	slot := slices.Index(p.at[side&1][:Slots], s)
	return Kind(max(slot, 0) >> 1), slot >= 0 && s != NoSquare
}
