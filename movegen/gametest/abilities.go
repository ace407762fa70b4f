package gametest

import "tetrarch/game"

// maxIndexes bounds game.Indexer.
const maxIndexes = 4096

// inspectAbilities checks the optional abilities that the position has.
func (p *probe) inspectAbilities(moves []game.Move) {
	p.Helper()
	if c, ok := p.pos.(game.Counter); ok {
		if n := c.Count(); n != len(moves) {
			p.failf("Count is %d, but there are %d actions", n, len(moves))
		}
	}
	if t, ok := p.pos.(game.Tactical); ok {
		p.inspectSubset("GenerateTactical", t.GenerateTactical, moves)
	}
	if s, ok := p.pos.(game.Selective); ok {
		if n := p.inspectSubset("GenerateSelective", s.GenerateSelective, moves); n == 0 && len(moves) > 0 {
			p.failf("GenerateSelective adds nothing, but there are %d actions", len(moves))
		}
	}
	p.inspectRoller(moves)
	p.inspectRanker(moves)
	p.inspectIndexer(moves)
	p.inspectDrawer()
	p.inspectCanonical()
}

// inspectSubset wants a generator to add distinct legal actions, the same ones
// each time; it returns their number.
func (p *probe) inspectSubset(name string, generate func(*game.MoveList), moves []game.Move) int {
	p.Helper()
	all := make(map[game.Move]bool, len(moves))
	for _, m := range moves {
		all[m] = true
	}
	l := game.MoveList{Moves: []game.Scored{{Move: 1, Order: 7}}}
	generate(&l)
	if l.Len() == 0 || l.Moves[0] != (game.Scored{Move: 1, Order: 7}) {
		p.failf("%s did not just add to a list that held an entry", name)
	}
	for _, m := range l.Moves[1:] {
		if !all[m.Move] {
			p.failf("%s adds %s (%#x) twice, or it is not legal", name, p.pos.FormatMove(m.Move), m.Move)
		}
		delete(all, m.Move)
	}
	return l.Len() - 1
}

func (p *probe) inspectRoller(moves []game.Move) {
	p.Helper()
	if p.pos.Base().Over || p.pos.Base().Player != game.Chance {
		return
	}
	r, ok := p.pos.(game.Roller)
	if !ok {
		p.failf("a roll is due and the position is no Roller")
	}
	sum, den := 0, 0
	for i, m := range moves {
		num, d := r.Weight(m)
		if num <= 0 || d <= 0 || i > 0 && d != den {
			p.failf("outcome %s has weight %d/%d after denominators of %d", p.pos.FormatMove(m), num, d, den)
		}
		sum, den = sum+num, d
	}
	if sum != den {
		p.failf("weights sum to %d/%d", sum, den)
	}
}

// maxOrder bounds what Rank sets.
const maxOrder = 10_000

func (p *probe) inspectRanker(moves []game.Move) {
	p.Helper()
	r, ok := p.pos.(game.Ranker)
	if !ok || p.pos.Base().Over {
		return
	}
	var l game.MoveList
	for _, m := range moves {
		l.Moves = append(l.Moves, game.Scored{Move: m, Order: 1 << 30})
	}
	r.Rank(&l)
	ranked := make([]game.Move, l.Len())
	for i, m := range l.Moves {
		ranked[i] = m.Move
		if m.Order < -maxOrder || m.Order > maxOrder {
			p.failf("Rank gives %s the order %d: want at most ±%d for every entry", p.pos.FormatMove(m.Move), m.Order, maxOrder)
		}
	}
	if !sameSet(ranked, moves) {
		p.failf("Rank turns %v into %v", formatAll(p.pos, moves), formatAll(p.pos, ranked))
	}
}

func (p *probe) inspectIndexer(moves []game.Move) {
	p.Helper()
	x, ok := p.pos.(game.Indexer)
	if !ok {
		return
	}
	start := p.v.Start().(game.Indexer)
	n := x.MoveIndexes()
	if n < 1 || n > maxIndexes || n != start.MoveIndexes() {
		p.failf("MoveIndexes is %d, at the start %d: want a constant of at most %d", n, start.MoveIndexes(), maxIndexes)
	}
	for _, m := range moves {
		if i := x.MoveIndex(m); i < 0 || i >= n || i != start.MoveIndex(m) {
			p.failf("MoveIndex(%s) is %d of %d, at the start %d", p.pos.FormatMove(m), i, n, start.MoveIndex(m))
		}
	}
}

