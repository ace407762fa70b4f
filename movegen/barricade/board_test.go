package barricade

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tetrarch/game"
)

func TestClassicBoard(t *testing.T) {
	b, err := OpenBoard("classic")
	if err != nil {
		t.Fatal(err)
	}
	edges := 0
	degrees := map[int]int{}
	for f := range b.fields {
		edges += len(b.next[f])
		degrees[len(b.next[f])]++
	}
	if b.fields != 112 || edges/2 != 121 || b.walls.Len() != 11 || degrees[1] != 1 || degrees[2] != 92 || degrees[3] != 19 {
		t.Errorf("%d fields, %d edges, %d barricades, degrees %v", b.fields, edges/2, b.walls.Len(), degrees)
	}
	for home, want := range []string{"c1", "g1", "k1", "o1"} {
		f, ok := b.Exit(home)
		if !ok || b.Name(f) != want || b.Distance(f, b.Last()) != 39 {
			t.Errorf("exit %d is %s, %d steps from the last field", home+1, b.Name(f), b.Distance(f, b.Last()))
		}
	}
	moved := 0
	for f := range b.fields {
		if g := b.mirror[f]; int(g) != f {
			moved++
			if b.mirror[g] != uint8(f) || b.line[f] != b.line[g] || b.column[f]+b.column[g] != 16 || b.line[f] > 3 {
				t.Errorf("%s mirrored to %s", b.Name(uint8(f)), b.Name(g))
			}
		}
	}
	if moved != 34 {
		t.Errorf("the mirror moves %d fields, want 34", moved)
	}
	// Two walks meet only for a 6, between opposite fields of a cycle of 12.
	meet := 0
	for f := range uint8(b.fields) {
		for roll := uint8(1); roll <= 6; roll++ {
			w := b.WalksFrom(f, roll)
			for i := 1; i < len(w); i++ {
				if w[i].To == w[i-1].To {
					meet++
					if roll != 6 {
						t.Errorf("two walks of %d from %s to %s", roll, b.Name(f), b.Name(w[i].To))
					}
				}
			}
		}
	}
	if meet != 96 {
		t.Errorf("walks meet %d times, want 96", meet)
	}
}

func TestBoardRefused(t *testing.T) {
	room := strings.Repeat(".", 24) + "\n"
	for name, test := range map[string]struct{ text, want string }{
		"empty":         {"", "line 1 column 1"},
		"symbol":        {"G\n.x1\n", "line 2 column 2: symbol 'x'"},
		"tab":           {"G\n.\t1\n", "line 2 column 2"},
		"zero byte":     {"G\n..\x00.1\n", "line 2 column 3: symbol '\\x00'"},
		"letter":        {"G\n.ä1\n", "line 2 column 2: symbol 'ä'"},
		"bare return":   {"G\r.1\n", "line 1 column 2: symbol '\\r'"},
		"no last":       {room + "1.......2\n", "no last field"},
		"two last":      {"G G\n" + room + "1.......2\n", "line 1 column 3: a second last field"},
		"not dead end":  {"\n.G\n" + room + "1.......2\n", "line 2 column 2: the last field has 2"},
		"one exit":      {"G\n" + room + "1\n", "1 of the exits"},
		"exit twice":    {"G\n" + room + "1.......1\n", "a second exit of home 1"},
		"island":        {"G   .\n.\n1.......2.\n", "line 1 column 5: field e3 is not connected"},
		"no room":       {"G\n1.......2\n", "want at least 11"},
		"too wide":      {"G\n" + strings.Repeat(".", 27), "line 2 column 27: a field beyond"},
		"too many":      {"G\n" + strings.Repeat(strings.Repeat(".", 26)+"\n", 5), "one field too many"},
		"129 fields":    {boardText(t, "full") + ".", "line 7 column 1: one field too many: want at most 128"},
		"too many rows": {strings.Repeat(".\n", 100), "line 100 column 1"},
		"too long":      {strings.Repeat(" ", 20000) + "G", "longer than"},
	} {
		b, err := ParseBoard(test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, error %v, want %q", name, b, err, test.want)
		}
	}
}

