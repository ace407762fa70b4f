package compliance

import (
	"strings"
	"time"
)

var exitPoints = []row{
	{"exit.quit", "quit ends the engine with exit code 0", 0, func(t *talk) {
		t.send("quit")
		t.leaves()
	}},
	{"exit.quit-first", "quit before any greeting ends the engine", unstarted, func(t *talk) {
		t.launch()
		t.send("quit")
		t.leaves()
	}},
	{"exit.quit-search", "quit during a search ends the engine in time", 0, func(t *talk) {
		t.setting()
		t.send("go infinite")
		t.settle()
		t.send("quit")
		t.leaves()
	}},
	{"exit.end", "the end of input ends the engine with exit code 0", 0, func(t *talk) { t.endInput() }},
	{"exit.end-search", "the end of input during a search ends the engine in time", 0, func(t *talk) {
		t.setting()
		t.send("go infinite")
		t.settle()
		t.endInput()
	}},
	{"exit.end-ponder", "the end of input while pondering ends the engine in time", 0, func(t *talk) {
		t.setting()
		t.send("go ponder wtime 60000 btime 60000")
		t.settle()
		t.endInput()
	}},
	{"exit.last-line", "a last line without a line end is read", tgi, func(t *talk) {
		t.bytes("isready without a line end", "isready")
		t.p.closeInput()
		t.until("readyok")
		t.leaves()
	}},
	{"exit.answers", "what was asked before the end of input is answered", tgi, func(t *talk) {
		t.send("query gameover")
		t.send("isready")
		t.p.closeInput()
		if lines := t.until("readyok"); strings.Join(lines, "\n") != "response gameover false" {
			t.fail(strings.Join(lines, " / "), "response gameover false")
		}
		t.leaves()
	}},
}

// endInput closes the engine's standard input.
func (t *talk) endInput() {
	t.sent = "the end of input"
	t.hear("> ", "(end of input)")
	t.p.closeInput()
	t.leaves()
}

// leaves wants the engine to end by itself, well and in time.
func (t *talk) leaves() {
	limit := max(t.config.Slack, 2*time.Second)
	began := time.Now()
	if !t.p.ended(limit) {
		t.fail("the engine still runs after "+limit.String(), "an end within %v", limit)
	}
	if t.p.exit != nil {
		t.fail(t.p.exit.Error(), "exit code 0")
	}
	t.note = "left after " + time.Since(began).Round(time.Millisecond).String()
}
