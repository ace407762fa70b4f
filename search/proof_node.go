package search

import (
	"context"
	"math/bits"
	"runtime"
	"slices"

	"tetrarch/game"
)

// prover is depth-first proof-number search (Nagai 2002) for the question: does
// the side that acts at the root, the attacker, win before it begins one turn
// more than its budget? What is left of the budget is part of every question, so
// that no line goes on for ever and no answer depends on the line.
//
// The proof number of a node tells how hard a win still is to prove, the
// disproof number how hard to refute; those of a leaf grow with the number of
// actions. Where the attacker acts, the first is the least of the children's; the
// second should be the sum of theirs, but is the largest and a little for every
// other child not decided (Ueda 2008): sums count a position as often as there are
// ways to it. Where others act it is the other way round.
type prover struct {
	ctx    context.Context
	table  proofTable
	limits Limits
	until  func() bool // the time is up
	tell   func()      // called between nodes now and then

	pos      game.Position
	st       *game.State
	us       game.Side // the attacker
	ranker   game.Ranker
	selector game.Selective
	counter  game.Counter
	quiet    game.Quiet
	oracle   Oracle
	shares   [game.MaxSides]game.Score

	// barred are the boards whose next occurrence is a draw, for the game
	// before the root holds them often enough. Repetition within a line needs
	// no care: whoever can force a win can force it with no position twice,
	// always playing for the fewest turns and then the fewest actions left.
	// A counter of quiet actions does not change that, as an earlier visit has
	// the better counter; it is part of the question too.
	barred map[uint64]bool

	frames   [MaxPly + 2]proofFrame
	deepest  int // no line is longer, in actions
	longest  int // line of this search
	nodes    uint64
	poll     uint64
	hits     uint64
	halted   bool
	doubtful bool // some refutation was taken for granted: none proves anything
}

// proofFrame is a node of the current line.
type proofFrame struct {
	list game.MoveList
	kids []proofKid
	mine bool // the attacker acts
	full bool // the list is that of all actions
}

// proofKid is an action and what is known of the position after it.
type proofKid struct {
	move   game.Move
	pn, dn uint32
	budget budget
}

const proofPoll = 256

// count counts a position and looks at the limits from time to time.
func (p *prover) count() {
	p.nodes++
	if p.nodes < p.poll {
		return
	}
	p.poll = p.nodes + proofPoll
	if n := p.limits.Nodes; n > 0 {
		p.poll = min(p.poll, n)
		p.halted = p.halted || p.nodes >= n
	}
	runtime.Gosched() // whoever is to stop the search must get a turn
	p.halted = p.halted || p.ctx.Err() != nil || p.until()
	if p.tell != nil && !p.halted {
		p.tell()
	}
}

