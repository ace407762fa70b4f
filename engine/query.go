package engine

import (
	"strconv"

	"tetrarch/game"
)

// Legal lists the actions that are legal now, or the outcomes of the roll that
// is due, in the game's own order; nil once the game is over.
func Legal(p *game.Play) []string {
	if p.Over() {
		return nil
	}
	var l game.MoveList
	p.Position().Generate(&l)
	texts := make([]string, l.Len())
	for i, s := range l.Moves {
		texts[i] = p.Position().FormatMove(s.Move)
	}
	return texts
}

// Odds is an outcome of a roll and its probability Num/Den. Den is the same for
// all outcomes of a roll.
type Odds struct {
	Move     game.Move
	Text     string
	Num, Den int
}

// Chances lists the outcomes of the roll that is due; nil if none is. Outcomes
// are equally likely unless the position is a [game.Roller].
func Chances(p *game.Play) []Odds {
	pos := p.Position()
	if p.Over() || pos.Base().Player != game.Chance {
		return nil
	}
	var l game.MoveList
	pos.Generate(&l)
	roller, weighted := pos.(game.Roller)
	odds := make([]Odds, l.Len())
	for i, s := range l.Moves {
		odds[i] = Odds{s.Move, pos.FormatMove(s.Move), 1, l.Len()}
		if weighted {
			odds[i].Num, odds[i].Den = roller.Weight(s.Move)
		}
	}
	return odds
}

// Turn returns the seat that acts, counted from 1 in turn order, or "chance", or
// "none" once the game is over.
func Turn(p *game.Play) string {
	switch player := p.Position().Base().Player; {
	case p.Over():
		return "none"
	case player == game.Chance:
		return "chance"
	default:
		return strconv.Itoa(int(player) + 1)
	}
}

// Scores returns the score of every seat, 1 won to 0 lost, or nil while the game
// goes on.
func Scores(p *game.Play) []float64 {
	var shares [game.MaxSides]game.Score
	if !p.Returns(&shares) {
		return nil
	}
	return bySeat(p.Position().Seating(), &shares)
}

// bySeat gives every seat its side's share of the game.
func bySeat(seating *game.Seating, shares *[game.MaxSides]game.Score) []float64 {
	scores := make([]float64, seating.Seats)
	for seat := range scores {
		scores[seat] = float64(shares[seating.SideOf[seat]]) / float64(game.Whole)
	}
	return scores
}

// Forfeit fills the shares of a game that ends as seat gives it up: equal parts
// for all sides still in play but that seat's.
func Forfeit(p game.Position, seat game.Player, to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	in := game.InPlay(p)
	in[p.Seating().SideOf[seat]] = false
	others := game.Score(0)
	for _, side := range in {
		if side {
			others++
		}
	}
	for side, playing := range in {
		if playing {
			to[side] = game.Whole / others
		}
	}
}

// Resigned returns the score of every seat, as [Scores] does, when the seat that
// acts gives the game up; nil at a roll and once the game is over.
func Resigned(p *game.Play) []float64 {
	pos := p.Position()
	if p.Over() || pos.Base().Player == game.Chance {
		return nil
	}
	var shares [game.MaxSides]game.Score
	Forfeit(pos, pos.Base().Player, &shares)
	return bySeat(pos.Seating(), &shares)
}

// Judgement is the evaluation of a position without any search.
type Judgement struct {
	Seating *game.Seating
	// Values are the sides' values in the evaluator's units.
	Values [game.MaxSides]game.Score
	// Terms sum to Values; nil if the evaluator does not explain itself.
	Terms []game.Term
	// Centi is the value for the side that acts, in hundredths, 100 being a
	// chance of 3 to 1 to win.
	Centi int
}

// Eval evaluates the current position, also during a search. The error is
// [ErrOver] at the end of the game.
func (s *Session) Eval() (Judgement, error) {
	s.mu.Lock()
	over, g, pos := s.play.Over(), s.game, s.play.Position().Clone()
	s.mu.Unlock()
	if over {
		return Judgement{}, ErrOver
	}
	j := Judgement{Seating: pos.Seating()}
	e := g.Model.New(pos)
	e.Evaluate(&j.Values)
	if x, ok := e.(game.Explainer); ok {
		j.Terms = x.Explain()
	}
	j.Centi = g.Scale(pos).Centi(j.Values[pos.Base().Side])
	return j, nil
}
