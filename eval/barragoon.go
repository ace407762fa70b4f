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
	Scale:  Scale{Odds: 235, Draw: 3},
	Search: Scale{Odds: 300},
}

// barragoonTerm numbers what the evaluation counts.
type barragoonTerm int

const (
	barragoonTile2 barragoonTerm = iota
	barragoonTile3
	barragoonTile4
	barragoonShut
	barragoonMoves1
	barragoonMoves2
	barragoonMoves4
	barragoonMoves12
	barragoonWalled
	barragoonCrowded
	barragoonCrowd
	barragoonMovers0
	barragoonMovers1
	barragoonMovers2
	barragoonMovers3
	barragoonTotal3
	barragoonTotal8
	barragoonTotal15
	barragoonSafe0
	barragoonSafe2
	barragoonSafe5
	barragoonSafe10
	barragoonSafe20
	barragoonMobile2
	barragoonMobile3
	barragoonMobile4
	barragoonExits
	barragoonSpace
	barragoonQuarry2
	barragoonQuarry3
	barragoonQuarry4
	barragoonQuarryNear
	barragoonQuarryNow
	barragoonAttack
	barragoonAttackNow2
	barragoonAttackNow3
	barragoonAttackNow4
	barragoonHanging
	barragoonEscape
	barragoonTrapped0
	barragoonTrapped5
	barragoonTempo
	barragoonDue
	barragoonDueLast
	barragoonDue3
	barragoonDue15
	barragoonDue25
	barragoonTerms
)

// BarragoonWeights are what one count of a term is worth, in the evaluator's
// units. They are a logistic fit, in which 300 is a chance of three to one, to
// 100 000 positions of 900 games that the engine played against itself, and of
// side lines of a few careless actions: to what a search expected (seven parts),
// of 1400 to 2000 nodes and for one position in eleven of about 80 000, and to
// the result (three parts), where it told of both sides. A tuner may change the
// values between searches.
//
// Terms were chosen by the squared error against the search in games held out.
// Against the evaluation before, with 24 terms fitted to results, it fell from
// 0.0097 to 0.0077 of a point squared, against the deep searches from 0.0198 to
// 0.0126; a fit of the old terms to these targets alone gave 0.0089 and 0.0149.
// Terms overlap, so that a sign may surprise: a tile attacked is less of a loss if
// it has hardly a safe move.
var BarragoonWeights = [barragoonTerms]Weight{
	// Tiles, beside what they can do.
	barragoonTile2: {"2-tiles", 263},
	barragoonTile3: {"3-tiles", 250},
	barragoonTile4: {"4-tiles", 199},
	// Tiles by how many moves they have.
	barragoonShut:    {"tiles shut in", -74},
	barragoonMoves1:  {"tiles with one move", -48},
	barragoonMoves2:  {"tiles with two moves", -34},
	barragoonMoves4:  {"tiles with three or four moves", -11},
	barragoonMoves12: {"tiles with five to twelve moves", 11},
	// What hems tiles in: sides of theirs at the edge, barragoons beside them,
	// and barragoons within two steps of any of them.
	barragoonWalled:  {"sides at the edge", -17},
	barragoonCrowded: {"barragoons beside tiles", -9},
	barragoonCrowd:   {"barragoons within two steps", -7},
	// Whether no more of the side's tiles can move; each adds to the next.
	barragoonMovers0: {"no tile can move", -258},
	barragoonMovers1: {"at most one tile can move", -127},
	barragoonMovers2: {"at most two tiles can move", -54},
	barragoonMovers3: {"at most three tiles can move", -44},
	// Whether the side has no more moves in all; each adds to the next.
	barragoonTotal3:  {"at most three moves", -136},
	barragoonTotal8:  {"at most eight moves", -26},
	barragoonTotal15: {"at most fifteen moves", -41},
	// The same of moves to where the enemy does not attack.
	barragoonSafe0:  {"no safe move", -72},
	barragoonSafe2:  {"at most two safe moves", -80},
	barragoonSafe5:  {"at most five safe moves", -62},
	barragoonSafe10: {"at most ten safe moves", -44},
	barragoonSafe20: {"at most twenty safe moves", -22},
	// Squares that tiles can go to. Short moves, counted apart, were worth
	// nothing more.
	barragoonMobile2: {"2-tiles' moves", 10},
	barragoonMobile3: {"3-tiles' moves", 5},
	barragoonMobile4: {"4-tiles' moves", 2},
	// Whether no more empty squares lie beside tiles that can move: so many
	// barragoons shut the side in.
	barragoonExits: {"at most five exits", -34},
	// Empty squares beside tiles.
	barragoonSpace: {"empty squares beside tiles", -2},
	// Barragoons that can be captured, which brings a placement; how many of them
	// stand beside enemy tiles, where they hinder already; and whether the side
	// that moves next can capture one.
	barragoonQuarry2:    {"barragoons in reach of 2-tiles", 27},
	barragoonQuarry3:    {"barragoons in reach of 3-tiles", 9},
	barragoonQuarry4:    {"barragoons in reach of 4-tiles", 19},
	barragoonQuarryNear: {"barragoons in reach beside the enemy", -17},
	barragoonQuarryNow:  {"barragoon to capture", 27},
	// Enemy tiles that can be captured; and whether the side that moves next
	// attacks one that nothing guards. Guards matter little otherwise, since
	// each capture also brings the loser a placement.
	barragoonAttack:     {"tiles attacked", 49},
	barragoonAttackNow2: {"2-tiles to capture", 56},
	barragoonAttackNow3: {"3-tiles to capture", 20},
	barragoonAttackNow4: {"4-tiles to capture", -9},
	barragoonHanging:    {"unguarded tile to capture", 89},
	// Attacked tiles of the side that moves next; of the other, those that have
	// few safe moves and are the smaller a loss.
	barragoonEscape:   {"attacked but to move", 19},
	barragoonTrapped0: {"attacked with no safe move", 57},
	barragoonTrapped5: {"attacked with at most five safe moves", 47},
	// The side moves a tile next.
	barragoonTempo: {"to move", 70},
	// The side still places a barragoon in this turn; after the enemy's.
	barragoonDue:     {"to place", 152},
	barragoonDueLast: {"to place last", 14},
	// The same, if the enemy has no more moves; each adds to the next.
	barragoonDue3:  {"to place, enemy at most three moves", 101},
	barragoonDue15: {"to place, enemy at most fifteen moves", 21},
	barragoonDue25: {"to place, enemy at most twenty-five moves", 31},
}

