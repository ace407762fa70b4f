package eval

import (
	"math/bits"

	"tetrarch/game"
	"tetrarch/movegen/barragoon"
)

// Barragoon is the evaluation of Barragoon: a sum of counts times weights, taken
// for each side and subtracted. Between players who see a few moves ahead it is
// a game of blockade, so most of it is about where tiles can still go.
var Barragoon = Model{
	New: func(p game.Position) game.Evaluator {
		return &barragoonEvaluator{p: p.(*barragoon.Position)}
	},
	Scale:  Scale{Odds: 212},
	Search: Scale{Odds: 300},
}

// barragoonTerm numbers what the evaluation counts.
type barragoonTerm int

const (
	barragoonTile2 barragoonTerm = iota
	barragoonTile3
	barragoonTile4
	barragoonShut
	barragoonTight
	barragoonMovers0
	barragoonMovers1
	barragoonMovers2
	barragoonMovers3
	barragoonMoves3
	barragoonMoves8
	barragoonMoves15
	barragoonMobile2
	barragoonMobile3
	barragoonMobile4
	barragoonExits
	barragoonQuarry
	barragoonQuarryNow
	barragoonAttack
	barragoonHanging
	barragoonEscape
	barragoonTempo
	barragoonDue
	barragoonDueLast
	barragoonTerms
)

// BarragoonWeights are what one count of a term is worth, in the evaluator's
// units. They were fitted, by logistic regression at 300 units for 3 : 1, to
// 39 000 positions of 1000 games at 1200 nodes an action, of which all but four
// ended by blockade. A tuner may change the values between searches.
var BarragoonWeights = [barragoonTerms]Weight{
	// Tiles, beside what they can do.
	barragoonTile2: {"2-tiles", 207},
	barragoonTile3: {"3-tiles", 207},
	barragoonTile4: {"4-tiles", 160},
	// Tiles by how many moves they have: none, one or two.
	barragoonShut:  {"tiles shut in", -65},
	barragoonTight: {"tiles with one or two moves", -27},
	// Whether no more of the side's tiles can move; each adds to the next.
	barragoonMovers0: {"no tile can move", -250},
	barragoonMovers1: {"at most one tile can move", -106},
	barragoonMovers2: {"at most two tiles can move", -46},
	barragoonMovers3: {"at most three tiles can move", -70},
	// Whether the side has no more moves in all; each adds to the next.
	barragoonMoves3:  {"at most three moves", -184},
	barragoonMoves8:  {"at most eight moves", -77},
	barragoonMoves15: {"at most fifteen moves", -48},
	// Squares that tiles can go to. Short moves, counted apart, were worth
	// nothing more.
	barragoonMobile2: {"2-tiles' moves", 17},
	barragoonMobile3: {"3-tiles' moves", 7},
	barragoonMobile4: {"4-tiles' moves", 8},
	// Whether no more empty squares lie beside tiles that can move: so many
	// barragoons shut the side in.
	barragoonExits: {"at most five exits", -56},
	// Barragoons that can be captured, which brings a placement; and whether
	// the side that moves next can.
	barragoonQuarry:    {"barragoons in reach", 8},
	barragoonQuarryNow: {"barragoon to capture", 10},
	// Enemy tiles that can be captured; and whether the side that moves next
	// attacks one that nothing guards. Guards matter little otherwise, since
	// each capture also brings the loser a placement.
	barragoonAttack:  {"tiles attacked", 44},
	barragoonHanging: {"unguarded tile to capture", 31},
	// Attacked tiles of the side that moves next.
	barragoonEscape: {"attacked but to move", 24},
	// The side moves a tile next.
	barragoonTempo: {"to move", 43},
	// The side still places a barragoon in this turn; after the enemy's.
	barragoonDue:     {"to place", 115},
	barragoonDueLast: {"to place last", 30},
}

