package record

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

func sample() *Record {
	return &Record{
		Headers: []Header{{Game, "toy"}, {Setup, "dice=no"}, {Seat + "1", "tetrarch,depth=3"}, {Start, StartPos}, {"X-Empty", ""}},
		Actions: []Action{
			{Text: "L1", Turn: 1},
			{Text: "R2", Turn: 2, Score: Score{Centi, -35}, Depth: 9, Nodes: 18432, Time: 98200 * time.Microsecond},
			{Text: "5"},
			{Text: "L2", Turn: 3, Score: Score{Decided, -4}, Note: "time 3 forfeits=no"},
			{Text: "P@c5", Score: Score{Centi, 0}, Time: 1},
		},
	}
}

const sampleText = `Game: toy
Setup: dice=no
Seat-1: tetrarch,depth=3
Start: startpos
X-Empty: 

1. L1
2. R2 {score=-35 depth=9 nodes=18432 time=98.2ms} 5
3. L2 {score=#-4 time 3 forfeits=no} P@c5 {score=0 time=1ns}
end
`

func TestWriteAndRead(t *testing.T) {
	got, err := sample().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(sampleText, string(got)); d != "" {
		t.Error("text (-want +got):\n" + d)
	}
	var b bytes.Buffer
	empty := &Record{Headers: []Header{{Game, "toy"}}}
	if err := Write(&b, sample(), empty, sample()); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{b.String(), strings.ReplaceAll(b.String(), "\n", "\r\n"), "\n\n" + b.String() + "\n"} {
		all, err := ReadAll(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]*Record{sample(), empty, sample()}, all); d != "" {
			t.Error("records (-want +got):\n" + d)
		}
	}
}

// Each ends with the first error, and says of which game it is.
func TestEach(t *testing.T) {
	one, err := sample().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	other := errors.New("other")
	for _, c := range []struct {
		text  string
		fails int // f's call that does, if any
		want  error
		game  string
	}{
		{"", 0, nil, ""},
		{string(one) + string(one), 0, nil, ""},
		{string(one) + string(one), 2, other, "game 2: "},
		{string(one) + strings.TrimSuffix(string(one), "end\n"), 0, ErrCut, "game 2: "},
	} {
		calls := 0
		err := Each(strings.NewReader(c.text), func(*Record) error {
			if calls++; calls == c.fails {
				return other
			}
			return nil
		})
		if !errors.Is(err, c.want) || err != nil && !strings.HasPrefix(err.Error(), c.game) {
			t.Errorf("%d bytes, failing at %d: error %v, want %v with %q", len(c.text), c.fails, err, c.want, c.game)
		}
	}
}

func TestHeaders(t *testing.T) {
	r := sample()
	r.Set(Result, "1 0")
	r.Set(Game, "other")
	if r.Get(Result) != "1 0" || r.Get(Game) != "other" || r.Get("None") != "" || r.Headers[0].Key != Game {
		t.Errorf("headers %v, want Game first and changed, Result added", r.Headers)
	}
}

