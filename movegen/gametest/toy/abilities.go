package toy

import "tetrarch/game"

// Count returns the number of actions.
func (p *position) Count() int {
	switch {
	case p.Over:
		return 0
	case p.hit != 0:
		return 2
	case p.Player == game.Chance:
		return maxDie
	}
	from, to := p.steps()
	n := 0
	for lane := range lanes {
		if p.canRun(lane, 0) {
			n++
		}
		for k := from; k <= to; k++ {
			if p.canRun(lane, k) {
				n++
			}
		}
	}
	return max(n, 1)
}

// Weight returns 3/6, 2/6 and 1/6 for a roll of 1, 2 and 3.
func (p *position) Weight(m game.Move) (num, den int) { return 4 - int(m&3), 6 }

// tactical says whether a run hits or reaches the goal.
func (p *position) tactical(m game.Move) bool {
	lane, n := int(m>>3&1), int8(m&3)
	f := p.at[p.turn][lane] + n
	return n > 0 && (f == p.goal || p.holder(lane, f, p.turn) >= 0)
}

// GenerateTactical adds hits, arrivals, and the answers to a hit.
func (p *position) GenerateTactical(l *game.MoveList) {
	switch {
	case p.Over || p.Player == game.Chance:
	case p.hit != 0:
		p.Generate(l)
	default:
		before := l.Len()
		p.runs(l)
		kept := l.Moves[:before]
		for _, m := range l.Moves[before:] {
			if p.tactical(m.Move) {
				kept = append(kept, m)
			}
		}
		l.Moves = kept
	}
}

// GenerateSelective adds all actions but retreats, where there are others.
func (p *position) GenerateSelective(l *game.MoveList) {
	before := l.Len()
	if !p.Over && p.hit == 0 && p.Player != game.Chance {
		p.runs(l)
	}
	if l.Len() == before {
		p.Generate(l)
	}
}

// Rank prefers arrivals, then hits, and puts retreats last.
func (p *position) Rank(l *game.MoveList) {
	for i := range l.Moves {
		m := l.Moves[i].Move
		order := int32(0)
		switch {
		case m&^0xb != runBits:
		case m&3 == 0:
			order = -5000
		case p.at[p.turn][m>>3&1]+int8(m&3) == p.goal:
			order = 9000
		case p.tactical(m):
			order = 4000
		}
		l.Moves[i].Order = order
	}
}

// CanPass holds wherever a move is due: in a race having the move is a gain.
func (p *position) CanPass() bool { return !p.Over && p.hit == 0 && p.Player != game.Chance }

// MakePass gives the turn to the next seat.
func (p *position) MakePass() {
	p.stack = append(p.stack, p.board)
	p.Ply++
	p.Progress = 0
	p.endTurn()
	p.settle()
}

// UnmakePass takes MakePass back.
func (p *position) UnmakePass() { p.Unmake() }

// MoveIndex is the packed action itself.
func (p *position) MoveIndex(m game.Move) int { return int(m & (moveIndexes - 1)) }

// MoveIndexes returns the bound of MoveIndex.
func (p *position) MoveIndexes() int { return moveIndexes }

// CanonicalKey is equal for a position and its mirror image, lanes exchanged.
func (p *position) CanonicalKey() uint64 { return min(p.Key, p.scratch(true)) }

// Picture draws the lanes from left to right, the left lane above.
func (p *position) Picture() game.Picture {
	var pic game.Picture
	for lane := range lanes {
		for f := range p.goal + 1 {
			c := game.Cell{Name: laneNames[lane] + string(rune('0'+f)), X: 2 * int(f), Y: 2 * lane, Owner: game.Chance}
			if f == p.goal {
				c.Name, c.Shade = laneNames[lane]+"g", game.Special
			}
			for seat := range p.seating.Seats {
				if p.at[seat][lane] == f {
					c.Text += p.seating.Names[seat]
					c.Owner = game.Player(seat)
				}
			}
			pic.Cells = append(pic.Cells, c)
		}
	}
	if p.die != 0 {
		pic.Notes = append(pic.Notes, "die "+string(rune('0'+p.die)))
	}
	return pic
}
