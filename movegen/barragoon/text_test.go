package barragoon

import (
	"strings"
	"testing"

	"tetrarch/game"
)

func TestParseRefuses(t *testing.T) {
	const rows = "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1"
	v := variantOf(t)
	for _, c := range []struct{ text, want string }{
		{"", "1 fields"},
		{rows, "1 fields"},
		{rows + " w - 0 1 ", "6 fields"},
		{rows + "  w - 0 1", "6 fields"},
		{rows + " w - 0", "4 fields"},
		{"7/" + rows + " w - 0 1", "10 rows"},
		{"7/7/7/7/7/7/7/Zz5 w - 0 1", "8 rows"},
		{"7/7/7/7/7/7/7/7/Zz4 w - 0 1", "6 squares"},
		{"7/7/7/7/7/7/7/7/Zz6 w - 0 1", "more than 7"},
		{"8/7/7/7/7/7/7/7/Zz5 w - 0 1", `letter '8'`},
		{"07/7/7/7/7/7/7/7/Zz5 w - 0 1", `letter '0'`},
		{"34/7/7/7/7/7/7/7/Zz5 w - 0 1", "side by side"},
		{"/7/7/7/7/7/7/7/Zz5 w - 0 1", "0 squares"},
		{"6q/7/7/7/7/7/7/7/Zz5 w - 0 1", `letter 'q'`},
		{"6é/7/7/7/7/7/7/7/Zz5 w - 0 1", "rank 9"},
		{"7/7/7/7/7/7/7/7/ZZZz3 w - 0 1", "3 tiles Z"},
		{"7/7/7/7/7/7/7/7/ddddZ2 w - 0 1", "4 tiles d"},
		{"7/7/7/7/7/7/7/7/VVVz3 w - 0 1", "3 tiles V"},
		{"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxx2/7/7/7/Zz5 w - 0 1", "33 barragoons"},
		{"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxx3/7/7/7/Zz5 w w 0 1", "33 barragoons"},
		{"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx4/7/7/7/Zz5 w wb 0 1", "33 barragoons"},
		{rows + " W - 0 1", `actor "W"`},
		{rows + " x - 0 1", `actor "x"`},
		{rows + " w w,b 0 1", "placements due"},
		{rows + " w ww 0 1", "placements due"},
		{rows + " w wbw 0 1", "placements due"},
		{rows + " b w 0 1", `actor "b"`},
		{rows + " w bw 0 1", `actor "w"`},
		{rows + " b bw 0 1", "not 7"},
		{"7/7/7/7/7/7/7/7/ZD5 b bw 0 1", "not 0"},
		{"7/7/7/7/7/7/7/7/zd5 w w 0 1", "needs a tile"},
		{"7/7/7/7/7/7/7/7/zd5 b bw 0 1", "needs a tile"},
		{"7/7/7/7/7/7/7/7/zD5 w w 1 1", "from 0 to 0"},
		{rows + " w - 101 1", "from 0 to 100"},
		{rows + " w - 00 1", `"00"`},
		{rows + " w - -1 1", `"-1"`},
		{rows + " w - +1 1", `"+1"`},
		{rows + " w - x 1", `"x"`},
		{rows + " w - 0 0", "turn number"},
		{rows + " w - 0 01", "turn number"},
		{rows + " w - 0 1000000001", "turn number"},
		{rows + " w - 0 99999999999999999999", "turn number"},
	} {
		_, err := v.Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q in it", c.text, err, c.want)
		}
	}
}

func TestParseAccepts(t *testing.T) {
	for _, text := range []string{
		closedStart, openStart,
		"7/7/7/7/7/7/7/7/7 w - 0 1",
		"7/7/7/7/7/7/7/7/Z6 w w 0 1",
		"7/7/7/7/7/7/7/7/Zz5 b bw 0 1000000000",
		"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxx3/7/7/7/Zz5 w - 100 1",
		"^>Y<|-N/ESWnesw/+x5/7/7/7/7/7/ZDVzdv1 b - 17 3",
	} {
		if got := game.Text(parse(t, text)); got != text {
			t.Errorf("%q is read back as %q", text, got)
		}
	}
	if got := parse(t, "7/7/7/7/7/7/7/7/Zz5 w - 101 1", "quiet=0").quiet; got != 101 {
		t.Errorf("without a limit: %d quiet moves, want 101", got)
	}
}

func TestOptions(t *testing.T) {
	for _, s := range []game.Setup{
		{"quiet": "-1"}, {"quiet": "x"}, {"quiet": "007"}, {"quiet": "9999999999"},
		{"open": "yes"}, {"capture": "all"}, {"speed": "1"},
	} {
		if _, err := Rules.Variant(s); err == nil {
			t.Errorf("options %v are accepted", s)
		}
	}
}

func TestParseMoveRefuses(t *testing.T) {
	for _, c := range []struct{ text, action, want string }{
		{closedStart, "", "tile move is due"},
		{closedStart, "x@a1", "tile move is due"},
		{closedStart, "c2c2", "cannot move"},
		{closedStart, "c2c5", "cannot move"},
		{closedStart, "c8c7", "no tile of w"},
		{closedStart, "a1a2", "no tile of w"},
		{closedStart, "c2h2", "tile move is due"},
		{closedStart, "c2c3 ", "tile move is due"},
		{"7/7/7/7/7/7/7/7/Zz5 w w 0 1", "a1a2", "placement is due"},
		{"7/7/7/7/7/7/7/7/Zz5 w w 0 1", "q@a2", "placement is due"},
		{"7/7/7/7/7/7/7/7/Zz5 w w 0 1", "x@h1", "placement is due"},
		{"7/7/7/7/7/7/7/7/Zz5 w w 0 1", "x@a1", "not empty"},
		{"7/7/7/7/7/7/7/7/zd5 w - 0 1", "a1a2", "over (no-tile)"},
	} {
		_, err := parse(t, c.text).ParseMove(c.action)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: action %q: error %v, want %q in it", c.text, c.action, err, c.want)
		}
	}
}

// TestAfterParse checks that whatever is accepted leads only to what is accepted.
func TestAfterParse(t *testing.T) {
	v := variantOf(t)
	for _, text := range []string{
		"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxx3/dd5/7/7/D5V w - 100 1",
		"xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx4/dd5/7/7/D5V w - 99 1",
		"7/7/7/7/7/dd5/7/7/D5V b - 99 1000000000",
		"7/7/7/7/7/7/7/7/Zz5 b bw 0 9",
	} {
		p := parse(t, text)
		var l game.MoveList
		p.Generate(&l)
		for _, m := range l.Moves {
			p.Make(m.Move)
			if _, err := v.Parse(game.Text(p)); err != nil {
				t.Error(err)
			}
			p.Unmake()
		}
	}
}
