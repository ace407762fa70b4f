package tournament

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
	"tetrarch/tournament/process/processtest"
)

// fake is the spec of a fake engine that fails in its n-th search.
func fake(t testing.TB, what string, n int, more string) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name, value, _ := strings.Cut(processtest.Environment(what, n), "=")
	return fmt.Sprintf("cmd='\"%s\"',name=%s,startup=1m,env.%s=%s%s", path, what, name, value, more)
}

// realGame is a game of the engine's.
func realGame(t testing.TB, name string, setup game.Setup) Game {
	t.Helper()
	e, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(e, setup)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every fault of a program loses the game for it, with the reason in the record,
// and the run goes on with a fresh one. An opponent in this process wins.
func TestProgramFaults(t *testing.T) {
	const soon = ",watchdog=100ms"
	for _, c := range []struct {
		what, more, reason, text string
		n                        int
	}{
		{"crash", "", Crash, "ended with exit status 3", 2},
		{"killed", "", Crash, "ended with signal: killed", 1},
		{"child", "", Crash, "ended with exit status 3", 1},
		{"stillborn", "", Crash, "exit status 3", 0},
		{"mute", ",startup=100ms", Hang, "no answer to the handshake within 100ms", 0},
		{"unready", ",startup=1s", Hang, "within 1s", 0},
		{"hang", soon, Hang, "no answer within 100ms, nor to stop", 1},
		{"slow", soon, Timeout, "no answer within 100ms, only when told to stop", 1},
		{"slow", ",movetime=200ms,timemargin=100ms", TimeForfeit, "no answer within 300ms", 2},
		{"slow", ",tc=0.2+0.1", TimeForfeit, "no answer within", 2},
		{"flood", "", Flood, "wrote more than", 1},
		{"endless", "", Flood, "wrote a line of more than", 1},
		{"illegal", "", IllegalMove, `"Z9"`, 2},
		{"none", "", IllegalMove, `"none"`, 1},
		{"empty", "", IllegalMove, `""`, 1},
		{"error", "", EngineError, "out of ideas", 1},
		{"shut", "", Disconnect, "closed its output", 1},
		{"deaf", "", Disconnect, "closed its input", 1},
	} {
		t.Run(c.what+c.more, func(t *testing.T) {
			t.Parallel()
			spec := fake(t, c.what, c.n, c.more)
			if strings.Contains(c.more, "startup") {
				spec = strings.Replace(spec, ",startup=1m", "", 1)
			}
			if !strings.Contains(c.more, "movetime") && !strings.Contains(c.more, "tc=") {
				spec += ",nodes=10"
			}
			var b bytes.Buffer
			// The long track: no game ends before the fault.
			m := Match{Game: toyGame(t, "retreat=yes track=8"), Players: entrants(t, spec+",greedy"), Games: 2, Seed: 4, Record: &b, Openings: Openings{MinPlies: -1}}
			s := mustRun(t, m)
			if s.Reasons[c.reason] != 2 || s.Players[0].Faults != 2 || s.Players[1].Wins != 2 {
				t.Errorf("reasons %v, %d faults, %d wins of the other, %v, want 2 times %s", s.Reasons, s.Players[0].Faults, s.Players[1].Wins, s.Faulted, c.reason)
			}
			all, err := record.ReadAll(&b)
			if err != nil || len(all) != 2 {
				t.Fatalf("%d records, %v", len(all), err)
			}
			for _, r := range all {
				if f := r.Get(record.Fault); r.Get(record.Reason) != c.reason || !strings.Contains(f, c.what+" at seat") || !strings.Contains(f, c.text) {
					t.Errorf("reason %s, fault %q, want %s and %q", r.Get(record.Reason), f, c.reason, c.text)
				}
			}
		})
	}
}

// What a program that failed wrote to its standard error is in the outcome and in
// the folder of the slot; of the other program nothing is kept.
func TestStderrIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g := toyGame(t, "retreat=yes track=8")
	g.Slot.Dir = dir
	players := entrants(t, strings.Replace(fake(t, "loud", 1, ",nodes=10"), "name=loud", "name=a/b", 1)+","+fake(t, "sound", 1, ",nodes=10"))
	var seated []Player
	for _, e := range players {
		p, err := e.Open(g)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		seated = append(seated, p)
	}
	m := Match{Game: g, Players: players, MaxTurns: 100}
	opener, err := newOpener(g, Openings{MinPlies: -1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	from, err := opener.find(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.game(t.Context(), seated, 0, 0, arrangement{0, 1}, from)
	if err != nil {
		t.Fatal(err)
	}
	if o.Reason != Crash || !strings.HasSuffix(o.Stderr, "line 19999\nout of luck\n") || len(o.Stderr) != 64<<10 {
		t.Errorf("reason %s, %d bytes of standard error", o.Reason, len(o.Stderr))
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(files) != 1 || filepath.Base(files[0]) != "stderr-1.1-a_b.txt" {
		t.Fatalf("files %q", files)
	}
	if text, err := os.ReadFile(files[0]); err != nil || string(text) != o.Stderr {
		t.Errorf("file of %d bytes, %v", len(text), err)
	}
}

// A game may begin anywhere: the program is told.
func TestStartOfItsOwn(t *testing.T) {
	t.Parallel()
	g := toyGame(t, "track=8")
	x, err := entrants(t, fake(t, "sound", 0, ",depth=1"))[0].Open(g)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, text := range []string{"7,0/2,g - - b", game.Text(g.Variant.Start())} {
		start, err := g.Variant.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		play := game.NewPlay(g.Rules, start)
		if err := x.NewGame(t.Context(), play, 1); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if play.Position().Base().Player == game.Chance {
				if err := play.Make("1"); err != nil {
					t.Fatal(err)
				}
			}
			d, err := x.Choose(t.Context(), play, search.Limits{Depth: 1})
			if err == nil {
				err = play.Make(d.Move)
			}
			if err != nil {
				t.Fatalf("after %q from %s: %v", play.Texts(), text, err)
			}
		}
	}
}

// Cancelling ends a match with programs that think, start or sleep, and no fault
// is made of it.
func TestCancelPrograms(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"hang", "mute", "slow"} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		m := Match{Game: toyGame(t, ""), Players: entrants(t, fake(t, what, 1, ",nodes=10")+",greedy"), Games: 2}
		s, err := m.Run(ctx)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || s.Games != 0 || s.Faults != 0 {
			t.Errorf("%s: %d games, %d faults, error %v", what, s.Games, s.Faults, err)
		}
	}
}

// Programs play games that UCI and UGI can carry, and others are refused before
// anything runs; so is what the program itself refuses.
func TestDialects(t *testing.T) {
	t.Parallel()
	for _, proto := range []string{"uci", "ugi"} {
		for _, name := range []string{"barca", "barragoon"} {
			spec := fake(t, "sound", 0, ",nodes=10,proto="+proto)
			m := Match{Game: realGame(t, name, nil), Players: entrants(t, spec+",random"), Games: 2, MaxTurns: 12, Openings: Openings{MinPlies: 2, MaxPlies: 2, Nodes: 10}}
			if s := mustRun(t, m); s.Faults != 0 || s.Players[0].Work.Moves < 8 {
				t.Errorf("%s over %s: %d faults %q, %d moves", name, proto, s.Faults, s.Faulted, s.Players[0].Work.Moves)
			}
		}
	}
	for _, c := range []struct {
		game  Game
		spec  string
		wants string
	}{
		{toyGame(t, ""), fake(t, "sound", 0, ",proto=uci,depth=1"), "player sound: uci has no dice, and toy needs them: want proto=tgi"},
		{realGame(t, "barca", nil), "cmd=nosuchengine -x,depth=1", `player nosuchengine: field cmd: the program "nosuchengine" is not in the path`},
		{realGame(t, "barca", nil), "cmd=./no/engine,depth=1,name=me", `player me: field cmd: the program "./no/engine" cannot be run: stat ./no/engine`},
		{realGame(t, "barca", nil), "cmd=x,dir=/no/where,depth=1", `player x: field dir: "/no/where" is no folder`},
		{realGame(t, "barca", nil), fake(t, "chess", 0, ",depth=1,proto=uci"), "player chess: the program plays chess, not barca"},
		{realGame(t, "barca", nil), fake(t, "instant", 0, ",depth=1"), "player instant: the program does not play barca, but toy"},
		{realGame(t, "barca", nil), fake(t, "sound", 0, ",depth=1,option.Hash=0"), `player sound: the program refuses "game barca; setoption name Hash value 0": bad_value option Hash`},
	} {
		m := Match{Game: c.game, Players: entrants(t, c.spec+",random"), Games: 2}
		if _, err := m.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("error %v, want %q", err, c.wants)
		}
	}
}

