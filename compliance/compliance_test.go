package compliance_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tetrarch/compliance"
	"tetrarch/protocol"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(fakeEngine); name != "" {
		os.Exit(serve(name))
	}
	goleak.VerifyTestMain(m)
}

// config examines the test binary as the engine of that name, patiently: other
// work may keep the machine busy.
func config(t *testing.T, name string, only ...string) compliance.Config {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return compliance.Config{
		Command: []string{program}, Only: only,
		Env:    []string{fakeEngine + "=" + name, "GORACE=atexit_sleep_ms=0"}, // else every race-built engine waits a second at its end
		Answer: time.Minute, Slack: 30 * time.Second,
	}
}

func show(t *testing.T, r *compliance.Result) {
	t.Helper()
	t.Errorf("%d %s %s: %s, note %q\n  sent   %s\n  came   %s\n  wanted %s\n  %s\n  stderr %s", r.Number, r.Name, r.Game, r.Status, r.Note,
		r.Sent, r.Came, r.Wanted, strings.Join(r.Talk, "\n  "), r.Stderr)
}

// examine runs an examination that must take place.
func examine(t *testing.T, c compliance.Config) *compliance.Report {
	t.Helper()
	report, err := compliance.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// The project's own engine keeps every promise, and few points are skipped. In
// short tests the groups that go through all games are left out.
func TestOwnEngine(t *testing.T) {
	for _, group := range compliance.Groups() {
		switch group {
		case "handshake", "life", "stop", "ponder", "input", "exit":
		default:
			if testing.Short() {
				continue
			}
		}
		t.Run(group, func(t *testing.T) {
			t.Parallel()
			report := examine(t, config(t, "own", group))
			var skips []string
			for i := range report.Results {
				switch r := &report.Results[i]; r.Status {
				case compliance.Fail:
					show(t, r)
				case compliance.Skip:
					skips = append(skips, r.Name+" "+r.Game)
				}
			}
			want := map[string][]string{"game": {"game.bare barca", "game.bare tricolor"}, "end": {"end.repetition barricade"}}[group]
			if !slices.Equal(skips, want) {
				t.Errorf("skipped %q, want %q", skips, want)
			}
			if report.Name != protocol.Name || report.Dialect != protocol.TGI || len(report.Games) != 4 {
				t.Errorf("the engine is taken for %q, %s, with the games %q", report.Name, report.Dialect, report.Games)
			}
			if report.Passed+report.Failed+report.Skipped != len(report.Results) || report.Passed == 0 {
				t.Errorf("%d passed, %d failed, %d skipped of %d results", report.Passed, report.Failed, report.Skipped, len(report.Results))
			}
		})
	}
}

// As an engine of UCI or UGI it keeps what these promise.
func TestOtherDialects(t *testing.T) {
	t.Parallel()
	for _, d := range []protocol.Dialect{protocol.UCI, protocol.UGI} {
		if testing.Short() {
			break
		}
		c := config(t, "own", "handshake", "life", "game", "query", "input", "search.depth", "search.movetime", "ponder")
		c.Dialect = d
		report := examine(t, c)
		for i := range report.Results {
			if r := &report.Results[i]; r.Status == compliance.Fail {
				show(t, r)
			}
		}
		if report.Passed < 20 || report.Skipped < 20 {
			t.Errorf("%s: %d points passed, %d skipped", d, report.Passed, report.Skipped)
		}
	}
	// An engine that knows UCI alone is found out.
	report := examine(t, config(t, "uci-only", "handshake", "search.depth"))
	if report.Dialect != protocol.UCI || report.Failed > 0 || report.Passed == 0 {
		t.Errorf("an engine of UCI alone: %s, %d passed, %d failed", report.Dialect, report.Passed, report.Failed)
	}
}

// Engines with a fault fail the points that look for it and no others.
func TestFaultyEngines(t *testing.T) {
	for name, c := range map[string]struct {
		only, fail []string
		slack      time.Duration
		answer     time.Duration
		came       string // part of what the first failure tells
	}{
		"mute":       {only: []string{"life.isready"}, fail: []string{"life.isready"}, answer: 2 * time.Second, came: "no such answer within 2s"},
		"flood":      {only: []string{"life.isready", "search.depth"}, fail: []string{"life.isready", "search.depth barca", "search.depth tricolor", "search.depth barragoon", "search.depth barricade"}, answer: time.Second, came: "info string"},
		"author":     {only: []string{"handshake"}, fail: []string{"handshake.id"}, came: "id name"},
		"option":     {only: []string{"handshake"}, fail: []string{"handshake.options", "handshake.needed"}, came: "max 0"},
		"illegal":    {only: []string{"search.depth", "search.play", "turn", "tool.perft"}, fail: []string{"search.depth barca", "search.depth tricolor", "search.depth barragoon", "search.depth barricade", "search.play barca", "search.play tricolor", "search.play barragoon", "search.play barricade", "turn.several barragoon", "turn.several barricade", "turn.one barragoon", "turn.one barricade"}, came: "bestmove a1a1"},
		"value":      {only: []string{"info", "dice"}, fail: []string{"info.syntax barricade", "info.fields barricade", "info.once barricade", "info.pv barricade", "info.value tricolor", "info.value barricade", "info.same barricade", "info.newgame barricade", "dice.go-roll barricade", "dice.never barricade"}, came: "value"},
		"code":       {only: []string{"life", "game", "error"}, fail: []string{"life.unknown", "life.bad", "game.unknown", "game.bad-option barca", "game.bad-option tricolor", "game.bad-option barragoon", "game.bad-option barricade"}, came: "error bad_command"},
		"deaf":       {only: []string{"search.second", "search.bad-word", "stop"}, fail: []string{"search.second"}, came: "no answer"},
		"forgetful":  {only: []string{"position.bad-text", "position.illegal", "position.incomplete", "error"}, fail: []string{"position.bad-text barca", "position.bad-text tricolor", "position.bad-text barragoon", "position.bad-text barricade", "error.state"}, came: "response"},
		"crash":      {only: []string{"input"}, fail: []string{"input.crlf", "input.empty"}, came: "the engine has ended: exit status 3"},
		"immortal":   {only: []string{"exit.quit", "exit.end"}, fail: []string{"exit.end"}, slack: 4 * time.Second, came: "still runs"},
		"perft":      {only: []string{"tool"}, fail: []string{"tool.perft barca", "tool.perft tricolor", "tool.perft barragoon", "tool.perft barricade"}, came: "Nodes searched: 2"},
		"slow":       {only: []string{"stop.latency", "search.infinite"}, fail: []string{"search.infinite", "stop.latency"}, slack: 300 * time.Millisecond, came: "an answer after"},
		"fickle":     {only: []string{"info"}, fail: []string{"info.same barca", "info.same tricolor", "info.same barragoon", "info.same barricade"}, came: "nodes"},
		"usurper":    {only: []string{"query.turn", "seat", "dice"}, fail: []string{"query.turn barricade", "dice.never barricade", "seat.order barricade"}, came: "response turn 1"},
		"impatient":  {only: []string{"search.infinite", "search.second", "ponder"}, fail: []string{"search.infinite", "search.second", "ponder.hit", "ponder.stop", "ponder.depth"}, came: "bestmove"},
		"undecided":  {only: []string{"end"}, fail: []string{"end.bestmove barca", "end.bestmove tricolor", "end.bestmove barragoon", "end.bestmove barricade"}, came: "bestmove (none)"},
		"overlong":   {only: []string{"input"}, fail: []string{"input.long"}, came: "no answer"},
		"one-minded": {only: []string{"info.multipv", "info.once"}, fail: []string{"info.multipv"}, came: "no line with multipv"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && len(c.fail) > 3 {
				t.Skip("goes through all games")
			}
			conf := config(t, name, c.only...)
			if c.slack > 0 {
				conf.Slack = c.slack
			}
			if c.answer > 0 {
				conf.Answer = c.answer
			}
			report := examine(t, conf)
			var failed []string
			came := ""
			for i := range report.Results {
				r := &report.Results[i]
				if r.Status != compliance.Fail {
					continue
				}
				failed = append(failed, strings.TrimSpace(r.Name+" "+r.Game))
				if came == "" {
					came = r.Came
				}
				if r.Sent == "" || r.Came == "" || r.Wanted == "" || len(r.Talk) == 0 {
					show(t, r)
				}
			}
			slices.Sort(failed)
			slices.Sort(c.fail)
			if !slices.Equal(failed, c.fail) {
				t.Errorf("failed %q, want %q", failed, c.fail)
				for i := range report.Results {
					if r := &report.Results[i]; r.Status == compliance.Fail {
						show(t, r)
					}
				}
			}
			if !strings.Contains(came, c.came) {
				t.Errorf("came %q, want %q in it", came, c.came)
			}
		})
	}
}

