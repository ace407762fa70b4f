// Command engine plays board games. Without arguments it speaks the TGI protocol
// on standard input and output; its commands find moves, analyse, play, count
// and measure. Each command is a file here and only wires packages together.
//
// Exit codes: 0 success, 1 a failure while running, 2 a request that makes no
// sense: an unknown flag, a bad value, a position that cannot be. Commands that
// answer by further codes say so. Errors are one line on standard error; standard
// output holds answers alone.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// The exit codes.
const (
	exitOK = iota
	exitFailure
	exitUsage
	exitH0        // a sequential test accepted its first hypothesis
	exitNoVerdict // a sequential test ended without a verdict
)

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	ctx, end := context.WithCancel(ctx)
	defer end()
	said := &answers{w: out, end: end}
	root, finish := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(said)
	root.SetErr(errs)
	err := errors.Join(root.ExecuteContext(ctx), finish())
	if lost := said.failed(); lost != nil {
		err = lost // all else follows from it
	}
	if err == nil {
		return exitOK
	}
	if exit := (*exitError)(nil); errors.As(err, &exit) {
		return exit.code
	}
	fmt.Fprintln(errs, "engine:", strings.Join(strings.Fields(err.Error()), " "))
	if usage := (*usageError)(nil); errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}

// exitError is an answer that has an exit code of its own and is no failure.
type exitError struct{ code int }

func (e *exitError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// usageError is a request that makes no sense.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usage marks err, which may be nil, as the fault of the request.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{err}
}

// usagef is usage of fmt.Errorf.
func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }
