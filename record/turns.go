package record

import (
	"fmt"

	"tetrarch/game"
)

// Turn is a run of actions from one roll, or one seat's move, up to the next.
type Turn struct {
	// Seat is the one whose turn it is; [game.Chance] if the record ends with a
	// roll.
	Seat game.Player
	// First and End delimit the turn's actions, Actions[First:End].
	First, End int
}

// Open returns the game at the start of the record, with none of its actions
// made. The rules must be those of the game that the record names.
func (r *Record) Open(rules *game.Rules) (*game.Play, error) {
	if name := r.Get(Game); name != rules.Name {
		return nil, fmt.Errorf("the record is of game %q: want %s", name, rules.Name)
	}
	pos, err := r.start(rules)
	if err != nil {
		return nil, err
	}
	return game.NewPlay(rules, pos), nil
}

// Turns divides the actions into turns, as a match counts them: a turn begins
// with a roll or, where there is none, with an action that is not in the middle
// of a turn. Errors are those of [Record.Replay], but for the result.
func (r *Record) Turns(rules *game.Rules) ([]Turn, error) {
	play, err := r.Open(rules)
	if err != nil {
		return nil, err
	}
	var turns []Turn
	rolled := false
	for i, a := range r.Actions {
		st := play.Position().Base()
		player := st.Player
		if i == 0 || player == game.Chance || !st.Midturn && !rolled {
			turns = append(turns, Turn{Seat: player, First: i})
		}
		last := &turns[len(turns)-1]
		if last.Seat == game.Chance {
			last.Seat = player
		}
		if err := play.Make(a.Text); err != nil {
			return nil, fmt.Errorf("action %d: %w", i+1, err)
		}
		last.End = i + 1
		rolled = player == game.Chance
	}
	return turns, nil
}
