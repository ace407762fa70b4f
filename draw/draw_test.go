package draw

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tetrarch/game"
)

var update = flag.Bool("update", false, "rewrite the golden drawings")

// square returns a board of w files and h ranks with texts put on it by name.
func square(w, h int, put map[string]game.Cell) game.Picture {
	var p game.Picture
	for y := range h {
		for x := range w {
			c := game.Cell{Name: fmt.Sprintf("%c%d", 'a'+x, h-y), X: 2 * x, Y: 2 * y, Owner: game.Chance}
			if q, ok := put[c.Name]; ok {
				c.Text, c.Owner, c.Shade = q.Text, q.Owner, q.Shade
			}
			p.Cells = append(p.Cells, c)
		}
	}
	return p
}

// hexagon returns a board of 61 numbered places in three colours.
func hexagon(put map[string]game.Cell) game.Picture {
	p := game.Picture{Hex: true, Notes: []string{"white to move"}}
	n := 0
	for r := range 9 {
		long := 9 - max(r-4, 4-r)
		for i := range long {
			n++
			c := game.Cell{Name: fmt.Sprint(n), X: 9 - long + 2*i, Y: 2 * r, Owner: game.Chance, Shade: game.Light + game.Shade((i+r)%3)}
			if q, ok := put[c.Name]; ok {
				c.Text, c.Owner = q.Text, q.Owner
			}
			p.Cells = append(p.Cells, c)
		}
	}
	return p
}

// chequer shades p like a chessboard, special places excepted.
func chequer(p game.Picture) game.Picture {
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Shade == game.Plain {
			c.Shade = game.Light + game.Shade((c.X+c.Y)/2%2)
		}
	}
	return p
}

// cross is a board that is no rectangle.
func cross() game.Picture {
	p := square(5, 3, map[string]game.Cell{
		"c3": {Shade: game.Special, Owner: game.Chance},
		"b2": {Text: "B", Owner: game.Chance, Shade: game.Blocked},
		"a2": {Text: "P", Owner: 0}, "e2": {Text: "P", Owner: 3}, "c1": {Text: "Q", Owner: 1},
	})
	var cells []game.Cell
	for _, c := range p.Cells {
		if c.X == 4 || c.Y == 2 {
			cells = append(cells, c)
		}
	}
	p.Cells, p.Notes = cells, []string{"home 1: 4 pawns", "die: 5"}
	return p
}

var pictures = map[string]game.Picture{
	"square": square(10, 10, map[string]game.Cell{
		"d4": {Shade: game.Special, Owner: game.Chance}, "g4": {Text: "E", Owner: 0, Shade: game.Special},
		"d7": {Text: "l", Owner: 1, Shade: game.Special}, "j10": {Text: "m", Owner: 1}, "a1": {Text: "L", Owner: 0},
	}),
	"chequered": chequer(square(4, 4, map[string]game.Cell{
		"b2": {Text: "n", Owner: 1}, "c3": {Shade: game.Special, Owner: game.Chance},
	})),
	"hexagon": hexagon(map[string]game.Cell{
		"1": {Text: "w", Owner: 0}, "31": {Text: "wbb", Owner: 0}, "61": {Text: "b", Owner: 1},
		"20": {Text: "rbwrbwrbwrbw", Owner: 2},
	}),
	"cross": cross(),
	"notes": {Notes: []string{"no board at all"}},
}

func drawn(t *testing.T, p game.Picture, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Terminal(&b, p, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for name, p := range pictures {
		t.Run(name, func(t *testing.T) {
			got := drawn(t, p, Options{})
			file := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("drawing changed (-want +got); -update accepts it:\n%s", d)
			}
		})
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Colours add nothing but colours.
func TestColourIsOnlyPaint(t *testing.T) {
	for name, p := range pictures {
		plain, colour := drawn(t, p, Options{}), drawn(t, p, Options{Colour: true})
		if strings.Contains(plain, "\x1b") {
			t.Errorf("%s: escape codes without colour", name)
		}
		if len(p.Cells) > 0 && !strings.Contains(colour, "\x1b[") {
			t.Errorf("%s: no colours", name)
		}
		var lines []string
		for line := range strings.Lines(ansi.ReplaceAllString(colour, "")) {
			lines = append(lines, strings.TrimRight(line, " \n")+"\n")
		}
		if d := cmp.Diff(plain, strings.Join(lines, "")); d != "" {
			t.Errorf("%s: without its colours the drawing differs:\n%s", name, d)
		}
	}
}

// Seats are painted in different colours.
func TestSeatsDiffer(t *testing.T) {
	seen := map[string]game.Player{}
	for seat := range game.Player(game.MaxSeats) {
		s := paint(game.Cell{Text: "x", Owner: seat}, "x")
		if other, twice := seen[s]; twice {
			t.Errorf("seats %d and %d look alike", other, seat)
		}
		seen[s] = seat
	}
}

// What differs in the picture differs on the screen, without colour too.
func TestEverythingIsTold(t *testing.T) {
	base := game.Cell{Text: "x", Owner: 0}
	seen := map[string]string{}
	for _, c := range []game.Cell{
		base,
		{Text: "y", Owner: 0},
		{Text: "x", Owner: 1},
		{Owner: game.Chance},
		{Text: "x", Owner: 0, Shade: game.Special},
		{Text: "x", Owner: 0, Shade: game.Blocked},
		{Text: "x", Owner: 0, Shade: game.Accent},
		{Owner: game.Chance, Shade: game.Special},
		{Owner: game.Chance, Shade: game.Dark},
	} {
		out := drawn(t, square(2, 1, map[string]game.Cell{"a1": c, "b1": base}), Options{})
		desc := fmt.Sprintf("%+v", c)
		if other, twice := seen[out]; twice {
			t.Errorf("%s looks like %s:\n%s", desc, other, out)
		}
		seen[out] = desc
	}
}

// A narrow screen cuts texts, and says below what was cut.
func TestNarrow(t *testing.T) {
	for _, width := range []int{45, 60, 80, 120} {
		out := drawn(t, pictures["hexagon"], Options{Width: width})
		for line := range strings.Lines(out) {
			if n := len(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("width %d: a line of %d columns: %q", width, n, line)
			}
		}
		if !strings.Contains(out, "rbwrbwrbwrbw") {
			t.Errorf("width %d: the long text is lost:\n%s", width, out)
		}
	}
}

func TestDetectWithoutTerminal(t *testing.T) {
	if o := Detect(&bytes.Buffer{}); o.Colour || o.Width != 0 {
		t.Errorf("Detect(buffer) = %+v: want no colour and no width", o)
	}
}
