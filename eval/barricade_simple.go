package eval

import (
	"tetrarch/game"
	"tetrarch/movegen/barricade"
)

// The weights of the simple evaluation of Barricade, in steps: a barricade in
// hand, which who takes one has; and a barricade just in front of a foremost
// pawn, of which each step of distance takes its part.
const (
	simpleHand = 4
	simpleWall = 12
)

// barricadeSimple judges Barricade as a beginner does: by the steps that the
// pawns have made, what hitting costs them included, by the barricade that is
// taken, and by the barricades in front of each seat's leading pawn. It knows
// nothing of chances.
type barricadeSimple struct {
	p *barricade.Position
	b *barricade.Board
}

func newBarricadeSimple(p game.Position) game.Evaluator {
	e := &barricadeSimple{p: p.(*barricade.Position)}
	e.b = e.p.Variant().Board()
	return e
}

// Evaluate fills the values, in steps times 100 ahead of the mean of the others;
// they sum to about zero.
func (e *barricadeSimple) Evaluate(to *[game.MaxSides]game.Score) {
	seating := e.p.Seating()
	var sum [game.MaxSides]int
	all := 0
	for seat := range seating.Seats {
		s := e.strength(seat)
		sum[seating.SideOf[seat]] += s
		all += s
	}
	*to = [game.MaxSides]game.Score{}
	for side := range seating.Sides {
		v := sum[side] - (all-sum[side])/(seating.Sides-1)
		to[side] = min(game.MaxEval, max(-game.MaxEval, game.Score(100*v)))
	}
}

// strength returns what a seat has, in steps.
func (e *barricadeSimple) strength(seat int) int {
	last := e.b.Last()
	exit, _ := e.b.Exit(e.p.HomeOf(seat))
	s := -e.p.AtHome(seat) * (e.b.Distance(exit, last) + 1)
	lead, left := last, int(^uint(0)>>1)
	for pawns := e.p.Pawns(seat); !pawns.Empty(); pawns = pawns.Rest() {
		f := pawns.First()
		d := e.b.Distance(f, last)
		s -= d
		if d < left {
			lead, left = f, d
		}
	}
	if e.p.InHand() && e.p.Turn() == seat {
		s += simpleHand
	}
	if lead == last {
		return s
	}
	// Barricades on a shortest way of the leading pawn.
	for walls := e.p.Walls(); !walls.Empty(); walls = walls.Rest() {
		w := walls.First()
		if d := e.b.Distance(lead, w); d+e.b.Distance(w, last) == left {
			s -= simpleWall / (d + 1)
		}
	}
	return s
}
