package tricolor

import (
	"strings"
	"testing"

	"tetrarch/game"
)

func TestParseRefuses(t *testing.T) {
	const empty = "5/6/7/8/9/8/7/6/"
	two := []struct{ text, want string }{
		{"", "fields"},
		{"w4/6/7/8/9/8/7/6/4b w 0", "fields"},
		{"w4/6/7/8/9/8/7/6/4b w 0 1 ", "fields"},
		{"w4/6/7/8/9/8/7/6/4b  w 0 1", "fields"},
		{"w4/6/7/8/9/8/7/6 w 0 1", "rows"},
		{"w4/6/7/8/9/8/7/6/4b/5 w 0 1", "rows"},
		{"w3/6/7/8/9/8/7/6/4b w 0 1", "row 1"},
		{"w5/6/7/8/9/8/7/6/4b w 0 1", "6 cells"},
		{"wwwwww/6/7/8/9/8/7/6/4b w 0 1", "6 cells"},
		{"w22/6/7/8/9/8/7/6/4b w 0 1", "side by side"},
		{"w04/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"x4/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"r4/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"W4/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"(w)4/6/7/8/9/8/7/6/4b w 0 1", "parentheses"},
		{"()4/6/7/8/9/8/7/6/4b w 0 1", "parentheses"},
		{"(ww4/6/7/8/9/8/7/6/4b w 0 1", "want )"},
		{"ww)3/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"((ww))3/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"(w2)4/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{"(wwé)4/6/7/8/9/8/7/6/4b w 0 1", "no man"},
		{empty + "5 w 0 1", "empty"},
		{"(wwwwwwwwwwwwwwwwww)w3/6/7/8/9/8/7/6/4b w 0 1", "19 men"},
		{"(" + strings.Repeat("wb", 300) + ")4/6/7/8/9/8/7/6/4b w 0 1", "too many"},
		{"w4/6/7/8/9/8/7/6/4b r 0 1", "seat to move"},
		{"w4/6/7/8/9/8/7/6/4b wb 0 1", "seat to move"},
		{"w4/6/7/8/9/8/7/6/4b  0 1", "seat to move"},
		{"w4/6/7/8/9/8/7/6/4b - 0 1", "seat to move"},
		{"w4/6/7/8/9/8/7/6/4b w -1 1", "plies"},
		{"w4/6/7/8/9/8/7/6/4b w 00 1", "plies"},
		{"w4/6/7/8/9/8/7/6/4b w +1 1", "plies"},
		{"w4/6/7/8/9/8/7/6/4b w 101 1", "plies"},
		{"w4/6/7/8/9/8/7/6/4b w 0 0", "turn"},
		{"w4/6/7/8/9/8/7/6/4b w 0 01", "turn"},
		{"w4/6/7/8/9/8/7/6/4b w 0 99999999999999999999", "turn"},
	}
	v := variantOf(t, "")
	for _, test := range two {
		if p, err := v.Parse(test.text); err == nil {
			t.Errorf("%q was read as %q", test.text, game.Text(p))
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %q: want %q in it", test.text, err, test.want)
		}
	}
	three := []struct{ text, want string }{
		{"(wr)4/6/7/8/9/8/7/6/4b w 0 1", "men of r but no unit"},
		{"w4/6/7/8/9/8/7/6/4b r 0 1", "dropped out"},
		{"(wwwwwwwwwwww)4/6/7/8/9/8/7/6/4b w 0 1", "12 men"},
	}
	v = variantOf(t, "players=3")
	for _, test := range three {
		if p, err := v.Parse(test.text); err == nil {
			t.Errorf("%q was read as %q", test.text, game.Text(p))
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %q: want %q in it", test.text, err, test.want)
		}
	}
}

func TestOptionsRefuse(t *testing.T) {
	for _, s := range []game.Setup{{"players": "4"}, {"colours": "rrb"}, {"merge": "yes"}, {"quiet": "-1"}, {"quiet": "1e3"},
		{"quiet": ""}, {"quiet": "010"}, {"homes": "14"}} {
		if _, err := Rules.Variant(s); err == nil {
			t.Errorf("%v was accepted", s)
		}
	}
}

func TestParseMoveRefuses(t *testing.T) {
	tests := []struct{ options, position, action, want string }{
		{"", startTwo, "", "two cells"},
		{"", startTwo, "12", "two cells"},
		{"", startTwo, "12-", "two cells"},
		{"", startTwo, "012-19", "two cells"},
		{"", startTwo, "12-62", "two cells"},
		{"", startTwo, "0-1", "two cells"},
		{"", startTwo, "12-19 ", "two cells"},
		{"", startTwo, "12-19-27", "two cells"},
		{"", startTwo, "12x19x27", "two cells"},
		{"", startTwo, "PASS", "two cells"},
		{"", startTwo, "pass", "can move"},
		{"", startTwo, "19-27", "no unit of w"},
		{"", startTwo, "44-36", "no unit of w"},
		{"", startTwo, "12-27", "as far as it is high"},
		{"", startTwo, "12-12", "straight line"},
		{"", startTwo, "12-22", "straight line"},
		{"", startTwo, "12x19", "no enemy"},
		{"merge=none", startTwo, "12-13", "do not merge"},
		{"merge=stronger", startTwo, "13-12", "not greater"},
		{"", "(ww)w3/6/7/8/9/8/7/6/4b w 0 1", "1-3", "in between"},
		{"", "1(ww)b2/6/7/8/9/8/7/6/4b w 0 1", "2-3", "an enemy stands"},
		{"", "1(ww)b2/6/7/8/9/8/7/6/4b w 0 1", "2-1", "compulsory"},
		{"", "wb3/6/7/8/9/8/7/6/5 w 0 1", "1x2", "1 on 1 is not greater than 2 on 2"},
		{"", "wb3/bb4/7/8/9/8/7/6/5 w 0 1", "1x2", "over (no-move)"},
		{"players=3", "wb3/bb4/7/8/9/8/7/6/4r w 0 1", "1-3", "want pass"},
	}
	for _, test := range tests {
		p := parse(t, variantOf(t, test.options), test.position)
		before := game.Text(p)
		if m, err := p.ParseMove(test.action); err == nil {
			t.Errorf("%s: %q was read as %q", test.position, test.action, p.FormatMove(m))
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q: want %q in it", test.position, err, test.want)
		}
		if game.Text(p) != before {
			t.Errorf("%s was changed by %q", before, test.action)
		}
	}
}

func TestEndings(t *testing.T) {
	tests := []struct{ name, options, position, actions, want, result, reason string }{
		{"destruction frees", "", "2(www)(bwbw)1/6/7/8/9/8/7/6/4b w 3 9", "3x4", "3(wwwww)1/6/7/8/9/8/7/6/4b b 0 9", "", ""},
		{"capture in order", "", "2w(bw)1/6/7/8/9/8/7/6/4b w 3 9", "3x4", "3(wbw)1/6/7/8/9/8/7/6/4b b 0 9", "", ""},
		{"merge in order", "", "(wb)(wbb)3/6/7/8/9/8/7/6/4b w 3 9", "1-2", "1(wbwbb)3/6/7/8/9/8/7/6/4b b 0 9", "", ""},
		{"last standing, two keep prisoners", "", "1(wwb)b2/6/7/8/9/8/7/6/5 w 5 9", "2x3",
			"2(wwb)2/6/7/8/9/8/7/6/5 b 0 9", "w", "last-standing"},
		{"no move", "", "wb3/bb4/7/8/9/8/7/6/5 w 0 1", "", "", "b", "no-move"},
		{"no move goes before the limit", "", "wb3/bb4/7/8/9/8/7/6/5 w 100 70", "", "", "b", "no-move"},
		{"limit", "", "w4/6/7/8/9/8/7/6/4b w 99 70", "1-2", "1w3/6/7/8/9/8/7/6/4b b 100 70", "draw", "quiet-limit"},
		{"no limit", "quiet=0", "w4/6/7/8/9/8/7/6/4b w 99 70", "1-2 61-60 2-1", "w4/6/7/8/9/8/7/6/3b1 b 102 71", "", ""},
		{"short limit", "quiet=3", "w4/6/7/8/9/8/7/6/4b w 0 70", "1-2 61-60 2-1", "w4/6/7/8/9/8/7/6/3b1 b 3 71", "draw", "quiet-limit"},
		{"three: a pass, and the turn where White is out", "players=3", "wb3/bb4/7/8/9/8/7/6/3r1 w 0 1", "pass 2x1 60-61", "b4/bb4/7/8/9/8/7/6/4r b 1 2", "", ""},
		{"three, two left: no move loses", "players=3", "wb3/bb4/7/8/9/8/7/6/5 w 0 1", "", "", "b", "no-move"},
		{"three: the dropped leave columns", "players=3", "1(www)b2/6/7/8/9/8/7/6/2(rbb)w1 w 4 9", "2x3",
			"2(www)2/6/7/8/9/8/7/6/2rw1 r 0 9", "", ""},
		{"three: last standing", "players=3", "1(wwr)r2/6/7/8/9/8/7/6/5 w 5 9", "2x3",
			"2(ww)2/6/7/8/9/8/7/6/5 w 0 10", "w", "last-standing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := variantOf(t, test.options)
			p := parse(t, v, test.position)
			for _, action := range strings.Fields(test.actions) {
				m, err := p.ParseMove(action)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(m)
			}
			if got := game.Text(p); test.want != "" && got != test.want {
				t.Errorf("text %s, want %s", got, test.want)
			}
			if got := resultOf(p); got != test.result || p.Reason() != test.reason {
				t.Errorf("result %q, reason %q, want %q, %q", got, p.Reason(), test.result, test.reason)
			}
		})
	}
}
