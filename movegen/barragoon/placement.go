package barragoon

import (
	"math/bits"

	"tetrarch/game"
)

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
	// The moves of a side with at most fewMovers tiles that can move count
	// twice: it is close to losing by blockade.
	fewMovers = 2
	// A barragoon within reach of a full move can be captured and placed anew.
	enemyBait = 12
	ownBait   = 8
	// placementOrder scales the sum to orders.
	placementOrder = 8
	// selected is the most placements that GenerateSelective offers. On 300
	// positions after captures the placement that leaves the best evaluation is
	// among the first 1 in 59 %, 12 in 87 %, 32 in 98 %. Matches of 160 to 200
	// games at 1000 and 3000 nodes an action: 12 scores 57 % against 32 and 52 %
	// against 16.
	selected = 12
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
	us := p.phase.actor()
	empty := p.empty()
	w := p.ways(empty)
	t := walker{effects: &p.effects, empty: empty}
	t.open = [passages]uint64{w.north, w.east, w.south, w.west,
		w.northL, w.northR, w.eastL, w.eastR, w.southL, w.southR, w.westL, w.westR}
	for seat := range p.tiles {
		t.land = empty | p.side(seat^1)
		var mobility [7]int32 // of the side's tiles, in the order of the walk
		movers, n := 0, 0
		for k := range kinds {
			for set := p.tiles[seat][k]; set != 0; set &= set - 1 {
				r := w.Reach(k, set&-set)
				mobility[n] = int32(bits.OnesCount64(r.Short&empty | r.Full()&t.land | p.captures(k, &r)))
				if mobility[n] > 0 {
					movers++
				}
				n++
			}
		}
		scale, bait := int32(shutIn), int32(-enemyBait)
		if movers <= fewMovers {
			scale *= 2
		}
		if seat == us {
			scale, bait = -scale, ownBait
		}
		t.bait = bait
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
				for d := range directions {
					t.walk(int8(lowest(set)), d, k+lowestValue, false)
				}
				n++
			}
		}
	}
}

// walk takes one of left steps from square s in direction d and goes on from
// there; it returns how many moves end on its way.
func (t *walker) walk(s int8, d direction, left int, turned bool) int32 {
	s = neighbours[s][d]
	if s < 0 {
		return 0
	}
	bit := uint64(1) << s
	free := t.empty&bit != 0
	if left == 1 {
		return t.finish(s, d, free)
	}
	n := int32(0)
	if left == 2 && free {
		n++
		t.effects.stop[s] += t.weight
		t.effects.touched |= bit
	}
	if t.open[d]&bit != 0 {
		n += t.pass(s, int(d), d, left-1, turned, free)
	}
	if turned {
		return n
	}
	if l := d.left(); t.open[4+2*l]&bit != 0 {
		n += t.pass(s, 4+2*int(l), l, left-1, true, free)
	}
	if r := d.right(); t.open[5+2*r]&bit != 0 {
		n += t.pass(s, 5+2*int(r), r, left-1, true, free)
	}
	return n
}

// finish ends a full move on s; it returns 1 if the move is legal.
func (t *walker) finish(s int8, d direction, free bool) int32 {
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
		return 1
	}
	if (t.land|t.capture[d])&bit != 0 {
		return 1
	}
	return 0
}

// pass goes through the open passage on s, with left steps to go.
func (t *walker) pass(s int8, passage int, d direction, left int, turned, free bool) int32 {
	n := t.walk(s, d, left, turned)
	if free && n > 0 {
		t.effects.close[s][passage] += n * t.weight
		t.effects.used[s] |= 1 << passage
		t.effects.touched |= 1 << s
	}
	return n
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

// order turns a placement's worth into the order of search.
func order(worth int32) int32 { return min(10000, max(-10000, worth*placementOrder)) }

func (p *Position) rankPlacements(l *game.MoveList) {
	if l.Len() < 2 {
		return // nothing to put in order
	}
	p.gather()
	last, worth := -1, int32(0)
	for i := range l.Moves {
		m := l.Moves[i].Move
		if s := target(m); s != last {
			last, worth = s, p.effects.worth(s)
		}
		l.Moves[i].Order = order(p.value(placedFace(m), last, worth))
	}
}

// GenerateSelective adds all tile moves, and at most [selected] placements, best
// first: those of the greatest worth among the ones that change what some tile
// can do now and one, worth nothing, for all those that do not. Placements on a
// square that change the same are one. What it leaves out seems worse now, and
// may matter later.
func (p *Position) GenerateSelective(l *game.MoveList) {
	switch {
	case p.Over:
	case p.phase.placing():
		p.selectPlacements(l)
	default:
		p.generateMoves(l, everywhere)
	}
}

func (p *Position) selectPlacements(l *game.MoveList) {
	p.gather()
	e := &p.effects
	var best [selected]game.Scored
	n := 0
	insert := func(f face, s int, worth int32) {
		c := game.Scored{Move: place(f, s), Order: order(p.value(f, s, worth))}
		if n == selected {
			if c.Order <= best[n-1].Order {
				return
			}
			n--
		}
		i := n
		n++
		for ; i > 0 && best[i-1].Order < c.Order; i-- {
			best[i] = best[i-1]
		}
		best[i] = c
	}
	empty := p.empty()
	for set := empty & e.touched; set != 0; set &= set - 1 {
		s := lowest(set)
		worth := e.worth(s)
		var seen [faces]uint32 // what the faces offered so far leave open
		kept := 0
		for f := face(0); f < faces; f++ {
			if p.variant.alike[s][f] != uint8(f) {
				continue
			}
			effect := p.effect(f, s)
			if !contains(seen[:kept], effect) {
				seen[kept] = effect
				kept++
				insert(f, s, worth)
			}
		}
	}
	if idle := empty &^ e.touched; idle != 0 {
		insert(noWay, lowest(idle), 0)
	}
	l.Moves = append(l.Moves, best[:n]...)
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

func contains(seen []uint32, effect uint32) bool {
	for _, x := range seen {
		if x == effect {
			return true
		}
	}
	return false
}
