package barricade

import "tetrarch/game"

// Phases: a roll is due, 1 to 6 was rolled and a pawn moves, or a barricade was
// taken and must be placed.
const (
	rollDue = 0
	inHand  = 7
)

// core is all of a position that changes. Make keeps a copy of it, which costs
// less than an undo record and cannot be wrong.
type core struct {
	game.State
	mirrorKey uint64 // the key of the mirrored position
	walls     Set
	pawns     [game.MaxSeats]Set
	home      [game.MaxSeats]uint8 // pawns at home
	turn      int32
	seat      uint8 // whose turn it is, also at a roll
	phase     uint8
}

// Position is a position of Barricade.
type Position struct {
	core
	*seating
	v     *Variant
	stack []core
}

var (
	_ game.Position  = (*Position)(nil)
	_ game.Roller    = (*Position)(nil)
	_ game.Counter   = (*Position)(nil)
	_ game.Ranker    = (*Position)(nil)
	_ game.Selective = (*Position)(nil)
	_ game.Tactical  = (*Position)(nil)
	_ game.Indexer   = (*Position)(nil)
	_ game.Symmetric = (*Position)(nil)
	_ game.Drawer    = (*Position)(nil)
)

// Seating returns who plays.
func (p *Position) Seating() *game.Seating { return &p.seating.Seating }

// Make plays an action that is legal here.
func (p *Position) Make(m game.Move) {
	p.stack = append(p.stack, p.core)
	p.Ply++
	p.Progress++ // nothing in this game is for ever: pawns go home, barricades come back
	kind, from, to := unpack(m)
	switch kind {
	case kindRoll:
		p.enter(to)
	case kindPass:
		p.endTurn()
	case kindMove:
		p.togglePawn(p.seat, from)
		p.arrive(to)
	case kindEnter:
		p.setHome(p.seat, p.home[p.seat]-1)
		p.arrive(to)
	case kindPlace:
		p.toggleWall(to)
		p.endTurn()
	}
}

// Unmake takes back the last action.
func (p *Position) Unmake() {
	n := len(p.stack) - 1
	p.core = p.stack[n]
	p.stack = p.stack[:n]
}

// arrive puts a pawn of the acting seat on a field, and does what follows.
func (p *Position) arrive(to uint8) {
	for seat := range uint8(p.Seats) {
		if p.pawns[seat].Has(to) { // an opponent's pawn goes back to its home
			p.togglePawn(seat, to)
			p.setHome(seat, p.home[seat]+1)
			break
		}
	}
	p.togglePawn(p.seat, to)
	switch {
	case p.walls.Has(to):
		p.toggleWall(to)
		p.enter(inHand)
	case to == p.v.board.last:
		p.endTurn()
		p.Over = true
	default:
		p.endTurn()
	}
}

func (p *Position) endTurn() {
	k := &p.v.board.keys
	delta := k.act[p.homeOf[p.seat]]
	if p.seat++; int(p.seat) == p.Seats {
		p.seat = 0
	}
	delta ^= k.act[p.homeOf[p.seat]]
	p.Key ^= delta
	p.mirrorKey ^= delta
	p.turn++
	p.enter(rollDue)
}

// enter begins a phase of the turn of seat.
func (p *Position) enter(phase uint8) {
	k := &p.v.board.keys
	delta := k.phase[p.phase] ^ k.phase[phase]
	p.Key ^= delta
	p.mirrorKey ^= delta
	p.phase = phase
	p.Side = p.SideOf[p.seat]
	p.Midturn = phase == inHand
	if phase == rollDue {
		p.Player = game.Chance
	} else {
		p.Player = game.Player(p.seat)
	}
}

func (p *Position) togglePawn(seat, f uint8) {
	p.pawns[seat] = p.pawns[seat].Xor(Single(f))
	k := &p.v.board.keys.pawn[p.homeOf[seat]]
	p.Key ^= k[f]
	p.mirrorKey ^= k[p.v.board.mirror[f]]
}

func (p *Position) toggleWall(f uint8) {
	p.walls = p.walls.Xor(Single(f))
	k := &p.v.board.keys.wall
	p.Key ^= k[f]
	p.mirrorKey ^= k[p.v.board.mirror[f]]
}

func (p *Position) setHome(seat, n uint8) {
	k := &p.v.board.keys.home[p.homeOf[seat]]
	delta := k[p.home[seat]] ^ k[n]
	p.Key ^= delta
	p.mirrorKey ^= delta
	p.home[seat] = n
}

// settle computes all that follows from what stands on the board, who acts and
// what is due.
func (p *Position) settle() {
	b := p.v.board
	k := &b.keys
	p.Key = p.seating.key ^ k.act[p.homeOf[p.seat]] ^ k.phase[p.phase]
	for seat := range p.Seats {
		p.Key ^= k.home[p.homeOf[seat]][p.home[seat]]
	}
	p.mirrorKey = p.Key
	walls, pawns := p.walls, p.pawns
	p.walls, p.pawns = Set{}, [game.MaxSeats]Set{}
	for ; !walls.Empty(); walls = walls.Rest() {
		p.toggleWall(walls.First())
	}
	for seat := range p.Seats {
		for ; !pawns[seat].Empty(); pawns[seat] = pawns[seat].Rest() {
			p.togglePawn(uint8(seat), pawns[seat].First())
		}
		p.Over = p.Over || p.pawns[seat].Has(b.last)
	}
	p.enter(p.phase)
}

// Returns gives everything to the side that reached the last field.
func (p *Position) Returns(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	for seat := range p.Seats {
		if p.pawns[seat].Has(p.v.board.last) {
			to[p.SideOf[seat]] = game.Whole
		}
	}
}

// Reason returns "last-field" once a pawn has reached it.
func (p *Position) Reason() string {
	if p.Over {
		return "last-field"
	}
	return ""
}

// Phase returns "roll", "move" or "place"; "over" once the game is.
func (p *Position) Phase() string {
	switch {
	case p.Over:
		return "over"
	case p.phase == rollDue:
		return "roll"
	case p.phase == inHand:
		return "place"
	}
	return "move"
}

// Clone returns an independent copy.
func (p *Position) Clone() game.Position {
	return &Position{core: p.core, seating: p.seating, v: p.v}
}

// CanonicalKey is shared by a position and its mirror image, which is worth the
// same to everybody.
func (p *Position) CanonicalKey() uint64 { return min(p.Key, p.mirrorKey) }

// Weight returns 1/6: the die is fair.
func (p *Position) Weight(game.Move) (num, den int) { return 1, 6 }

// Variant returns the variant that made the position.
func (p *Position) Variant() *Variant { return p.v }

// Walls returns the fields with barricades.
func (p *Position) Walls() Set { return p.walls }

// Pawns returns the fields with pawns of a seat.
func (p *Position) Pawns(seat int) Set { return p.pawns[seat] }

// AtHome returns how many pawns a seat has at home.
func (p *Position) AtHome(seat int) int { return int(p.home[seat]) }

// HomeOf returns the home of a seat, 0 to 3.
func (p *Position) HomeOf(seat int) int { return int(p.homeOf[seat]) }

// Turn returns the seat whose turn it is; at a roll, the seat that will move.
func (p *Position) Turn() int { return int(p.seat) }

// Die returns the roll that waits to be moved, 0 if there is none.
func (p *Position) Die() int {
	if p.phase == inHand {
		return 0
	}
	return int(p.phase)
}

// InHand says that a barricade waits to be placed.
func (p *Position) InHand() bool { return p.phase == inHand }
