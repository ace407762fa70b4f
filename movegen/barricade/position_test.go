package barricade

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
)

// Boards with short cycles: 4, 6 and 8 fields round.
const (
	blocks = `
G
B........
..B...B..
1.......2
`
	rings = `
      G
      B
......B......
. . . .   . .
...B.....B...
. .   . . . .
1.2...3...4..
`
	// full has all 128 fields, and cycles of 4 everywhere.
	full = `
G
...B...................
....B...B.....B........B..
.B..........B..........B..
.......B.......B...B......
1.......2........3.......4
`
)

func boardText(t testing.TB, name string) string {
	t.Helper()
	switch name {
	case "blocks":
		return strings.TrimPrefix(blocks, "\n")
	case "rings":
		return strings.TrimPrefix(rings, "\n")
	case "full":
		return strings.TrimPrefix(full, "\n")
	}
	text, err := boards.ReadFile("boards/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func variant(t testing.TB, board string, options ...string) *Variant {
	t.Helper()
	b, err := ParseBoard(boardText(t, board))
	if err != nil {
		t.Fatal(err)
	}
	set, err := game.ParseSetup(options)
	if err != nil {
		t.Fatal(err)
	}
	full := game.Setup{}
	for _, o := range Rules.Options {
		full[o.Name] = o.Default
	}
	for name, value := range set {
		full[name] = value
	}
	v, err := NewVariant(b, full)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func parse(t testing.TB, v *Variant, text string) *Position {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

func actions(p game.Position) []string {
	var l game.MoveList
	p.Generate(&l)
	var list []string
	for _, m := range l.Moves {
		list = append(list, p.FormatMove(m.Move))
	}
	slices.Sort(list)
	return list
}

var settings = []struct {
	board, homes, teams string
	mustMove            bool
	closed              int
}{
	{"classic", "14", "-", false, 0},
	{"classic", "14", "-", true, 1},
	{"classic", "123", "-", false, 2},
	{"classic", "1234", "13/24", false, 0},
	{"classic", "234", "2/34", true, 0},
	{"quick", "1234", "-", false, 1},
	{"quick", "13", "-", true, 0},
	{"quick", "1234", "1/234", true, 2},
	{"blocks", "12", "-", false, 0},
	{"blocks", "12", "-", true, 1},
	{"rings", "1234", "14/23", false, 0},
	{"rings", "24", "-", true, 2},
	{"full", "1234", "12/34", false, 1},
}

// TestAgainstOracle plays random games side by side with the oracle: the same
// actions and the same text after every one of them. Forward moves are favoured
// so that games come to an end.
func TestAgainstOracle(t *testing.T) {
	ended := 0
	for i, s := range settings {
		rng := rand.New(rand.NewPCG(5, uint64(i)))
		v := variant(t, s.board, "homes="+s.homes, "teams="+s.teams,
			fmt.Sprint("must-move=", s.mustMove), fmt.Sprint("no-wall-rows=", s.closed))
		for range 3 {
			p := v.Start().(*Position)
			o := newOracle(boardText(t, s.board), s.homes, s.teams, s.mustMove, s.closed)
			for n := 0; n < 400 && !p.Over; n++ {
				want := o.legal()
				if got := actions(p); !slices.Equal(got, want) {
					t.Fatalf("%v: %s\ngot  %v\nwant %v", s, o.text(), got, want)
				}
				checkPosition(t, v, p, o.text())
				m := pick(rng, p)
				o.play(p.FormatMove(m))
				p.Make(m)
			}
			if p.Over != o.over {
				t.Fatalf("%v: %s: over %v, want %v", s, o.text(), p.Over, o.over)
			}
			if p.Over {
				ended++
				checkPosition(t, v, p, o.text())
			}
		}
	}
	if ended < 10 {
		t.Errorf("only %d games came to an end", ended)
	}
}

func pick(rng *rand.Rand, p *Position) game.Move {
	var l game.MoveList
	p.Generate(&l)
	if p.phase != rollDue && rng.IntN(3) > 0 {
		p.Rank(&l)
		best := slices.MaxFunc(l.Moves, func(a, b game.Scored) int { return int(a.Order - b.Order) })
		return best.Move
	}
	return l.Moves[rng.IntN(l.Len())].Move
}

// checkPosition checks all that must hold of any position.
func checkPosition(t *testing.T, v *Variant, p *Position, want string) {
	t.Helper()
	if got := game.Text(p); got != want {
		t.Fatalf("text %q, want %q", got, want)
	}
	q := parse(t, v, want)
	if q.Key != p.Key || q.mirrorKey != p.mirrorKey || q.Player != p.Player || q.Side != p.Side || q.Over != p.Over || q.Midturn != p.Midturn {
		t.Fatalf("%s: read back as %+v, want %+v", want, q.core, p.core)
	}
	var all, some, hot game.MoveList
	p.Generate(&all)
	p.GenerateSelective(&some)
	p.GenerateTactical(&hot)
	if p.Count() != all.Len() {
		t.Fatalf("%s: count %d, want %d", want, p.Count(), all.Len())
	}
	if (some.Len() == 0) != (all.Len() == 0) {
		t.Fatalf("%s: %d of %d actions selected", want, some.Len(), all.Len())
	}
	for _, m := range slices.Concat(some.Moves, hot.Moves) {
		if !all.Contains(m.Move) {
			t.Fatalf("%s: %s selected but not legal", want, p.FormatMove(m.Move))
		}
	}
	before, depth := p.core, len(p.stack)
	for i, m := range all.Moves {
		if !p.Legal(m.Move) || slices.ContainsFunc(all.Moves[:i], func(n game.Scored) bool { return n.Move == m.Move }) {
			t.Fatalf("%s: %s listed twice or not legal", want, p.FormatMove(m.Move))
		}
		if n := p.MoveIndex(m.Move); n < 0 || n >= p.MoveIndexes() {
			t.Fatalf("index %d of %s: want below %d", n, p.FormatMove(m.Move), p.MoveIndexes())
		}
		if back, err := p.ParseMove(p.FormatMove(m.Move)); err != nil || back != m.Move {
			t.Fatalf("%s: %s read back as %v, %v", want, p.FormatMove(m.Move), back, err)
		}
		p.Make(m.Move)
		p.Unmake()
		if p.core != before || len(p.stack) != depth {
			t.Fatalf("%s: %s taken back leaves %+v", want, p.FormatMove(m.Move), p.core)
		}
	}
}

// TestLegal asks about every move of the packing and many values beyond it.
func TestLegal(t *testing.T) {
	for i, s := range settings {
		rng := rand.New(rand.NewPCG(6, uint64(i)))
		v := variant(t, s.board, "homes="+s.homes, "teams="+s.teams,
			fmt.Sprint("must-move=", s.mustMove), fmt.Sprint("no-wall-rows=", s.closed))
		p := v.Start().(*Position)
		for n := 0; n < 60 && !p.Over; n++ {
			if n%20 >= 17 {
				checkLegal(t, rng, p)
			}
			p.Make(pick(rng, p))
		}
	}
}

func checkLegal(t *testing.T, rng *rand.Rand, p *Position) {
	t.Helper()
	legal := map[game.Move]bool{}
	var l game.MoveList
	p.Generate(&l)
	for _, m := range l.Moves {
		legal[m.Move] = true
	}
	check := func(m game.Move) {
		if p.Legal(m) != legal[m] {
			t.Fatalf("%s: legal(%#x) is %v, want %v", game.Text(p), uint32(m), p.Legal(m), legal[m])
		}
	}
	for m := range game.Move(kindPlace+3) << 16 {
		check(m)
	}
	for range 1000 {
		check(game.Move(rng.Uint32()))
	}
	for _, m := range l.Moves {
		for bit := range 32 {
			check(m.Move ^ 1<<bit)
		}
	}
}

// TestCycles tests the rules on walks where two of them meet: both are tried,
// they make one move, and a walk back to its own start makes none.
func TestCycles(t *testing.T) {
	classic := variant(t, "classic")
	tests := []struct {
		v     *Variant
		text  string
		has   string
		hasNo string
	}{
		// Half round a cycle of 12, from e1 to i3, by either way: both open, one
		// barred, the other barred, both barred.
		{classic, "a3 4,e1/-/-/5 - 1 6 1", "e1i3", ""},
		{classic, "g3 4,e1/-/-/5 - 1 6 1", "e1i3", ""},
		{classic, "h1 4,e1/-/-/5 - 1 6 1", "e1i3", ""},
		{classic, "g3,h1 4,e1/-/-/5 - 1 6 1", "pass", "e1i3"},
		// Round a cycle of 4 and back: one's own field is no target; with 6 the
		// walk crosses its own start.
		{variant(t, "blocks", "homes=12"), "- 4,e1/5/-/- - 1 4 1", "e1e3 e1d2", "e1e1"},
		{variant(t, "blocks", "homes=12"), "d1,d3,f2 4,e2/5/-/- - 1 6 1", "", "e2e2"},
		// The last field is reached with the exact roll only.
		{classic, "- 4,i13/-/-/5 - 1 1 1", "i13i14 i13h13 i13j13", ""},
		{classic, "- 4,i13/-/-/5 - 1 2 1", "i13g13", "i13i14"},
		{classic, "- 4,h13/-/-/5 - 1 2 1", "h13i14 h13j13", ""},
		{classic, "i13 4,h13/-/-/5 - 1 2 1", "h13f13", "h13i14 h13j13"},
		// A barricade on the exit lets pawns out with a 1 only.
		{classic, "c1 5/-/-/5 - 1 1 1", "P@c1", ""},
		{classic, "c1 5/-/-/5 - 1 2 1", "pass", "P@b1 P@d1"},
		// Own and team mates' pawns are passed but not hit.
		{classic, "- 3,c1,d1/-/-/4,e1 - 1 1 1", "d1e1", "c1d1"},
		{classic, "- 3,c1,d1/-/-/4,e1 - 1 2 1", "c1e1", ""},
		{variant(t, "classic", "homes=134", "teams=1/34"), "- 5/-/4,e1/4,f1 1/34 3 1 1", "e1d1", "e1f1"},
		{variant(t, "classic", "homes=134", "teams=14/3"), "- 5/-/4,e1/4,f1 14/3 3 1 1", "e1f1", ""},
	}
	for _, test := range tests {
		p := parse(t, test.v, test.text)
		got := actions(p)
		for _, a := range strings.Fields(test.has) {
			if !slices.Contains(got, a) {
				t.Errorf("%s: %v lacks %s", test.text, got, a)
			}
		}
		for _, a := range strings.Fields(test.hasNo) {
			if slices.Contains(got, a) {
				t.Errorf("%s: %v has %s", test.text, got, a)
			}
		}
		if n := len(slices.Compact(slices.Clone(got))); n != len(got) {
			t.Errorf("%s: %v has an action twice", test.text, got)
		}
	}
}

func TestPlacement(t *testing.T) {
	p := parse(t, variant(t, "classic"), "e1,g7 4,d1/-/-/4,f1 - 1 1 9")
	m, err := p.ParseMove("d1e1")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(m)
	got := actions(p)
	for _, want := range []string{"B@d1", "B@c1", "B@i13"} {
		if !slices.Contains(got, want) {
			t.Errorf("%v lacks %s", got, want)
		}
	}
	for _, bad := range []string{"B@e1", "B@f1", "B@g7", "B@i14"} {
		if slices.Contains(got, bad) {
			t.Errorf("%v has %s", got, bad)
		}
	}
	if !p.Midturn || p.Phase() != "place" || p.Player != 0 {
		t.Errorf("phase %s, player %d, midturn %v", p.Phase(), p.Player, p.Midturn)
	}
}

func TestEnd(t *testing.T) {
	v := variant(t, "classic", "homes=1234", "teams=13/24")
	p := parse(t, v, "- 5/5/4,i13/5 13/24 3 1 70")
	m, err := p.ParseMove("i13i14")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(m)
	var to [game.MaxSides]game.Score
	p.Returns(&to)
	if !p.Over || to != [4]game.Score{12, 0} || p.Reason() != "last-field" || len(actions(p)) != 0 {
		t.Errorf("over %v, returns %v, reason %q, actions %v", p.Over, to, p.Reason(), actions(p))
	}
	if got, want := game.Text(p), "- 5/5/4,i14/5 13/24 4 - 71"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

// TestMirror mirrors random positions: the keys of the two positions change
// places.
func TestMirror(t *testing.T) {
	for _, name := range []string{"classic", "quick"} {
		v := variant(t, name, "homes=1234")
		if !v.board.mirrored {
			t.Fatalf("%s: no mirror found", name)
		}
		rng := rand.New(rand.NewPCG(8, 8))
		p := v.Start().(*Position)
		differ := 0
		for n := 0; n < 300 && !p.Over; n++ {
			p.Make(pick(rng, p))
			q := parse(t, v, game.Text(p))
			q.walls = v.board.mirrorSet(p.walls)
			for seat := range q.Seats {
				q.pawns[seat] = v.board.mirrorSet(p.pawns[seat])
			}
			q.settle()
			if q.Key != p.mirrorKey || q.mirrorKey != p.Key || q.CanonicalKey() != p.CanonicalKey() {
				t.Fatalf("%s: keys %x %x, mirrored %x %x", game.Text(p), p.Key, p.mirrorKey, q.Key, q.mirrorKey)
			}
			if p.Count() != q.Count() {
				t.Fatalf("%s: %d actions, mirrored %d", game.Text(p), p.Count(), q.Count())
			}
			if q.Key != p.Key {
				differ++
			}
		}
		if differ == 0 {
			t.Errorf("%s: no position differed from its mirror image", name)
		}
	}
}

func (b *Board) mirrorSet(s Set) Set {
	var t Set
	for ; !s.Empty(); s = s.Rest() {
		t = t.Or(Single(b.mirror[s.First()]))
	}
	return t
}

func TestParseRefuses(t *testing.T) {
	v := variant(t, "classic")
	for text, want := range map[string]string{
		"":                            "number of fields 1",
		"- 5/-/-/5 - 1 -":             "number of fields 5",
		"- 5/-/-/5 - 1  1":            "phase",
		"z9 5/-/-/5 - 1 - 1":          "no field",
		"a2,a1 5/-/-/5 - 1 - 1":       "sorted",
		"a1,a1 5/-/-/5 - 1 - 1":       "once",
		"i14 5/-/-/5 - 1 - 1":         "last field",
		"i10,i9 5/-/-/5 - 1 x 1":      "phase",
		"- 5/-/-/5 - 1 --1 1":         "phase",
		"- 5/-/-/5 - 1 0 1":           "phase",
		"- 5/-/-/5 - 2 - 1":           "home to act",
		"- 5/-/-/5 - 1 - 0":           "turn",
		"- 5/-/-/5 - 1 - 01":          "turn",
		"- 5/-/-/5 - 1 - 99999999999": "turn",
		"- 5/-/-/5 14 1 - 1":          "teams",
		"- 5/5/-/5 12 1 - 1":          "teams",
		"- 5/5/-/5 1/2/4 1 - 1":       "teams",
		"- 5/5/-/5 24/1 1 - 1":        "teams",
		"- 5/5/-/5 12/3 1 - 1":        "teams",
		"- 5/5/-/5 1/22 1 - 1":        "teams",
		"- 5/5/5/5 1/23 1 - 1":        "teams",
		"- 5/-/-/- - 1 - 1":           "two to four",
		"- 5/-/5 - 1 - 1":             "want 4",
		"- 6/-/-/5 - 1 - 1":           "home 1",
		"- 5,a1/-/-/5 - 1 - 1":        "6 pawns",
		"- 4,i14/-/-/5 - 1 3 1":       "phase",
		"- 4,a1/-/-/4,a1 - 1 3 1":     "taken",
		"a1 4,a1/-/-/5 - 1 3 1":       "taken",
		"a3,e3,g7,i10,i11,i13,i3,i9,k7,m3,q3 4,a1/-/-/5 - 1 b 1":    "all 11",
		"a1,a3,e3,g7,i10,i11,i13,i3,i9,k7,m3,q3 4,a2/-/-/5 - 1 - 1": "at most 11",
	} {
		if p, err := v.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, error %v, want one about %q", text, p, err, want)
		}
	}
	for _, text := range []string{"- 0/-/-/0 - 4 6 1", "- 5/5/-/5 1/24 2 - 1000000000", "- 5/-/-/4,i14 - 1 - 8"} {
		if got := game.Text(parse(t, v, text)); got != text {
			t.Errorf("%q read as %q", text, got)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	for option, want := range map[string]string{
		"homes=1":         "two to four",
		"homes=41":        "rising",
		"homes=15":        "no home",
		"teams=13/24":     "three or more",
		"board=no-such":   "classic, quick",
		"no-wall-rows=3":  "want 0 or 1 or 2",
		"must-move=maybe": "want false or true",
	} {
		s, err := game.ParseSetup([]string{option})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Rules.Variant(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one about %q", option, err, want)
		}
	}
	for _, name := range Boards {
		if _, err := Rules.Variant(game.Setup{"board": name, "homes": "1234", "no-wall-rows": "2"}); err != nil {
			t.Errorf("board %s: %v", name, err)
		}
	}
}
