package search

import "tetrarch/game"

// line returns the win that was proven with a budget: the attacker's winning
// actions, and those of others that hold out for all its turns. It can end early
// if the search is being left.
func (p *prover) line(b budget) []game.Move {
	var line []game.Move
	for len(line) < p.deepest && !p.halted {
		ply := len(line)
		if pn, _ := p.prove(ply, b, endless, endless); pn != 0 {
			break
		}
		f := &p.frames[ply]
		var kid *proofKid
		if f.mine {
			kid = f.winner()
		} else {
			kid = p.stubborn(ply)
		}
		line, b = append(line, kid.move), kid.budget
		p.pos.Make(kid.move)
		if p.st.Over {
			break
		}
	}
	for range line {
		p.pos.Unmake()
	}
	return line
}

// winner returns the child that proves a node of the attacker: a win at once has
// stopped the list there.
func (f *proofFrame) winner() *proofKid {
	for i := len(f.kids) - 1; i > 0; i-- {
		if f.kids[i].pn == 0 {
			return &f.kids[i]
		}
	}
	return &f.kids[0]
}

// stubborn returns the child of a node of others, won for the attacker, that it
// does not win with a turn less, if there is one: as a rule the search for
// shorter wins has left it in the table.
func (p *prover) stubborn(ply int) *proofKid {
	f := &p.frames[ply]
	choice := &f.kids[0]
	for _, solve := range []bool{false, true} {
		for i := range f.kids {
			kid := &f.kids[i]
			p.pos.Make(kid.move)
			holds := !p.st.Over
			if holds {
				choice = kid
			}
			if less := (budget{kid.budget.left - 1, kid.budget.running}); holds && less.left >= 0 {
				_, dn, ok := p.table.probe(p.key(less))
				if solve && !ok {
					_, dn = p.prove(ply+1, less, endless, endless)
					ok = true
				}
				holds = ok && dn == 0
			}
			p.pos.Unmake()
			if holds || p.halted {
				return choice
			}
		}
	}
	return choice
}