// The engine as a program plays the very games that it plays in this process:
// the same actions, the same scores and depths, the same results.
func TestProgramEqualsBuiltin(t *testing.T) {
	for _, c := range []struct {
		game              string
		setup             game.Setup
		algorithm, fields string
		players           int
	}{
		{"barricade", game.Setup{"homes": "134"}, "auto", "nodes=60", 3},
		{"barricade", game.Setup{"homes": "1234"}, "auto", "nodes=60", 4},
		{"barragoon", nil, "auto", "nodes=150", 2},
		{"barca", nil, "mcts", "nodes=100", 2},
		{"tricolor", nil, "random", "depth=1", 2},
	} {
		games := map[string]map[string]string{}
		for kind, one := range map[string]string{
			"builtin": strings.Replace(c.algorithm, "auto", own, 1) + ",hash=1",
			"program": fake(t, "engine", 0, "") + ",option.Hash=1,option.EndgamePath=none,option.Algorithm=" + c.algorithm,
		} {
			var all []Entrant
			for i := range c.players {
				e := entrants(t, fmt.Sprintf("%s,%s,seed=%d", one, c.fields, i))[0]
				e.Name = fmt.Sprint("p", i)
				all = append(all, e)
			}
			var b bytes.Buffer
			m := Match{Game: realGame(t, c.game, c.setup), Players: all, Games: 1, Seed: 8, MaxTurns: 9, Record: &b, Openings: Openings{MinPlies: 2, MaxPlies: 3, Nodes: 10}}
			s := mustRun(t, m)
			if s.Faults != 0 {
				t.Errorf("%s: %s has faults %q", c.game, kind, s.Faulted)
			}
			records, err := record.ReadAll(&b)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range records {
				for i := range r.Actions {
					if c.algorithm == "random" {
						r.Actions[i].Score = record.Score{} // here it is none, there the protocol wants one
					}
				}
			}
			games[kind] = withoutTimes(records)
		}
		if d := cmp.Diff(games["builtin"], games["program"]); d != "" {
			t.Errorf("%s %v, %s %s (-builtin +program):\n%s", c.game, c.setup, c.algorithm, c.fields, d)
		}
	}
}