func TestLongLinesAreBroken(t *testing.T) {
	r := &Record{Headers: []Header{{Game, "toy"}}}
	for range 1000 {
		r.Actions = append(r.Actions, Action{Text: "pass"})
	}
	b, err := r.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if len(line) > 2*lineWidth {
			t.Fatalf("line of %d bytes, want about %d", len(line), lineWidth)
		}
	}
	if all, err := ReadAll(bytes.NewReader(b)); err != nil || len(all[0].Actions) != 1000 {
		t.Errorf("read %d records, %v", len(all), err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Game toy\n", "line 1: \"Game toy\": want a header"},
		{"Game: toy\nGame: toy\n\nend\n", "line 2: header Game is given twice"},
		{"9: toy\n\nend\n", "line 1: header \"9\""},
		{"Game: toy\n\n{note} a1\nend\n", "line 3: comment"},
		{"Game: toy\n\na1 {note\nend\n", "line 3: comment"},
		{"Game: toy\n\na1 {a} {b}\nend\n", "second comment"},
		{"Game: toy\n\na1}\nend\n", "line 3: action"},
		{"Game: toy\n\n1. 2. a1\nend\n", "line 3: turn number"},
		{"Game: toy\n\n0. a1\nend\n", "line 3: turn number"},
		{"Game: toy\n\n99999999999999999999. a1\nend\n", "line 3: turn number"},
		{"Game: toy\n\n1.\nend\n", "line 4: turn 1 has no action"},
		{"Game: toy\n\na1 end\nend\n", "line 3: action"},
		{"Game: toy\n\n\xff\nend\n", "line 3: action"},
		{"Game: toy\n\n" + strings.Repeat("a", maxLine+1) + "\nend\n", "line 3: "},
	} {
		_, err := ReadAll(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// A file that is cut at any byte gives the whole records before the cut and
// says that there was one.
func TestCutOff(t *testing.T) {
	text := sampleText + "\n" + sampleText
	for cut := len(sampleText) + 2; cut < len(text)-1; cut++ {
		all, err := ReadAll(strings.NewReader(text[:cut]))
		if len(all) != 1 || err == nil {
			t.Fatalf("cut at %d: %d records and error %v, want 1 and an error", cut, len(all), err)
		}
	}
	_, err := ReadAll(strings.NewReader(text[:len(text)-4]))
	if !errors.Is(err, ErrCut) {
		t.Errorf("cut before the end: error %v, want ErrCut", err)
	}
	if _, err := NewReader(strings.NewReader("")).Read(); err != io.EOF {
		t.Errorf("empty text: error %v, want io.EOF", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	for name, change := range map[string]func(*Record){
		"key":         func(r *Record) { r.Headers[0].Key = "a b" },
		"twice":       func(r *Record) { r.Headers[1].Key = r.Headers[0].Key },
		"value":       func(r *Record) { r.Headers[0].Value = "a\nb" },
		"blanks":      func(r *Record) { r.Headers[0].Value = " a" },
		"empty":       func(r *Record) { r.Actions[0].Text = "" },
		"words":       func(r *Record) { r.Actions[0].Text = "a b" },
		"brace":       func(r *Record) { r.Actions[0].Text = "a{" },
		"end":         func(r *Record) { r.Actions[0].Text = "end" },
		"turn":        func(r *Record) { r.Actions[0].Text = "12." },
		"minus":       func(r *Record) { r.Actions[0].Depth = -1 },
		"note":        func(r *Record) { r.Actions[0].Note = "a}" },
		"note blanks": func(r *Record) { r.Actions[0].Note = "a  b" },
		"note field":  func(r *Record) { r.Actions[0].Note = "depth=3 is deep" },
	} {
		r := sample()
		change(r)
		if _, err := r.Append(nil); err == nil {
			t.Errorf("%s: written, want an error", name)
		}
	}
	if got := Note(" a {b}\r\n\tc\xff"); got != "a (b) c?" {
		t.Errorf("Note = %q", got)
	}
}

func TestShares(t *testing.T) {
	two, four := game.TwoSeats, game.Seating{Seats: 4, Sides: 4, SideOf: [4]game.Side{0, 1, 2, 3}}
	teams := game.Seating{Seats: 4, Sides: 2, SideOf: [4]game.Side{0, 1, 0, 1}}
	three := game.Seating{Seats: 3, Sides: 3, SideOf: [4]game.Side{0, 1, 2}}
	for _, c := range []struct {
		seating *game.Seating
		shares  [game.MaxSides]game.Score
		want    string
	}{
		{&two, [4]game.Score{12, 0}, "1 0"},
		{&two, [4]game.Score{6, 6}, "0.5 0.5"},
		{&teams, [4]game.Score{0, 12}, "0 1 0 1"},
		{&three, [4]game.Score{4, 4, 4}, "0.3333 0.3333 0.3333"},
		{&four, [4]game.Score{3, 3, 6, 0}, "0.25 0.25 0.5 0"},
		{&four, [4]game.Score{5, 1, 5, 1}, "0.4167 0.0833 0.4167 0.0833"},
	} {
		text := FormatShares(c.seating, &c.shares)
		back, err := ParseShares(c.seating, text)
		if text != c.want || err != nil || back != c.shares {
			t.Errorf("shares %v: text %q, back %v, %v, want %q", c.shares, text, back, err, c.want)
		}
	}
	for _, bad := range []string{"", "1", "1 1", "0 0", "2 -1", "x 0", "NaN 1", "1 0 0"} {
		if _, err := ParseShares(&two, bad); err == nil {
			t.Errorf("ParseShares(%q) passes, want an error", bad)
		}
	}
}

// play makes a record of a game in which the first legal action is always
// taken.
func play(t *testing.T, setup string) (*Record, *game.Play) {
	t.Helper()
	s, err := game.ParseSetup(strings.Fields(setup))
	if err != nil {
		t.Fatal(err)
	}
	v, err := toy.Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewPlay(toy.Rules, v.Start())
	r := &Record{}
	r.Set(Game, toy.Rules.Name)
	r.Set(Setup, setup)
	for !g.Over() {
		var l game.MoveList
		g.Position().Generate(&l)
		r.Actions = append(r.Actions, Action{Text: g.Position().FormatMove(l.Moves[0].Move)})
		g.Push(l.Moves[0].Move)
	}
	var shares [game.MaxSides]game.Score
	g.Returns(&shares)
	r.Set(Result, FormatShares(g.Position().Seating(), &shares))
	r.Set(Reason, g.Reason())
	return r, g
}

func TestReplay(t *testing.T) {
	for _, setup := range []string{"", "dice=no", "dice=no seats=3", "seats=4 teams=13/24"} {
		r, g := play(t, setup)
		b, err := r.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := ReadAll(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		back, err := all[0].Replay(toy.Rules)
		if err != nil {
			t.Fatalf("%q: %v", setup, err)
		}
		if game.Text(back.Position()) != game.Text(g.Position()) || back.Reason() != g.Reason() {
			t.Errorf("%q: replay ends in %q, want %q", setup, game.Text(back.Position()), game.Text(g.Position()))
		}
	}
	good, g := play(t, "dice=no")
	for name, c := range map[string]struct {
		change func(*Record)
		want   string
	}{
		"game":    {func(r *Record) { r.Set(Game, "chess") }, `the record is of game "chess": want toy`},
		"setup":   {func(r *Record) { r.Set(Setup, "wheels=4") }, "wheels"},
		"twice":   {func(r *Record) { r.Set(Setup, "dice=no dice=no") }, "twice"},
		"start":   {func(r *Record) { r.Set(Start, "nowhere") }, "nowhere"},
		"action":  {func(r *Record) { r.Actions[2].Text = "Z9" }, "action 3: "},
		"result":  {func(r *Record) { r.Set(Result, "0.25 0.75") }, "the board says"},
		"shares":  {func(r *Record) { r.Set(Result, "1 1") }, "twelfths"},
		"too far": {func(r *Record) { r.Actions = append(r.Actions, r.Actions[0]) }, "the game is over"},
		"too short": {func(r *Record) {
			r.Actions = r.Actions[:3]
			r.Set(Reason, "")
		}, "want a reason"},
	} {
		r, _ := play(t, "dice=no")
		c.change(r)
		if _, err := r.Replay(toy.Rules); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	// A record may begin anywhere.
	half := &Record{Actions: good.Actions[4:]}
	prefix := &Record{Headers: good.Headers[:2], Actions: good.Actions[:4]}
	p, err := prefix.Replay(toy.Rules)
	if err != nil {
		t.Fatal(err)
	}
	half.Set(Game, "toy")
	half.Set(Setup, "dice=no")
	half.Set(Start, game.Text(p.Position()))
	if back, err := half.Replay(toy.Rules); err != nil || game.Text(back.Position()) != game.Text(g.Position()) {
		t.Errorf("from the middle: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sampleText))
	f.Add([]byte(sampleText + "\n" + sampleText))
	f.Add([]byte("Game: x\n\n1. a {time=1h2m3.5s score=#3} b{c}\n end \n"))
	f.Add([]byte("A:\r\n\r\na\u00a0b\r\nend"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, _ := ReadAll(bytes.NewReader(text))
		var b bytes.Buffer
		if err := Write(&b, all...); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := ReadAll(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%q", err, b.Bytes())
		}
		if d := cmp.Diff(all, again); d != "" {
			t.Fatal("read, written and read again (-first +second):\n" + d)
		}
	})
}

func TestOpeningLength(t *testing.T) {
	for text, want := range map[string]int{"": 0, "0": 0, "8": 8, "-1": -1, "x": -1, "8 plies": -1} {
		r := &Record{}
		r.Set(Opening, text)
		n, err := r.OpeningLength()
		if err == nil && n != want || (err != nil) != (want < 0) {
			t.Errorf("%q: %d, error %v, want %d", text, n, err, want)
		}
	}
}
