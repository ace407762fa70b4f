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
	"syscall"
	"testing"
	"time"

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
			"interrupt": func(ts *testscript.TestScript, neg bool, args []string) { stop(ts, neg, args, os.Interrupt) },
			"terminate": func(ts *testscript.TestScript, neg bool, args []string) { stop(ts, neg, args, syscall.SIGTERM) },
			"full":      full,
			"cut":       cut,
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

// full PROGRAM ARGS… runs a program whose standard output is a full disk: it must
// exit with 1 and say so in one line on standard error.
func full(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: full program args...")
	}
	disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	ts.Check(err)
	defer disk.Close()
	cmd := find(ts, args)
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("tgi\n"), disk, &errs
	exit := (*exec.ExitError)(nil)
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		ts.Fatalf("the program ended with %v: want exit code 1", err)
	}
	if text := errs.String(); !strings.HasPrefix(text, "engine: writing the answer: ") || strings.Count(text, "\n") != 1 {
		ts.Fatalf("standard error %q: want one line on the answer that was not written", text)
	}
}

// cut FILE PROGRAM ARGS… runs a program until the file holds something, tells it
// to terminate, and wants exit code 1. What it printed goes to the files
// stdout.txt and stderr.txt.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: cut file program args...")
	}
	cmd := find(ts, args[1:])
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	ts.Check(cmd.Start())
	for until := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() > 0 {
			break
		}
		if time.Now().After(until) {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			ts.Fatalf("%s stays empty; stderr: %s", args[0], &errs)
		}
	}
	ts.Check(cmd.Process.Signal(syscall.SIGTERM))
	exit := (*exec.ExitError)(nil)
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		ts.Fatalf("the program ended with %v: want exit code 1", err)
	}
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), out.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), errs.Bytes(), 0o644))
}

// stop is interrupt PROGRAM ARGS… and terminate PROGRAM ARGS…: it runs a program
// until it has printed a line, sends it the signal, and wants it to end well.
// What it printed goes to the file stdout.txt.
func stop(ts *testscript.TestScript, neg bool, args []string, signal os.Signal) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: interrupt|terminate program args...")
	}
	cmd := find(ts, args)
	pipe, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	out := bufio.NewReader(pipe)
	first, err := out.ReadString('\n')
	ts.Check(err)
	ts.Check(cmd.Process.Signal(signal))
	rest, err := io.ReadAll(out)
	ts.Check(err)
	ts.Check(cmd.Wait())
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), append([]byte(first), rest...), 0o644))
}
