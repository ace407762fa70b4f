package eval

import (
	"math"
	"math/bits"

	"tetrarch/game"
	"tetrarch/movegen/barricade"
)

// Barricade evaluates Barricade. Scores are linear in the probability of winning.
//
// Every seat has a strength, a weighted sum of features in units of 1/1024 nat;
// the shares of the seats are the softmax of their strengths, and a side's share
// is the sum of its seats'. The chance that the seat to roll reaches the last
// field at once is exact and comes before that.
var Barricade = Model{
	New: newBarricade, Simple: newBarricadeSimple, Scale: Scale{Sharp: 1.15}, Terms: Scale{Sharp: 1.3},
	Network: barricadeNetworked, Learner: barricadeLearner,
}

// barricadeWeights are the weights of the features, in 1/1024 nat for each unit,
// and the steps that a barricade on the way counts for: few, as who takes it
// places it before somebody else.
//
// They come from a logistic fit to the results of the evaluation's own games
// with two to four seats, and were then moved to where looking one turn ahead
// won most often against plain greedy play: the foremost pawn counts for less
// there than results say, as it draws the hits and barricades of all others.
var barricadeWeights = struct {
	wall    int
	feature [barricadeFeatures]int
}{
	wall: 2,
	feature: [barricadeFeatures]int{
		barricadeForemost: 15, barricadeSecond: -18, barricadeRest: -14, barricadeAtHome: -98,
		barricadeHitNow: -30, barricadeHitLater: -30, barricadeLeadNow: -16, barricadeLeadLater: -16,
		barricadeFinish: 10, barricadeOrder: -56, barricadeHand: 110, barricadeAdvance: 10, barricadeBreaks: 14, barricadeChoked: -40,
	},
}

// Features of a seat. Distances count barricades on the way.
const (
	barricadeForemost  = iota // 4096 / (distance of the foremost pawn + 12): the last steps matter most
	barricadeSecond           // distance of the next pawn
	barricadeRest             // sum of the distances of all others
	barricadeAtHome           // pawns at home
	barricadeHitNow           // distance lost, on average, to the roll that comes next or waits
	barricadeHitLater         // distance lost to a roll of each other opponent, added up
	barricadeLeadNow          // like hitNow, but by how far the foremost pawn was ahead of the second
	barricadeLeadLater        // like hitLater, in the same way
	barricadeFinish           // 36ths: chance to finish in two rolls if nobody interferes, but not at once
	barricadeOrder            // turns until the seat's next roll, times 4 / seats
	barricadeHand             // 1 with a barricade in hand
	barricadeAdvance          // sixths: distance won by the best move of the next roll
	barricadeBreaks           // sixths: chance that the next roll takes a barricade that is in the way
	barricadeChoked           // barricades ahead on fields that every way passes
	barricadeFeatures
)

var barricadeNames = [barricadeFeatures]string{
	"foremost", "second", "others", "home", "hit-now", "hit-later", "lead-hit-now",
	"lead-hit-later", "finish", "order", "hand", "advance", "breaks", "choked",
}

type barricadeEval struct {
	p       *barricade.Position
	b       *barricade.Board
	seats   int
	next    [barricade.MaxFields]barricade.Set // neighbours
	nearEnd barricade.Set                      // fields from which two rolls can finish
	toEnd   barricade.Set                      // fields from which one roll can finish
	chokes  []choke
	views   [wallViews]wallView
	f       [game.MaxSeats][barricadeFeatures]int
	lead    [game.MaxSeats]int // distance of each seat's foremost pawn
	now     int                // sixths: chance of the next roll to win at once
	first   int                // the seat that rolls next, or has rolled
	sight   *barricadeSight    // nil without a network
}

// choke is a field that every way to the last field passes, and the fields that
// lie before it.
type choke struct {
	field  uint8
	before barricade.Set
}

// wallView is what follows from the barricades alone. Positions of one search
// share few sets of barricades, so views are kept in a small cache.
type wallView struct {
	walls    barricade.Set
	valid    bool
	distance [barricade.MaxFields]uint8                       // to the last field, barricades counted
	gains    [barricade.MaxFields + barricade.MaxHomes]uint64 // by source, 0 until asked for
}

