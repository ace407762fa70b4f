package tricolor

import (
	"math/bits"

	"tetrarch/game"
)

// Position is a game of Tricolor at one moment.
//
// Forced is set where attacking is compulsory: the actor may neither pass nor
// keep what it has, as a side in check may not. Compulsory attacks come in
// chains, but not for ever: each takes a unit off the board.
type Position struct {
	game.State
	v *variant
	core
	cells   [64]cell
	columns [maxColumns]column
	undo    []record
	threats [3][4]Set // of the seats in known, see Threats
	known   uint8
	saved   [2][64]cell // cells before the men of the first and second to drop out left
	trail   trail
}

// core is what Unmake restores by copying.
type core struct {
	own    [3]Set // units of each seat
	two    Set    // units of two men
	tall   Set    // units of three men and more
	quiet  int32  // plies since the last attack or merge, those before set-up included
	turn   int32  // number of the turn
	joined uint8  // columns in use
	drops  uint8  // seats that have dropped out since set-up
	alive  uint8  // seats in play, one bit each
	ending ending
	stuck  bool // the actor has no move and must pass
}

// cell is what stands on a cell; zero if nothing.
type cell struct {
	unit   Unit
	column uint8
}

// column is the men of a unit from top to bottom: those of one column, and below
// them those of another that have a colour in keep. Columns 0, 1 and 2 are
// single men, white, black and red, and nothing is read from them.
type column struct {
	top, below, keep uint8
}

// Every column of n men takes at most n-1 joins to make and there are at most 36
// men.
const maxColumns = 40

const keepAll = 1<<3 - 1

// ending says why the game is over.
type ending uint8

const (
	goingOn ending = iota
	lastStanding
	noMove
	quietLimit
)

var endingWords = [...]string{goingOn: "", lastStanding: "last-standing", noMove: "no-move", quietLimit: "quiet-limit"}

// record is what Unmake needs: all that a move changed.
type record struct {
	state    game.State
	core     core
	move     game.Move
	from, to cell
}

var _ interface {
	game.Position
	game.Dropper
	game.Counter
	game.Tactical
	game.Ranker
	game.Passer
	game.Indexer
	game.Symmetric
	game.Exact
	game.Drawer
} = (*Position)(nil)

// Seating returns who plays.
func (p *Position) Seating() *game.Seating { return p.v.seating }

// Phase is "move": every decision is a move.
func (p *Position) Phase() string { return "move" }

// Reason says why the game is over.
func (p *Position) Reason() string { return endingWords[p.ending] }

// Dropped says whether a seat controls no unit. With two seats this ends the
// game, with three the others go on.
func (p *Position) Dropped(seat game.Player) bool { return p.alive>>uint(seat)&1 == 0 }

// Returns fills each side's share: all of it to the last one standing or to the
// one who still has a move, equal parts to those in play at a draw.
func (p *Position) Returns(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	winners := uint(p.alive)
	if p.ending == noMove {
		winners &^= 1 << uint(p.Player)
	}
	for seat := range p.v.seats {
		if winners>>seat&1 != 0 {
			to[seat] = game.Whole / game.Score(bits.OnesCount(winners))
		}
	}
}

// Clone returns an independent copy that can unmake what is made on it.
func (p *Position) Clone() game.Position {
	c := *p
	c.undo = make([]record, 0, 64)
	return &c
}

// occupied returns the cells of all units.
func (p *core) occupied() Set { return p.own[0] | p.own[1] | p.own[2] }

// enemies returns the cells of all units that are not seat's.
func (p *core) enemies(seat game.Player) Set { return p.occupied() &^ p.own[seat] }

// Make plays m, which must be legal here.
func (p *Position) Make(m game.Move) {
	from, to := moveFrom(m), moveTo(m)
	p.undo = append(p.undo, record{p.State, p.core, m, p.cells[from], p.cells[to]})
	p.quiet++
	p.Progress++
	if m != pass {
		p.move(from, to, kindOf(m))
	}
	p.next()
}

