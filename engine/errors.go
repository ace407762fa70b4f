package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"tetrarch/search"
)

// Errors that say that a request does not fit the session's state, which is
// unchanged.
var (
	// ErrBusy: a search or a perft is under way.
	ErrBusy = errors.New("a search is under way: want stop first")
	// ErrNoRoll: a roll was asked for where a seat decides.
	ErrNoRoll = errors.New("no roll is due here")
	// ErrOver: the game has ended.
	ErrOver = errors.New("the game is over")
	// ErrNeedRoll: a roll is due before a seat can decide.
	ErrNeedRoll = search.ErrNeedRoll
)

// MoveError says that an action of a list is not legal.
type MoveError struct {
	Number int // of the action in its list, from 1
	Text   string
	Err    error
}

func (e *MoveError) Error() string {
	reason := e.Reason()
	if !strings.HasPrefix(reason, "is ") && !strings.HasPrefix(reason, "cannot ") {
		reason = ": " + reason
	} else {
		reason = " " + reason
	}
	return fmt.Sprintf("action %d %q%s", e.Number, e.Text, reason)
}

// Reason is the game's own error without the action, which such errors repeat:
// of `move "e2e4": e3 is taken` it is "e3 is taken".
func (e *MoveError) Reason() string {
	text := e.Err.Error()
	what, reason, found := strings.Cut(text, strconv.Quote(e.Text))
	if !found || strings.ContainsFunc(what, func(r rune) bool { return r != ' ' && !unicode.IsLetter(r) }) {
		return text
	}
	return strings.TrimLeft(reason, ": ")
}

// Unwrap returns the game's own error.
func (e *MoveError) Unwrap() error { return e.Err }

// PositionError says that a position text was refused.
type PositionError struct{ Err error }

func (e *PositionError) Error() string { return e.Err.Error() }

// Unwrap returns the game's own error.
func (e *PositionError) Unwrap() error { return e.Err }
