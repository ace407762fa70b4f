package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"tetrarch/draw"
	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
)

// The conversation in docs/protocol.md is what the engine says.
func TestProtocolPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```tgi\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) == 0 {
		t.Fatal("docs/protocol.md holds no conversation")
	}
	for _, b := range blocks {
		converse(t, strings.Split(strings.TrimSpace(b[1]), "\n"))
	}
}

// Every game has a page, with its start as text and as the engine draws it, and
// all its options.
func TestGamePages(t *testing.T) {
	for _, g := range engine.Games() {
		data, err := os.ReadFile("../../docs/" + g.Rules.Name + ".md")
		if err != nil {
			t.Error(err)
			continue
		}
		page := string(data)
		v, err := g.Rules.Variant(nil)
		if err != nil {
			t.Fatal(err)
		}
		start := v.Start()
		picture := start.(game.Drawer).Picture()
		picture.Notes = nil
		var board strings.Builder
		if err := draw.Terminal(&board, picture, draw.Options{}); err != nil {
			t.Fatal(err)
		}
		wanted := []string{game.Text(start), board.String()}
		for _, o := range g.Rules.Options {
			wanted = append(wanted, "`"+o.Name+"=")
		}
		for _, want := range wanted {
			if !strings.Contains(page, want) {
				t.Errorf("docs/%s.md lacks:\n%s", g.Rules.Name, want)
			}
		}
	}
}

// docs/protocol.md lists every option that the engine has.
func TestOptionsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "\n## Options\n")
	list, _, found := strings.Cut(list, "\n## ")
	if !found {
		t.Fatal("docs/protocol.md has no section of options")
	}
	for _, row := range engine.Table() {
		if !strings.Contains(list, "`"+row.Name+"`") {
			t.Errorf("docs/protocol.md does not list the option %s", row.Name)
		}
	}
}

// docs/dependencies.md argues for every module of go.mod and for no other.
func TestDependencies(t *testing.T) {
	page, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v`).FindAllStringSubmatch(string(mod), -1) {
		wanted[m[1]] = true
	}
	if len(wanted) < 5 {
		t.Fatalf("go.mod requires %d modules", len(wanted))
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\|").FindAllStringSubmatch(string(page), -1) {
		if !wanted[m[1]] {
			t.Errorf("docs/dependencies.md argues for %s twice, or go.mod does not require it", m[1])
		}
		delete(wanted, m[1])
	}
	for name := range wanted {
		t.Errorf("docs/dependencies.md does not argue for %s", name)
	}
}

// converse plays a client: it writes the lines after "> " and wants the others,
// in which "…" stands for anything. A line "…" alone stands for any lines, and
// info lines may come more often than they are written.
func converse(t *testing.T, script []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	in, write := io.Pipe()
	read, out := io.Pipe()
	served := make(chan error, 1)
	go func() {
		err := protocol.Serve(ctx, in, out, engine.New())
		out.Close()
		served <- err
	}()
	answers := bufio.NewScanner(read)
	skip := false
	for _, line := range script {
		if command, ok := strings.CutPrefix(line, "> "); ok {
			if _, err := io.WriteString(write, command+"\n"); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			continue
		}
		if line == "…" {
			skip = true
			continue
		}
		want := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + "$")
		for {
			if !answers.Scan() {
				t.Fatalf("the engine left before it said %q", line)
			}
			got := answers.Text()
			if want.MatchString(got) {
				break
			}
			if !skip && !strings.HasPrefix(got, "info ") {
				t.Fatalf("the engine says %q, the page %q", got, line)
			}
		}
		skip = false
	}
	write.Close()
	for answers.Scan() {
		t.Errorf("the engine goes on with %q", answers.Text())
	}
	if err := <-served; err != nil {
		t.Errorf("the conversation ends with %v", err)
	}
}
