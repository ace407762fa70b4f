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
	Scale: Scale{Third: 300, Draw: 0},
}

// barragoonTerm numbers what the evaluation counts.
type barragoonTerm int

const (
	barragoonTile2 barragoonTerm = iota
	barragoonTile3
	barragoonTile4
	barragoonFew
	barragoonLast
	barragoonShut
	barragoonTight
	barragoonNarrow
	barragoonMovers1
	barragoonMovers2
	barragoonMovers3
	barragoonMobile2
	barragoonMobile3
	barragoonMobile4
	barragoonShort
	barragoonQuarry
	barragoonAttack
	barragoonLoose
	barragoonHanging
	barragoonHangingMore
	barragoonEscape
	barragoonTempo
	barragoonDue
	barragoonTerms
)

// BarragoonWeights are what one count of a term is worth, in the evaluator's
// units. A tuner may change the values between searches.
var BarragoonWeights = [barragoonTerms]struct {
	Name  string
	Value game.Score
}{
	// Tiles, and how many are missing to four where fewer are left, squared:
	// the last ones are worth most.
	barragoonTile2: {"2-tiles", 150},
	barragoonTile3: {"3-tiles", 200},
	barragoonTile4: {"4-tiles", 220},
	barragoonFew:   {"tiles missing to four, squared", -20},
	barragoonLast:  {"last tile", -100},
	// Tiles by how many moves they have: none, one or two, three to five.
	barragoonShut:   {"tiles shut in", -90},
	barragoonTight:  {"tiles with one or two moves", -40},
	barragoonNarrow: {"tiles with three to five moves", -15},
	// The side's only tiles that can move: none or one, two, three.
	barragoonMovers1: {"at most one tile can move", -150},
	barragoonMovers2: {"only two tiles can move", -60},
	barragoonMovers3: {"only three tiles can move", -20},
	// Squares that tiles can go to, and those of them by short moves.
	barragoonMobile2: {"2-tiles' moves", 4},
	barragoonMobile3: {"3-tiles' moves", 3},
	barragoonMobile4: {"4-tiles' moves", 3},
	barragoonShort:   {"short moves", 1},
	// Barragoons that can be captured.
	barragoonQuarry: {"barragoons in reach", 5},
	// Enemy tiles that can be captured; those that nothing guards; and where
	// the side moves next: the first such tile, and the others.
	barragoonAttack:      {"tiles attacked", 10},
	barragoonLoose:       {"unguarded tiles attacked", 15},
	barragoonHanging:     {"tile to capture", 100},
	barragoonHangingMore: {"more tiles to capture", 30},
	// Attacked tiles of the side that moves next.
	barragoonEscape: {"attacked but to move", 0},
	// The side moves a tile next.
	barragoonTempo: {"to move", 25},
	// The side still places a barragoon in this turn.
	barragoonDue: {"to place", 60},
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
	terms := make([]game.Term, 0, barragoonTerms+1)
	rest := game.Term{Name: "rest", Values: value}
	for t, w := range BarragoonWeights {
		term := game.Term{Name: w.Name}
		for side := range e.counts {
			term.Values[side] = w.Value * game.Score(e.counts[side][t])
			rest.Values[side] -= term.Values[side]
		}
		terms = append(terms, term)
	}
	return append(terms, rest)
}

// count fills counts for the position as it stands.
func (e *barragoonEvaluator) count() {
	w := e.p.Ways()
	empty := e.p.Empty()
	var reached [2]uint64
	for side := range e.counts {
		e.counts[side] = [barragoonTerms]int32{}
		reached[side] = e.look(side, &w, empty)
	}
	next := e.p.NextMover()
	for side := range e.counts {
		e.meet(side, reached[side], reached[side^1], next)
	}
	e.counts[next][barragoonTempo] = 1
}

// look counts what a side has and where it can go; it returns the squares on
// which its tiles capture.
func (e *barragoonEvaluator) look(side int, w *barragoon.Ways, empty uint64) (captures uint64) {
	c := &e.counts[side]
	enemy := e.p.AllTiles(side ^ 1)
	tiles, movers := int32(0), 0
	for k := range 3 {
		for set := e.p.Tiles(side, k); set != 0; set &= set - 1 {
			r := w.Reach(k, set&-set)
			full := r.Full()
			captures |= full
			quarry := e.p.Captures(k, &r)
			moves := int32(bits.OnesCount64(r.Short&empty | full&(empty|enemy) | quarry))
			c[barragoonTile2+barragoonTerm(k)]++
			c[barragoonMobile2+barragoonTerm(k)] += moves
			c[barragoonShort] += int32(bits.OnesCount64(r.Short & empty))
			c[barragoonQuarry] += int32(bits.OnesCount64(quarry))
			tiles++
			switch {
			case moves == 0:
				c[barragoonShut]++
				continue
			case moves <= 2:
				c[barragoonTight]++
			case moves <= 5:
				c[barragoonNarrow]++
			}
			movers++
		}
	}
	switch movers {
	case 0, 1:
		c[barragoonMovers1] = 1
	case 2:
		c[barragoonMovers2] = 1
	case 3:
		c[barragoonMovers3] = 1
	}
	if tiles < 4 {
		c[barragoonFew] = (4 - tiles) * (4 - tiles)
	}
	if tiles == 1 {
		c[barragoonLast] = 1
	}
	if e.p.Due(side) {
		c[barragoonDue] = 1
	}
	return captures
}

// meet counts the enemy tiles that a side can capture.
func (e *barragoonEvaluator) meet(side int, captures, guards uint64, next int) {
	c := &e.counts[side]
	attacked := e.p.AllTiles(side^1) & captures
	loose := attacked &^ guards
	c[barragoonAttack] = int32(bits.OnesCount64(attacked))
	c[barragoonLoose] = int32(bits.OnesCount64(loose))
	if side != next {
		e.counts[side^1][barragoonEscape] = c[barragoonAttack]
		return
	}
	if loose != 0 {
		c[barragoonHanging] = 1
	}
	if n := c[barragoonAttack]; n > 1 {
		c[barragoonHangingMore] = n - 1
	}
}
