package toy_test

import (
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen"
	"tetrarch/movegen/gametest/toy"
)

// setup opens the game with options written as on a command line.
func setup(t *testing.T, options ...string) game.Variant {
	t.Helper()
	s, err := game.ParseSetup(options)
	if err != nil {
		t.Fatal(err)
	}
	v, err := toy.Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func parse(t *testing.T, v game.Variant, text string) game.Position {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestStart(t *testing.T) {
	for _, c := range []struct {
		options []string
		text    string
		perft   []uint64
	}{
		{nil, "0,0/0,0 - - w", []uint64{1, 3, 6, 18, 36}},
		{[]string{"dice=no"}, "0,0/0,0 - - w", []uint64{1, 4, 16}},
		{[]string{"seats=4", "teams=13/24"}, "0,0/0,0/0,0/0,0 - - w", []uint64{1, 3, 6}},
	} {
		p := setup(t, c.options...).Start()
		if got := game.Text(p); got != c.text {
			t.Errorf("%v: start %q, want %q", c.options, got, c.text)
		}
		for depth, want := range c.perft {
			if got := movegen.Perft(p, depth); got != want {
				t.Errorf("%v: perft %d = %d, want %d", c.options, depth, got, want)
			}
		}
	}
}

// TestActions plays lines that show each rule once.
func TestActions(t *testing.T) {
	for _, c := range []struct {
		name, options, from string
		actions             []string
		to, reason          string
	}{
		{"hit and home", "dice=no", "0,0/1,0 - - w", []string{"L1", "home"}, "1,0/0,0 - - b", ""},
		{"hit to be answered", "dice=yes", "1,0/4,0 3 - w", []string{"L3"}, "4,0/4,0 - xL3 w", ""},
		{"swap gives another turn", "dice=yes", "1,0/4,0 3 - w", []string{"L3", "swap"}, "4,0/1,0 - - w", ""},
		{"goal gives another turn", "dice=yes", "4,0/3,0 2 - w", []string{"L2"}, "g,0/3,0 - - w", ""},
		{"overshoot is no run", "dice=yes", "5,5/0,0 2 - w", []string{"pass"}, "5,5/0,0 - - b", ""},
		{"race", "dice=yes", "g,4/g,0 2 - w", []string{"R2"}, "g,g/g,0 - - w", "race"},
		{"photo finish", "dice=yes", "g,4/g,5 2 - w", []string{"R2"}, "g,g/g,5 - - w", "photo-finish"},
		{"retreat", "retreat=yes", "3,0/0,0 2 - w", []string{"L-"}, "2,0/0,0 - - b", ""},
		{"mark", "drop=yes", "0,0/2,0 2 - w", []string{"L2", "home"}, "2,0/0,0* - - b", ""},
		{"last side", "drop=yes", "0,0/2,0* 2 - w", []string{"L2", "home"}, "2,0/x,x - - w", "last-side"},
		{"turn skips who is out", "drop=yes seats=3", "0,0/2,0*/0,0 2 - w", []string{"L2", "home"}, "2,0/x,x/0,0 - - r", ""},
		{"team mate blocks", "dice=no seats=4 teams=13/24", "0,g/0,0/1,0/0,0 - - w", []string{"L2"}, "2,g/0,0/1,0/0,0 - - b", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, setup(t, strings.Fields(c.options)...), c.from)
			for _, a := range c.actions {
				m, err := p.ParseMove(a)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(m)
			}
			if got := game.Text(p); got != c.to {
				t.Errorf("position %q, want %q", got, c.to)
			}
			if p.Reason() != c.reason || p.Base().Over != (c.reason != "") {
				t.Errorf("over %v, reason %q, want %q", p.Base().Over, p.Reason(), c.reason)
			}
		})
	}
}
