package tournament

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vbauerster/mpb/v8"

	"tetrarch/search"
	"tetrarch/tournament/pairing"
	"tetrarch/tournament/stats"
)

const wholeDefinition = `
game = "barca"
players = ["tetrarch,name=new,nodes=500", "greedy", "random,seed=3,random"]
format = "gauntlet"
seeds = 2
games = 10
seed = 7
movetime = "50ms"
depth = 4
nodes = 900
tc = "10+0.1"
openings = "lines.txt"
order = "random"
opening-plies = 6
max-turns = 300
resign = "score=600 agreed=yes"
draw = "score=5 moves=10 after=30"
strict = true
concurrency = 2
`

func define(t *testing.T, text string) Definition {
	t.Helper()
	d := NewDefinition()
	if err := d.Read("x.toml", []byte(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDefinition(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", "lines.txt", []byte("startpos\nstartpos moves e2e5\n"))
	d := define(t, wholeDefinition)
	m, err := d.Match()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range m.Players {
		names = append(names, p.Name)
	}
	if d := cmp.Diff([]string{"new", "greedy", "random,seed=3", "random"}, names); d != "" {
		t.Error(d)
	}
	want := Match{
		Format: pairing.Format{Kind: pairing.Gauntlet, Seeds: 2}, Games: 10, Seed: 7, Limits: search.Limits{MoveTime: 50 * time.Millisecond, Depth: 4, Nodes: 900},
		Clock: TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}, MaxTurns: 300, Strict: true, Concurrency: 2,
		Adjudication: Adjudication{Resign: 600, ResignMoves: DefaultResignMoves, ResignAgreed: true, Draw: 5, DrawMoves: 10, DrawAfter: 30},
	}
	if m.Openings.Book.Len() != 2 || !m.Openings.Shuffled || m.Openings.MinPlies != 3 || m.Openings.MaxPlies != 6 {
		t.Errorf("openings %+v", m.Openings)
	}
	got := m
	got.Game, got.Players, got.Openings = want.Game, want.Players, want.Openings
	if got.Format != want.Format || got.Games != want.Games || got.Seed != want.Seed || got.Limits.MoveTime != want.Limits.MoveTime || got.Limits.Nodes != 900 || got.Limits.Depth != 4 ||
		got.Clock != want.Clock || got.Adjudication != want.Adjudication || got.MaxTurns != 300 || !got.Strict || got.Concurrency != 2 {
		t.Errorf("plan %+v\nwant %+v", got, want)
	}
	// What is saved says the same, from any folder.
	text, err := d.Text()
	if err != nil {
		t.Fatal(err)
	}
	before, err := d.Digest()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	again := define(t, string(text))
	if after, err := again.Digest(); err != nil || after != before {
		t.Errorf("digest %s, %v, want %s\n%s", after, err, before, text)
	}
	if !filepath.IsAbs(again.Book) {
		t.Errorf("openings %q: want a whole path", again.Book)
	}
	if _, err := again.Match(); err != nil {
		t.Error(err)
	}
}

// What decides the games changes the digest, what does not leaves it.
func TestDigest(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, ".", "a.txt", []byte("startpos\n"))
	base := define(t, `game = "barca"`+"\n"+`players = ["random", "greedy"]`+"\n"+`openings = "a.txt"`)
	digest := func(change func(*Definition)) string {
		d := base
		change(&d)
		sum, err := d.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	same := digest(func(*Definition) {})
	for name, change := range map[string]func(*Definition){
		"slots": func(d *Definition) { d.Slots = 9 }, "processors": func(d *Definition) { d.CPUs = "all" }, "strict": func(d *Definition) { d.Strict = true },
		"an equal file": func(d *Definition) { write(t, ".", "b.txt", []byte("startpos\n")); d.Book = "b.txt" },
	} {
		if digest(change) != same {
			t.Errorf("%s: another digest", name)
		}
	}
	for name, change := range map[string]func(*Definition){
		"seed": func(d *Definition) { d.Seed++ }, "games": func(d *Definition) { d.Games++ }, "players": func(d *Definition) { d.Players = []string{"greedy", "random"} },
		"rules": func(d *Definition) { d.Rules = map[string]any{"x": 1} }, "limits": func(d *Definition) { d.Nodes = 5 }, "test": func(d *Definition) { d.SPRT = "elo0=0 elo1=5" },
		"another file": func(d *Definition) { write(t, ".", "c.txt", []byte("startpos moves e2e5\n")); d.Book = "c.txt" },
	} {
		if digest(change) == same {
			t.Errorf("%s: the same digest", name)
		}
	}
	base.Book = "none.txt"
	if _, err := base.Digest(); err == nil {
		t.Error("a file that is not there has a digest")
	}
}

func TestDefinitionRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	const head = "game = 'barca'\nplayers = ['random', 'greedy']\n"
	write(t, ".", "bad.txt", []byte("startpos\nstartpos moves z9z9\n"))
	for _, c := range []struct{ text, want string }{
		{"game = 'barca'\nplayres = ['a']\n", `x.toml:2:1: key "playres" is unknown: want game, players, format`},
		{"[rules.deep]\nx = 1\n[sprt]\nelo0 = 1\n", "x.toml:3"},
		{"game = 'barca'\ngames = 'many'\n", "x.toml:2:9"},
		{"game = \n", "x.toml:1"},
		{head + "movetime = 'soon'\n", "soon"},
		{"players = ['random']", "the game is missing: want barca"},
		{"game = 'barca'", "the players are missing"},
		{"game = 'nim'\nplayers = ['random']", `game "nim" is unknown`},
		{head + "format = 'cup'", `format "cup" is unknown: want match, round-robin, gauntlet, swiss, knockout`},
		{head + "order = 'up'", `order "up" is unknown: want sequential or random`},
		{head + "openings = 'bad.txt'", "openings: bad.txt:2: action 1"},
		{head + "openings = 'none.txt'", "none.txt"},
		{head + "opening-plies = -1", "opening-plies is -1"},
		{head + "opening-plies = 101", "opening-plies is 101: want a whole number from 0 to 100"},
		{head + "depth = -1", "depth is -1"},
		{head + "concurrency = 0", "concurrency is 0: want a whole number from 1 to 1024"},
		{head + "rounds = -1", "rounds is -1"},
		{head + "seeds = -1", "seeds is -1"},
		{head + "extra = 1001", "extra is 1001"},
		{head + "max-turns = 0", "max-turns is 0"},
		{head + "strict = 3", "x.toml:3:10: key strict: want true or false"},
		{head + "nodes = -3", "x.toml:3:9: key nodes: want a whole number from 0 on"},
		{head + "tc = 'fast'", "tc: "},
		{head + "affinity = '9999'", "affinity: "},
		{head + "affinity = '0'\nconcurrency = 2", "2 games at a time on 1 processors"},
		{head + "tables = 'x'", "barca has no tables of endgames"},
		{head + "games = 0", "games is 0"},
		{head + "[rules]\nsize = 9\n", "size"},
		{head + "sprt = 'elo0=0'", "sprt: elo1 is missing"},
		{head + "sprt = 'elo0=5 elo1=0'", "want the first smaller"},
		{head + "sprt = 'elo0=0 elo1=x'", `elo1 has value "x"`},
		{head + "sprt = 'elo0=0 elo1=5 gamma=1'", `key "gamma" is unknown: want elo0, elo1, alpha, beta, scale`},
		{head + "sprt = 'elo0=0 elo1=5 scale=bayes'", `scale "bayes" is unknown`},
		{head + "sprt = 'elo0'", "want key=value"},
		{head + "resign = 'moves=3'", "resign: score is missing"},
		{head + "resign = 'score=0'", "want a whole number from 1"},
		{head + "resign = 'score=5 score=6'", "given twice"},
		{head + "resign = 'score=5 agreed=perhaps'", "want yes or no"},
		{head + "draw = 'moves=0'", "draw: moves has value 0"},
	} {
		d := NewDefinition()
		err := d.Read("x.toml", []byte(c.text))
		if err == nil {
			var m Match
			if m, err = d.Match(); err == nil {
				_, err = m.Run(t.Context())
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestTake(t *testing.T) {
	d := define(t, "game = 'barca'\nseed = 3\ngames = 8\n")
	flags := NewDefinition()
	flags.Games, flags.Game = 20, "tricolor"
	d.Take(&flags, func(key string) bool { return key == "games" })
	if d.Games != 20 || d.Game != "barca" || d.Seed != 3 {
		t.Errorf("%+v, want 20 games of barca", d)
	}
}

func TestWords(t *testing.T) {
	got, err := ParseSPRT("elo0=-1.5, elo1=2 beta=.1 scale=logistic")
	if want := (stats.SPRT{Elo0: -1.5, Elo1: 2, Alpha: 0.05, Beta: 0.1, Scale: stats.Logistic}); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	cpus, err := AvailableCPUs()
	if err != nil {
		t.Skip(err)
	}
	all, err := ParseCPUs("all")
	if err != nil || !slices.Equal(all, cpus) || len(cpus) == 0 {
		t.Errorf("all is %v, %v, want %v", all, err, cpus)
	}
	for _, text := range []string{"", "x", "2-1", "-1", "0,0", "70000"} {
		if list, err := ParseCPUs(text); err == nil {
			t.Errorf("%q reads %v", text, list)
		}
	}
}

// Players that are kept to a processor play the same games.
func TestAffinity(t *testing.T) {
	cpus, err := AvailableCPUs()
	if err != nil {
		t.Skip(err)
	}
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 8, Seed: 2}
	want := tableOf(mustRun(t, m))
	m.CPUs = cpus
	var slots []Slot
	open := m.Players[0].Open
	m.Players[0].Open = func(g Game) (Player, error) {
		slots = append(slots, g.Slot)
		return open(g)
	}
	if got := tableOf(mustRun(t, m)); got != want {
		t.Errorf("pinned:\n%s\nwant\n%s", got, want)
	}
	if len(slots) != 1 || !slices.Equal(slots[0].CPUs, cpus[:1]) {
		t.Errorf("slots %+v, want one on processor %d", slots, cpus[0])
	}
	m.Concurrency, m.CPUs = len(cpus)+1, cpus
	if err := m.Check(); err == nil {
		t.Error("more slots than processors pass")
	}
}

func TestLive(t *testing.T) {
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 30, Seed: 2}
	var b bytes.Buffer
	quiet := NewLive(&b, false, m.Planned(), 0)
	m.Progress = quiet.Show
	mustRun(t, m)
	quiet.Close()
	if b.Len() > 0 {
		t.Errorf("a short match says %q, want nothing", b.String())
	}
	chatty := newLive(&b, false, m.Planned(), 0, 0, 0)
	m.Progress = chatty.Show
	mustRun(t, m)
	chatty.Close()
	if lines := strings.Count(b.String(), "\n"); lines != 30 || !strings.Contains(b.String(), "30/30  greedy: ") {
		t.Errorf("%d lines, want one a game:\n%s", lines, b.String())
	}
	// On a terminal the bar and its table come and go; here it is as wide as the
	// output that is none says.
	b.Reset()
	bars := newLive(&b, true, m.Planned(), 0, 0, 0, mpb.WithAutoRefresh(), mpb.WithWidth(80))
	m.Games = 600
	m.Progress = func(o *Outcome, s *Summary) {
		bars.Show(o, s)
		time.Sleep(time.Millisecond)
	}
	mustRun(t, m)
	bars.Close()
	if !strings.Contains(b.String(), "Elo ± 95 %") || !strings.Contains(b.String(), " left") {
		t.Errorf("the display %q lacks table or time left", b.String())
	}
	m.Players = nil
	for range 20 {
		m.Players = append(m.Players, entrants(t, "random")...)
	}
	Distinguish(m.Players)
	m.Format.Kind, m.Games = pairing.RoundRobin, 2
	m.Progress = nil
	rows := mustRun(t, m).liveTable()
	if len(rows) > liveRows || !strings.HasPrefix(rows[len(rows)-1], "and ") {
		t.Errorf("%d rows, want at most %d:\n%s", len(rows), liveRows, strings.Join(rows, "\n"))
	}
}
