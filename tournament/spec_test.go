package tournament

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tetrarch/engine"
	"tetrarch/protocol"
	"tetrarch/search"
	"tetrarch/tournament/process"
)

// parsedProgram reads a spec and returns the program in it.
func parsedProgram(t *testing.T, fields []field) program {
	t.Helper()
	s := &spec{}
	if _, err := s.choose(fields); err != nil {
		t.Fatal(err)
	}
	for _, f := range fields {
		if err := s.set(&f); err != nil {
			t.Fatal(err)
		}
	}
	return s.program
}

func readFields(t *testing.T, text string) []field {
	t.Helper()
	parts, err := splitFields(text)
	if err != nil {
		t.Fatal(err)
	}
	var fields []field
	for _, p := range parts {
		f, err := parseField(p)
		if err != nil {
			t.Fatal(err)
		}
		fields = append(fields, f)
	}
	return fields
}

// A text and a map say the same.
func TestProgramSpec(t *testing.T) {
	text := `dir="a folder",cmd=./engine -x 'one, two',proto=UCI,option.Hash=64,option.Book File='my, book',option.Clear Hash=,env.LEVEL=3,startup=2s,watchdog=30s,seed=7`
	want := program{
		command: process.Command{
			Args: []string{"./engine", "-x", "one, two"}, Dir: "a folder", Dialect: protocol.UCI, Env: []string{"LEVEL=3"}, Startup: 2 * time.Second,
		},
		settings: []process.Setting{{Name: "Hash", Value: "64"}, {Name: "Book File", Value: "my, book"}, {Name: "Clear Hash"}},
		watchdog: 30 * time.Second,
	}
	compare := func(got program) {
		t.Helper()
		slices.SortFunc(got.settings, func(a, b process.Setting) int { return strings.Compare(b.Value, a.Value) })
		slices.SortFunc(want.settings, func(a, b process.Setting) int { return strings.Compare(b.Value, a.Value) })
		if d := cmp.Diff(want, got, cmp.AllowUnexported(program{})); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
	compare(parsedProgram(t, readFields(t, text)))
	for _, cmd := range []any{"./engine -x 'one, two'", []any{"./engine", "-x", "one, two"}} {
		fields, err := mapFields(map[string]any{
			"dir": "a folder", "cmd": cmd, "proto": "uci", "env": map[string]any{"LEVEL": int64(3)}, "startup": "2s", "watchdog": int64(30000), "seed": int64(7),
			"option": map[string]any{"Hash": int64(64), "Book File": "my, book", "Clear Hash": ""},
		}, "")
		if err != nil {
			t.Fatal(err)
		}
		compare(parsedProgram(t, fields))
	}
	e, err := ParsePlayer(text + ",name=me,tc=40/60+0.5,timemargin=0,depth=9")
	if err != nil || e.Name != "me" || e.Clock != (TimeControl{40, time.Minute, 500 * time.Millisecond}) || e.Limits.Depth != 9 || e.margin() != 0 || !e.NeedsLimit {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = PlayerOf(map[string]any{"builtin": "tetrarch", "hash": 2, "without": []any{"null-move", "futility"}, "name": "x", "movetime": 2.0, "multi": int64(3)})
	if err != nil || e.Name != "x" || e.Limits.MoveTime != 2*time.Millisecond || e.margin() != DefaultMargin {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestCommandLines(t *testing.T) {
	for text, want := range map[string][]string{
		`./a -b c`:             {"./a", "-b", "c"},
		`"my engine" -b`:       {"my engine", "-b"},
		`'"my engine" -b "c"'`: {"my engine", "-b", "c"},
		`"./a -x 'b, c'"`:      {"./a", "-x", "b, c"},
		`my\ engine`:           {"my engine"},
		`C:\dir\a.exe -x`:      {`C:\dir\a.exe`, "-x"},
		`a '' ""`:              {"a", "", ""},
		`a "b \"c\" \\ d"`:     {"a", `b "c" \ d`},
		`a'b c'd`:              {"ab cd"},
		`a --x=1\,2`:           {"a", "--x=1,2"},
	} {
		got, err := commandWords(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}

// Several players in one text, of both kinds.
func TestMixedPlayers(t *testing.T) {
	got, err := ParsePlayers(`cmd="/a/one.exe -x 1,2",nodes=5,greedy,cmd=/b/one,tc=1,builtin:plain,depth=2`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range got {
		names = append(names, e.Name)
	}
	if want := []string{"one", "greedy", "one#2", "plain,depth=2"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
}

func TestBadSpecs(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"cmd=./a,proto=cecp", `player a: option proto has value "cecp": want tgi, uci or ugi`},
		{"cmd=./a,hash=3", `player a: option "hash" is unknown: want name, `},
		{"cmd=./a,option.=3", `option "option." is unknown`},
		{"cmd=", "player: field cmd: value \"\": want a program"},
		{"cmd=./a,tc=ten", `player a: option tc has value "ten": want TURNS/TIME+INCREMENT`},
		{"cmd=./a,option.X=1,option.X=2", "option option.X is given twice"},
		{"cmd=./a -x,y", `player "y" is unknown: want tetrarch, `},
		{"cmd=./a -x,y", "a comma within cmd= needs quotes"},
		{"cmd='./a", "has a quote ' that is not closed"},
		{"cmd=./a,watchdog=-1s", "option watchdog"},
		{"greedy,dir=x", `player greedy: option "dir" is unknown`},
		{"greedy,multi=0", "option multi"},
		{"greedy,timemargin=x", "option timemargin"},
	} {
		if _, err := ParsePlayers(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
	}
	for _, text := range []string{"name=x", "greedy,random", "cmd=a,greedy"} {
		if _, err := ParsePlayer(text); err == nil || !strings.Contains(err.Error(), "want one of the fields builtin and cmd, once") {
			t.Errorf("%s: error %v", text, err)
		}
	}
	for want, m := range map[string]map[string]any{
		"want one of the fields builtin and cmd": {"name": "x"},
		"field depth: value []":                  {"builtin": "random", "depth": nil},
		"field cmd: the list is empty":           {"cmd": []any{}},
		"field cmd holds the value 3":            {"cmd": []any{3}},
	} {
		if _, err := PlayerOf(m); err == nil || !strings.Contains(err.Error(), strings.Replace(want, "[]", "<nil>", 1)) {
			t.Errorf("%v: error %v, want %q", m, err, want)
		}
	}
	if help := PlayerHelp(); !strings.Contains(help, "tetrarch") || strings.Contains(help, "\t") {
		t.Errorf("help\n%s", help)
	}
}

// FuzzParsePlayers: any text is players or an error.
func FuzzParsePlayers(f *testing.F) {
	for _, s := range []string{"tetrarch,nodes=5", `cmd="a b",tc=1+1,x='\'`, "a,,b", `\`, "'\"'\"", "cmd=\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParsePlayers(text)
		if err == nil && len(list) == 0 {
			t.Errorf("%q: neither players nor an error", text)
		}
	})
}

// A level and a rating weaken a built-in player, which then needs no limit, and
// stand in its name.
func TestLevels(t *testing.T) {
	g := realGame(t, "barca", nil)
	for text, want := range map[string]float64{
		"tetrarch,level=3": 3, "mcts,level=0": 0, "tetrarch,level=20": search.MaxLevel, "tetrarch": search.MaxLevel,
	} {
		fields := readFields(t, text)
		s := &spec{level: search.MaxLevel, hash: 1}
		if _, err := s.choose(fields); err != nil {
			t.Fatal(err)
		}
		for _, f := range fields {
			if err := s.set(&f); err != nil {
				t.Fatal(err)
			}
		}
		if s.level != want {
			t.Errorf("%s: level %v, want %v", text, s.level, want)
		}
		e, err := ParsePlayer(text)
		if err != nil || e.Name != text || e.NeedsLimit != (want == search.MaxLevel) {
			t.Errorf("%s: %+v, %v", text, e, err)
		}
		if err := e.Check(g); err != nil {
			t.Error(err)
		}
	}
	// A rating is another level in another game, and full strength in some before others.
	e, err := ParsePlayer("tetrarch,elo=1800")
	full, err2 := ParsePlayer("tetrarch,elo=2400")
	if s := (&spec{elo: 1500}); err != nil || err2 != nil || e.NeedsLimit != (engine.Games().FullElo() <= 1800) || !full.NeedsLimit ||
		s.levelIn(g.Game) != 8 || s.levelIn(realGame(t, "tricolor", nil).Game) >= 8 {
		t.Errorf("level of 1500 %v, 1800 is %+v, 2400 is %+v, %v, %v", s.levelIn(g.Game), e, full, err, err2)
	}
	for text, want := range map[string]string{
		"tetrarch,level=21":          "level has value \"21\": want a whole number from 0 to 20",
		"tetrarch,elo=100":           "elo has value \"100\": want a whole number from 500 to 3350",
		"tetrarch,level=3,elo=900":   "options level and elo are both given",
		"tetrarch,elo=900,level=3":   "options level and elo are both given",
		"cmd=./a,level=3":            `option "level" is unknown`,
		"random,name=\"a\x1b[31m\"":  "want a text on one line",
		"random,name=\"a\x00\"":      "want a text on one line",
		"random,name=\"a\xff\"":      "want a text on one line",
		"expectimax,nodes=1,level=x": "level has value",
	} {
		if _, err := ParsePlayer(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	// A weak player plays otherwise than a strong one.
	m := Match{Game: g, Players: entrants(t, "tetrarch,level=0,tetrarch,nodes=2000"), Games: 2, Seed: 1, MaxTurns: 60}
	if s := mustRun(t, m); s.Faults != 0 || s.Players[0].Wins > s.Players[1].Wins {
		t.Errorf("level 0 wins %d games against full strength, faults %v", s.Players[0].Wins, s.Faulted)
	}
}
