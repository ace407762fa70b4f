package barragoon

import "tetrarch/movegen"

// phase says who decides what.
type phase uint8

const (
	whiteMoves phase = iota
	brownMoves
	whitePlaces    // and ends White's turn
	brownPlaces    // and ends Brown's turn
	whiteThenBrown // White places for its lost tile, then Brown
	brownThenWhite // Brown places for its lost tile, then White
	phases
)

// actor returns the seat that decides.
func (h phase) actor() int { return int(h & 1) }

// placing says that a placement is due.
func (h phase) placing() bool { return h >= whitePlaces }

// due has the placements still due in each phase, as texts write them.
var due = [phases]string{"-", "-", "w", "b", "wb", "bw"}

// Tiles are numbered by value - 2 in sets.
const (
	lowestValue = 2
	kinds       = 3
)

var tileLetters = [2]string{"ZDV", "zdv"}

// board is what stands where, and what can be derived from it most cheaply at a
// change. It is copied whole when an action is made.
type board struct {
	tiles      [2][kinds]uint64
	barragoons uint64
	// face bit i of a barragoon is in plane i.
	planes [4]uint64
	// open has the barragoons that leave a passage open, by passage.
	open [passages]uint64
	// enter has the barragoons that may be captured by direction of travel.
	enter [directions]uint64
	// mirror is the key of the mirrored position.
	mirror uint64

	quiet int32 // tile moves since the last capture
	turn  int32
	phase phase
	end   end
	// witness proves alive; it depends on how the position came about.
	witness uint8
}

// Keys of the features of a position; see [game.State].Key.
var (
	tileKeys  [2][kinds][squares]uint64
	faceKeys  [faces][squares]uint64
	phaseKeys [phases]uint64
)

func init() {
	for s := range squares {
		at := "/" + squareName(s)
		for seat := range tileKeys {
			for k := range kinds {
				tileKeys[seat][k][s] = movegen.Key("barragoon/" + tileLetters[seat][k:k+1] + at)
			}
		}
		for f := range faces {
			faceKeys[f][s] = movegen.Key("barragoon/" + face(f).String() + at)
		}
	}
	for h := range phases {
		phaseKeys[h] = movegen.Key("barragoon/" + "wb"[h.actor():h.actor()+1] + "/" + due[h])
	}
}

// side returns all tiles of a seat.
func (b *board) side(seat int) uint64 {
	t := &b.tiles[seat]
	return t[0] | t[1] | t[2]
}

// empty returns the squares that hold nothing.
func (b *board) empty() uint64 {
	return everywhere &^ (b.side(0) | b.side(1) | b.barragoons)
}

// kindAt returns the kind of the seat's tile on the square of bit, -1 if it has
// none there.
func (b *board) kindAt(seat int, bit uint64) int {
	for k, set := range b.tiles[seat] {
		if set&bit != 0 {
			return k
		}
	}
	return -1
}

// faceAt returns the face of the barragoon on s.
func (b *board) faceAt(s int) face {
	return face(b.planes[0]>>s&1 | b.planes[1]>>s&1<<1 | b.planes[2]>>s&1<<2 | b.planes[3]>>s&1<<3)
}

// allTurns returns the barragoons that no 2-tile captures.
func (b *board) allTurns() uint64 {
	return b.planes[0] & b.planes[1] & b.planes[2] & b.planes[3]
}

// toggle puts a barragoon on s, or lifts it if it stands there, except for the
// keys.
func (b *board) toggle(f face, s int, enter uint8) {
	bit := uint64(1) << s
	b.barragoons ^= bit
	b.witness = noWitness
	for i := range b.planes {
		b.planes[i] ^= uint64(f>>i&1) << s
	}
	for ps := uint64(passable[s][f]); ps != 0; ps &= ps - 1 {
		b.open[lowest(ps)] ^= bit
	}
	for d := range b.enter {
		b.enter[d] ^= uint64(enter>>d&1) << s
	}
}
