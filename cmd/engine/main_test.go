package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"engine": main})
}

// The scripts read like sessions at a shell: every command, what it prints where
// and its exit code.
func TestScripts(t *testing.T) {
	tools, err := filepath.Abs("../../tools")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("TOOLS", tools)
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else every race-built program waits a second at its end
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":      code,
			"json":      checkJSON,
			"interrupt": interrupt,
		},
	})
}

// find returns a command that runs one of the script's programs.
func find(ts *testscript.TestScript, args []string) *exec.Cmd {
	program := ""
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if file := filepath.Join(dir, args[0]); program == "" {
			if _, err := os.Stat(file); err == nil {
				program = file
			}
		}
	}
	if program == "" {
		ts.Fatalf("no program %s", args[0])
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME")}
	return cmd
}

// code N PROGRAM ARGS… runs a program that must exit with N and, if it fails,
// say so in one line on standard error and nothing on standard output. The line
// goes to the file stderr.txt.
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N program args...")
	}
	cmd := find(ts, args[1:])
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	got := "0"
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = string(rune('0' + exit.ExitCode()))
	} else {
		ts.Check(err)
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, want %s; stderr: %s", got, args[0], &errs)
	}
	if got != "0" {
		text := errs.String()
		if !strings.HasPrefix(text, "engine: ") || strings.Count(text, "\n") != 1 {
			ts.Fatalf("a failure is one line \"engine: …\", not %q", text)
		}
		if out.Len() > 0 {
			ts.Fatalf("a failure prints nothing on standard output, not %q", &out)
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), errs.Bytes(), 0o644))
}

// json FILE wants a file, such as stdout, that holds JSON values and nothing
// else, at least one.
func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: json file")
	}
	d := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	for n := 0; ; n++ {
		var v any
		err := d.Decode(&v)
		if err == io.EOF && n > 0 {
			return
		}
		ts.Check(err)
	}
}

// interrupt PROGRAM ARGS… runs a program until it has printed a line, interrupts
// it, and wants it to end well. What it printed goes to the file stdout.txt.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: interrupt program args...")
	}
	cmd := find(ts, args)
	pipe, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	out := bufio.NewReader(pipe)
	first, err := out.ReadString('\n')
	ts.Check(err)
	ts.Check(cmd.Process.Signal(os.Interrupt))
	rest, err := io.ReadAll(out)
	ts.Check(err)
	ts.Check(cmd.Wait())
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), append([]byte(first), rest...), 0o644))
}
