package eval

import (
	"math/bits"

	"tetrarch/game"
	"tetrarch/movegen/tricolor"
)

// Tricolor is the evaluation of Tricolor: for each seat in play a sum of counts
// times weights, its strength.
//
// With two seats a network adds to the strengths, the value is their difference, and
// Scale says what it means. With three the expected shares of the seats are the softmax of
// the strengths, and values are linear in the shares; one who has dropped out
// has none.
//
// All counts are made from [tricolor.Unit], so positions with one key have one
// value.
var Tricolor = Model{
	New:     func(p game.Position) game.Evaluator { return newTricolor(p.(*tricolor.Position)) },
	Simple:  func(p game.Position) game.Evaluator { return newTricolorTerms(p.(*tricolor.Position)) },
	Scale:   Scale{Odds: 90, Draw: 116},
	Search:  Scale{Odds: 340},
	Learner: tricolorLearner,
}

// tricolorOdds is the unit in which strengths of two seats are counted, the weights and
// the network alike: three times the odds. What it is in play is less, see Scale.
const tricolorOdds = 240

// tricolorTerm numbers what the evaluation counts.
type tricolorTerm int

const (
	// Units by what they hold: 4*(own men - 1) + prisoners, each up to 3.
	tricolorHolds tricolorTerm = 0
	// Units by where they stand: 3*(height - 1) + colour.
	tricolorStands tricolorTerm = 12
)

const (
	tricolorHitNow tricolorTerm = iota + tricolorStands + 9
	tricolorHitLater
	tricolorMoves
	tricolorDeniedOne
	tricolorDeniedTwo
	tricolorDeniedTower
	tricolorTouching
	tricolorNear
	tricolorInReach
	tricolorLead
	tricolorTempo
	tricolorBound
	tricolorNext
	tricolorTerms
)

// TricolorWeights are what one count of a term is worth: with two seats in the
// unit of tricolorOdds, with three in 1/1024 nat of the odds between seats. A
// tuner may change the values between searches. The numbers began as a logistic
// regression on games of the engine against itself and went on by simultaneous
// perturbation in short matches; neighbours in the table pull together, so that
// single ones mean little.
var TricolorWeights = [tricolorTerms]struct {
	Name       string
	Two, Three game.Score
}{
	// A man of one's own counts wherever it is in the unit; prisoners add
	// height and are lost, to their owner's gain, with the unit.
	tricolorHolds:      {"one man", 60, 78},
	tricolorHolds + 1:  {"one man, one prisoner", -45, 40},
	tricolorHolds + 2:  {"one man, two prisoners", 78, 312},
	tricolorHolds + 3:  {"one man, three prisoners", 7, 344},
	tricolorHolds + 4:  {"two men", 155, 157},
	tricolorHolds + 5:  {"two men, one prisoner", 119, 185},
	tricolorHolds + 6:  {"two men, two prisoners", 175, 303},
	tricolorHolds + 7:  {"two men, three prisoners", 177, 560},
	tricolorHolds + 8:  {"three men", 167, 190},
	tricolorHolds + 9:  {"three men, one prisoner", 190, 207},
	tricolorHolds + 10: {"three men, two prisoners", 213, 225},
	tricolorHolds + 11: {"three men, three prisoners", 202, 249},
	// A tower on red can not be attacked.
	tricolorStands:     {"single on white", 97, 143},
	tricolorStands + 1: {"single on black", 38, 39},
	tricolorStands + 2: {"single on red", 93, 181},
	tricolorStands + 3: {"two on white", 82, 200},
	tricolorStands + 4: {"two on black", 116, 108},
	tricolorStands + 5: {"two on red", 153, 255},
	tricolorStands + 6: {"tower on white", 148, 334},
	tricolorStands + 7: {"tower on black", 154, 273},
	tricolorStands + 8: {"tower on red", 201, 244},
	// Own men, as counted above, in units that an enemy can attack: one who
	// acts now, so that it must; or another.
	tricolorHitNow:   {"men under attack", -20, -294},
	tricolorHitLater: {"men within an attack", 19, -51},
	// Steps and merges.
	tricolorMoves: {"moves", 4, 12},
	// Empty cells where an enemy of each height could be attacked.
	tricolorDeniedOne:   {"cells denied to singles", -3, 0},
	tricolorDeniedTwo:   {"cells denied to twos", -4, -9},
	tricolorDeniedTower: {"cells denied to towers", 3, 29},
	// Towers by their distance from the nearest enemy.
	tricolorTouching: {"towers next to an enemy", 17, -286},
	tricolorNear:     {"towers two cells from an enemy", -8, -149},
	tricolorInReach:  {"towers three cells from an enemy", -9, -106},
	// Own men, as counted above, more than any other seat has.
	tricolorLead: {"men ahead of all", 0, 244},
	// Whose turn it is.
	tricolorTempo: {"to move", -15, 83},
	tricolorBound: {"to move, must attack", 1, -149},
	tricolorNext:  {"to move next", -2, 111},
}

