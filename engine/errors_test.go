package engine

import (
	"errors"
	"testing"
)

// TestMoveError checks that the action is not said twice, and that nothing else
// is left out.
func TestMoveError(t *testing.T) {
	for _, c := range []struct{ text, err, reason, whole string }{
		{"e2e4", `move "e2e4": e3 is taken`, "e3 is taken", `action 2 "e2e4": e3 is taken`},
		{"e2e4", `tile move "e2e4": too far`, "too far", `action 2 "e2e4": too far`},
		{"7", `action "7" is not legal here: want a move`, "is not legal here: want a move", `action 2 "7" is not legal here: want a move`},
		{"7", `action "7" cannot be read`, "cannot be read", `action 2 "7" cannot be read`},
		{"7", "the game is over", "the game is over", `action 2 "7": the game is over`},
		{"7", `line 3: not "7" but "8"`, `line 3: not "7" but "8"`, `action 2 "7": line 3: not "7" but "8"`},
	} {
		e := &MoveError{Number: 2, Text: c.text, Err: errors.New(c.err)}
		if e.Reason() != c.reason || e.Error() != c.whole {
			t.Errorf("%s: reason %q and error %q, want %q and %q", c.err, e.Reason(), e.Error(), c.reason, c.whole)
		}
	}
}

// TestSameGame checks that choosing the game that is played changes nothing.
func TestSameGame(t *testing.T) {
	s := New(WithGames(toyGame, twin))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2", "L2"}))
	before := where(s)
	try(t, s.SetOption("UCI_Variant", "toy"))
	if where(s) != before {
		t.Errorf("the same game once more: %s, want %s", where(s), before)
	}
	try(t, s.SetOption("UCI_Variant", "twin"))
	try(t, s.SetOption("UCI_Variant", "toy"))
	if where(s) == before {
		t.Errorf("another game and back: still %s", before)
	}
}