// barragoonByMoves has the term that counts tiles with so many moves.
var barragoonByMoves = [13]barragoonTerm{
	barragoonShut, barragoonMoves1, barragoonMoves2, barragoonMoves4, barragoonMoves4,
	barragoonMoves12, barragoonMoves12, barragoonMoves12, barragoonMoves12,
	barragoonMoves12, barragoonMoves12, barragoonMoves12, barragoonMoves12,
}

// barragoonEvaluator counts the terms of its position.
type barragoonEvaluator struct {
	p      *barragoon.Position
	counts [2][barragoonTerms]int32
	sides  [2]barragoonSide
}

// barragoonSide is what a side's tiles do.
type barragoonSide struct {
	// tiles and moves have each tile's square and where it can go, n of them.
	tiles, moves [8]uint64
	n            int
	// ends has the ends of full moves, whatever stands there: the side attacks
	// enemies on them and guards its own tiles.
	ends  uint64
	total int // moves
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
	for side := range e.counts {
		e.counts[side] = [barragoonTerms]int32{}
		e.look(side, &w)
	}
	next := e.p.NextMover()
	for side := range e.counts {
		e.meet(side, next)
		e.due(side, next)
	}
	e.counts[next][barragoonTempo] = 1
}

// look counts what a side has and where it can go, and fills its sides.
func (e *barragoonEvaluator) look(side int, w *barragoon.Ways) {
	c, s := &e.counts[side], &e.sides[side]
	*s = barragoonSide{}
	empty, own, enemy := e.p.Empty(), e.p.AllTiles(side), e.p.AllTiles(side^1)
	taken := ^(empty | own | enemy) // by barragoons, where on the board
	movers := 0
	mobile, prey := uint64(0), uint64(0) // tiles that can move, barragoons in reach
	for k := range 3 {
		for set := e.p.Tiles(side, k); set != 0; set &= set - 1 {
			tile := set & -set
			r := w.Reach(k, tile)
			full := r.Full()
			s.ends |= full
			quarry := e.p.Captures(k, &r)
			prey |= quarry
			to := r.Short&empty | full&(empty|enemy) | quarry
			s.tiles[s.n], s.moves[s.n] = tile, to
			s.n++
			moves := bits.OnesCount64(to)
			s.total += moves
			beside := barragoon.Around(tile)
			c[barragoonTile2+barragoonTerm(k)]++
			c[barragoonMobile2+barragoonTerm(k)] += int32(moves)
			c[barragoonQuarry2+barragoonTerm(k)] += int32(bits.OnesCount64(quarry))
			c[barragoonWalled] += 4 - int32(bits.OnesCount64(beside))
			c[barragoonCrowded] += int32(bits.OnesCount64(beside & taken))
			if moves < len(barragoonByMoves) {
				c[barragoonByMoves[moves]]++
			}
			if moves > 0 {
				movers++
				mobile |= tile
			}
		}
	}
	c[barragoonQuarryNear] = int32(bits.OnesCount64(prey & barragoon.Around(enemy)))
	beside := barragoon.Around(own)
	c[barragoonSpace] = int32(bits.OnesCount64(beside & empty))
	c[barragoonCrowd] = int32(bits.OnesCount64((beside | barragoon.Around(beside)) & taken))
	if bits.OnesCount64(barragoon.Around(mobile)&empty) <= 5 {
		c[barragoonExits] = 1
	}
	for n := movers; n <= 3; n++ {
		c[barragoonMovers0+barragoonTerm(n)] = 1
	}
	for i, most := range [...]int{3, 8, 15} {
		if s.total <= most {
			c[barragoonTotal3+barragoonTerm(i)] = 1
		}
	}
}