const wallViews = 256

// newBarricade returns the evaluator of a position, with the network if that was learnt
// for such.
func newBarricade(p game.Position) game.Evaluator {
	e := newBarricadeTerms(p.(*barricade.Position))
	if barricadeNetworked(p) {
		e.sight = newBarricadeSight(barricadeNet())
	}
	return e
}

// newBarricadeTerms returns an evaluator without a network.
func newBarricadeTerms(p *barricade.Position) *barricadeEval {
	e := &barricadeEval{p: p}
	e.b = e.p.Variant().Board()
	e.seats = e.p.Seating().Seats
	last := e.b.Last()
	for f := range uint8(e.b.Fields()) {
		for _, n := range e.b.Neighbours(f) {
			e.next[f] = e.next[f].Or(barricade.Single(n))
		}
		if e.b.Distance(f, last) <= 12 {
			e.nearEnd = e.nearEnd.Or(barricade.Single(f))
		}
	}
	e.toEnd = e.b.Near(last)
	e.findChokes()
	return e
}

// findChokes finds the fields without which no exit has a way to the last field:
// on the classic board i9, i10, i11 and i13.
func (e *barricadeEval) findChokes() {
	last := e.b.Last()
	for f := range uint8(e.b.Fields()) {
		if f == last {
			continue
		}
		open := barricade.Single(last)
		for grown := open; !grown.Empty(); {
			var edge barricade.Set
			for ; !grown.Empty(); grown = grown.Rest() {
				edge = edge.Or(e.next[grown.First()])
			}
			grown = edge.Without(open).Without(barricade.Single(f))
			open = open.Or(grown)
		}
		c := choke{field: f}
		for g := range uint8(e.b.Fields()) {
			if g != f && !open.Has(g) {
				c.before = c.before.Or(barricade.Single(g))
			}
		}
		all := true
		for home := range barricade.MaxHomes {
			exit, ok := e.b.Exit(home)
			all = all && (!ok || c.before.Has(exit))
		}
		if all {
			e.chokes = append(e.chokes, c)
		}
	}
}

// view returns what follows from the barricades.
func (e *barricadeEval) view(walls barricade.Set) *wallView {
	h := (walls.Low ^ bits.RotateLeft64(walls.High*0x9e3779b97f4a7c15, 31)) * 0xd6e8feb86659fd93
	v := &e.views[h>>32%wallViews]
	if v.walls != walls || !v.valid {
		v.walls, v.valid = walls, true
		clear(v.gains[:])
		e.spread(v)
	}
	return v
}

// spread fills the distances, field by field in their order: every step costs
// one, and a barricade on the way what taking it does.
func (e *barricadeEval) spread(v *wallView) {
	const ring = 32 // above the greatest cost of one step
	var due [ring]barricade.Set
	due[0] = barricade.Single(e.b.Last())
	todo := barricade.Set{}
	for f := range uint8(e.b.Fields()) {
		todo = todo.Or(barricade.Single(f))
	}
	costly := 1 + barricadeWeights.wall
	for d := 0; !todo.Empty(); d++ {
		now := due[d%ring].And(todo)
		due[d%ring] = barricade.Set{}
		todo = todo.Without(now)
		for ; !now.Empty(); now = now.Rest() {
			f := now.First()
			v.distance[f] = uint8(min(d, math.MaxUint8))
			after := (d + 1) % ring
			if v.walls.Has(f) {
				after = (d + costly) % ring
			}
			due[after] = due[after].Or(e.next[f])
		}
	}
}

// Evaluate fills every side's probability of winning, from -MaxEval to MaxEval.
func (e *barricadeEval) Evaluate(to *[game.MaxSides]game.Score) {
	e.measure()
	e.shares(to)
}

// measure fills the features of all seats.
func (e *barricadeEval) measure() {
	p := e.p
	v := e.view(p.Walls())
	e.first = p.Turn()
	if p.InHand() {
		e.first = (e.first + 1) % e.seats
	}
	for seat := range e.seats {
		e.race(seat, v)
	}
	for seat := range e.seats {
		e.exposure(seat, v)
	}
	e.now = e.finishNow(e.first)
	if f := &e.f[e.first]; f[barricadeFinish] > 0 {
		f[barricadeFinish] = max(0, f[barricadeFinish]-6*e.now)
	}
	if p.InHand() {
		e.f[p.Turn()][barricadeHand] = 1
	}
}