func (p *probe) inspectDrawer() {
	p.Helper()
	d, ok := p.pos.(game.Drawer)
	if !ok {
		return
	}
	names := map[string]bool{}
	places := map[[2]int]bool{}
	for _, c := range d.Picture().Cells {
		at := [2]int{c.X, c.Y}
		if c.Name == "" || names[c.Name] || places[at] {
			p.failf("Picture has cell %q at %v: want a name and a place that no other cell has", c.Name, at)
		}
		names[c.Name], places[at] = true, true
		if c.Owner != game.Chance && (c.Owner < 0 || int(c.Owner) >= p.pos.Seating().Seats) {
			p.failf("Picture has cell %q owned by seat %d", c.Name, c.Owner)
		}
	}
	if len(names) == 0 {
		p.failf("Picture has no cells")
	}
}

// inspectCanonical wants all images of the position to be positions with equal
// canonical keys.
func (p *probe) inspectCanonical() {
	p.Helper()
	s, ok := p.pos.(game.Symmetric)
	text := game.Text(p.pos)
	for _, sym := range p.c.Symmetries {
		image := sym.Map(text)
		if image == "" {
			continue
		}
		q, err := p.v.Parse(image)
		if err != nil || game.Text(q) != image {
			p.failf("symmetry %s gives %q, which is no canonical text: %v", sym.Name, image, err)
		}
		if !ok || sym.Keyless {
			continue
		}
		if got, want := q.(game.Symmetric).CanonicalKey(), s.CanonicalKey(); got != want {
			p.failf("symmetry %s gives %q with canonical key %#x, want %#x", sym.Name, image, got, want)
		}
	}
}

// inspectPass checks the null move.
func (p *probe) inspectPass() {
	p.Helper()
	n, ok := p.pos.(game.Passer)
	if !ok || !n.CanPass() {
		return
	}
	before := snap(p.pos)
	st := before.state
	if st.Over || st.Forced || st.Player == game.Chance {
		p.failf("CanPass is true: want it false when over, at a roll and when forced")
	}
	n.MakePass()
	after := *p.pos.Base()
	if after.Key == st.Key {
		p.failf("MakePass leaves the key as it was")
	}
	if !after.Over && after.Player == st.Player {
		p.failf("MakePass leaves %+v: want another to act", after)
	}
	moves := p.inspectActions()
	p.inspectParse(rngFor(1, 0), moves)
	n.UnmakePass()
	if got := snap(p.pos); got != before {
		p.failf("MakePass and UnmakePass leave %+v, want %+v", got, before)
	}
}

// inspectEvaluator checks the evaluation of the position.
func (p *probe) inspectEvaluator() {
	p.Helper()
	if p.c.Evaluator == nil || p.pos.Base().Over {
		return
	}
	e := p.c.Evaluator(p.pos)
	to := [game.MaxSides]game.Score{7, 7, 7, 7}
	e.Evaluate(&to)
	for side, v := range to {
		if v < -game.MaxEval || v > game.MaxEval || side >= p.pos.Seating().Sides && v != 0 {
			p.failf("Evaluate fills %v: want at most ±%d for every side, 0 for others", to, game.MaxEval)
		}
	}
	if p.pos.Seating().Sides == 2 && to[1] != -to[0] {
		p.failf("Evaluate fills %v: want zero sum", to)
	}
	var again [game.MaxSides]game.Score
	p.c.Evaluator(p.pos.Clone()).Evaluate(&again)
	if again != to {
		p.failf("Evaluate fills %v, but %v for a clone", to, again)
	}
	x, ok := e.(game.Explainer)
	if !ok {
		return
	}
	var sum [game.MaxSides]game.Score
	for _, t := range x.Explain() {
		for side, v := range t.Values {
			sum[side] += v
		}
	}
	if sum != to {
		p.failf("Explain sums to %v, want %v", sum, to)
	}
}
