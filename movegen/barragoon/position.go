package barragoon

import (
	"tetrarch/game"
)

// end says why a game is over.
type end uint8

const (
	unfinished end = iota
	noTile
	blockade
	dead
	quiet
)

var endNames = [...]string{"", "no-tile", "blockade", "dead", "quiet-limit"}

// The game's material, and the largest numbers that texts and counters hold.
const (
	supply   = 32 // barragoons on the board and beside it
	maxCount = 1_000_000_000
)

// inPlay has the number of tiles a side of each kind.
var inPlay = [kinds]int{2, 3, 2}

// Position is one state of a game of Barragoon.
type Position struct {
	game.State
	board
	variant *variant
	stack   []saved
	effects effects // working memory of effects.go
}

// saved is what Unmake brings back. Copying it is faster than undoing the change
// of each set, and cannot be wrong.
type saved struct {
	state game.State
	board board
}

var _ interface {
	game.Position
	game.Counter
	game.Tactical
	game.Ranker
	game.Selective
	game.Passer
	game.Indexer
	game.Symmetric
	game.Quiet
	game.Drawer
} = (*Position)(nil)

// Seating returns the seats White and Brown.
func (p *Position) Seating() *game.Seating { return &game.TwoSeats }

// Tiles returns the squares of a seat's tiles of value kind + 2.
func (p *Position) Tiles(seat, kind int) uint64 { return p.tiles[seat][kind] }

// AllTiles returns the squares of all tiles of a seat.
func (p *Position) AllTiles(seat int) uint64 { return p.side(seat) }

// Empty returns the squares that hold nothing.
func (p *Position) Empty() uint64 { return p.empty() }

// Captures returns the squares of the barragoons that tiles of the kind with
// reach r capture.
func (p *Position) Captures(kind int, r *Reach) uint64 { return p.captures(kind, r) }

// Due says whether the seat still has to place a barragoon in this turn.
func (p *Position) Due(seat int) bool {
	return p.phase >= whiteThenBrown || p.phase.placing() && p.phase.actor() == seat
}

// NextMover returns the seat that moves a tile next, once all placements due are
// made.
func (p *Position) NextMover() int {
	us := p.phase.actor()
	if p.phase == whitePlaces || p.phase == brownPlaces {
		return us ^ 1
	}
	return us // it moves now, or has lost a tile and moves after both have placed
}

// Clone returns an independent copy that remembers no action made.
func (p *Position) Clone() game.Position {
	return &Position{State: p.State, board: p.board, variant: p.variant}
}

// Make plays a legal action.
func (p *Position) Make(m game.Move) {
	p.stack = append(p.stack, saved{p.State, p.board})
	p.Ply++
	p.Progress++
	if isPlacement(m) {
		p.makePlacement(placedFace(m), target(m))
	} else {
		p.makeMove(kind(m), source(m), target(m))
	}
}

// Unmake takes back the last Make.
func (p *Position) Unmake() {
	last := len(p.stack) - 1
	p.State, p.board = p.stack[last].state, p.stack[last].board
	p.stack = p.stack[:last]
}

func (p *Position) makeMove(k, from, to int) {
	us := p.phase.actor()
	bit := uint64(1) << to
	p.tiles[us][k] ^= bit | 1<<from
	if p.witness == witness(us, k) {
		p.witness = noWitness
	}
	p.xorKeys(tileKeys[us][k][from]^tileKeys[us][k][to],
		tileKeys[us][k][mirrored(from)]^tileKeys[us][k][mirrored(to)])
	if p.barragoons&bit != 0 {
		p.toggleKeyed(p.faceAt(to), to)
		p.quiet = 0
		p.enterPhase(whitePlaces + phase(us))
		return
	}
	if victim := p.kindAt(us^1, bit); victim >= 0 {
		p.tiles[us^1][victim] ^= bit
		p.witness = noWitness
		p.xorKeys(tileKeys[us^1][victim][to], tileKeys[us^1][victim][mirrored(to)])
		p.quiet = 0
		p.Progress = 0 // a captured tile never returns
		// The last tile's capture wins with no placements. The game has no two
		// barragoons left to place only in set-up positions with more of them
		// than captures bring; nothing is placed then.
		if p.side(us^1) == 0 || onBoard(p.barragoons) > supply-2 {
			p.endTurn()
			return
		}
		p.enterPhase(brownThenWhite - phase(us))
		return
	}
	if p.quiet < maxCount {
		p.quiet++
	}
	p.endTurn()
}

func (p *Position) makePlacement(f face, s int) {
	p.toggleKeyed(f, s)
	switch p.phase {
	case whiteThenBrown:
		p.Progress = 0 // with this barragoon there are more than ever before
		p.enterPhase(brownPlaces)
	case brownThenWhite:
		p.Progress = 0
		p.enterPhase(whitePlaces)
	default:
		p.endTurn()
	}
}

// endTurn gives the turn to the other seat and sees whether the game is over.
func (p *Position) endTurn() {
	us := p.phase.actor()
	if us == 1 && p.turn < maxCount {
		p.turn++
	}
	p.enterPhase(whiteMoves + phase(us^1))
	p.settle()
}

func (p *Position) enterPhase(h phase) {
	p.xorKeys(phaseKeys[p.phase]^phaseKeys[h], phaseKeys[p.phase]^phaseKeys[h])
	p.phase = h
	p.Player = game.Player(h.actor())
	p.Side = game.Side(h.actor())
	p.Midturn = h.placing()
}

// xorKeys changes the key and the mirror image's by features that come or go.
func (p *Position) xorKeys(own, mirror uint64) {
	p.Key ^= own
	p.mirror ^= mirror
}

// toggleKeyed puts a barragoon on s, or lifts it if it stands there.
func (p *Position) toggleKeyed(f face, s int) {
	p.toggle(f, s, p.variant.enter[f])
	p.xorKeys(faceKeys[f][s], faceKeys[f.mirrored()][mirrored(s)])
}

// settle sees whether the game is over now that a tile move is due (rules,
// "End"). A seat that cannot move loses even if a draw is reached at the same
// moment.
func (p *Position) settle() {
	us := p.phase.actor()
	p.end = unfinished
	empty := p.empty()
	switch {
	case p.side(us) == 0:
		p.end = noTile
	case !p.canMove(us, empty):
		p.end = blockade
	case !p.alive() && p.canMove(us^1, empty):
		p.end = dead
	case p.variant.quiet > 0 && p.quiet >= p.variant.quiet:
		p.end = quiet
	}
	p.Over = p.end != unfinished
}

// Returns fills each side's final share: the seat that cannot move loses.
func (p *Position) Returns(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	switch us := p.phase.actor(); p.end {
	case noTile, blockade:
		to[us^1] = game.Whole
	case dead, quiet:
		to[0], to[1] = game.Whole/2, game.Whole/2
	}
}

// Quiet returns the number of tile moves since the last capture, and the number
// that is a draw, 0 for none.
func (p *Position) Quiet() (moves, limit int) { return int(p.board.quiet), int(p.variant.quiet) }

// Reason returns "no-tile" or "blockade" where the seat to move has lost, "dead"
// or "quiet-limit" for a draw, and nothing while the game goes on.
func (p *Position) Reason() string { return endNames[p.end] }

// Phase returns "place" if a placement is due, "move" otherwise.
func (p *Position) Phase() string {
	if p.phase.placing() {
		return "place"
	}
	return "move"
}
