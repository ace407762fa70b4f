package compliance_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"tetrarch/engine"
	"tetrarch/protocol"
)

// fakeEngine names the environment variable that makes the test binary an
// engine: the project's own, or one with a fault.
const fakeEngine = "COMPLIANCE_ENGINE"

// fault changes the lines of a sound engine on their way; "" drops a line. A nil
// function changes nothing.
type fault struct {
	in  func(line string) string                        // of the client
	out func(line string, say func(line string)) string // of the engine; say speaks to it
	end func()                                          // at the end of input
}

// replace is a fault that replaces a part of the engine's lines.
func replace(old, with string) fault {
	return fault{out: func(line string, _ func(string)) string { return strings.Replace(line, old, with, 1) }}
}

// drop is a fault that swallows the engine's lines with that beginning.
func drop(prefix string) fault {
	return fault{out: func(line string, _ func(string)) string {
		if strings.HasPrefix(line, prefix) {
			return ""
		}
		return line
	}}
}

// change is a fault in the engine's lines with that beginning.
func change(prefix string, to func(line string) string) fault {
	return fault{out: func(line string, _ func(string)) string {
		if strings.HasPrefix(line, prefix) {
			return to(line)
		}
		return line
	}}
}

var faults = map[string]fault{
	"own":  {},
	"mute": drop("readyok"),
	"uci-only": {
		in: func(line string) string {
			if line == "tgi" || line == "ugi" {
				return ""
			}
			return line
		},
		out: drop("protocol").out,
	},
	"flood": change("readyok", func(string) string {
		for {
			fmt.Println("info string still busy")
		}
	}),
	"author": drop("id author"),
	"option": replace("option name Hash type spin default 64 min 1 max", "option name Hash type spin default 64 min 1 max 0 was"),
	"illegal": change("bestmove", func(line string) string {
		if line == "bestmove none" || line == "bestmove roll" {
			return line
		}
		return "bestmove a1a1"
	}),
	"value": replace(" value ", " value 1"),
	"code":  replace("error bad_value", "error bad_command"),
	"deaf":  drop("error bad_state"),
	"forgetful": {out: func(line string, say func(string)) string {
		if strings.HasPrefix(line, "error illegal_position") {
			say("position startpos")
		}
		return line
	}},
	"crash": {in: func(line string) string {
		if strings.HasSuffix(line, "\r") {
			fmt.Fprintln(os.Stderr, "boom")
			os.Exit(3)
		}
		return line
	}},
	"immortal": {end: func() { time.Sleep(time.Hour) }},
	"perft":    change("Nodes searched: ", func(line string) string { return strings.Replace(line, "Nodes searched: ", "Nodes searched: 2", 1) }),
	"slow": change("bestmove", func(line string) string {
		time.Sleep(time.Second)
		return line
	}),
	"fickle": change("info depth", func(line string) string {
		return strings.Replace(line, " nodes ", fmt.Sprintf(" nodes %d", os.Getpid()), 1)
	}),
	"usurper": replace("response turn chance", "response turn 1"),
	"impatient": {in: func(line string) string {
		line = strings.Replace(line, "go infinite", "go depth 1", 1)
		return strings.Replace(line, "go ponder", "go depth 1", 1)
	}},
	"undecided": replace("bestmove none", "bestmove (none)"),
	"overlong":  drop("error bad_command the line is longer"),
	"one-minded": change("info depth", func(line string) string {
		if strings.Contains(line, " multipv 3 ") {
			return ""
		}
		return line
	}),
	"stillborn": {in: func(string) string {
		fmt.Fprintln(os.Stderr, "no network file")
		os.Exit(1)
		return ""
	}},
}

// serve is the engine with a fault; it returns the exit code.
func serve(name string) int {
	f, ok := faults[name]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such fault:", name)
		return 2
	}
	if f.in == nil && f.out == nil && f.end == nil {
		if err := protocol.Serve(context.Background(), os.Stdin, os.Stdout, session()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	read, write := io.Pipe()
	answers, out := io.Pipe()
	var mu sync.Mutex
	say := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = io.WriteString(write, line+"\n")
	}
	go func() {
		in := bufio.NewScanner(os.Stdin)
		in.Buffer(nil, 64<<20)
		in.Split(scanLines)
		for in.Scan() {
			line := in.Text()
			if f.in != nil {
				line = f.in(line)
			}
			say(line)
		}
		if f.end != nil {
			f.end()
		}
		write.Close()
	}()
	go func() {
		defer out.Close()
		_ = protocol.Serve(context.Background(), read, out, session())
	}()
	lines := bufio.NewScanner(answers)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		line := lines.Text()
		if f.out != nil {
			if line = f.out(line, func(line string) { go say(line) }); line == "" {
				continue
			}
		}
		fmt.Println(line)
	}
	return 0
}

// session is an engine with a small table, of which hundreds are made.
func session() *engine.Session {
	s := engine.New()
	if err := s.SetOption("Hash", "1"); err != nil {
		panic(err)
	}
	return s
}

// scanLines splits at "\n" alone and keeps a "\r".
func scanLines(data []byte, atEOF bool) (int, []byte, error) {
	for i, c := range data {
		if c == '\n' {
			return i + 1, data[:i], nil
		}
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
