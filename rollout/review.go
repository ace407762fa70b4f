package rollout

import (
	"context"
	"fmt"

	"tetrarch/game"
	"tetrarch/search"
)

// Judge is how a review searches.
type Judge struct {
	Searcher search.Searcher
	// Root returns where a search of the game under way starts.
	Root func(*game.Play) search.Root
	// Limits end each of the searches; Depth or Nodes make a review
	// repeatable.
	Limits search.Limits
	Config search.Config
	// Each, if not nil, is called after every action with the number of
	// actions reviewed.
	Each func(actions int)
}

// Decision is an action of a seat.
type Decision struct {
	Seat   game.Player
	Played string
	// Best is what the search prefers; Played where that is the best it finds
	// or the only action.
	Best string
	// Value is the share, 0 to 1, that the seat's side could expect with Best.
	// It is 0 for an only action.
	Value float64
	// Error is by how much Played is worth less, never negative.
	Error float64
	// Only says that there was no choice.
	Only bool
}

// Turn is a turn of a game: a roll, if there are dice, and the actions up to the
// next.
type Turn struct {
	Number int // from 1
	Seat   game.Player
	// Roll is what was rolled; empty without dice.
	Roll string
	// Luck is the share that the side of Seat could expect after its best play
	// of this roll, less the mean of that over all rolls.
	Luck      float64
	Decisions []Decision
}

// Account sums what a seat did and met in a game.
type Account struct {
	Rolls     int
	Luck      float64
	Decisions int // where it had a choice
	Errors    int // decisions with an error above 0
	Error     float64
}

// Game is the review of a game.
type Game struct {
	Turns []Turn
	Seats []Account // in turn order
}

// review is a review under way.
type review struct {
	Judge
	ctx    context.Context
	play   *game.Play
	game   Game
	rolled bool   // the last action was a roll
	known  *found // what was found about the position on the board, or nil
}

// found is what a search says of a position.
type found struct {
	move  game.Move // the best action, NoMove at a roll or the end
	side  game.Side // whose share value is
	value float64
}

// Review goes through the actions of a game from a start that it takes over. It
// judges every roll and every decision by searches of its own, to the limits of
// j. An action that is not legal, a failing search and the end of ctx are
// errors.
func Review(ctx context.Context, start *game.Play, actions []string, j Judge) (Game, error) {
	r := &review{Judge: j, ctx: ctx, play: start}
	r.game.Seats = make([]Account, start.Position().Seating().Seats)
	for i, text := range actions {
		if start.Over() {
			return r.game, fmt.Errorf("action %d %q: the game is over (%s)", i+1, text, start.Reason())
		}
		m, err := start.Position().ParseMove(text)
		if err != nil {
			return r.game, fmt.Errorf("action %d: %w", i+1, err)
		}
		if err := r.action(m); err != nil {
			return r.game, err
		}
		if j.Each != nil {
			j.Each(i + 1)
		}
	}
	return r.game, nil
}

// action judges a legal action and makes it.
func (r *review) action(m game.Move) error {
	st := r.play.Position().Base()
	if st.Player == game.Chance {
		return r.roll(m)
	}
	if len(r.game.Turns) == 0 || !r.rolled && !st.Midturn {
		r.turn(st.Player, "")
	}
	return r.decide(m)
}

// turn begins a turn.
func (r *review) turn(seat game.Player, roll string) *Turn {
	r.game.Turns = append(r.game.Turns, Turn{Number: len(r.game.Turns) + 1, Seat: seat, Roll: roll})
	return r.last()
}

func (r *review) last() *Turn { return &r.game.Turns[len(r.game.Turns)-1] }

// roll judges the luck of an outcome by searching all of them.
func (r *review) roll(drawn game.Move) error {
	pos := r.play.Position()
	side := pos.Base().Side
	var outcomes game.MoveList
	pos.Generate(&outcomes)
	roller, weighted := pos.(game.Roller)
	mean := 0.0
	var known *found
	for _, o := range outcomes.Moves {
		n, den := 1, outcomes.Len()
		if weighted {
			n, den = roller.Weight(o.Move)
		}
		r.play.Push(o.Move)
		f, err := r.find(side, nil)
		r.play.Undo()
		if err != nil {
			return err
		}
		mean += f.value * float64(n) / float64(den)
		if o.Move == drawn {
			known = f
		}
	}
	text := pos.FormatMove(drawn)
	r.play.Push(drawn)
	seat := r.play.Position().Base().Player
	if seat == game.Chance || r.play.Over() {
		return fmt.Errorf("roll %s: nobody acts after it: want a game whose rolls come before a decision", text)
	}
	t := r.turn(seat, text)
	t.Luck = known.value - mean
	a := &r.game.Seats[seat]
	a.Rolls++
	a.Luck += t.Luck
	r.known, r.rolled = known, true
	return nil
}

// decide judges an action of a seat against the best.
func (r *review) decide(m game.Move) error {
	pos := r.play.Position()
	st := pos.Base()
	d := Decision{Seat: st.Player, Played: pos.FormatMove(m)}
	d.Best = d.Played
	var all game.MoveList
	pos.Generate(&all)
	if d.Only = all.Len() == 1; !d.Only {
		if err := r.compare(m, &d); err != nil {
			return err
		}
		a := &r.game.Seats[d.Seat]
		a.Decisions++
		a.Error += d.Error
		if d.Error > 0 {
			a.Errors++
		}
	}
	t := r.last()
	t.Decisions = append(t.Decisions, d)
	r.play.Push(m)
	r.known, r.rolled = nil, false
	return nil
}

// compare finds the best action and, if it is another, what m is worth.
func (r *review) compare(m game.Move, d *Decision) error {
	pos := r.play.Position()
	side := pos.Base().Side
	best := r.known
	if best == nil || best.side != side {
		var err error
		if best, err = r.find(side, nil); err != nil {
			return err
		}
	}
	d.Value = best.value
	if best.move == m {
		return nil
	}
	own, err := r.find(side, []game.Move{m})
	if err != nil {
		return err
	}
	if own.value >= best.value { // the second search may have seen more
		d.Value = own.value
		return nil
	}
	d.Best, d.Error = pos.FormatMove(best.move), best.value-own.value
	return nil
}

// find searches the position on the board for what it is worth to a side, with
// the actions of only if that is not nil.
func (r *review) find(side game.Side, only []game.Move) (*found, error) {
	f := &found{side: side}
	var shares [game.MaxSides]game.Score
	if r.play.Returns(&shares) {
		f.value = float64(shares[side]) / float64(game.Whole)
		return f, nil
	}
	root := r.Root(r.play)
	st := root.Position.Base()
	limits := r.Limits
	limits.Roll, limits.Only = st.Player == game.Chance, only
	result, err := r.Searcher.Search(r.ctx, root, limits, r.Config, nil)
	if err == nil {
		err = r.ctx.Err() // what a search says that was stopped is worth little
	}
	if err != nil {
		return nil, err
	}
	report := result.Report()
	switch {
	case side == st.Side:
		f.value = root.Share(report.Score)
	case root.Position.Seating().Sides == 2:
		f.value = 1 - root.Share(report.Score)
	default:
		f.value = root.Share(report.Values[side])
	}
	if !limits.Roll {
		f.move = result.Best
	}
	return f, nil
}