// key is that of the question whether the position at hand is won with a budget.
func (p *prover) key(b budget) uint64 {
	key := p.st.Key
	if p.quiet != nil {
		n, _ := p.quiet.Quiet()
		key += uint64(n) * 0xbf58476d1ce4e5b9
	}
	q := uint64(b.left)<<1 | 1
	if b.running {
		q++
	}
	hi, lo := bits.Mul64(key^q*0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}

// look judges the position just entered, from one with budget b: by the rules,
// by the table, or as a leaf.
func (p *prover) look(ply int, b budget) proofKid {
	p.count()
	lost, won := proofKid{pn: endless}, proofKid{dn: endless}
	p.longest = max(p.longest, ply)
	st := p.st
	switch {
	case st.Over:
		p.pos.Returns(&p.shares)
		if p.shares[p.us] == game.Whole {
			return won
		}
		return lost
	case st.Player == game.Chance || ply >= p.deepest:
		p.doubtful = true
		return lost
	case len(p.barred) > 0 && !st.Midturn && p.barred[st.Key]:
		if _, ok := p.pos.(game.Exact); ok {
			p.doubtful = true // one key stands for several boards, and not each is barred
		}
		return lost
	}
	b = b.enter(st, p.us)
	if b.left < 0 {
		return lost
	}
	if p.oracle != nil {
		if outcome, _, ok := p.oracle.Probe(p.pos); ok {
			p.hits++
			if (outcome > 0) != (st.Side == p.us) || outcome == 0 {
				return lost
			}
		}
	}
	if pn, dn, ok := p.table.probe(p.key(b)); ok {
		return proofKid{pn: pn, dn: dn, budget: b}
	}
	if b.left == 0 && st.Side != p.us && !st.Midturn && p.escapes(ply, b) {
		return lost
	}
	kid := proofKid{pn: 1, dn: 1, budget: b}
	if p.counter != nil { // the more answers there are, the harder it is
		answers := uint32(p.counter.Count()) / 2
		if st.Side == p.us {
			kid.dn += answers
		} else {
			kid.pn += answers
		}
	}
	return kid
}

// escapes says whether the opponent, whose turn begins when the attacker may
// begin none any more, has an action that gives the turn back. Most refutations
// are of this kind, and need not go into the table.
func (p *prover) escapes(ply int, b budget) bool {
	l := &p.frames[ply].list
	p.generate(l, true)
	for i := range l.Moves {
		if p.halted {
			return false
		}
		p.count()
		p.pos.Make(l.Moves[i].Move)
		var escaped bool
		if p.st.Over {
			p.pos.Returns(&p.shares)
			escaped = p.shares[p.us] != game.Whole
		} else {
			escaped = b.enter(p.st, p.us).left < 0
		}
		p.pos.Unmake()
		if escaped {
			return true
		}
	}
	return false
}

// generate fills a list: with everything, or with the subset that the game
// declares; it says whether that is everything.
func (p *prover) generate(l *game.MoveList, full bool) bool {
	l.Reset()
	if p.selector == nil || full {
		p.pos.Generate(l)
		return true
	}
	p.selector.GenerateSelective(l)
	return p.counter != nil && p.counter.Count() == l.Len()
}

// open lists the children of the node at hand, or with full those that its list
// lacks. It stops at one that decides the node, and is false if the search is
// being left.
func (p *prover) open(ply int, b budget, full bool) bool {
	f := &p.frames[ply]
	if !full {
		f.kids, f.mine = f.kids[:0], p.st.Side == p.us
	}
	known := len(f.kids)
	if only := p.limits.Only; ply == 0 && only != nil {
		f.full = true
		f.list.Reset()
		for _, m := range only {
			f.list.Add(m)
		}
	} else {
		f.full = p.generate(&f.list, full)
	}
	if p.ranker != nil {
		p.ranker.Rank(&f.list)
		slices.SortStableFunc(f.list.Moves, func(x, y game.Scored) int { return int(y.Order) - int(x.Order) })
	}
	for _, e := range f.list.Moves {
		if slices.ContainsFunc(f.kids[:known], func(k proofKid) bool { return k.move == e.Move }) {
			continue
		}
		p.pos.Make(e.Move)
		kid := p.look(ply+1, b)
		p.pos.Unmake()
		kid.move = e.Move
		f.kids = append(f.kids, kid)
		switch {
		case f.mine && kid.pn == 0 || !f.mine && kid.dn == 0:
			return true
		case p.halted:
			return false
		}
	}
	return true
}

// proofSums are a node's numbers and what the choice of a child follows from.
type proofSums struct {
	pn, dn uint32
	best   int    // the child to go on with
	second uint32 // the least of what it was chosen by among the others
	others uint32 // what children other than the hardest add
}

func (f *proofFrame) sums() proofSums {
	s := proofSums{second: endless}
	least, most, open := uint32(endless), uint32(0), uint32(0)
	for i := range f.kids {
		easy, hard := f.kids[i].pn, f.kids[i].dn
		if !f.mine {
			easy, hard = hard, easy
		}
		if easy < least {
			least, s.second, s.best = easy, least, i
		} else if easy < s.second {
			s.second = easy
		}
		if hard > 0 {
			open++
			most = max(most, hard)
		}
	}
	switch {
	case least == 0:
		most = endless
	case open > 0:
		s.others = (open - 1) / 4
		most = min(most+s.others, endless-1)
	}
	s.pn, s.dn = least, most
	if !f.mine {
		s.pn, s.dn = most, least
	}
	return s
}

// visit is prove for a position that may be decided with another budget: a win
// needs no turns left over, a refutation holds with fewer.
func (p *prover) visit(ply int, b budget, maxPN, maxDN uint32) (pn, dn uint32) {
	if b.left > 0 {
		if pn, _, ok := p.table.probe(p.key(budget{b.left - 1, b.running})); ok && pn == 0 {
			return 0, endless
		}
	}
	if _, dn, ok := p.table.probe(p.key(budget{b.left + 1, b.running})); ok && dn == 0 {
		return endless, 0
	}
	return p.prove(ply, b, maxPN, maxDN)
}

// prove works on the node at hand until one of its numbers reaches a threshold,
// and returns them.
func (p *prover) prove(ply int, b budget, maxPN, maxDN uint32) (pn, dn uint32) {
	before := p.nodes
	if !p.open(ply, b, false) {
		return 1, 1
	}
	f := &p.frames[ply]
	for {
		s := f.sums()
		pn, dn = s.pn, s.dn
		if !f.full && (f.mine && dn == 0 || !f.mine && pn == 0) {
			// A subset in which nothing helps whoever acts proves nothing.
			if !p.open(ply, b, true) {
				return 1, 1
			}
			continue
		}
		if pn == 0 || dn == 0 {
			break
		}
		if p.halted {
			return pn, dn
		}
		if pn >= maxPN || dn >= maxDN {
			break
		}
		// The child may grow a quarter harder than its rival before that has its
		// turn (Pawlewicz and Lew 2007).
		kid := &f.kids[s.best]
		rival := min(s.second+s.second/4+1, endless)
		kidPN, kidDN := min(maxPN, rival), max(maxDN-s.others, kid.dn+1)
		if !f.mine {
			kidPN, kidDN = max(maxPN-s.others, kid.pn+1), min(maxDN, rival)
		}
		p.pos.Make(kid.move)
		kid.pn, kid.dn = p.visit(ply+1, kid.budget, kidPN, kidDN)
		p.pos.Unmake()
	}
	if ply > 0 || p.limits.Only == nil {
		p.table.store(p.key(b), pn, dn, p.nodes-before)
	}
	return pn, dn
}
