package barragoon

import (
	"math/bits"

	"tetrarch/game"
)

// Actions are packed as
//
//	tile move   bits 0–5 to, 6–11 from, 12–13 value - 1 (1 to 3), 14–31 zero
//	placement   bits 0–5 square, 6–9 face, 10–13 zero, 14 set, 15–31 zero
const (
	fromShift  = 6
	valueShift = 12
	faceShift  = 6
	placement  = 1 << 14
)

func tileMove(kind, from, to int) game.Move {
	return game.Move(to | from<<fromShift | (kind+1)<<valueShift)
}

func place(f face, s int) game.Move {
	return game.Move(placement | int(f)<<faceShift | s)
}

func isPlacement(m game.Move) bool { return m&placement != 0 }

func target(m game.Move) int      { return int(m & 63) }
func source(m game.Move) int      { return int(m >> fromShift & 63) }
func kind(m game.Move) int        { return int(m>>valueShift&3) - 1 }
func placedFace(m game.Move) face { return face(m >> faceShift & 15) }

// Generate adds every legal action.
func (p *Position) Generate(l *game.MoveList) {
	switch {
	case p.Over:
	case p.phase.placing():
		p.generatePlacements(l)
	default:
		p.generateMoves(l, everywhere)
	}
}

// generateMoves adds the legal tile moves that end on a square of on.
func (p *Position) generateMoves(l *game.MoveList, on uint64) {
	us := p.phase.actor()
	empty := p.empty()
	land := empty | p.side(us^1)
	w := p.ways(empty)
	moves := l.Moves
	for k := range kinds {
		for set := p.tiles[us][k]; set != 0; set &= set - 1 {
			r := w.Reach(k, set&-set)
			m := tileMove(k, lowest(set), 0)
			for to := (r.Short&empty | r.Full()&land | p.captures(k, &r)) & on; to != 0; to &= to - 1 {
				moves = append(moves, game.Scored{Move: m | game.Move(lowest(to))})
			}
		}
	}
	l.Moves = moves
}

func (p *Position) generatePlacements(l *game.MoveList) {
	moves := l.Moves
	for set := p.empty(); set != 0; set &= set - 1 {
		m := place(0, lowest(set))
		for f := range faces {
			moves = append(moves, game.Scored{Move: m | game.Move(f<<faceShift)})
		}
	}
	l.Moves = moves
}

// targets returns the squares to which the actor's tile of the kind on the
// square of bit may move.
func (p *Position) targets(kind int, bit uint64) uint64 {
	empty := p.empty()
	w := p.ways(empty)
	r := w.Reach(kind, bit)
	return r.Short&empty | r.Full()&(empty|p.side(p.phase.actor()^1)) | p.captures(kind, &r)
}

// Count returns the number of legal actions without listing them.
func (p *Position) Count() int {
	switch {
	case p.Over:
		return 0
	case p.phase.placing():
		return faces * bits.OnesCount64(p.empty())
	}
	us := p.phase.actor()
	empty := p.empty()
	land := empty | p.side(us^1)
	w := p.ways(empty)
	n := 0
	for k := range kinds {
		for set := p.tiles[us][k]; set != 0; set &= set - 1 {
			r := w.Reach(k, set&-set)
			n += bits.OnesCount64(r.Short&empty | r.Full()&land | p.captures(k, &r))
		}
	}
	return n
}

// Legal says whether m is one of the actions that Generate adds.
func (p *Position) Legal(m game.Move) bool {
	to := uint64(1) << target(m)
	if p.Over || isPlacement(m) != p.phase.placing() {
		return false
	}
	if isPlacement(m) {
		return m == place(placedFace(m), target(m)) && p.empty()&to != 0
	}
	k, from := kind(m), uint64(1)<<source(m)
	return k >= 0 && m == tileMove(k, source(m), target(m)) &&
		p.tiles[p.phase.actor()][k]&from != 0 && p.targets(k, from)&to != 0
}
