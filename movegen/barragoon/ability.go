package barragoon

import (
	"math/bits"

	"tetrarch/game"
)

// GenerateTactical adds the captures of tiles, and where a placement is due only
// one: a quick resolution that quiescence can bear, the same for both seats.
func (p *Position) GenerateTactical(l *game.MoveList) {
	switch {
	case p.Over:
	case p.phase.placing():
		l.Add(place(noWay, p.nearest()))
	default:
		p.generateMoves(l, p.side(p.phase.actor()^1))
	}
}

// nearest returns the first empty square that has more of the other seat's tiles
// beside it than any other, tiles of the actor's own counting against it: there
// a barragoon hinders most.
func (p *Position) nearest() int {
	us := p.phase.actor()
	var theirs, ours [directions]uint64
	for d := range directions {
		theirs[d], ours[d] = step(p.side(us^1), d), step(p.side(us), d)
	}
	empty := p.empty()
	free := empty &^ (ours[0] | ours[1] | ours[2] | ours[3])
	once := theirs[0] | theirs[1] | theirs[2] | theirs[3]
	twice := theirs[0]&(theirs[1]|theirs[2]|theirs[3]) | theirs[1]&(theirs[2]|theirs[3]) | theirs[2]&theirs[3]
	for _, set := range [...]uint64{free & twice, free & once, free} {
		if set != 0 {
			return lowest(set)
		}
	}
	return lowest(empty)
}

// Orders that Rank gives to tile moves.
const (
	orderTile      = 8000 // captures a tile, plus its value
	orderBarragoon = 2000 // captures a barragoon, and with it a placement
	orderDanger    = 1500 // per value: leaves a square where it could be captured, or enters one
)

// Rank orders tile moves by what they capture and by the danger they leave or
// enter, placements by their effect.
func (p *Position) Rank(l *game.MoveList) {
	switch {
	case p.Over:
	case p.phase.placing():
		p.rankPlacements(l)
	default:
		p.rankMoves(l)
	}
}

func (p *Position) rankMoves(l *game.MoveList) {
	us := p.phase.actor()
	w := p.ways(p.empty())
	var danger uint64
	for k, set := range p.tiles[us^1] {
		r := w.Reach(k, set)
		danger |= r.Full()
	}
	for i := range l.Moves {
		m := l.Moves[i].Move
		to := uint64(1) << target(m)
		order := int32(0)
		if p.barragoons&to != 0 {
			order = orderBarragoon
		} else if victim := p.kindAt(us^1, to); victim >= 0 {
			order = orderTile + int32(victim)*100
		}
		value := int32(kind(m)+lowestValue) * orderDanger / 4
		if danger>>source(m)&1 != 0 {
			order += value
		}
		if danger&to != 0 {
			order -= value
		}
		l.Moves[i].Order = order
	}
}

// Mobility that CanPass wants: with fewer squares to go to, having to move can
// be a burden, for blockade wins this game.
const passMobility = 12

// CanPass says that passing is sound: a tile move is due, the actor's tiles have
// many squares to go to, and the other seat can move.
func (p *Position) CanPass() bool {
	if p.Over || p.phase.placing() {
		return false
	}
	us := p.phase.actor()
	empty := p.empty()
	w := p.ways(empty)
	n := 0
	for k, set := range p.tiles[us] {
		r := w.Reach(k, set)
		n += bits.OnesCount64((r.Short | r.Full()) & empty)
	}
	return n >= passMobility && p.canMove(us^1, empty)
}

// MakePass gives the turn to the other seat.
func (p *Position) MakePass() {
	p.stack = append(p.stack, saved{p.State, p.board})
	p.Ply++
	p.Progress = 0 // positions before a pass are of another game
	us := p.phase.actor()
	p.enterPhase(whiteMoves + phase(us^1))
}

// UnmakePass takes back the last MakePass.
func (p *Position) UnmakePass() { p.Unmake() }

// MoveIndex numbers tile moves by value and target, placements by square and
// face.
func (p *Position) MoveIndex(m game.Move) int {
	if isPlacement(m) {
		return target(m)*faces + int(placedFace(m))
	}
	return squares*faces + (kind(m)*squares + target(m))
}

// MoveIndexes returns the number of indexes that MoveIndex gives.
func (p *Position) MoveIndexes() int { return squares * (faces + kinds) }

// CanonicalKey returns one key for the position and its left–right mirror image.
func (p *Position) CanonicalKey() uint64 { return min(p.Key, p.mirror) }