// The seat's clock runs for all its actions of a turn and gets its increment once,
// after the turn, whoever decides within it.
func TestClocks(t *testing.T) {
	var c clocks
	control, err := ParseTimeControl("2/10+1")
	if err != nil {
		t.Fatal(err)
	}
	c.set(0, control)
	for turn, want := range []time.Duration{10, 11, 22, 23, 34} {
		c.begin(0)
		if k := &c.seats[0]; k.left != want*time.Second || k.turns != 2-turn%2 {
			t.Errorf("turn %d: %v left, %d turns to go, want %ds", turn, k.left, k.turns, want)
		}
		c.begin(1) // a seat without a clock
	}
	if c.seats[1].on() || c.seats[1].left != 0 {
		t.Errorf("seat without a clock: %+v", c.seats[1])
	}
}

// Players are told the clocks of all seats that have one, and the time that they
// say to have taken is what counts.
func TestClockInPlay(t *testing.T) {
	for _, setup := range []string{"", "seats=3", "dice=no"} {
		g := toyGame(t, setup)
		var last []string
		timed := Entrant{Name: "timed", Clock: TimeControl{Turns: 3, Time: time.Minute, Increment: time.Second}}
		var p limitsPlayer
		timed.Open = func(Game) (Player, error) { return &p, nil }
		m := Match{Game: g, Players: []Entrant{timed}, Games: 1, Seed: 5, Openings: Openings{MinPlies: -1}}
		for i := 1; i < g.Variant.Start().Seating().Seats; i++ {
			m.Players = append(m.Players, entrant(fmt.Sprint("free", i), first))
		}
		p.check = func(pos game.Position, l search.Limits) {
			seat := pos.Base().Player
			for i := range l.Clock {
				if (l.Clock[i] > 0) != (i == int(seat)) {
					t.Errorf("%q: seat %d sees the clocks %v", setup, seat, l.Clock)
				}
			}
			if l.MovesToGo < 1 || l.MovesToGo > 3 || l.Increment[seat] != time.Second {
				t.Errorf("%q: %+v", setup, l)
			}
			last = append(last, fmt.Sprint(l.Clock[seat], l.MovesToGo, pos.Base().Midturn))
		}
		s := mustRun(t, m)
		if s.Faults != 0 || len(last) < 3 || s.Players[0].Work.Longest != time.Second {
			t.Errorf("%q: %d faults %q, longest %v, clocks %q", setup, s.Faults, s.Faulted, s.Players[0].Work.Longest, last)
		}
		p.spend = 70 * time.Second
		s = mustRun(t, m)
		if s.Reasons[TimeForfeit] != s.Games || !strings.Contains(s.Faulted[0], "took 1m10s with 1m0s on the clock") {
			t.Errorf("%q: reasons %v, %q", setup, s.Reasons, s.Faulted)
		}
	}
}