// What a crashed engine wrote to standard error is kept.
func TestStandardErrorIsKept(t *testing.T) {
	t.Parallel()
	for _, r := range examine(t, config(t, "crash", "input.crlf")).Results {
		if r.Stderr != "boom" {
			t.Errorf("standard error %q, want %q", r.Stderr, "boom")
		}
	}
}

// A child that keeps the engine's output open holds nothing up.
func TestLingeringChild(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs a shell")
	}
	c := config(t, "own", "life.isready")
	c.Command = append([]string{"sh", "-c", "sleep 60 & exec \"$0\""}, c.Command...)
	began := time.Now()
	if report := examine(t, c); report.Passed != 1 {
		t.Errorf("%d passed, want 1", report.Passed)
	}
	if took := time.Since(began); took > 40*time.Second {
		t.Errorf("the examination took %v: it waited for the child", took)
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]compliance.Config{
		"program is missing":                      {},
		`point "nonsense" is unknown`:             config(t, "own", "nonsense"),
		"starting the engine":                     {Command: []string{"./no/such/engine"}},
		"neither in tgi nor in uci nor in ugi":    config(t, "stillborn"),
		"want tgiok; it wrote to standard error:": {Command: config(t, "own").Command, Env: []string{fakeEngine + "=stillborn"}, Dialect: protocol.TGI},
	} {
		if _, err := compliance.Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := compliance.Run(ctx, config(t, "own", "life.isready")); err != context.Canceled {
		t.Errorf("interrupted: error %v", err)
	}
}

// The names of points are unique and begin with their group, and a report is
// sound JSON.
func TestPoints(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for i, p := range compliance.Points() {
		if p.Number != i+1 || seen[p.Name] || !strings.HasPrefix(p.Name, p.Group+".") || p.Promise == "" {
			t.Errorf("point %+v", p)
		}
		seen[p.Name] = true
	}
	report := examine(t, config(t, "own", "1", "life.isready", "exit"))
	var b strings.Builder
	if err := report.Print(&b); err != nil {
		t.Fatal(err)
	}
	if want := "10 passed, 0 failed, 0 skipped\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("report\n%s\nwant %q at its end", b.String(), want)
	}
	data, err := json.Marshal(report)
	if err != nil || !json.Valid(data) || !strings.Contains(string(data), `"passed":10`) {
		t.Errorf("%s, %v", data, err)
	}
}
