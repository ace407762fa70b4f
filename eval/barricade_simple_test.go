package eval

import (
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/barricade"
)

// TestBarricadeSimple compares pairs of positions of which a beginner knows the
// better for the seat of home 1.
func TestBarricadeSimple(t *testing.T) {
	v, err := barricade.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	value := func(text string) game.Score {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var to [game.MaxSides]game.Score
		newBarricadeSimple(p).Evaluate(&to)
		if to[0] != -to[1] {
			t.Errorf("%s: %v, want what one side has taken from the other", text, to)
		}
		return to[0]
	}
	// with returns a text: the barricades of the start but i13, and one more.
	with := func(wall, rest string) string {
		walls := []string{"a3", "e3", "g7", "i10", "i11", "i3", "i9", "k7", "m3", "q3"}
		if wall != "" {
			walls = append(walls, wall)
			slices.Sort(walls)
		}
		return strings.Join(walls, ",") + " " + rest
	}
	if x := value(with("i13", "5/-/-/5 - 1 - 1")); x != 0 {
		t.Errorf("the start is worth %d, want 0", x)
	}
	for _, c := range []struct{ why, better, worse string }{
		{"a step made", with("i13", "4,h5/-/-/5 - 1 - 1"), with("i13", "4,i5/-/-/5 - 1 - 1")},
		{"an enemy sent home", with("i13", "4,h5/-/-/5 - 1 - 1"), with("i13", "4,h5/-/-/4,i5 - 1 - 1")},
		{"a barricade in hand", with("", "4,h5/-/-/5 - 1 b 1"), with("b1", "4,h5/-/-/5 - 4 - 1")},
		{"a barricade before the leading enemy", with("j5", "5/-/-/4,i5 - 1 - 1"), with("a2", "5/-/-/4,i5 - 1 - 1")},
		{"none before one's own leader", with("a2", "4,i5/-/-/5 - 1 - 1"), with("j5", "4,i5/-/-/5 - 1 - 1")},
	} {
		if b, w := value(c.better), value(c.worse); b <= w {
			t.Errorf("%s: %d, want more than %d", c.why, b, w)
		}
	}
}
