package toy

import "tetrarch/game"

// Units of the evaluation, chosen by hand: a field is worth a few per cent of a
// game, the goal cannot be lost again, and a runner with an enemy close behind
// may be.
const (
	perField  = 300
	atGoal    = 700
	inReach   = -90 // per enemy runner 1 to 3 fields behind
	toMove    = 210
	perMarked = -400 // the first "home" under drop=yes
	outOfRace = -4000
)

type evaluator struct{ p *position }

// Evaluator binds an evaluator to a position of the game. It explains its terms.
func Evaluator(p game.Position) game.Evaluator { return evaluator{p.(*position)} }

// Evaluate compares each side's mean worth of a seat with the mean of the other
// sides; nought stands for an equal share of the game.
func (e evaluator) Evaluate(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	for side := range e.p.seating.Sides {
		to[side] = e.board(game.Side(side)) + e.tempo(game.Side(side))
	}
	e.compare(to)
	n := game.Score(e.p.seating.Sides)
	for side := range n {
		to[side] += (2 - n) * game.MaxEval / n
	}
}

// Explain returns the terms.
func (e evaluator) Explain() []game.Term {
	terms := []game.Term{{Name: "board"}, {Name: "tempo"}, {Name: "rest"}}
	var total [game.MaxSides]game.Score
	e.Evaluate(&total)
	for side := range e.p.seating.Sides {
		terms[0].Values[side] = e.board(game.Side(side))
		terms[1].Values[side] = e.tempo(game.Side(side))
	}
	e.compare(&terms[0].Values)
	e.compare(&terms[1].Values)
	for side := range total {
		terms[2].Values[side] = total[side] - terms[0].Values[side] - terms[1].Values[side]
	}
	return terms
}

// compare subtracts from each side's worth the mean of the others'.
func (e evaluator) compare(to *[game.MaxSides]game.Score) {
	n := game.Score(e.p.seating.Sides)
	sum := game.Score(0)
	for _, v := range to {
		sum += v
	}
	for side := range n {
		to[side] -= (sum - to[side]) / (n - 1)
	}
}

func (e evaluator) tempo(side game.Side) game.Score {
	if e.p.seating.SideOf[e.p.turn] == side {
		return toMove
	}
	return 0
}

// board is the mean worth of the side's seats.
func (e evaluator) board(side game.Side) game.Score {
	var sum, n game.Score
	for seat := range e.p.seating.Seats {
		if e.p.seating.SideOf[seat] == side {
			sum += e.seat(seat)
			n++
		}
	}
	return sum / n
}

func (e evaluator) seat(seat int) game.Score {
	p := e.p
	if p.Dropped(game.Player(seat)) {
		return outOfRace
	}
	v := game.Score(p.homes[seat]) * perMarked
	for lane, f := range p.at[seat] {
		v += perField * game.Score(f)
		switch f {
		case 0:
		case p.goal:
			v += atGoal
		default:
			v += inReach * e.chasers(seat, lane, f)
		}
	}
	return v
}

// chasers counts the enemy runners that a roll could bring onto field f.
func (e evaluator) chasers(seat, lane int, f int8) game.Score {
	n := game.Score(0)
	for other := range e.p.seating.Seats {
		if d := f - e.p.at[other][lane]; d >= 1 && d <= maxDie && e.p.seating.SideOf[other] != e.p.seating.SideOf[seat] {
			n++
		}
	}
	return n
}
