package barricade

import "tetrarch/game"

// Generate adds every legal action.
func (p *Position) Generate(l *game.MoveList) {
	switch {
	case p.Over:
	case p.phase == rollDue:
		for die := range uint8(6) {
			l.Add(pack(kindRoll, 0, die+1))
		}
	case p.phase == inHand:
		for s := p.vacant(); !s.Empty(); s = s.Rest() {
			l.Add(pack(kindPlace, 0, s.First()))
		}
	default:
		n := l.Len()
		p.generateMoves(l, Set{^uint64(0), ^uint64(0)})
		if !p.v.mustMove || l.Len() == n {
			l.Add(passMove)
		}
	}
}

// vacant holds the fields on which the barricade in hand may be placed: any that
// is empty except the last one, and not in a closed row.
func (p *Position) vacant() Set {
	return p.v.open.Without(p.walls).Without(p.allPawns())
}

// allPawns holds the fields of all pawns.
func (p *Position) allPawns() Set {
	var s Set
	for seat := range p.Seats {
		s = s.Or(p.pawns[seat])
	}
	return s
}

// friends holds the pawns that the acting seat may not land on: its own and its
// team mates'. A walk that comes back to where it began is no move either.
func (p *Position) friends() Set {
	s := p.pawns[p.seat]
	for _, ally := range p.ally[p.seat] {
		s = s.Or(p.pawns[ally])
	}
	return s
}

// generateMoves adds the pawns' moves that end on a field of to.
func (p *Position) generateMoves(l *game.MoveList, to Set) {
	to = to.Without(p.friends())
	for s := p.pawns[p.seat]; !s.Empty(); s = s.Rest() {
		from := s.First()
		p.generateWalks(l, p.v.board.WalksFrom(from, p.phase), pack(kindMove, from, 0), to)
	}
	if p.home[p.seat] > 0 {
		source := HomeSource(int(p.homeOf[p.seat]))
		p.generateWalks(l, p.v.board.WalksFrom(source, p.phase), pack(kindEnter, 0, 0), to)
	}
}

func (p *Position) generateWalks(l *game.MoveList, walks []Walk, base game.Move, to Set) {
	done := uint8(nowhere)
	for i := range walks {
		w := &walks[i]
		// Pawns may be passed, barricades never. Walks are sorted by target: of
		// several, one that is open is enough.
		if w.To != done && !w.Over.Meets(p.walls) && to.Has(w.To) {
			done = w.To
			l.Add(base | game.Move(w.To))
		}
	}
}

// Count returns the number of legal actions.
func (p *Position) Count() int {
	switch {
	case p.Over:
		return 0
	case p.phase == rollDue:
		return 6
	case p.phase == inHand:
		return p.vacant().Len()
	}
	n := p.countMoves()
	if !p.v.mustMove || n == 0 {
		n++
	}
	return n
}

// countMoves counts the pawns' moves.
func (p *Position) countMoves() int {
	n := 0
	to := p.v.board.all.Without(p.friends())
	for s := p.pawns[p.seat]; !s.Empty(); s = s.Rest() {
		n += p.countWalks(p.v.board.WalksFrom(s.First(), p.phase), to)
	}
	if p.home[p.seat] > 0 {
		n += p.countWalks(p.v.board.WalksFrom(HomeSource(int(p.homeOf[p.seat])), p.phase), to)
	}
	return n
}

func (p *Position) countWalks(walks []Walk, to Set) int {
	n := 0
	done := uint8(nowhere)
	for i := range walks {
		w := &walks[i]
		if w.To != done && !w.Over.Meets(p.walls) && to.Has(w.To) {
			done = w.To
			n++
		}
	}
	return n
}

// Legal says whether m is one of the actions that Generate would add.
func (p *Position) Legal(m game.Move) bool {
	kind, from, to := unpack(m)
	if p.Over || pack(kind, from, to) != m || kind != kindMove && from != 0 || int(to) >= MaxFields {
		return false
	}
	switch kind {
	case kindRoll:
		return p.phase == rollDue && to >= 1 && to <= 6
	case kindPlace:
		return p.phase == inHand && p.vacant().Has(to)
	}
	if p.phase == rollDue || p.phase == inHand {
		return false
	}
	switch kind {
	case kindPass:
		return to == 0 && (!p.v.mustMove || p.countMoves() == 0)
	case kindMove:
		return p.pawns[p.seat].Has(from) && p.reaches(from, to)
	case kindEnter:
		return p.home[p.seat] > 0 && p.reaches(HomeSource(int(p.homeOf[p.seat])), to)
	}
	return false
}

// reaches says whether an open walk with the roll joins a source with a field
// that the acting seat may land on.
func (p *Position) reaches(source, to uint8) bool {
	if p.friends().Has(to) {
		return false
	}
	for _, w := range p.v.board.WalksBetween(source, to) {
		if w.Roll == p.phase && !w.Over.Meets(p.walls) {
			return true
		}
	}
	return false
}
