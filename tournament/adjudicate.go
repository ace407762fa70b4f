package tournament

import (
	"fmt"

	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
)

// Reasons of games that the match ends by its own judgement. Each is off unless
// its part of [Adjudication] is set; [TurnCap] is always on.
const (
	AdjudicatedResign = "adjudicated-resign" // all sides but one saw that they lose
	AdjudicatedDraw   = "adjudicated-draw"   // all sides in play saw that nothing is left to win
	AdjudicatedTable  = "adjudicated-table"  // a table of endgames knows the result
)

// Adjudication says when a match ends a game that its rules would let go on. The
// zero value never does. Only decisions for which a player gave a score count: a
// player that says no score never resigns and agrees to no draw. Scores are in
// hundredths of the advantage that wins three games for one lost; a win or loss
// that is seen counts as beyond every bound.
type Adjudication struct {
	// Resign, if above 0, lets a side lose that scored itself at -Resign or
	// less in its last ResignMoves decisions. With more than two sides the game
	// ends when all but one are so far.
	Resign, ResignMoves int
	// ResignAgreed wants the winner to score itself at Resign or more in its
	// last ResignMoves decisions too.
	ResignAgreed bool
	// DrawMoves, if above 0, ends a game in a draw in which every side in play
	// scored itself within ±Draw in its last DrawMoves decisions, from turn
	// DrawAfter on.
	Draw, DrawMoves, DrawAfter int
	// Tables is a file of endgames, as the option EndgamePath names one; empty
	// means none. A position that it knows ends the game with the result of best
	// play.
	Tables string
}

// The defaults of rules that are switched on without numbers.
const (
	DefaultResignMoves = 4
	DefaultDrawMoves   = 8
)

// Check says what is wrong with the numbers.
func (a Adjudication) Check() error {
	switch {
	case a.Resign < 0 || a.ResignMoves < 0:
		return fmt.Errorf("adjudication by resignation at %d for %d moves: want numbers above 0", a.Resign, a.ResignMoves)
	case a.Draw < 0 || a.DrawMoves < 0 || a.DrawAfter < 0:
		return fmt.Errorf("adjudication of draws within %d for %d moves after turn %d: want none below 0", a.Draw, a.DrawMoves, a.DrawAfter)
	}
	return nil
}

// oracle opens the table of endgames; nil if there is none to ask.
func (a Adjudication) oracle(g *Game) (search.Oracle, error) {
	if a.Tables == "" {
		return nil, nil
	}
	if g.Endgame == nil {
		return nil, fmt.Errorf("adjudication by tables: %s has no tables of endgames", g.Rules.Name)
	}
	o, err := g.Oracle(a.Tables)
	if err != nil {
		return nil, fmt.Errorf("adjudication by tables: %w", err)
	}
	return o, nil
}

// referee ends one game by the rules of [Adjudication].
type referee struct {
	rules  Adjudication
	oracle search.Oracle // nil if no table is asked
	// By side, how many of its last decisions in a row scored itself at
	// -Resign or less, at Resign or more, and within ±Draw.
	losing, winning, level [game.MaxSides]int
}

// note counts a decision of a side. One without a score changes nothing.
func (r *referee) note(side game.Side, s record.Score) {
	if s.Kind == record.Unknown {
		return
	}
	run := func(counter *int, holds bool) {
		if holds {
			*counter++
		} else {
			*counter = 0
		}
	}
	decided := s.Kind == record.Decided
	run(&r.losing[side], s.Value < 0 && (decided || s.Value <= -r.rules.Resign))
	run(&r.winning[side], s.Value > 0 && (decided || s.Value >= r.rules.Resign))
	run(&r.level[side], !decided && max(s.Value, -s.Value) <= r.rules.Draw)
}

// judge looks at the game after a decision, turns having been begun. It returns
// why the game ends, with the shares, or no reason.
func (r *referee) judge(play *game.Play, turns int, shares *[game.MaxSides]game.Score) string {
	if play.Over() {
		return ""
	}
	switch {
	case r.known(play, shares):
		return AdjudicatedTable
	case r.rules.Resign > 0 && r.resigned(play, shares):
		return AdjudicatedResign
	case r.rules.DrawMoves > 0 && turns >= r.rules.DrawAfter && r.all(play, &r.level, r.rules.DrawMoves):
		play.Shared(shares)
		return AdjudicatedDraw
	}
	return ""
}

// adjudicated says that the match ends the game after the last action, a
// decision of side; the outcome then says how.
func (t *table) adjudicated(side game.Side) bool {
	t.referee.note(side, t.out.Record.Actions[len(t.out.Record.Actions)-1].Score)
	reason := t.referee.judge(t.play, t.out.Turns, &t.out.Shares)
	if reason != "" {
		t.out.Reason = reason
	}
	return reason != ""
}

// all says that the counter of every side in play has reached n.
func (r *referee) all(play *game.Play, counter *[game.MaxSides]int, n int) bool {
	in := game.InPlay(play.Position())
	for side := range play.Position().Seating().Sides {
		if in[side] && counter[side] < n {
			return false
		}
	}
	return true
}

// resigned says that one side is left that did not give up, and gives it all.
func (r *referee) resigned(play *game.Play, shares *[game.MaxSides]game.Score) bool {
	moves := r.rules.ResignMoves
	if moves == 0 {
		moves = DefaultResignMoves
	}
	in := game.InPlay(play.Position())
	winner := -1
	for side := range play.Position().Seating().Sides {
		if !in[side] || r.losing[side] >= moves {
			continue
		}
		if winner >= 0 {
			return false
		}
		winner = side
	}
	if winner < 0 || r.rules.ResignAgreed && r.winning[winner] < moves {
		return false
	}
	*shares = [game.MaxSides]game.Score{}
	shares[winner] = game.Whole
	return true
}

// known asks the table of endgames.
func (r *referee) known(play *game.Play, shares *[game.MaxSides]game.Score) bool {
	pos := play.Position()
	st := pos.Base()
	if r.oracle == nil || st.Player == game.Chance || pos.Seating().Sides != 2 {
		return false
	}
	outcome, _, ok := r.oracle.Probe(pos)
	if !ok {
		return false
	}
	if outcome == 0 {
		play.Shared(shares)
		return true
	}
	winner := st.Side
	if outcome < 0 {
		winner = 1 - winner
	}
	*shares = [game.MaxSides]game.Score{}
	shares[winner] = game.Whole
	return true
}