// move takes the unit on from to to.
func (p *Position) move(from, to int, kind moveKind) {
	mover := p.cells[from]
	fromBit, toBit := Set(1)<<(from&63), Set(1)<<(to&63)
	p.trail.add(fromBit | toBit)
	key := p.Key ^ unitKey[mover.unit][from&63]
	victim := -1
	if kind != stepKind {
		other := p.cells[to]
		key ^= unitKey[other.unit][to&63]
		gain, keep := other.unit, uint8(keepAll)
		if kind == attackKind {
			victim = other.unit.Owner()
			p.own[victim] &^= toBit
			if p.strength(mover.unit, from) >= 2*p.strength(other.unit, to) {
				// Destroyed: only the attacker's own men stay.
				keep = 1 << uint(p.Player)
				gain &= menOf[p.Player]
			}
		}
		if gain&menMask != 0 {
			p.columns[p.joined] = column{mover.column, other.column, keep}
			mover = cell{mover.unit.join(gain), p.joined}
			p.joined++
		}
		p.quiet, p.Progress = 0, 0
	}
	p.own[p.Player] = p.own[p.Player]&^fromBit | toBit
	p.two &^= fromBit | toBit
	p.tall &^= fromBit | toBit
	p.setHeight(toBit, mover.unit)
	p.cells[from], p.cells[to] = cell{}, mover
	p.Key = key ^ unitKey[mover.unit][to&63]
	if victim >= 0 && p.own[victim] == 0 {
		p.drop(victim)
	}
}

// setHeight enters a unit in the sets of heights.
func (p *core) setHeight(at Set, u Unit) {
	switch heightOf[u] {
	case 2:
		p.two |= at
	case 3:
		p.tall |= at
	}
}

// strength returns the strength of a unit on a cell.
func (p *Position) strength(u Unit, at int) int {
	return int(heightOf[u]) * int(p.v.factor[at&63])
}

// drop takes a seat without units out of the game. With three seats its men
// leave the columns of the others.
func (p *Position) drop(seat int) {
	p.alive &^= 1 << uint(seat)
	if p.v.seats == 2 {
		return
	}
	p.saved[p.drops] = p.cells
	p.drops++
	p.trail.add(Board)
	for s := p.occupied(); s != 0; s &= s - 1 {
		at := first(s)
		u := p.cells[at].unit
		less := u &^ menOf[seat]
		if less == u {
			continue
		}
		p.Key ^= unitKey[u][at] ^ unitKey[less][at]
		p.cells[at].unit = less
		bit := Set(1) << at
		p.two &^= bit
		p.tall &^= bit
		p.setHeight(bit, less)
	}
}

// next gives the turn to the next seat in play and sees whether the game is
// over.
func (p *Position) next() {
	p.Ply++
	seat := p.Player
	p.Key ^= turnKey[seat]
	for {
		if seat++; int(seat) == p.v.seats {
			seat = 0
			p.turn++
		}
		// With two seats the turn alternates even at the end.
		if p.v.seats == 2 || p.alive>>uint(seat)&1 != 0 {
			break
		}
	}
	p.Player, p.Side = seat, game.Side(seat)
	p.Key ^= turnKey[seat]
	p.settle()
}

// settle finds out what the actor may do: attack of necessity, move, pass, or
// nothing because the game is over.
func (p *Position) settle() {
	p.known = 0
	p.Over, p.Forced, p.stuck, p.ending = false, false, false, goingOn
	if p.alive&(p.alive-1) == 0 {
		p.Over, p.ending = true, lastStanding
		return
	}
	p.Forced = p.canAttack()
	if !p.Forced && !p.canMove() {
		if p.alive == 1<<3-1 {
			p.stuck = true
		} else {
			p.Over, p.ending = true, noMove
			return
		}
	}
	if p.v.quiet > 0 && p.quiet >= p.v.quiet {
		p.Over, p.Forced, p.stuck, p.ending = true, false, false, quietLimit
	}
}

// Unmake takes back the last Make or MakePass.
func (p *Position) Unmake() {
	r := &p.undo[len(p.undo)-1]
	p.undo = p.undo[:len(p.undo)-1]
	p.known = 0
	if p.drops != r.core.drops {
		p.cells = p.saved[r.core.drops]
		p.trail.add(Board)
	}
	p.State, p.core = r.state, r.core
	if r.move != pass {
		from, to := moveFrom(r.move), moveTo(r.move)
		p.cells[from], p.cells[to] = r.from, r.to
		p.trail.add(Set(1)<<(from&63) | Set(1)<<(to&63))
	}
}
