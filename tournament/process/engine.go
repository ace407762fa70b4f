// Package process runs one engine as a program of its own: it starts it, speaks
// its protocol, watches it, and ends it with all that it started.
//
// Whatever the program does wrong is a [*Fault] with a reason. Nothing that it
// does or leaves undone blocks for longer than the times given, and what is kept
// of its output is bounded. After a fault the program is only good for
// [Engine.Close]; a new one is started in its place.
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"tetrarch/protocol"
)

// Command says what to run and how to speak with it.
type Command struct {
	// Args are the program and its arguments.
	Args []string
	// Dir is the folder to run in; empty means the present one.
	Dir string
	// Env are variables "NAME=VALUE" in addition to those of this process.
	Env     []string
	Dialect protocol.Dialect
	// CPUs are the processors to keep to; none means any.
	CPUs []int
	// Startup is how long the handshake may take, and each wait for the program
	// to be ready; 0 means [DefaultStartup].
	Startup time.Duration
}

// DefaultStartup is the default of [Command.Startup]. The first touch of a table
// of some gigabytes can take long on a machine whose memory is in pieces.
const DefaultStartup = 30 * time.Second

// Times that are the same for all programs.
const (
	writeTime = 2 * time.Second // for a program to read what is written to it
	exitTime  = 2 * time.Second // from a closed pipe to the end of the process that caused it
	drainTime = time.Second     // to read what an ended process has left in its pipes
	quitTime  = time.Second     // from quit to a kill
	hurryTime = 200 * time.Millisecond
)

// Engine is a program that runs. Its methods are called one at a time.
type Engine struct {
	command Command
	cmd     *exec.Cmd
	client  *protocol.Client // nil before the handshake
	in      *os.File         // what it reads
	out     *os.File         // what it writes
	meter   *meter
	errors  tail          // the end of its standard error
	muted   chan struct{} // closed when its standard error has ended
	exited  chan struct{} // closed when the process has ended
	broken  bool          // there was a fault
	left    bool          // a search was left under way
}

// Start starts a program and says nothing to it yet. An error means that there
// is no such program or that it cannot be run.
func Start(c Command) (*Engine, error) {
	if c.Startup <= 0 {
		c.Startup = DefaultStartup
	}
	pipes, err := newPipes()
	if err != nil {
		return nil, err
	}
	defer pipes.closeTheirs()
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes.theirs[0], pipes.theirs[1], pipes.theirs[2]
	apart(cmd)
	if err := startOn(c.CPUs, cmd); err != nil {
		pipes.closeOurs()
		return nil, err
	}
	e := &Engine{command: c, cmd: cmd, in: pipes.ours[0], out: pipes.ours[1], muted: make(chan struct{}), exited: make(chan struct{})}
	e.meter = &meter{from: e.out}
	stderr := pipes.ours[2]
	go func() {
		defer close(e.muted)
		defer stderr.Close()
		e.errors.fill(stderr)
	}()
	go e.wait(stderr)
	return e, nil
}

// wait takes notice of the end of the process. What it started ends with it;
// should anything have escaped that holds the pipes open, reading them ends too.
func (e *Engine) wait(stderr *os.File) {
	_ = e.cmd.Wait() // the state tells more
	killGroup(e.cmd)
	deadline := time.Now().Add(drainTime)
	_ = e.out.SetReadDeadline(deadline)
	_ = stderr.SetReadDeadline(deadline)
	close(e.exited)
}

// Handshake introduces itself to the program.
func (e *Engine) Handshake(ctx context.Context) error {
	wait, cancel := e.patience(ctx, "the handshake")
	defer cancel()
	client, err := protocol.Dial(wait, e.command.Dialect, writer{e.in}, e.meter)
	if err != nil {
		return e.fault(ctx, err)
	}
	e.client = client
	return nil
}

// Name is what the program calls itself, empty if it does not say.
func (e *Engine) Name() string { return e.client.Name }

// Do sends commands and waits until the program is ready. If it refuses one with
// an error line, that is returned as a [*protocol.Error].
func (e *Engine) Do(ctx context.Context, commands ...string) error {
	e.meter.reset()
	wait, cancel := e.patience(ctx, "isready")
	defer cancel()
	err := e.client.Do(wait, commands...)
	var refused *protocol.Error
	if err == nil || errors.As(err, &refused) {
		return err
	}
	return e.fault(ctx, err)
}