// strength returns a seat's weighted sum of features.
func (e *barricadeEval) strength(seat int) int {
	s := 0
	for i, x := range &e.f[seat] {
		s += x * barricadeWeights.feature[i]
	}
	return s
}

// shares turns strengths into the sides' scores. These sum to the same whatever
// the position: with two sides to zero.
func (e *barricadeEval) shares(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	var weight [game.MaxSeats]int64
	top := math.MinInt
	var s [game.MaxSeats]int
	if e.sight != nil {
		e.sight.look(e)
	}
	for seat := range e.seats {
		s[seat] = e.strength(seat)
		if e.sight != nil {
			s[seat] += e.sight.strength(e, seat)
		}
		top = max(top, s[seat])
	}
	total := int64(0)
	for seat := range e.seats {
		weight[seat] = expNeg(top - s[seat])
		total += weight[seat]
	}
	seating := e.p.Seating()
	const whole = 2 * int64(game.MaxEval)
	// A win at the next roll comes first; the rest is shared by strength.
	sure := whole * int64(e.now) / 6
	var share [game.MaxSides]int64
	share[seating.SideOf[e.first]] = sure
	given := sure
	for seat := range e.seats {
		x := (whole - sure) * weight[seat] / total
		share[seating.SideOf[seat]] += x
		given += x
	}
	share[seating.SideOf[e.first]] += whole - given // what rounding left
	for side := range seating.Sides {
		to[side] = game.Score(share[side]) - game.MaxEval
	}
	if seating.Sides == 2 {
		to[1] = -to[0]
	}
}

// expNeg returns exp(-x/1024) in units of 1/2^20, for x of 0 or more. Tables
// give the same on every machine.
func expNeg(x int) int64 {
	if x >= len(expNats)<<10 {
		return 0
	}
	return expNats[x>>10] * expParts[x&1023] >> 20
}

var expNats, expParts = func() (nats [16]int64, parts [1024]int64) {
	for i := range nats {
		nats[i] = int64(math.Round(math.Exp(float64(-i)) * (1 << 20)))
	}
	for i := range parts {
		parts[i] = int64(math.Round(math.Exp(float64(-i)/1024) * (1 << 20)))
	}
	return nats, parts
}()

// Explain returns the features' parts of the strengths, as scores near an even
// game, the chance to win with the next roll, and what the shaping to
// probabilities adds.
func (e *barricadeEval) Explain() []game.Term {
	var sum, value [game.MaxSides]game.Score
	e.Evaluate(&value)
	seating := e.p.Seating()
	var terms []game.Term
	for i, name := range barricadeNames {
		t := game.Term{Name: name}
		for seat := range e.seats {
			part := e.f[seat][i] * barricadeWeights.feature[i] * int(game.MaxEval) / 2 / 1024
			t.Values[seating.SideOf[seat]] += game.Score(part)
		}
		for side := range sum {
			sum[side] += t.Values[side]
		}
		terms = append(terms, t)
	}
	if e.sight != nil {
		t := game.Term{Name: "network"}
		for seat := range e.seats {
			side := seating.SideOf[seat]
			t.Values[side] += game.Score(e.sight.strength(e, seat) * int(game.MaxEval) / 2 / barricadeNat)
			sum[side] += t.Values[side]
		}
		terms = append(terms, t)
	}
	// The chance to win at once counts as far as it goes from a sure loss to a
	// sure win.
	t := game.Term{Name: "win-now"}
	first := seating.SideOf[e.first]
	t.Values[first] = game.Score(2 * int(game.MaxEval) * e.now / 6)
	sum[first] += t.Values[first]
	terms = append(terms, t)
	t = game.Term{Name: "rest"}
	for side := range seating.Sides {
		t.Values[side] = value[side] - sum[side]
	}
	return append(terms, t)
}