// tricolorEvaluator adds up the terms of its position, and counts them one by one
// for Explain.
type tricolorEvaluator struct {
	p       *tricolor.Position
	weights [tricolorTerms]int32
	// units[colour][unit] is what a unit on a cell of a colour is worth, by what
	// it holds and where it stands, times tricolorShift, plus its own men.
	units  [3][256]int32
	counts [3][tricolorTerms]int32
	men    [3]int32       // own men in own units, up to 3 each
	sight  *tricolorSight // nil without a network
}

// tricolorShift is more than the own men of all units of a seat.
const tricolorShift = 64

// newTricolor returns the evaluator of a position, with the network if the rules
// are those that it was learnt for.
func newTricolor(p *tricolor.Position) *tricolorEvaluator {
	e := newTricolorTerms(p)
	if p.Standard() {
		e.sight = newTricolorSight(tricolorNet(), e)
	}
	return e
}

// newTricolorTerms returns an evaluator without a network.
func newTricolorTerms(p *tricolor.Position) *tricolorEvaluator {
	e := &tricolorEvaluator{p: p}
	for t, w := range TricolorWeights {
		e.weights[t] = int32(w.Two)
		if p.Seating().Seats == 3 {
			e.weights[t] = int32(w.Three)
		}
	}
	for colour := range e.units {
		for i := range e.units[colour] {
			if u := tricolor.Unit(i); u.Height() > 0 {
				stands := tricolorStands + tricolorTerm(3*(u.Height()-1)+colour)
				worth := e.weights[tricolorKinds[u]] + e.weights[stands]
				e.units[colour][u] = worth*tricolorShift + tricolorMen(u)
			}
		}
	}
	return e
}

// tricolorMen returns a unit's own men, up to 3.
func tricolorMen(u tricolor.Unit) int32 { return int32(tricolorKinds[u]>>2) + 1 }

// Evaluate fills the value: antisymmetric with two seats, of constant sum with
// three.
func (e *tricolorEvaluator) Evaluate(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	var strength [3]int32
	e.add(&strength)
	if e.sight != nil {
		strength[0] += e.sight.strength(e.p, 0)
		strength[1] += e.sight.strength(e.p, 1)
	}
	if e.p.Seating().Seats == 2 {
		v := game.Score(strength[0] - strength[1])
		v = min(game.MaxEval, max(-game.MaxEval, v))
		to[0], to[1] = v, -v
		return
	}
	e.share(to, &strength)
}

