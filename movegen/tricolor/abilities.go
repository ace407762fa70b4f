package tricolor

import (
	"strings"

	"tetrarch/game"
	"tetrarch/movegen"
)

// MoveIndex numbers actions by the cell left and the way taken; whether the cell
// entered is empty, the mover's or an enemy's does not count.
func (p *Position) MoveIndex(m game.Move) int {
	if m == pass {
		return passIndex
	}
	return moveFrom(m)*ways + moveWay(m)
}

const passIndex = Cells * ways

// MoveIndexes is 61 cells by 18 ways, and the pass.
func (p *Position) MoveIndexes() int { return passIndex + 1 }

// Rank orders attacks by what they win in the exchange on the cell, other moves
// by the strength that the unit has where it goes and by whether it can be
// attacked there and here. Merges come first where they build a column of three
// on red, which nothing can attack.
func (p *Position) Rank(l *game.MoveList) {
	if p.Forced {
		for i := range l.Moves {
			l.Moves[i].Order = int32(max(-10000, min(10000, 8*p.Exchange(l.Moves[i].Move))))
		}
		return
	}
	var threat [4]Set
	for seat := range p.v.seats {
		if game.Player(seat) == p.Player {
			continue
		}
		for h, s := range p.Threats(game.Player(seat)) {
			threat[h] |= s
		}
	}
	for i := range l.Moves {
		l.Moves[i].Order = p.rankQuiet(l.Moves[i].Move, &threat)
	}
}

// The weights of rankQuiet: a point of strength, a man in danger (per point of
// worth), and a column of three on red.
const (
	rankStrength = 40
	rankDanger   = 5
	rankTower    = 600
)

func (p *Position) rankQuiet(m game.Move, threat *[4]Set) int32 {
	if m == pass {
		return 0
	}
	from, to := moveFrom(m), moveTo(m)
	u := p.cells[from].unit
	after, before := u, p.strength(u, from)
	saved := 0
	if threat[u.Height()]>>from&1 != 0 {
		saved += worth(u)
	}
	if kindOf(m) == mergeKind {
		other := p.cells[to].unit
		after = u.join(other)
		before = max(before, p.strength(other, to))
		if threat[other.Height()]>>to&1 != 0 {
			saved += worth(other)
		}
	}
	if threat[after.Height()]>>to&1 != 0 {
		saved -= worth(after)
	}
	order := rankStrength*(p.strength(after, to)-before) + rankDanger*saved
	if after.Height() == 3 && p.v.coloured[2]>>to&1 != 0 && before < 9 {
		order += rankTower
	}
	return int32(order)
}

// CanPass allows passes with two seats where nothing is compulsory and the actor
// has units and moves to spare: compulsory attacks make giving up a move a
// burden when few are left.
func (p *Position) CanPass() bool {
	return p.v.seats == 2 && !p.Over && !p.Forced && count(p.own[p.Player]) >= 4 && p.Count() >= 12
}

// MakePass gives the turn to the next seat; the positions before it can not
// occur again.
func (p *Position) MakePass() {
	p.undo = append(p.undo, record{p.State, p.core, pass, cell{}, cell{}})
	p.Progress = 0
	p.next()
}

// UnmakePass takes back MakePass.
func (p *Position) UnmakePass() { p.Unmake() }

// ExactKey hashes the columns, man by man, and the seat that acts.
func (p *Position) ExactKey() uint64 {
	text := game.Text(p)
	board, rest, _ := strings.Cut(text, " ")
	actor, _, _ := strings.Cut(rest, " ")
	return movegen.Key(board + " " + actor)
}

// CanonicalKey returns the least key among the mirror images of the position
// that keep the colours of all cells: three turns, each as it is and upside
// down. Seats keep their men.
func (p *Position) CanonicalKey() uint64 {
	var keys [len(mirrors)]uint64
	for s := p.occupied(); s != 0; s &= s - 1 {
		at := first(s)
		row := &unitKey[p.cells[at].unit]
		for i := range keys {
			keys[i] ^= row[mirrors[i][at]]
		}
	}
	least := keys[0]
	for _, k := range keys[1:] {
		least = min(least, k)
	}
	return least ^ turnKey[p.Player]
}
