package barragoon

import "math/bits"

// A barragoon on an empty square only takes away: it stops the short moves that
// end there, makes the full moves that end there captures, and closes the
// passages through the square that its face does not allow. What each of these
// is worth to the actor is gathered by walking every open path of every tile
// once; then any of the thousand placements is judged by a few additions.

// Weights of placements, from the view of the seat that places.
const (
	// A tile that loses all its moves counts about shutIn, one that loses some
	// of them a like share.
	shutIn = 240
	// What the actor's own tiles lose counts so many hundredths of that.
	ownPart = 60
	// The moves of a side with at most fewMovers tiles that can move count
	// twice: it is close to losing by blockade.
	fewMovers = 2
	// A tile with at most fewExits ways out is easily shut in.
	fewExits = 2
	// A barragoon within reach of a full move can be captured and placed anew.
	enemyBait = 12
	ownBait   = 16
)

// ending is the worth of a barragoon on one square for the full moves that end
// there in one direction: if its face can be captured, and if not.
type ending struct{ bait, stop int32 }

// effects is what a barragoon on each empty square would change.
type effects struct {
	key     uint64 // of the position they belong to
	known   bool
	touched uint64 // squares where anything would change
	// close is the worth of closing each passage.
	close [squares][passages]int32
	// used has the passages that are on any tile's path.
	used [squares]uint16
	// stop is the worth for short moves.
	stop [squares]int32
	// end is the worth for full moves of 3- and 4-tiles, end2 of 2-tiles,
	// which all turns stops; bit d of ends and ends2 says that there are any.
	end, end2   [squares][directions]ending
	ends, ends2 [squares]uint8
	// decisive has the squares where some face wins at once or is a shield, and
	// wins and shields have those faces, the first of those alike.
	decisive      uint64
	wins, shields [squares]uint16
}

// walker follows the open paths of one tile.
type walker struct {
	effects *effects
	open    [passages]uint64
	empty   uint64
	land    uint64 // where a full move may end, except on barragoons
	capture [directions]uint64
	weight  int32 // worth of stopping one move
	bait    int32 // worth of giving one capture
	kind    int
}

// gather fills p.effects for the seat that places, unless that has just been
// done.
func (p *Position) gather() {
	if p.effects.known && p.effects.key == p.Key {
		return
	}
	p.effects = effects{key: p.Key, known: true}
	empty := p.empty()
	w := p.ways(empty)
	t := walker{effects: &p.effects, empty: empty}
	t.open = [passages]uint64{w.north, w.east, w.south, w.west,
		w.northL, w.northR, w.eastL, w.eastR, w.southL, w.southR, w.westL, w.westR}
	var shared, weak [2]uint64
	for seat := range p.tiles {
		shared[seat], weak[seat] = p.gatherSide(seat, &w, &t)
	}
	us := p.phase.actor()
	p.findDecisive(shared[us^1], weak[us])
}

// gatherSide walks all paths of a seat's tiles. It returns the empty squares that
// all its moves touch, and its weak ones: where one barragoon could shut in one
// of its last tiles, or close one of that tile's last ways out.
func (p *Position) gatherSide(seat int, w *Ways, t *walker) (shared, weak uint64) {
	t.land = t.empty | p.side(seat^1)
	var mobility [7]int32 // of the side's tiles, in the order of the walk
	movers, n := 0, 0
	for k := range kinds {
		for set := p.tiles[seat][k]; set != 0; set &= set - 1 {
			r := w.Reach(k, set&-set)
			mobility[n] = int32(bits.OnesCount64(r.Short&t.empty | r.Full()&t.land | p.captures(k, &r)))
			if mobility[n] > 0 {
				movers++
			}
			n++
		}
	}
	scale := int32(shutIn)
	if movers <= fewMovers {
		scale *= 2
	}
	t.bait = -enemyBait
	if seat == p.phase.actor() {
		scale, t.bait = -scale*ownPart/100, ownBait
	}
	shared = everywhere
	n = 0
	for k := range kinds {
		t.kind = k
		for d := range directions {
			t.capture[d] = p.enter[d]
			if k == 0 {
				t.capture[d] &^= p.allTurns()
			}
		}
		for set := p.tiles[seat][k]; set != 0; set &= set - 1 {
			t.weight = scale / (mobility[n] + 1)
			touched, exits := t.walkAll(lowest(set), k+lowestValue)
			shared &= touched
			if movers <= fewMovers && mobility[n] > 0 {
				weak |= touched
				if onBoard(exits) <= fewExits {
					weak |= exits
				}
			}
			n++
		}
	}
	if movers == 0 {
		shared = 0 // no barragoon is to blame
	}
	return shared & t.empty, weak & t.empty
}