// add fills the strengths of the seats in play: the sums of what count counts.
func (e *tricolorEvaluator) add(to *[3]int32) {
	p, w := e.p, &e.weights
	seats := p.Seating().Seats
	var threats [3]*[4]tricolor.Set
	for seat := range seats {
		threats[seat] = p.Threats(game.Player(seat))
	}
	if e.sight != nil {
		e.sight.look(p)
	}
	for seat := range seats {
		e.men[seat] = 0
		if p.Dropped(game.Player(seat)) {
			continue
		}
		sum := e.sum(seat)
		e.men[seat] = sum & (tricolorShift - 1)
		v := (sum - e.men[seat]) / tricolorShift
		free, on := p.Free(), threats[seat]
		v += w[tricolorMoves] * int32(p.Mobility(game.Player(seat)))
		v += w[tricolorDeniedOne]*ones(on[1]&free) + w[tricolorDeniedTwo]*ones(on[2]&free) + w[tricolorDeniedTower]*ones(on[3]&free)
		near := e.near(seat)
		v += w[tricolorTouching]*near[0] + w[tricolorNear]*near[1] + w[tricolorInReach]*near[2]
		for enemy := range seats {
			if enemy != seat {
				v += w[e.hitTerm(enemy)] * e.hits(seat, threats[enemy])
			}
		}
		to[seat] = v
	}
	if w[tricolorLead] != 0 {
		for seat := range seats {
			to[seat] += w[tricolorLead] * e.lead(seat)
		}
	}
	to[p.Player] += w[e.turnTerm()]
	to[e.next()] += w[tricolorNext]
}

// sum adds up what a seat's units are worth, or takes it from who follows the board.
func (e *tricolorEvaluator) sum(seat int) (sum int32) {
	if e.sight != nil {
		return e.sight.sums[seat]
	}
	units := e.p.Units(game.Player(seat))
	for colour := range e.units {
		for s := units & e.p.Coloured(colour); s != 0; s &= s - 1 {
			sum += e.units[colour][e.p.UnitAt(bits.TrailingZeros64(s))]
		}
	}
	return sum
}

// share fills the values of three seats from their strengths.
func (e *tricolorEvaluator) share(to *[game.MaxSides]game.Score, strength *[3]int32) {
	best := -1
	for seat := range strength {
		if !e.p.Dropped(game.Player(seat)) && (best < 0 || strength[seat] > strength[best]) {
			best = seat
		}
	}
	var odds [3]int64
	total := int64(0)
	for seat := range odds {
		if !e.p.Dropped(game.Player(seat)) {
			odds[seat] = expNeg(int(strength[best] - strength[seat]))
			total += odds[seat]
		}
	}
	// The best takes what rounding leaves, so that the sum is exact.
	const whole = 2 * int64(game.MaxEval)
	left := whole
	for seat := range odds {
		if seat != best {
			part := whole * odds[seat] / total
			left -= part
			to[seat] = game.Score(part) - game.MaxEval
		}
	}
	to[best] = game.Score(left) - game.MaxEval
}

// Explain returns each seat's terms, in the units of the weights; the rest is
// what the other seats' take away and, with three seats, what makes shares of
// them.
func (e *tricolorEvaluator) Explain() []game.Term {
	var value [game.MaxSides]game.Score
	e.Evaluate(&value)
	e.count()
	terms := make([]game.Term, 0, tricolorTerms+2)
	rest := game.Term{Name: "rest", Values: value}
	for t, w := range TricolorWeights {
		term := game.Term{Name: w.Name}
		for seat := range e.p.Seating().Seats {
			weight := w.Two
			if e.p.Seating().Seats == 3 {
				weight = w.Three
			}
			term.Values[seat] = weight * game.Score(e.counts[seat][t])
			rest.Values[seat] -= term.Values[seat]
		}
		terms = append(terms, term)
	}
	if e.sight != nil {
		term := game.Term{Name: "network"}
		for seat := range e.sight.cells {
			term.Values[seat] = game.Score(e.sight.strength(e.p, seat))
			rest.Values[seat] -= term.Values[seat]
		}
		terms = append(terms, term)
	}
	return append(terms, rest)
}

// count fills counts for the position as it stands.
func (e *tricolorEvaluator) count() {
	seats := e.p.Seating().Seats
	for seat := range seats {
		e.counts[seat] = [tricolorTerms]int32{}
		e.men[seat] = 0
		if !e.p.Dropped(game.Player(seat)) {
			e.countUnits(seat)
			e.countReach(seat)
		}
	}
	for seat := range seats {
		for enemy := range seats {
			if enemy != seat {
				e.counts[seat][e.hitTerm(enemy)] += e.hits(seat, e.p.Threats(game.Player(enemy)))
			}
		}
		e.counts[seat][tricolorLead] = e.lead(seat)
	}
	e.counts[e.p.Player][e.turnTerm()] = 1
	e.counts[e.next()][tricolorNext] = 1
}