// meet counts where a side can go in safety, and the enemy tiles that it can
// capture.
func (e *barragoonEvaluator) meet(side, next int) {
	c, s, enemy := &e.counts[side], &e.sides[side], &e.sides[side^1]
	safe := 0
	for i, tile := range s.tiles[:s.n] {
		n := bits.OnesCount64(s.moves[i] &^ enemy.ends)
		safe += n
		if side != next && tile&enemy.ends != 0 && n <= 5 {
			c[barragoonTrapped5]++
			if n == 0 {
				c[barragoonTrapped0]++
			}
		}
	}
	for i, most := range [...]int{0, 2, 5, 10, 20} {
		if safe <= most {
			c[barragoonSafe0+barragoonTerm(i)] = 1
		}
	}
	attacked := e.p.AllTiles(side^1) & s.ends
	c[barragoonAttack] = int32(bits.OnesCount64(attacked))
	if side != next {
		e.counts[next][barragoonEscape] = c[barragoonAttack]
		return
	}
	if attacked&^enemy.ends != 0 {
		c[barragoonHanging] = 1
	}
	for k := range 3 {
		c[barragoonAttackNow2+barragoonTerm(k)] = int32(bits.OnesCount64(attacked & e.p.Tiles(side^1, k)))
	}
	if c[barragoonQuarry2]+c[barragoonQuarry3]+c[barragoonQuarry4] != 0 {
		c[barragoonQuarryNow] = 1
	}
}

// due counts the placement that a side has to make.
func (e *barragoonEvaluator) due(side, next int) {
	if !e.p.Due(side) {
		return
	}
	c := &e.counts[side]
	c[barragoonDue] = 1
	if e.p.Due(side^1) && next != side {
		c[barragoonDueLast] = 1
	}
	for i, most := range [...]int{3, 15, 25} {
		if e.sides[side^1].total <= most {
			c[barragoonDue3+barragoonTerm(i)] = 1
		}
	}
}