// barragoonEvaluator counts the terms of its position.
type barragoonEvaluator struct {
	p      *barragoon.Position
	counts [2][barragoonTerms]int32
}

// Evaluate fills the value, antisymmetric in the sides.
func (e *barragoonEvaluator) Evaluate(to *[game.MaxSides]game.Score) {
	e.count()
	v := game.Score(0)
	for t := range BarragoonWeights {
		v += BarragoonWeights[t].Value * game.Score(e.counts[0][t]-e.counts[1][t])
	}
	v = min(game.MaxEval, max(-game.MaxEval, v))
	*to = [game.MaxSides]game.Score{v, -v}
}

// Explain returns each side's terms; the rest is what the other side's take
// away.
func (e *barragoonEvaluator) Explain() []game.Term {
	var value [game.MaxSides]game.Score
	e.Evaluate(&value)
	return explain(value, BarragoonWeights[:], [2][]int32{e.counts[0][:], e.counts[1][:]})
}

// count fills counts for the position as it stands.
func (e *barragoonEvaluator) count() {
	w := e.p.Ways()
	empty := e.p.Empty()
	var ends [2]uint64
	for side := range e.counts {
		e.counts[side] = [barragoonTerms]int32{}
		ends[side] = e.look(side, &w, empty)
	}
	next := e.p.NextMover()
	for side := range e.counts {
		e.meet(side, ends[side], ends[side^1], next)
	}
	e.counts[next][barragoonTempo] = 1
}

// look counts what a side has and where it can go; it returns the ends of its
// tiles' full moves, whatever stands there: the side attacks enemies on them and
// guards its own tiles.
func (e *barragoonEvaluator) look(side int, w *barragoon.Ways, empty uint64) (ends uint64) {
	c := &e.counts[side]
	enemy := e.p.AllTiles(side ^ 1)
	movers, total := 0, int32(0)
	mobile := uint64(0) // the tiles that can move
	for k := range 3 {
		for set := e.p.Tiles(side, k); set != 0; set &= set - 1 {
			r := w.Reach(k, set&-set)
			full := r.Full()
			ends |= full
			quarry := e.p.Captures(k, &r)
			moves := int32(bits.OnesCount64(r.Short&empty | full&(empty|enemy) | quarry))
			c[barragoonTile2+barragoonTerm(k)]++
			c[barragoonMobile2+barragoonTerm(k)] += moves
			c[barragoonQuarry] += int32(bits.OnesCount64(quarry))
			total += moves
			switch {
			case moves == 0:
				c[barragoonShut]++
				continue
			case moves <= 2:
				c[barragoonTight]++
			}
			movers++
			mobile |= set & -set
		}
	}
	exits := bits.OnesCount64(barragoon.Around(mobile) & empty)
	if exits <= 5 {
		c[barragoonExits] = 1
	}
	for n := movers; n <= 3; n++ {
		c[barragoonMovers0+barragoonTerm(n)] = 1
	}
	for i, most := range [...]int32{3, 8, 15} {
		if total <= most {
			c[barragoonMoves3+barragoonTerm(i)] = 1
		}
	}
	if e.p.Due(side) {
		c[barragoonDue] = 1
		if e.p.Due(side^1) && e.p.NextMover() != side {
			c[barragoonDueLast] = 1
		}
	}
	return ends
}

// meet counts the enemy tiles that a side can capture, given the ends of its full
// moves and of the enemy's.
func (e *barragoonEvaluator) meet(side int, ends, guards uint64, next int) {
	c := &e.counts[side]
	attacked := e.p.AllTiles(side^1) & ends
	c[barragoonAttack] = int32(bits.OnesCount64(attacked))
	if side != next {
		e.counts[side^1][barragoonEscape] = c[barragoonAttack]
		return
	}
	if attacked&^guards != 0 {
		c[barragoonHanging] = 1
	}
	if c[barragoonQuarry] != 0 {
		c[barragoonQuarryNow] = 1
	}
}