// patience is a context for one wait of the kind that the start has.
func (e *Engine) patience(ctx context.Context, what string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, e.command.Startup,
		&Fault{Hang, fmt.Sprintf("no answer to %s within %v", what, e.command.Startup)})
}

// Question is one search.
type Question struct {
	// Text is the position to begin with, empty for the start of the game, and
	// Moves are the actions and rolls since.
	Text  string
	Moves []string
	// Limits are those of go, without the word.
	Limits string
	// Allowed is how long the answer may take, and Late the reason of the fault
	// if it takes longer. Then the program is told to stop; if it does not even
	// answer that within [protocol.Grace], the reason is [Hang].
	Allowed time.Duration
	Late    string
}

// errLate says that a search has taken all its time.
var errLate = errors.New("no answer in time")

// Ask lets the program search.
func (e *Engine) Ask(ctx context.Context, q *Question) (protocol.Answer, error) {
	e.meter.reset()
	if err := e.client.Begin(q.Text, q.Moves, q.Limits); err != nil {
		return protocol.Answer{}, e.fault(ctx, err)
	}
	wait, cancel := context.WithTimeoutCause(ctx, q.Allowed, errLate)
	a, err := e.client.Answer(wait, nil)
	cancel()
	if errors.Is(err, errLate) && ctx.Err() == nil {
		if a, err = e.stop(ctx, q); err == nil && a.Time > q.Allowed {
			err = &Fault{q.Late, fmt.Sprintf("no answer within %v, only when told to stop", q.Allowed)}
		}
	}
	if err != nil {
		return protocol.Answer{}, e.fault(ctx, err)
	}
	return a, nil
}

// stop ends a search that takes too long.
func (e *Engine) stop(ctx context.Context, q *Question) (protocol.Answer, error) {
	if err := e.client.Stop(); err != nil {
		return protocol.Answer{}, err
	}
	grace, cancel := context.WithTimeoutCause(ctx, protocol.Grace,
		&Fault{Hang, fmt.Sprintf("no answer within %v, nor to stop within %v", q.Allowed, protocol.Grace)})
	defer cancel()
	return e.client.Answer(grace, nil)
}

// fault finds out what is behind an error. The end of ctx is nobody's fault.
func (e *Engine) fault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		e.left = true
		return context.Cause(ctx)
	}
	e.broken = true
	var known *Fault
	var refused *protocol.Error
	switch {
	case e.meter.flood() != "":
		return &Fault{Flood, e.meter.flood()}
	case errors.As(err, &known):
		return known
	case errors.As(err, &refused):
		return &Fault{EngineError, "answers \"error " + refused.Error() + "\""}
	case errors.Is(err, os.ErrDeadlineExceeded) && !e.ended():
		return &Fault{Hang, fmt.Sprintf("does not read its input within %v", writeTime)}
	}
	select {
	case <-e.exited:
		return &Fault{Crash, "ended with " + e.cmd.ProcessState.String()}
	case <-time.After(exitTime):
		what := "output"
		if strings.HasPrefix(err.Error(), "writing") {
			what = "input"
		}
		return &Fault{Disconnect, "closed its " + what}
	}
}

// ended says whether the process has ended.
func (e *Engine) ended() bool {
	select {
	case <-e.exited:
		return true
	default:
		return false
	}
}

// ForgetStderr begins to keep standard error anew.
func (e *Engine) ForgetStderr() { e.errors.reset() }

// Stderr returns the last [TailSize] bytes of what the program wrote to its
// standard error since [Engine.ForgetStderr]. After a fault it is ended first,
// so that nothing is missed.
func (e *Engine) Stderr() string {
	if e.broken {
		e.kill()
		select {
		case <-e.muted:
		case <-time.After(2 * drainTime):
		}
	}
	return e.errors.String()
}

// kill ends the process and all that it started.
func (e *Engine) kill() {
	if !e.ended() {
		killGroup(e.cmd)
		<-e.exited
	}
}

// Close asks the program to leave, ends it if it does not, and waits until it
// has. After a fault it does not ask.
func (e *Engine) Close() {
	if e.client != nil && !e.broken && !e.ended() {
		wait := quitTime
		if e.left {
			wait = hurryTime
			_ = e.client.Stop()
		}
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		_ = e.client.Quit(ctx)
		select {
		case <-e.exited:
		case <-ctx.Done():
		}
		cancel()
	}
	e.kill()
	if e.client != nil {
		e.client.Close()
	}
	_ = e.in.Close()
	_ = e.out.Close()
	<-e.muted
}
