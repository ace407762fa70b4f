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
// it goes, and beyond it as if all seats took turns of one action, after a roll
// each in games with dice. p is as before.
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
		round := p.Seating().Seats
		if _, rolls := p.(game.Roller); rolls {
			round *= 2
		}
		next := b.enter(st, us)
		if next.left == b.left { // the others are to begin a turn, or this one goes on
			rest -= round / p.Seating().Seats
		}
		turns += max(0, (rest+round-1)/round)
	}
	for range made {
		p.Unmake()
	}
	return turns
}
