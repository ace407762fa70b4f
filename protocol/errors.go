package protocol

import (
	"errors"
	"fmt"

	"tetrarch/engine"
	"tetrarch/rollout"
	"tetrarch/search"
)

// Code classifies an error line.
type Code string

// The codes of error lines.
const (
	BadCommand      Code = "bad_command"      // no such command or question, or a word is missing
	BadValue        Code = "bad_value"        // a word has a value that it cannot have
	BadState        Code = "bad_state"        // not now
	IllegalMove     Code = "illegal_move"     // an action that is not legal in its position
	IllegalPosition Code = "illegal_position" // a text that is no position of the game
	Unsupported     Code = "unsupported"      // understood, but this game or build cannot
	Internal        Code = "internal"         // a mistake of the engine
)

// Error is an error line: the code and what follows it.
type Error struct {
	Code   Code
	Detail string
}

func (e *Error) Error() string { return string(e.Code) + " " + e.Detail }

func fail(code Code, format string, args ...any) error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// classify finds the code for an error of the session; fallback is for errors
// that say no more of themselves.
func classify(err error, fallback Code) *Error {
	var own *Error
	var move *engine.MoveError
	var position *engine.PositionError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &move):
		return &Error{IllegalMove, fmt.Sprintf("%d %s %s", move.Number, quoteless(move.Text), move.Reason())}
	case errors.As(err, &position):
		return &Error{IllegalPosition, err.Error()}
	case errors.Is(err, engine.ErrNeedRoll):
		return &Error{BadState, "need_roll " + err.Error()}
	case errors.Is(err, engine.ErrBusy), errors.Is(err, engine.ErrNoRoll), errors.Is(err, engine.ErrOver):
		return &Error{BadState, err.Error()}
	case errors.Is(err, search.ErrSides), errors.Is(err, rollout.ErrNoChance):
		return &Error{Unsupported, err.Error()}
	}
	return &Error{fallback, err.Error()}
}

// quoteless keeps an action's text one short word, so that clients can split
// the line.
func quoteless(text string) string {
	const longest = 40
	r := []rune(text)
	if len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}
