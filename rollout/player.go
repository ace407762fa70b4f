package rollout

import (
	"cmp"
	"context"
	"slices"

	"tetrarch/game"
	"tetrarch/search"
)

// actionsPerTurn bounds a game's actions, on average, should it go on without
// rolls.
const actionsPerTurn = 16

// policyHash is the table of a searching policy, in megabytes: it is emptied
// before every game.
const policyHash = 1

// sample is the result of one game.
type sample struct {
	value Values // shares at the end or by the evaluation where it was cut
	luck  Values // sum over the rolls; its expectation is nought
	turns int
}

// player plays games of a rollout, one at a time.
type player struct {
	o         Options
	root      search.Root
	pos       game.Position
	st        *game.State
	roller    game.Roller
	selective game.Selective // nil if the game has no such list
	eval      game.Evaluator
	sides     int
	searcher  search.Searcher // nil if the policy does not search

	outcomes, actions game.MoveList
	replies           []reply // by outcome
}

// reply is the best action after an outcome and its value.
type reply struct {
	move  game.Move
	value Values
}

func newPlayer(r search.Root, o Options) (*player, error) {
	pos := r.Position.Clone()
	p := &player{o: o, root: r, pos: pos, st: pos.Base(), eval: r.Evaluator(pos), sides: pos.Seating().Sides}
	p.roller = pos.(game.Roller)
	p.selective, _ = pos.(game.Selective)
	p.root.Position, p.root.History = pos, nil
	if o.Depth > 0 || o.Nodes > 0 {
		table, err := search.NewTable(policyHash)
		if err != nil {
			return nil, err
		}
		p.searcher = search.NewAuto(table)
	}
	return p, nil
}

// candidates returns the actions to compare, those first that look best.
func (p *player) candidates(o Options) []*candidate {
	if p.st.Player == game.Chance {
		c := &candidate{move: game.NoMove}
		p.value(&c.guess)
		return []*candidate{c}
	}
	p.list()
	side := p.st.Side
	var all []*candidate
	if o.Only != nil {
		p.actions.Reset()
		for _, m := range o.Only {
			if p.pos.Legal(m) && !p.actions.Contains(m) {
				p.actions.Add(m)
			}
		}
	}
	for _, s := range p.actions.Moves {
		c := &candidate{move: s.Move}
		p.pos.Make(s.Move)
		p.value(&c.guess)
		p.pos.Unmake()
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.guess[side], a.guess[side]) })
	if o.Only == nil && len(all) > o.Candidates {
		all = all[:o.Candidates]
	}
	return all
}

// list fills p.actions with what the policy chooses from.
func (p *player) list() {
	p.actions.Reset()
	if p.selective != nil {
		p.selective.GenerateSelective(&p.actions)
	} else {
		p.pos.Generate(&p.actions)
	}
}

// value fills the sides' shares: the result, or what the evaluation expects.
func (p *player) value(to *Values) {
	var v [game.MaxSides]game.Score
	if p.st.Over {
		p.pos.Returns(&v)
		for side := range p.sides {
			to[side] = float64(v[side]) / float64(game.Whole)
		}
		return
	}
	p.eval.Evaluate(&v)
	for side := range p.sides {
		to[side] = p.root.Share(v[side])
	}
}

// best looks one action ahead: the action after which the evaluation is best for
// the side that acts, the first of equals, and its value. At the end of the game
// it is NoMove.
func (p *player) best() (r reply) {
	if p.st.Over {
		p.value(&r.value)
		return r
	}
	p.list()
	side := p.st.Side
	for i := range p.actions.Moves {
		m := p.actions.Moves[i].Move
		var v Values
		p.pos.Make(m)
		p.value(&v)
		p.pos.Unmake()
		if r.move == game.NoMove || v[side] > r.value[side] {
			r.move, r.value = m, v
		}
	}
	return r
}

// game plays one game that begins with an action, or with a roll if it is
// NoMove, and leaves the position as it was. The error is that of ctx or of the
// search.
func (p *player) game(ctx context.Context, first game.Move, number int, to *sample) error {
	*to = sample{}
	d := dice{seed: p.o.Seed, game: uint64(number)}
	if p.searcher != nil {
		p.searcher.NewGame() // else a game would depend on those before it
	}
	made := 0
	defer func() {
		for range made {
			p.pos.Unmake()
		}
	}()
	play := func(m game.Move) {
		p.pos.Make(m)
		made++
	}
	if first != game.NoMove {
		play(first)
	}
	for !p.st.Over && made < actionsPerTurn*p.o.Turns {
		if err := ctx.Err(); err != nil {
			return err
		}
		reply := game.NoMove
		if p.st.Player == game.Chance {
			if to.turns == p.o.Turns {
				break
			}
			to.turns++
			reply = p.roll(&d, play, &to.luck)
		}
		if p.st.Over || p.st.Player == game.Chance {
			continue
		}
		m, err := p.choose(ctx, reply)
		if err != nil {
			return err
		}
		play(m)
	}
	p.value(&to.value)
	return nil
}

// roll plays an outcome and adds its luck: the value after the best action that
// it allows, less the mean of that over all outcomes. It returns that action if
// it is known.
func (p *player) roll(d *dice, play func(game.Move), luck *Values) game.Move {
	p.outcomes.Reset()
	p.pos.Generate(&p.outcomes)
	drawn := d.draw(p.roller, p.outcomes.Moves)
	if p.o.Plain {
		play(p.outcomes.Moves[drawn].Move)
		return game.NoMove
	}
	p.replies = p.replies[:0]
	for i := range p.outcomes.Moves {
		m := p.outcomes.Moves[i].Move
		n, den := p.roller.Weight(m)
		p.pos.Make(m)
		r := p.best()
		p.pos.Unmake()
		for side := range p.sides {
			luck[side] -= r.value[side] * float64(n) / float64(den)
		}
		p.replies = append(p.replies, r)
	}
	for side := range p.sides {
		luck[side] += p.replies[drawn].value[side]
	}
	play(p.outcomes.Moves[drawn].Move)
	return p.replies[drawn].move
}

// choose is the policy; best is what looks best one action ahead if that is known,
// or NoMove.
func (p *player) choose(ctx context.Context, best game.Move) (game.Move, error) {
	if p.searcher == nil {
		if best == game.NoMove {
			best = p.best().move
		}
		return best, nil
	}
	r, err := p.searcher.Search(ctx, p.root, search.Limits{Depth: p.o.Depth, Nodes: p.o.Nodes}, search.Config{Threads: 1, Seed: p.o.Seed}, nil)
	if err == nil {
		err = ctx.Err() // what a search says that was stopped depends on when
	}
	return r.Best, err
}
