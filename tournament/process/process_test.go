package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/protocol"
	"tetrarch/search"
	"tetrarch/tournament/process/processtest"
)

func TestMain(m *testing.M) {
	processtest.Main()
	goleak.VerifyTestMain(m)
}

// fake starts a fake engine and says nothing to it yet.
func fake(t testing.TB, what string, n int, change func(*Command)) *Engine {
	t.Helper()
	c := Command{Args: []string{executable(t)}, Env: []string{processtest.Environment(what, n)}, Dialect: protocol.TGI, Startup: time.Minute}
	if change != nil {
		change(&c)
	}
	e, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func executable(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// ready starts a fake engine that is ready to play the toy game.
func ready(t testing.TB, what string, n int) *Engine {
	t.Helper()
	e := fake(t, what, n, nil)
	if err := errors.Join(e.Handshake(t.Context()), e.Choose(t.Context(), toy.Rules, nil, nil), e.Begin(t.Context(), 1)); err != nil {
		t.Fatal(err)
	}
	return e
}

// patient is a question with time enough on any machine.
func patient() *Question {
	return &Question{Moves: []string{"1"}, Limits: "nodes 100", Allowed: time.Minute, Late: Timeout}
}

// wantFault checks an error's reason and a part of its text.
func wantFault(t *testing.T, err error, reason, text string) {
	t.Helper()
	var f *Fault
	if !errors.As(err, &f) || f.Reason != reason || !strings.Contains(f.Text, text) {
		t.Errorf("error %v, want reason %s and %q", err, reason, text)
	}
}

func TestSound(t *testing.T) {
	t.Parallel()
	e := ready(t, "sound", 0)
	if e.Name() != protocol.Name {
		t.Errorf("name %q", e.Name())
	}
	for range 3 {
		a, err := e.Ask(t.Context(), patient())
		if err != nil || a.Best != "L1" && a.Best != "R1" || a.Info.Nodes == 0 || a.Time <= 0 {
			t.Errorf("answer %+v, error %v", a, err)
		}
	}
	q := patient()
	q.Moves = []string{"1", "L2"}
	_, err := e.Ask(t.Context(), q)
	wantFault(t, err, EngineError, `answers "error illegal_move 2 L2`)
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ what, reason, text string }{
		{"crash", Crash, "ended with exit status 3"},
		{"leave", Crash, "ended with exit status 0"},
		{"killed", Crash, "ended with signal: killed"},
		{"loud", Crash, "exit status 3"},
		{"flood", Flood, "wrote more than"},
		{"endless", Flood, "wrote a line of more than 1048576 bytes"},
		{"error", EngineError, `answers "error internal out of ideas"`},
		{"shut", Disconnect, "closed its output"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			e := ready(t, c.what, 1)
			_, err := e.Ask(t.Context(), patient())
			wantFault(t, err, c.reason, c.text)
			switch text := e.Stderr(); c.what {
			case "crash":
				if text != "out of luck\n" {
					t.Errorf("standard error %q", text)
				}
			case "loud":
				if len(text) != TailSize || !strings.HasSuffix(text, "line 19999\nout of luck\n") {
					t.Errorf("standard error of %d bytes, ends with %q", len(text), text[max(0, len(text)-40):])
				}
			}
		})
	}
}

// An engine that closes its input is found out when it is spoken to again.
func TestDeaf(t *testing.T) {
	t.Parallel()
	e := ready(t, "deaf", 1)
	if _, err := e.Ask(t.Context(), patient()); err != nil {
		t.Fatal(err)
	}
	_, err := e.Ask(t.Context(), patient())
	wantFault(t, err, Disconnect, "closed its input")
}

func TestHangs(t *testing.T) {
	t.Parallel()
	short := func(c *Command) { c.Startup = 50 * time.Millisecond }
	wantFault(t, fake(t, "mute", 0, short).Handshake(t.Context()), Hang, "no answer to the handshake within 50ms")
	wantFault(t, fake(t, "stillborn", 0, nil).Handshake(t.Context()), Crash, "exit status 3")
	e := fake(t, "unready", 0, nil)
	if err := e.Handshake(t.Context()); err != nil {
		t.Fatal(err)
	}
	e.command.Startup = 50 * time.Millisecond
	wantFault(t, e.Do(t.Context(), "newgame"), Hang, "no answer to isready within 50ms")

	q := patient()
	q.Allowed = 50 * time.Millisecond
	_, err := ready(t, "hang", 1).Ask(t.Context(), q)
	wantFault(t, err, Hang, "no answer within 50ms, nor to stop within 1s")

	q.Late = TimeForfeit
	_, err = ready(t, "slow", 1).Ask(t.Context(), q)
	wantFault(t, err, TimeForfeit, "no answer within 50ms, only when told to stop")
}

