// Package processtest lets a test binary be the engines that its tests need: sound
// ones and ones that fail in every way. A test starts itself as a program with
// [Environment], and [Main] then takes over.
package processtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/protocol"
)

// variable names the environment variable that says what to be.
const variable = "TETRARCH_FAKE_ENGINE"

// Toy is the game of tests as an engine plays it.
var Toy = &engine.Game{Rules: toy.Rules, Model: eval.Model{New: toy.Evaluator}}

// Environment makes a fake engine of this program. What it is called says what
// it does when it is told to go for the n-th time, or all the time:
//
//	engine      is this project's engine as it is
//	sound       plays any legal action
//	chess       plays chess, as UCI has it
//	instant     answers every go at once with "bestmove x", whatever the game
//	crash       writes to standard error and ends with status 3
//	leave       ends with status 0
//	killed      ends by a signal
//	child       starts a program that outlives it, and crashes
//	hang        does nothing more
//	slow        answers only once it is told to stop
//	flood       writes lines without end
//	endless     writes one line without end
//	illegal     answers an action that is none
//	none        answers that there is no action
//	empty       answers without an action
//	error       answers with an error
//	shut        closes its output and goes on
//	deaf        answers, closes its input and goes on
//	loud        writes far more than is kept to standard error, and crashes
//	mute        does not even answer the handshake
//	stillborn   crashes at the handshake
//	unready     does not answer isready
func Environment(what string, n int) string { return fmt.Sprintf("%s=%s:%d", variable, what, n) }

// Main is to be called first in TestMain. It returns unless the program is to be
// a fake engine.
func Main() {
	what, n, ok := strings.Cut(os.Getenv(variable), ":")
	if !ok {
		return
	}
	at, err := strconv.Atoi(n)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bad", variable, err)
		os.Exit(2)
	}
	switch what {
	case "sleep":
		idle()
	case "instant":
		instant()
	case "chess":
		chess()
	case "engine":
		_ = protocol.Serve(context.Background(), os.Stdin, os.Stdout, engine.New())
	default:
		(&fake{what: what, left: at}).run()
	}
	os.Exit(0)
}

// idle does nothing for longer than any test.
func idle() { time.Sleep(time.Hour) }

// instant is an engine that costs nothing.
func instant() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "tgi":
			fmt.Print("game toy seats 2..4\ntgiok\n")
		case "isready":
			fmt.Print("readyok\n")
		case "go":
			fmt.Print("info depth 1 score cp 10 nodes 100 time 1 pv x y z\nbestmove x\n")
		case "quit":
			return
		}
	}
}

// chess is an engine that says no more of its game than UCI wants.
func chess() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, _, _ := strings.Cut(in.Text(), " "); word {
		case "uci":
			fmt.Print("option name UCI_Chess960 type check default false\nuciok\n")
		case "isready":
			fmt.Print("readyok\n")
		case "go":
			fmt.Print("bestmove e2e4\n")
		case "quit":
			return
		}
	}
}

// fake is a real engine behind a filter.
type fake struct {
	what string
	left int // questions until it fails
	to   io.Writer
	held bool // a go waits for stop
}

func (f *fake) run() {
	s := engine.New(engine.WithGames(append(engine.Games(), Toy)...))
	for name, value := range map[string]string{"Hash": "1", "Algorithm": "random"} {
		if err := s.SetOption(name, value); err != nil {
			panic(err)
		}
	}
	r, w := io.Pipe()
	f.to = w
	go func() {
		defer w.Close()
		in := bufio.NewReader(os.Stdin)
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				if f.what == "deaf" {
					idle()
				}
				return
			}
			f.hear(line)
		}
	}()
	_ = protocol.Serve(context.Background(), r, os.Stdout, s)
}

// hear fails at a line or passes it on.
func (f *fake) hear(line string) {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case word == "tgi" && f.what == "mute", word == "isready" && f.what == "unready":
		idle()
	case word == "tgi" && f.what == "stillborn":
		f.crash()
	case word == "stop" && f.held:
		f.held = false
		line = "go depth 1\n"
	case word == "go":
		if f.left--; f.left == 0 && f.fail() {
			return
		}
	}
	_, _ = io.WriteString(f.to, line)
}

func (f *fake) crash() {
	fmt.Fprintln(os.Stderr, "out of luck")
	os.Exit(3)
}

// fail does what the fake is for; it says whether that stands for an answer.
func (f *fake) fail() bool {
	switch f.what {
	case "crash":
		f.crash()
	case "leave":
		os.Exit(0)
	case "killed":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		idle()
	case "child":
		f.child()
	case "hang":
		idle()
	case "slow":
		f.held = true
	case "flood":
		for {
			_, _ = os.Stdout.WriteString(strings.Repeat("info string and so on\n", 1000))
		}
	case "endless":
		for {
			_, _ = os.Stdout.WriteString(strings.Repeat("and so on ", 1000))
		}
	case "illegal":
		fmt.Println("bestmove Z9")
	case "none":
		fmt.Println("bestmove none")
	case "empty":
		fmt.Println("bestmove")
	case "error":
		fmt.Println("error internal out of ideas\nbestmove none")
	case "shut":
		_ = os.Stdout.Close()
		idle()
	case "deaf":
		_ = os.Stdin.Close()
		return false
	case "loud":
		for i := range 20000 {
			fmt.Fprintf(os.Stderr, "line %d\n", i)
		}
		f.crash()
	default:
		return false
	}
	return true
}

// child leaves a program behind that holds all pipes open, and tells its number.
func (f *fake) child() {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(path)
	cmd.Env = append(os.Environ(), Environment("sleep", 0))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "child %d\n", cmd.Process.Pid)
	os.Exit(3)
}
