package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// UsageError is a request that makes no sense.
type UsageError struct{ Err error }

// Error implements error.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the request.
func (e *UsageError) Unwrap() error { return e.Err }

// ExitCode ends the program with a code that is an answer.
type ExitCode int

// Error implements error.
func (c ExitCode) Error() string { return fmt.Sprint("exit code ", int(c)) }

// Exit runs the program's command line, which ends with Ctrl-C and the signal to
// terminate, and ends the program with the code that it returns.
func Exit(run func(ctx context.Context, args []string, out, errs *os.File) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run executes a command that takes flags alone and returns the exit code: 0, that
// of an [ExitCode], 2 for a [UsageError] and wrong flags, 1 for any other failure.
// Failures are told on errs, on one line.
func Run(ctx context.Context, c *cobra.Command, args []string, out, errs io.Writer) int {
	c.SilenceUsage, c.SilenceErrors = true, true
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return &UsageError{fmt.Errorf("argument %q is too many", args[0])}
		}
		return nil
	}
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &UsageError{err} })
	c.SetArgs(args)
	c.SetOut(out)
	c.SetErr(errs)
	err := c.ExecuteContext(ctx)
	var code ExitCode
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	fmt.Fprintf(errs, "%s: %s\n", c.Name(), strings.Join(strings.Fields(err.Error()), " "))
	if bad := (*UsageError)(nil); errors.As(err, &bad) {
		return 2
	}
	return 1
}
