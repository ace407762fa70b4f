package protocol_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// toyGame is the toy race with its evaluation.
var toyGame = &engine.Game{Rules: toy.Rules, Model: eval.Model{New: toy.Evaluator}}

// conversation is a server with a client's ends of its pipes.
type conversation struct {
	t     testing.TB
	in    io.WriteCloser
	lines chan string
	ended chan error
}

// converse starts a server on a session; the test ends it.
func converse(t testing.TB, s *engine.Session) *conversation {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conversation{t: t, in: inW, lines: make(chan string, 10000), ended: make(chan error, 1)}
	go func() {
		err := protocol.Serve(context.Background(), inR, outW, s)
		_ = inR.Close()
		_ = outW.Close()
		c.ended <- err
	}()
	go func() {
		defer close(c.lines)
		scan := bufio.NewScanner(outR)
		scan.Buffer(nil, 4<<20)
		for scan.Scan() {
			c.lines <- scan.Text()
		}
	}()
	t.Cleanup(func() {
		c.close()
		if err := <-c.ended; err != nil {
			t.Errorf("Serve returned %v", err)
		}
	})
	return c
}

// close ends the input and reads the rest.
func (c *conversation) close() {
	_ = c.in.Close()
	for range c.lines {
	}
}

func (c *conversation) send(line string) {
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Errorf("sending %.80q: %v", line, err)
	}
}

// line returns the next line; what says what the test is waiting for.
func (c *conversation) line(what string) string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			c.t.Fatalf("output ended, want %s", what)
		}
		return line
	case <-time.After(20 * time.Second):
		c.t.Fatalf("no output, want %s", what)
	}
	return ""
}

// expect reads a line that matches a pattern; lines of info that do not are
// passed over.
func (c *conversation) expect(pattern string) {
	c.t.Helper()
	re := compile(pattern)
	for {
		line := c.line(pattern)
		if re.MatchString(line) {
			return
		}
		if !strings.HasPrefix(line, "info ") {
			c.t.Fatalf("got %q, want %q", line, pattern)
		}
	}
}

// compile reads a pattern: "#" stands for a whole number, "…" for anything.
func compile(pattern string) *regexp.Regexp {
	p := regexp.QuoteMeta(pattern)
	p = strings.ReplaceAll(p, "#", `-?\d+`)
	p = strings.ReplaceAll(p, "…", `.*`)
	return regexp.MustCompile("^" + p + "$")
}

// play runs a transcript: "> command", "< pattern of an answer", and comments.
// After the answers to a command there must be nothing more, except lines of
// info and what a search that is under way has still to say.
func (c *conversation) play(name, text string) {
	c.t.Helper()
	expected := false
	for i, line := range strings.Split(text, "\n") {
		where := fmt.Sprintf("%s:%d: ", name, i+1)
		switch {
		case strings.HasPrefix(line, "> "):
			if expected {
				c.send("isready")
				c.at(where, "readyok")
			}
			c.send(unquote(line[2:]))
			expected = true
		case strings.HasPrefix(line, "< "):
			c.at(where, line[2:])
		case line == "" || strings.HasPrefix(line, ";"):
		default:
			c.t.Fatalf("%sline %q: want >, < or ;", where, line)
		}
	}
	c.send("isready")
	c.at(name+": end: ", "readyok")
}

func (c *conversation) at(where, pattern string) {
	c.t.Helper()
	re := compile(pattern)
	for {
		line := c.line(where + pattern)
		if re.MatchString(line) {
			return
		}
		if !strings.HasPrefix(line, "info ") {
			c.t.Fatalf("%sgot  %q\nwant %q", where, line, pattern)
		}
	}
}

// unquote puts in the characters that a transcript cannot hold.
func unquote(s string) string {
	return strings.NewReplacer(`\0`, "\x00", `\r`, "\r", `\xff`, "\xff", `\t`, "\t").Replace(s)
}

// TestTranscripts runs the transcripts of each folder against its own games.
func TestTranscripts(t *testing.T) {
	for folder, games := range map[string][]engine.Setting{
		"toy": {engine.WithGames(toyGame)}, "builtin": nil,
	} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no transcripts in %s: %v", folder, err)
		}
		for _, f := range files {
			t.Run(folder+"/"+strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				converse(t, engine.New(games...)).play(f, string(text))
			})
		}
	}
}