// An engine that stops reading does not stop us.
func TestNotReading(t *testing.T) {
	t.Parallel()
	e := ready(t, "hang", 1)
	short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := e.Ask(short, patient()); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	q := patient()
	for range 100_000 {
		q.Moves = append(q.Moves, "1")
	}
	_, err := e.Ask(t.Context(), q)
	wantFault(t, err, Hang, "does not read its input")
}

// What a program has started ends with it, and nothing waits for what holds its
// pipes.
func TestChildren(t *testing.T) {
	t.Parallel()
	e := ready(t, "child", 1)
	_, err := e.Ask(t.Context(), patient())
	wantFault(t, err, Crash, "exit status 3")
	text, found := strings.CutPrefix(e.Stderr(), "child ")
	pid, err := strconv.Atoi(strings.TrimSpace(text))
	if !found || err != nil {
		t.Fatalf("standard error %q", text)
	}
	for alive(pid) {
		time.Sleep(time.Millisecond) // the test's own time is the limit
	}
}

// alive says whether a process runs. One that nobody has waited for does not.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// The end of a context is nobody's fault, and ends everything soon.
func TestCancel(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"hang", "slow"} {
		e := ready(t, what, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		if _, err := e.Ask(ctx, patient()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", what, err)
		}
		e.Close()
		if !e.ended() {
			t.Errorf("%s: the program still runs", what)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := fake(t, "mute", 0, nil).Handshake(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("handshake: error %v", err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dialect  protocol.Dialect
		rules    string
		setup    game.Setup
		settings []Setting
		want     string
	}{
		{protocol.TGI, "chess", nil, nil, "does not play chess, but barca, "},
		{protocol.UCI, "chess", nil, nil, "does not play chess, but barca, "},
		{protocol.TGI, "toy", game.Setup{"track": "99"}, nil, `the program refuses "game toy track=99": bad_value`},
		{protocol.TGI, "toy", game.Setup{"track": "5"}, []Setting{{"Hesh", "1"}}, `option "Hesh" is none that the program declares: want Hash, `},
		{protocol.UCI, "barca", nil, []Setting{{"Hash", "0"}}, `refuses "setoption name UCI_Variant value barca; setoption name Hash value 0": bad_value`},
		{protocol.UGI, "barca", nil, []Setting{{"hash", "2"}, {"Clear Hash", ""}}, ""},
	} {
		e := fake(t, "sound", 0, func(cmd *Command) { cmd.Dialect = c.dialect })
		if err := e.Handshake(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := e.Choose(t.Context(), &game.Rules{Name: c.rules}, c.setup, c.settings)
		var f *Fault
		if c.want == "" {
			if err != nil {
				t.Errorf("%s %s: error %v", c.dialect, c.rules, err)
			}
		} else if err == nil || errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: error %v, want %q", c.dialect, c.rules, err, c.want)
		}
		e.Close()
	}
	if _, err := Start(Command{Args: []string{executable(t) + ".none"}}); err == nil {
		t.Error("a program that does not exist was started")
	}
}

func TestCanCarry(t *testing.T) {
	plain := &game.Rules{Name: "g", Options: []game.Option{{Name: "o", Default: "a"}}}
	for _, c := range []struct {
		d     protocol.Dialect
		r     *game.Rules
		setup game.Setup
		seats int
		want  string
	}{
		{protocol.TGI, toy.Rules, game.Setup{"seats": "4"}, 4, ""},
		{protocol.UCI, plain, game.Setup{"o": "a"}, 2, ""},
		{protocol.UCI, toy.Rules, nil, 2, "uci has no dice"},
		{protocol.UGI, plain, nil, 3, "ugi has two seats, and g has 3 here"},
		{protocol.UCI, plain, game.Setup{"o": "b"}, 2, "uci has no rule options, and g has o=b here"},
	} {
		err := CanCarry(c.d, c.r, c.setup, c.seats)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s %v of %d: error %v, want %q", c.d, c.r.Name, c.setup, c.seats, err, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	ms := time.Millisecond
	clocks := search.Limits{
		Clock: [4]time.Duration{1500 * ms, 20 * ms, 0, 100 * time.Microsecond}, Increment: [4]time.Duration{100 * ms}, MovesToGo: 7,
	}
	for _, c := range []struct {
		d    protocol.Dialect
		l    search.Limits
		seat game.Player
		want string
	}{
		{protocol.TGI, search.Limits{Depth: 3, Nodes: 50, MoveTime: 20 * ms}, 0, "depth 3 nodes 50 movetime 20"},
		{protocol.TGI, clocks, 3, "p1time 1500 p1inc 100 p2time 20 p4time 1 movestogo 7"},
		{protocol.UGI, clocks, 1, "p1time 1500 p1inc 100 p2time 20 p4time 1 movestogo 7"},
		{protocol.TGI, clocks, 2, ""}, // that seat has no clock
		{protocol.UCI, search.Limits{Depth: 9, Clock: [4]time.Duration{ms, 2 * ms}, Increment: [4]time.Duration{0, 3 * ms}}, 1, "depth 9 wtime 1 btime 2 binc 3"},
	} {
		if got := Limits(c.d, &c.l, c.seat); got != c.want {
			t.Errorf("%s: %q, want %q", c.d, got, c.want)
		}
	}
}

func TestSpin(t *testing.T) {
	e := &Engine{client: &protocol.Client{Options: []string{
		"name Seed type spin default 0 min 5 max 99999999999", "name Two Words type spin max 3 min -1", "name Text type string default min 1 max 2", "name Open type spin min 1", "name Back type spin min 3 max 2",
	}}}
	for _, c := range []struct {
		name        string
		least, most int64
		ok          bool
	}{{"seed", 5, math.MaxInt32, true}, {"Two Words", -1, 3, true}, {"Text", 0, 0, false}, {"Open", 0, 0, false}, {"Back", 0, 0, false}, {"None", 0, 0, false}} {
		least, most, ok := e.spin(c.name)
		if ok != c.ok || ok && (least != c.least || most != c.most) {
			t.Errorf("%s: %d to %d, %v", c.name, least, most, ok)
		}
	}
}

func TestTail(t *testing.T) {
	var all strings.Builder
	var got tail
	for i := range 30000 {
		line := fmt.Sprintln(i, strings.Repeat("é", i%7))
		all.WriteString(line)
		_, _ = io.WriteString(&got, line)
		if i%5000 == 17 || i == 29999 {
			want := all.String()
			want = strings.ToValidUTF8(want[max(0, len(want)-TailSize):], "\uFFFD")
			if got.String() != want {
				t.Fatalf("after %d lines: %d bytes, want the last %d", i, len(got.String()), len(want))
			}
		}
	}
	got.fill(strings.NewReader(strings.Repeat("x", 3*TailSize)))
	if got.String() != strings.Repeat("x", TailSize) {
		t.Errorf("%d bytes", len(got.String()))
	}
	if got.reset(); got.String() != "" {
		t.Error("something is left")
	}
}

// A meter lets slow talk pass for ever, and starts anew when told so.
func TestMeter(t *testing.T) {
	m := &meter{}
	for range 10 {
		m.reset()
		m.from = strings.NewReader(strings.Repeat("info\n", mostPerSecond/20))
		if _, err := io.Copy(io.Discard, m); err != nil {
			t.Fatal(err)
		}
	}
	m.second, m.before = time.Time{}, m.lines
	m.count([]byte(strings.Repeat("\n", mostLines)))
	if !strings.Contains(m.flood(), "lines without an answer") {
		t.Errorf("flood %q", m.flood())
	}
	if _, err := m.Read(make([]byte, 10)); !errors.Is(err, errFlood) {
		t.Errorf("error %v", err)
	}
	m = &meter{from: strings.NewReader(strings.Repeat("x", protocol.MaxLine+1))}
	if _, err := io.Copy(io.Discard, m); !errors.Is(err, errFlood) {
		t.Errorf("a long line: error %v", err)
	}
}

// BenchmarkAsk is the cost of one action of a program that needs no time itself.
func BenchmarkAsk(b *testing.B) {
	for _, played := range []int{10, 400} {
		b.Run(fmt.Sprintf("after=%d", played), func(b *testing.B) {
			e := fake(b, "instant", 0, nil)
			if err := e.Handshake(b.Context()); err != nil {
				b.Fatal(err)
			}
			q := patient()
			for len(q.Moves) < played {
				q.Moves = append(q.Moves, "e2e4")
			}
			b.ReportAllocs()
			for b.Loop() {
				if a, err := e.Ask(b.Context(), q); err != nil || a.Best != "x" {
					b.Fatal(a, err)
				}
			}
		})
	}
}
