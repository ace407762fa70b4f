package search

import "tetrarch/game"

// budget says which turns of its own the side that acted first may still begin.
//
// A turn of a side begins where it acts, is not in the middle of a turn
// (game.State.Midturn), and the other sides have begun one since its last: an
// extra turn belongs to the turn that it extends, and a decision in the middle
// of somebody's turn, the opponent's too, begins none. What is left of a turn at
// the root is a turn.
type budget struct {
	left    int  // turns that it may still begin; negative once it would have begun one too many
	running bool // the last turn begun is its own
}

// budgetOf returns the budget once the first of so many turns has begun at a
// root.
func budgetOf(turns int, root *game.State) budget { return budget{turns - 1, !root.Midturn} }

// enter returns the budget in a position in which somebody acts.
func (b budget) enter(st *game.State, us game.Side) budget {
	switch {
	case st.Midturn || st.Player == game.Chance:
	case st.Side != us:
		b.running = false
	case !b.running:
		return budget{b.left - 1, true}
	}
	return b
}

// Turns returns how many turns of the side that acts at p the next plies actions
// hold, at least 1: a decision in the middle of a turn begins none, and extra
// turns belong to the turn they extend. They are counted along a line as far as
// it goes, and beyond it as if the sides took turns of one action, after a roll
// each if the line ends at a roll. p is as before.
func Turns(p game.Position, line []game.Move, plies int) int {
	st := p.Base()
	us := st.Side
	b := budgetOf(1, st)
	made := 0
	for made < min(plies, len(line)) && p.Legal(line[made]) {
		if made > 0 {
			b = b.enter(st, us)
		}
		p.Make(line[made])
		made++
	}
	turns, rest := 1-b.left, plies-made
	if rest > 0 && !st.Over {
		sides, each := p.Seating().Sides, 1
		if st.Player == game.Chance {
			each = 2
		}
		ahead := (int(us-st.Side) + sides) % sides // turns of others before the next of its own
		if ahead == 0 && each == 1 && b.enter(st, us) == b {
			ahead = sides // its turn goes on
		}
		turns += max(0, (rest-ahead*each+sides*each-1)/(sides*each))
	}
	for range made {
		p.Unmake()
	}
	return turns
}