// limitsPlayer plays the first action, says how long that took, and shows its
// limits.
type limitsPlayer struct {
	scripted
	spend time.Duration
	check func(game.Position, search.Limits)
}

func (p *limitsPlayer) Choose(ctx context.Context, g *game.Play, l search.Limits) (Decision, error) {
	p.check(g.Position(), l)
	d, err := first(ctx, g)
	d.Time = max(p.spend, time.Second)
	return d, err
}

// Built-in players keep their clocks.
func TestBuiltinClock(t *testing.T) {
	m := Match{Game: toyGame(t, "track=8"), Players: entrants(t, "alphabeta,tc=0.5+0.01,timemargin=1m,hash=1,mcts,tc=20/0.3,timemargin=1m,hash=1"), Games: 2, Seed: 1}
	s := mustRun(t, m)
	if s.Faults != 0 || s.Players[0].Work.Time > 2*time.Minute {
		t.Errorf("%d faults %q, time %v", s.Faults, s.Faulted, s.Players[0].Work.Time)
	}
}

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]TimeControl{
		"60+0.5":     {0, time.Minute, 500 * time.Millisecond},
		"40/5:30.5":  {40, 330*time.Second + 500*time.Millisecond, 0},
		"0.1":        {0, 100 * time.Millisecond, 0},
		"1m30s+10ms": {0, 90 * time.Second, 10 * time.Millisecond},
		"1/1+0":      {1, time.Second, 0},
	} {
		got, err := ParseTimeControl(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := ParseTimeControl(got.String()); err != nil || again != got {
			t.Errorf("%s is written %s and read %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "0/10", "10+", "10+-1", "1:60", "1:2:3", "/10", "10/", "1e9h", "NaN", "99999999"} {
		if c, err := ParseTimeControl(text); err == nil || !strings.Contains(err.Error(), "want TURNS/TIME+INCREMENT") {
			t.Errorf("%q: %+v, error %v", text, c, err)
		}
	}
}

// The file of a program's standard error can be made, whatever the player is called.
func TestStderrName(t *testing.T) {
	for _, name := range []string{"a/b\\c:d", "..", strings.Repeat("ü", 4000), "<b>\"x\"|?*"} {
		path := filepath.Join(t.TempDir(), stderrName("1.1", name))
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}
