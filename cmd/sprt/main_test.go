package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tetrarch/tournament"
	"tetrarch/tournament/stats"
)

// TestSmallRepository tests a change in a repository of its own, whose engine is
// a program that prints the result of a match.
func TestSmallRepository(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	for name, c := range map[string]struct {
		result string
		code   int
		want   []string
	}{
		"passed": {`{"game":"barca","games":6,"pentanomial":[0,0,1,1,1],"players":[{"name":"new","wins":4,"draws":1,"losses":1,"score":0.75},{}],` +
			`"sprt":{"elo0":0,"elo1":10,"alpha":0.05,"beta":0.05,"scale":"normalized","llr":2.95,"lower":-2.94,"upper":2.94,"verdict":"H1"}}`, 0,
			[]string{"SPRT barca, working tree on ", ": passed (H1 accepted)\n", "Games: 6, 300 nodes an action, seed 1\n", "W-D-L: 4-1-1, 75.00 %\n", "Pentanomial: [0 0 1 1 1]\n", "Elo: ", "nElo: ", "LLR: 2.95 (-2.94, 2.94), 0 against 10, normalized Elo"}},
		"failed": {`{"game":"barca","games":0,"faults":2,"players":[{},{}],"sprt":{"scale":"normalized","verdict":"H0"}}`, 3, []string{": failed (H0 accepted)\n", "Faults: 2\n"}},
		"broken": {``, 1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			git := func(args ...string) string {
				t.Helper()
				c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
				c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
				text, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("git %v: %v: %s", args, err, text)
				}
				return string(text)
			}
			write := func(file, text string) {
				t.Helper()
				file = filepath.Join(dir, file)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			git("init", "-q", ".")
			write("go.mod", "module fake\n\ngo 1.26\n")
			source := "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Stdout.WriteString(`" + c.result + "`)\n\tos.Exit(" + string(rune('0'+c.code)) + ")\n}\n"
			write("cmd/engine/main.go", source)
			git("add", ".")
			git("commit", "-q", "-m", "base")
			write("cmd/engine/main.go", source+"\n// a change\n")
			t.Chdir(dir)
			t.Setenv("TMPDIR", t.TempDir())
			out, errs := file(t), file(t)
			if code := run(t.Context(), []string{"--base", "HEAD", "--game", "barca", "--nodes", "300"}, out, errs); code != c.code {
				t.Errorf("exit code %d, want %d; standard error: %s", code, c.code, text(t, errs))
			}
			got := text(t, out)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("text\n%s\nlacks %q", got, want)
				}
			}
			if c.want == nil && got != "" {
				t.Errorf("text %q, want none", got)
			}
			if list := git("worktree", "list"); strings.Count(list, "\n") != 1 {
				t.Errorf("worktrees are left:\n%s", list)
			}
			if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 && slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "tetrarch-sprt-") }) {
				t.Errorf("files are left: %v", left)
			}
		})
	}
}

func file(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "text"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func text(t *testing.T, f *os.File) string {
	t.Helper()
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRefused(t *testing.T) {
	for want, args := range map[string][]string{
		"--base is missing":               {"--game", "barca"},
		"--game is missing":               {"--base", "HEAD"},
		"more than one of":                {"--base", "HEAD", "--game", "barca", "--nodes", "5", "--tc", "1"},
		"unknown flag":                    {"--speed"},
		`argument "more" is too many`:     {"more"},
		`revision "no/such" is unknown`:   {"--base", "no/such", "--game", "barca"},
		`invalid argument "x" for "--gam`: {"--games", "x"},
	} {
		if strings.HasPrefix(want, "revision") {
			if _, err := repository(t.Context()); err != nil {
				continue // no repository at hand
			}
		}
		out, errs := file(t), file(t)
		if code := run(t.Context(), args, out, errs); code != 2 || !strings.Contains(text(t, errs), want) || strings.Count(text(t, errs), "\n") != 1 {
			t.Errorf("%q: exit code %d, standard error %q: want 2 and %q", args, code, text(t, errs), want)
		}
	}
}

// The limits reach the match, and the players are what it understands.
func TestArguments(t *testing.T) {
	for _, c := range []struct {
		o    options
		want string
	}{
		{options{}, "--nodes 5000"},
		{options{movetime: "50ms"}, "--movetime 50ms"},
		{options{clock: "5+0.1"}, "--tc 5+0.1"},
		{options{rules: []string{"players=2"}, openings: "suite"}, "--opt players=2 --openings suite"},
	} {
		c.o.base, c.o.game, c.o.elo1 = "HEAD", "barca", 10
		if err := c.o.check(); err != nil {
			t.Fatal(err)
		}
		args := c.o.arguments("/a b/new", "/a b/base")
		if got := strings.Join(args, " "); !strings.Contains(got, c.want) {
			t.Errorf("arguments %q, want %q in them", got, c.want)
		}
		players, err := tournament.ParsePlayers(args[slices.Index(args, "--players")+1])
		if err != nil || len(players) != 2 || players[0].Name != "new" || players[1].Name != "base" {
			t.Errorf("players %v, %v", players, err)
		}
		if _, err := tournament.ParseSPRT(args[slices.Index(args, "--sprt")+1]); err != nil {
			t.Error(err)
		}
	}
}

func TestLimit(t *testing.T) {
	for want, o := range map[string]options{"20ms an action": {movetime: "20"}, "1.5s an action": {movetime: "1500ms"}, "clock 5+0.1": {clock: "5+0.1"}, "7 nodes an action": {nodes: 7}} {
		if got := o.limit(); got != want {
			t.Errorf("limit %q, want %q", got, want)
		}
	}
}

func TestSample(t *testing.T) {
	s := sample(&stats.Pentanomial{1, 2, 3, 4, 5})
	if s.Blocks != 15 || s.Games != 30 || s.Points() != 0+1+3+6+10 {
		t.Errorf("%d blocks, %d games, %g points", s.Blocks, s.Games, s.Points())
	}
}
