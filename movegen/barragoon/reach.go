package barragoon

// Ways has, for each passage, the squares through which it is open: the empty
// ones and the barragoons whose face allows it. Squares from which the step
// would leave the board are left out.
type Ways struct {
	north, east, south, west     uint64 // straight on
	northL, eastL, southL, westL uint64 // left turns, by direction of leaving
	northR, eastR, southR, westR uint64 // right turns, by direction of leaving
}

// Ways returns the ways over the board as it stands.
func (p *Position) Ways() Ways { return p.ways(p.empty()) }

// ways returns the ways over the board if the squares of empty were empty.
func (b *board) ways(empty uint64) Ways {
	o := &b.open
	n, e, w := empty&stepsNorth, empty&stepsEast, empty&stepsWest
	return Ways{
		north: n | o[0], east: e | o[1], south: empty | o[2], west: w | o[3],
		northL: n | o[4], northR: n | o[5],
		eastL: e | o[6], eastR: e | o[7],
		southL: empty | o[8], southR: empty | o[9],
		westL: w | o[10], westR: w | o[11],
	}
}

// Reach is where tiles can end a move if whatever stands there did not matter.
type Reach struct {
	north, east, south, west uint64 // ends of full moves, by the last step's direction
	Short                    uint64 // ends of short moves
}

// Full returns the ends of full moves.
func (r *Reach) Full() uint64 { return r.north | r.east | r.south | r.west }

// Reach returns where tiles of the kind on the squares of b can end a move. Each
// step shifts all tiles at once; those that have not turned yet are kept apart
// from those that have, since a move turns at most once. Walking a table of all
// paths instead took two to four times as long.
func (w *Ways) Reach(kind int, b uint64) Reach {
	n1, e1, s1, w1 := (b&stepsNorth)<<files, (b&stepsEast)<<1, b>>files, (b&stepsWest)>>1
	if kind == 0 {
		return w.last(n1, e1, s1, w1, 0, 0, 0, 0, n1|e1|s1|w1)
	}
	n2, e2, s2, w2 := (n1&w.north)<<files, (e1&w.east)<<1, (s1&w.south)>>files, (w1&w.west)>>1
	tn2 := (e1&w.northL | w1&w.northR) << files
	te2 := (s1&w.eastL | n1&w.eastR) << 1
	ts2 := (w1&w.southL | e1&w.southR) >> files
	tw2 := (n1&w.westL | s1&w.westR) >> 1
	if kind == 1 {
		return w.last(n2, e2, s2, w2, tn2, te2, ts2, tw2, n2|e2|s2|w2|tn2|te2|ts2|tw2)
	}
	n3, e3, s3, w3 := (n2&w.north)<<files, (e2&w.east)<<1, (s2&w.south)>>files, (w2&w.west)>>1
	tn3 := (tn2&w.north | e2&w.northL | w2&w.northR) << files
	te3 := (te2&w.east | s2&w.eastL | n2&w.eastR) << 1
	ts3 := (ts2&w.south | w2&w.southL | e2&w.southR) >> files
	tw3 := (tw2&w.west | n2&w.westL | s2&w.westR) >> 1
	return w.last(n3, e3, s3, w3, tn3, te3, ts3, tw3, n3|e3|s3|w3|tn3|te3|ts3|tw3)
}

// last makes the last step of full moves from the ends of short ones: those that
// have not turned yet, those that have, and all together.
func (w *Ways) last(n, e, s, ws, tn, te, ts, tw, short uint64) Reach {
	return Reach{
		north: ((n|tn)&w.north | e&w.northL | ws&w.northR) << files,
		east:  ((e|te)&w.east | s&w.eastL | n&w.eastR) << 1,
		south: ((s|ts)&w.south | ws&w.southL | e&w.southR) >> files,
		west:  ((ws|tw)&w.west | n&w.westL | s&w.westR) >> 1,
		Short: short,
	}
}

// captures returns the barragoons that tiles of the kind with reach r capture.
func (b *board) captures(kind int, r *Reach) uint64 {
	set := r.north&b.enter[north] | r.east&b.enter[east] | r.south&b.enter[south] | r.west&b.enter[west]
	if kind == 0 {
		set &^= b.allTurns()
	}
	return set
}

// Around returns the squares beside those of b.
func Around(b uint64) uint64 {
	return (b&stepsNorth)<<files | (b&stepsEast)<<1 | b>>files | (b&stepsWest)>>1
}

// movesShort says that the seat has a short move over empty squares with a 2- or
// 3-tile. It is a quick look: no says nothing. The second step of a 3-tile cannot
// lead back, for its own square is not empty.
func (b *board) movesShort(seat int, empty uint64) bool {
	t := &b.tiles[seat]
	return (Around(t[0])|Around(Around(t[1])&empty))&empty != 0
}

// canMove says whether the seat has a legal tile move.
func (b *board) canMove(seat int, empty uint64) bool {
	if b.movesShort(seat, empty) {
		return true
	}
	w := b.ways(empty)
	land := empty | b.side(seat^1)
	for k, set := range b.tiles[seat] {
		if set == 0 {
			continue
		}
		r := w.Reach(k, set)
		if r.Short&empty|r.Full()&land|b.captures(k, &r) != 0 {
			return true
		}
	}
	return false
}

// noWitness is the witness of a position that has none.
const noWitness = 2 * kinds

// alive says that a capture of some kind may still happen. It overlooks the
// tiles as obstacles and lets every tile go wherever any number of its own moves
// would lead it, so it says no only where no capture can ever happen.
//
// Nearly always the tiles of one seat and kind alone prove it by a barragoon
// that they can come to capture. They are then the witness, which stands until
// one of them moves or a barragoon comes or goes.
func (b *board) alive() bool {
	if b.witness != noWitness {
		return true
	}
	w := b.ways(everywhere &^ b.barragoons)
	for i := range uint8(noWitness) {
		seat, k := int(i&1), kinds-1-int(i/2) // larger tiles reach more
		if b.hunts(k, b.tiles[seat][k], &w) {
			b.witness = witness(seat, k)
			return true
		}
	}
	return b.mayMeet(&w)
}

// hunts says that tiles of the kind on the squares of set, left to themselves on
// ways w, can come to capture a barragoon.
func (b *board) hunts(kind int, set uint64, w *Ways) bool {
	for set != 0 {
		r := w.Reach(kind, set)
		if b.captures(kind, &r) != 0 {
			return true
		}
		next := set | (r.Full()|r.Short)&^b.barragoons
		if next == set {
			return false
		}
		set = next
	}
	return false
}

func witness(seat, kind int) uint8 { return uint8(seat*kinds + kind) }

// mayMeet is alive without a witness; enemies that walk towards one another count
// too.
func (b *board) mayMeet(w *Ways) bool {
	at := b.tiles
	for {
		grown := false
		enemy := [2]uint64{at[1][0] | at[1][1] | at[1][2], at[0][0] | at[0][1] | at[0][2]}
		for seat := range at {
			for k, set := range at[seat] {
				r := w.Reach(k, set)
				if r.Full()&enemy[seat]|b.captures(k, &r) != 0 {
					return true
				}
				next := set | (r.Full()|r.Short)&^b.barragoons
				grown = grown || next != set
				at[seat][k] = next
			}
		}
		if !grown {
			return false
		}
	}
}