// TestBoardFile plays on a board from a file.
func TestBoardFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "blocks.txt")
	if err := os.WriteFile(name, []byte("\ufeff"+strings.ReplaceAll(boardText(t, "blocks"), "\n", "\r\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := Rules.Variant(game.Setup{"board": name, "homes": "12"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := game.Text(v.Start()), "a3,c2,g2 5/5/-/- - 1 - 1"; got != want {
		t.Errorf("start %q, want %q", got, want)
	}
	if _, err := Rules.Variant(game.Setup{"board": t.TempDir()}); err == nil {
		t.Error("a folder was read as a board")
	}
}

// TestOddCycles tests the walks on a graph that no grid can draw, with a triangle,
// a pentagon and a dead end: whatever is barred, they lead where steps that are
// never straight back do.
func TestOddCycles(t *testing.T) {
	edges := [][2]uint8{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 2}, {6, 7}}
	b := &Board{fields: 8, next: make([][]uint8, 8), exit: [MaxHomes]int16{1, -1, -1, -1}}
	for _, e := range edges {
		b.next[e[0]] = append(b.next[e[0]], e[1])
		b.next[e[1]] = append(b.next[e[1]], e[0])
	}
	// reach marks where a walk ends whose last two steps were from and at.
	var reach func(ends, walls *Set, from, at, steps uint8)
	reach = func(ends, walls *Set, from, at, steps uint8) {
		if steps == 0 {
			*ends = ends.Or(Single(at))
			return
		}
		if walls.Has(at) {
			return
		}
		for _, to := range b.next[at] {
			if to != from {
				reach(ends, walls, at, to, steps-1)
			}
		}
	}
	for barred := range uint64(1 << 8) {
		walls := Set{Low: barred}
		for roll := uint8(1); roll <= 6; roll++ {
			for _, source := range []uint8{0, 1, 2, 3, 4, 5, 6, 7, HomeSource(0)} {
				var want, got Set
				if source < MaxFields {
					if walls.Has(source) {
						continue
					}
					reach(&want, &walls, nowhere, source, roll)
				} else {
					reach(&want, &walls, nowhere, 1, roll-1)
				}
				for _, w := range b.walksFrom(int(source), roll) {
					if !w.Over.Meets(walls) {
						got = got.Or(Single(w.To))
					}
				}
				if got != want {
					t.Fatalf("roll %d from %d past %v: %v, want %v", roll, source, walls, got, want)
				}
			}
		}
	}
	// Round the triangle and straight on; never to and fro.
	var ends Set
	for _, w := range b.walksFrom(0, 3) {
		ends = ends.Or(Single(w.To))
	}
	want := Single(0).Or(Single(3)).Or(Single(6)).Or(Single(4)).Or(Single(5)).Or(Single(7))
	if ends != want {
		t.Errorf("with a 3 from a corner of the triangle: %v, want %v", ends, want)
	}
}

// FuzzBoard reads any text: an error, or a board whose walks agree with one
// another.
func FuzzBoard(f *testing.F) {
	for _, name := range []string{"classic", "quick", "blocks", "rings"} {
		f.Add(boardText(f, name))
	}
	f.Add("G\n1.......2")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseBoard(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		for s := range uint8(b.fields) {
			for roll := uint8(1); roll <= 6; roll++ {
				for _, w := range b.WalksFrom(s, roll) {
					if w.Over.Has(b.last) || w.To == b.last && w.Roll < uint8(b.Distance(s, b.last)) {
						t.Errorf("walk of %d from %s to %s over the last field", roll, b.Name(s), b.Name(w.To))
					}
					if w.To != b.last && s != b.last && !b.Near(w.To).Has(s) {
						t.Errorf("%s reaches %s but not back", b.Name(s), b.Name(w.To))
					}
				}
			}
			if b.mirror[b.mirror[s]] != s {
				t.Errorf("mirror of mirror of %s", b.Name(s))
			}
		}
	})
}
