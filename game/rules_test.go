package game_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

func TestParseSetup(t *testing.T) {
	for _, c := range []struct {
		fields []string
		want   game.Setup
		text   string
	}{
		{nil, game.Setup{}, ""},
		{[]string{"b=2", "a=1"}, game.Setup{"a": "1", "b": "2"}, "a=1 b=2"},
		{[]string{"open"}, game.Setup{"open": "true"}, "open=true"},
		{[]string{"board=x=y"}, game.Setup{"board": "x=y"}, "board=x=y"},
		{[]string{"teams="}, game.Setup{"teams": ""}, "teams="},
	} {
		got, err := game.ParseSetup(c.fields)
		if err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%q: %v, %v, want %v", c.fields, got, err, c.want)
		}
		if got.String() != c.text {
			t.Errorf("%q is written %q, want %q", c.fields, got, c.text)
		}
		if again, err := game.ParseSetup(strings.Fields(got.String())); err != nil || !maps.Equal(again, got) {
			t.Errorf("%q: written and read it is %v, %v", c.fields, again, err)
		}
	}
	for want, fields := range map[string][]string{
		"given twice": {"a=1", "a=2"},
		"has no name": {"=1"},
		`option ""`:   {""},
	} {
		if _, err := game.ParseSetup(fields); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", fields, err, want)
		}
	}
}

func TestVariantRefuses(t *testing.T) {
	for _, c := range []struct {
		setup game.Setup
		want  string
	}{
		{game.Setup{"colour": "red"}, `toy: option "colour" is unknown: want seats, teams, dice, retreat, drop, track`},
		{game.Setup{"dice": "maybe"}, `toy: option dice has value "maybe": want yes or no`},
		{game.Setup{"dice": ""}, `toy: option dice has value "": want yes or no`},
		{game.Setup{"teams": "12"}, `toy: option teams has value "12": want`}, // refused by the game itself
		{game.Setup{"teams": "11/2"}, "each of the seats 1 to 2 once"},
		{game.Setup{"teams": "1/2/"}, "each of the seats 1 to 2 once"},
		{game.Setup{"zeal": "1", "awe": "2"}, `option "awe"`}, // the first by name, always
	} {
		if _, err := toy.Rules.Variant(c.setup); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q in it", c.setup, err, c.want)
		}
	}
	bare := &game.Rules{Name: "bare"}
	if _, err := bare.Variant(game.Setup{"x": "1"}); err == nil || !strings.HasSuffix(err.Error(), "want none") {
		t.Errorf("a game without options: error %v", err)
	}
}

// TestVariantFillsDefaults looks at what Open is given.
func TestVariantFillsDefaults(t *testing.T) {
	stop := errors.New("stop")
	var got game.Setup
	r := &game.Rules{
		Name:    "r",
		Options: []game.Option{{Name: "a", Default: "1", Values: []string{"1", "2"}}, {Name: "b", Default: "x"}},
		Open:    func(s game.Setup) (game.Variant, error) { got = s; return nil, stop },
	}
	given := game.Setup{"b": "anything"}
	if _, err := r.Variant(given); !errors.Is(err, stop) {
		t.Errorf("error %v, want that of Open", err)
	}
	if want := (game.Setup{"a": "1", "b": "anything"}); !maps.Equal(got, want) {
		t.Errorf("Open is given %v, want %v", got, want)
	}
	if len(given) != 1 {
		t.Errorf("the caller's options became %v", given)
	}
}
