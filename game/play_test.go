package game_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

// variant opens toy with options written as on a command line.
func variant(t testing.TB, options string) game.Variant {
	t.Helper()
	s, err := game.ParseSetup(strings.Fields(options))
	if err != nil {
		t.Fatal(err)
	}
	v, err := toy.Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// play starts a game of toy at a position text.
func play(t testing.TB, options, text string) *game.Play {
	t.Helper()
	p, err := variant(t, options).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return game.NewPlay(toy.Rules, p)
}

// makeAll plays actions and fails the test if one is refused.
func makeAll(t testing.TB, g *game.Play, actions string) {
	t.Helper()
	for _, a := range strings.Fields(actions) {
		if err := g.Make(a); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPlayKeepsItsHistory(t *testing.T) {
	g := play(t, "dice=no", "0,0/0,0 - - w")
	if g.Rules() != toy.Rules {
		t.Errorf("rules are those of %s", g.Rules().Name)
	}
	var keys []uint64
	actions := []string{"L1", "L1", "swap", "R2"}
	for _, a := range actions {
		keys = append(keys, g.Position().Base().Key)
		makeAll(t, g, a)
	}
	if !slices.Equal(g.Texts(), actions) || !slices.Equal(g.History(), keys) || len(g.Moves()) != len(actions) {
		t.Errorf("history is %q %x, want %q %x", g.Texts(), g.History(), actions, keys)
	}
	for n := len(actions); n > 0; n-- {
		if !g.Undo() {
			t.Fatalf("Undo has nothing to take back after %d actions", n)
		}
		if got := g.Position().Base().Key; got != keys[n-1] || len(g.Moves()) != n-1 {
			t.Errorf("Undo leads to key %x and %d actions, want %x and %d", got, len(g.Moves()), keys[n-1], n-1)
		}
	}
	if g.Undo() {
		t.Error("Undo takes back more than was made")
	}
}

func TestPlayRefuses(t *testing.T) {
	g := play(t, "dice=no", "g,4/0,0 - - w")
	for _, bad := range []string{"", "L1", "swap", "R3"} {
		if err := g.Make(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if len(g.Moves()) != 0 || game.Text(g.Position()) != "g,4/0,0 - - w" {
		t.Errorf("refused actions lead to %s", game.Text(g.Position()))
	}
	makeAll(t, g, "R2")
	if err := g.Make("L1"); err == nil || err.Error() != `action "L1": the game is over (race)` {
		t.Errorf("after the end: error %v", err)
	}
}

func TestThirdOccurrenceIsADraw(t *testing.T) {
	const round = "L1 R1 L- R-"
	g := play(t, "dice=no retreat=yes", "0,0/0,0 - - w")
	makeAll(t, g, round)
	if n := g.Occurrences(); n != 2 || g.Over() {
		t.Errorf("after one round: %d occurrences, over %v", n, g.Over())
	}
	makeAll(t, g, "L1 R1 L-")
	if g.Over() {
		t.Error("over before the third occurrence")
	}
	makeAll(t, g, "R-")
	var to [game.MaxSides]game.Score
	if !g.Over() || g.Reason() != "repetition" || !g.Returns(&to) || to != [game.MaxSides]game.Score{6, 6} {
		t.Errorf("third occurrence: over %v, reason %q, shares %v", g.Over(), g.Reason(), to)
	}
	if g.Position().Base().Over || g.Position().Reason() != "" {
		t.Error("the position itself says it is over")
	}
	if err := g.Make("L1"); err == nil || !strings.Contains(err.Error(), "repetition") {
		t.Errorf("after the draw: error %v", err)
	}
	if !g.Undo() || g.Over() || g.Reason() != "" || g.Returns(&to) || to != [game.MaxSides]game.Score{} {
		t.Errorf("taken back: over %v, reason %q, shares %v", g.Over(), g.Reason(), to)
	}
	makeAll(t, g, "R-")
	if !g.Over() {
		t.Error("not over when the third occurrence is made again")
	}
}

// TestMidturnDoesNotRepeat plays in a circle through hits that are answered by
// swaps, from a start in the middle of a turn: its third occurrence does not
// count, that of the position after it does.
func TestMidturnDoesNotRepeat(t *testing.T) {
	const round = "swap R1 L1 swap R1 R- R- L1"
	g := play(t, "dice=no retreat=yes", "2,0/2,3 - xL1 w")
	makeAll(t, g, round+" "+round)
	if n := g.Occurrences(); n != 3 || !g.Position().Base().Midturn || g.Over() {
		t.Errorf("%s: %d occurrences, over %v, want 3 and not over", game.Text(g.Position()), n, g.Over())
	}
	makeAll(t, g, "swap")
	if n := g.Occurrences(); n != 3 || !g.Over() {
		t.Errorf("%s: %d occurrences, over %v, want 3 and over", game.Text(g.Position()), n, g.Over())
	}
}

func TestPlayOfAFinishedPosition(t *testing.T) {
	g := play(t, "", "g,g/g,5 - - w")
	var to [game.MaxSides]game.Score
	if !g.Over() || g.Reason() != "photo-finish" || !g.Returns(&to) || to != [game.MaxSides]game.Score{6, 6} {
		t.Errorf("over %v, reason %q, shares %v", g.Over(), g.Reason(), to)
	}
	if g.Undo() {
		t.Error("Undo takes back what was never made")
	}
}

func TestShared(t *testing.T) {
	for _, c := range []struct {
		options, text string
		want          [game.MaxSides]game.Score
	}{
		{"", "0,0/0,0 - - w", [game.MaxSides]game.Score{6, 6}},
		{"seats=3", "0,0/0,0/0,0 - - w", [game.MaxSides]game.Score{4, 4, 4}},
		{"seats=4", "0,0/0,0/0,0/0,0 - - w", [game.MaxSides]game.Score{3, 3, 3, 3}},
		{"seats=3 drop=yes", "0,0/x,x/0,0 - - w", [game.MaxSides]game.Score{6, 0, 6}},
		{"seats=4 drop=yes", "0,0/x,x/0,0/0,0 - - w", [game.MaxSides]game.Score{4, 0, 4, 4}},
		{"seats=4 drop=yes teams=13/24", "0,0/x,x/0,0/0,0 - - w", [game.MaxSides]game.Score{6, 6}},
		{"seats=4 drop=yes teams=1/24/3", "0,0/x,x/0,0/x,x - - w", [game.MaxSides]game.Score{6, 0, 6}},
	} {
		to := [game.MaxSides]game.Score{9, 9, 9, 9}
		play(t, c.options, c.text).Shared(&to)
		if to != c.want {
			t.Errorf("%s: %s is shared %v, want %v", c.options, c.text, to, c.want)
		}
	}
}

func TestInPlay(t *testing.T) {
	g := play(t, "seats=3 drop=yes", "x,x/0,0/0,0 - - b")
	if got, want := game.InPlay(g.Position()), [game.MaxSides]bool{false, true, true}; got != want {
		t.Errorf("in play %v, want %v", got, want)
	}
}

func TestMoveList(t *testing.T) {
	var l game.MoveList
	l.Add(3)
	l.Add(5)
	if l.Len() != 2 || !l.Contains(5) || l.Contains(4) || l.Moves[1] != (game.Scored{Move: 5}) {
		t.Errorf("list is %v", l.Moves)
	}
	l.Reset()
	if l.Len() != 0 || l.Contains(5) || cap(l.Moves) < 2 {
		t.Errorf("after Reset the list is %v with room for %d", l.Moves, cap(l.Moves))
	}
}

// mute is a position that cannot be written.
type mute struct{ game.Position }

func (mute) AppendText([]byte) ([]byte, error) { return nil, errors.New("no board") }

func TestTextOfWhatCannotBeWritten(t *testing.T) {
	if got, want := game.Text(mute{}), "invalid position: no board"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}