// walkAll walks all paths of a tile on s. It returns the squares, as far as they
// are empty, that all its moves touch, and those of its first steps.
func (t *walker) walkAll(s, value int) (touched, exits uint64) {
	touched = everywhere
	for d := range directions {
		n, all := t.walk(int8(s), d, value, false)
		touched &= all
		if n > 0 {
			exits |= 1 << neighbours[s][d]
		}
	}
	return touched, exits
}

// walk takes one of left steps from square s in direction d and goes on from
// there. It returns how many moves end on its way, and the squares, as far as
// they are empty, that each of them passes or ends on: all squares if there are
// no moves.
func (t *walker) walk(s int8, d direction, left int, turned bool) (n int32, all uint64) {
	all = everywhere
	s = neighbours[s][d]
	if s < 0 {
		return 0, all
	}
	bit := uint64(1) << s
	free := t.empty&bit != 0
	if left == 1 {
		return t.finish(s, d, free)
	}
	if left == 2 && free {
		n, all = 1, 0
		t.effects.stop[s] += t.weight
		t.effects.touched |= bit
	}
	if t.open[d]&bit != 0 {
		m, on := t.pass(s, int(d), d, left-1, turned, free)
		n, all = n+m, all&on
	}
	if !turned {
		if l := d.left(); t.open[4+2*l]&bit != 0 {
			m, on := t.pass(s, 4+2*int(l), l, left-1, true, free)
			n, all = n+m, all&on
		}
		if r := d.right(); t.open[5+2*r]&bit != 0 {
			m, on := t.pass(s, 5+2*int(r), r, left-1, true, free)
			n, all = n+m, all&on
		}
	}
	return n, all | bit
}

// finish ends a full move on s, if it is legal, and returns what walk does.
func (t *walker) finish(s int8, d direction, free bool) (n int32, all uint64) {
	bit := uint64(1) << s
	if free {
		e, ends := &t.effects.end[s][d], &t.effects.ends[s]
		if t.kind == 0 {
			e, ends = &t.effects.end2[s][d], &t.effects.ends2[s]
		}
		*ends |= 1 << d
		e.bait += t.bait
		e.stop += t.weight
		t.effects.touched |= bit
		return 1, bit
	}
	if (t.land|t.capture[d])&bit != 0 {
		return 1, 0
	}
	return 0, everywhere
}

// pass goes through the open passage on s, with left steps to go, and returns
// what walk does.
func (t *walker) pass(s int8, passage int, d direction, left int, turned, free bool) (n int32, all uint64) {
	n, all = t.walk(s, d, left, turned)
	if free && n > 0 {
		t.effects.close[s][passage] += n * t.weight
		t.effects.used[s] |= 1 << passage
		t.effects.touched |= 1 << s
	}
	return n, all
}

// worth returns what placing a barragoon with any face on s is worth before the
// passages that the face leaves open are taken back.
func (e *effects) worth(s int) int32 {
	sum := e.stop[s]
	for _, c := range e.close[s] {
		sum += c
	}
	return sum
}

// value returns what placing f on s is worth to the actor, given worth(s).
func (p *Position) value(f face, s int, worth int32) int32 {
	e := &p.effects
	for open := uint64(passable[s][f]); open != 0; open &= open - 1 {
		worth -= e.close[s][lowest(open)]
	}
	enter := p.variant.enter[f]
	for ds := uint64(e.ends[s] | e.ends2[s]); ds != 0; ds &= ds - 1 {
		d := lowest(ds)
		end, end2 := &e.end[s][d], &e.end2[s][d]
		switch {
		case enter>>d&1 == 0:
			worth += end.stop + end2.stop
		case f == allTurns:
			worth += end.bait + end2.stop
		default:
			worth += end.bait + end2.bait
		}
	}
	return worth
}

// effect returns what f leaves open of the passages in use on s, and how the
// full moves that end there may capture it.
func (p *Position) effect(f face, s int) uint32 {
	e := &p.effects
	mark := uint32(passable[s][f]&e.used[s]) | uint32(p.variant.enter[f]&(e.ends[s]|e.ends2[s]))<<passages
	if f == allTurns && e.ends2[s] != 0 {
		mark |= 1 << (passages + uint32(directions))
	}
	return mark
}