// countUnits counts what a seat's units hold and where they stand.
func (e *tricolorEvaluator) countUnits(seat int) {
	c := &e.counts[seat]
	units := e.p.Units(game.Player(seat))
	for s := units; s != 0; s &= s - 1 {
		u := e.p.UnitAt(bits.TrailingZeros64(s))
		c[tricolorKinds[u]]++
		e.men[seat] += tricolorMen(u)
	}
	for h, s := range e.p.ByHeight(units) {
		if s != 0 {
			for colour := range 3 {
				c[tricolorStands+tricolorTerm(3*(h-1)+colour)] = ones(s & e.p.Coloured(colour))
			}
		}
	}
}

// countReach counts a seat's moves, the cells that it denies to enemies, and how
// near its towers are to them.
func (e *tricolorEvaluator) countReach(seat int) {
	c := &e.counts[seat]
	free, threats := e.p.Free(), e.p.Threats(game.Player(seat))
	c[tricolorMoves] = int32(e.p.Mobility(game.Player(seat)))
	c[tricolorDeniedOne] = ones(threats[1] & free)
	c[tricolorDeniedTwo] = ones(threats[2] & free)
	c[tricolorDeniedTower] = ones(threats[3] & free)
	for i, n := range e.near(seat) {
		c[tricolorTouching+tricolorTerm(i)] = n
	}
}

// near returns how many towers of a seat are one, two and three cells from the
// nearest enemy.
func (e *tricolorEvaluator) near(seat int) (n [3]int32) {
	units := e.p.Units(game.Player(seat))
	towers := e.p.ByHeight(units)[3]
	if towers == 0 {
		return n
	}
	around := tricolor.Board &^ (e.p.Free() | units)
	for i := range n {
		around |= tricolor.Around(around)
		n[i] = ones(towers & around)
		if towers &^= around; towers == 0 {
			break
		}
	}
	return n
}

// hitTerm is the term for men that an enemy can attack.
func (e *tricolorEvaluator) hitTerm(enemy int) tricolorTerm {
	if int(e.p.Player) == enemy {
		return tricolorHitNow
	}
	return tricolorHitLater
}

// hits returns a seat's own men in units that an enemy with such threats can
// attack.
func (e *tricolorEvaluator) hits(seat int, threats *[4]tricolor.Set) int32 {
	by := e.p.ByHeight(e.p.Units(game.Player(seat)))
	men := int32(0)
	for s := by[1]&threats[1] | by[2]&threats[2] | by[3]&threats[3]; s != 0; s &= s - 1 {
		men += tricolorMen(e.p.UnitAt(bits.TrailingZeros64(s)))
	}
	return men
}

// lead returns by how many men a seat leads, once men is filled.
func (e *tricolorEvaluator) lead(seat int) int32 {
	next := int32(0)
	for other, men := range e.men {
		if other != seat {
			next = max(next, men)
		}
	}
	return max(0, e.men[seat]-next)
}

// turnTerm is the term of the seat to move.
func (e *tricolorEvaluator) turnTerm() tricolorTerm {
	if e.p.Forced {
		return tricolorBound
	}
	return tricolorTempo
}

// next returns the seat to move next.
func (e *tricolorEvaluator) next() game.Player {
	seats := game.Player(e.p.Seating().Seats)
	next := (e.p.Player + 1) % seats
	if e.p.Dropped(next) {
		next = (next + 1) % seats
	}
	return next
}

func ones(s tricolor.Set) int32 { return int32(bits.OnesCount64(s)) }

// tricolorKinds numbers units by what they hold, as the terms do.
var tricolorKinds = func() (kinds [256]uint8) {
	for i := range kinds {
		u := tricolor.Unit(i)
		if u.Owner() > 2 || u.Men(u.Owner()) == 0 {
			continue
		}
		own := u.Men(u.Owner())
		prisoners := min(3, u.Men(0)+u.Men(1)+u.Men(2)-own)
		kinds[i] = uint8(4*(own-1) + prisoners)
	}
	return kinds
}()
