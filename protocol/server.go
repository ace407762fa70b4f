// Package protocol is the engine's line protocol, TGI, at both ends: [Serve]
// answers a client, [Client] talks to an engine.
//
// The server reads one command a line and answers in lines. A search runs in the
// background and its lines come in between; whatever only asks is answered at
// once meanwhile, whatever would change the session is refused. An error is a
// line "error CODE detail" and changes nothing.
//
// The table of commands is in commands.go, one row a command.
package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"tetrarch/engine"
)

// patience is how long a command that stops a search waits for it to end, so
// that what follows finds the session free. A search stops within 5 ms.
const patience = time.Second

// errQuit is what the command quit returns.
var errQuit = errors.New("quit")

// server is one conversation.
type server struct {
	session *engine.Session
	out     *output
	byName  map[string]*command
	ugi     bool   // the last handshake was UGI's: its questions are answered in its words
	logFile string // where out.log goes
}

// Serve answers the commands of in on out until quit or the end of in, stops
// whatever is under way then, and returns nil. Other reasons to return are ctx,
// with its cause, and errors of in and out. When ctx ends while Serve waits for
// a line, in is closed if it is an [io.Closer].
func Serve(ctx context.Context, in io.Reader, out io.Writer, s *engine.Session) error {
	v := &server{session: s, out: &output{w: out}, byName: map[string]*command{}}
	for _, c := range commands() {
		for _, name := range append([]string{c.name}, c.aliases...) {
			v.byName[name] = &c
		}
	}
	defer v.out.logTo(nil)
	defer s.Close()
	if err := v.followLog(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, s.Stop)
	defer stop()

	want, lines := make(chan struct{}), make(chan received)
	defer close(want)
	go read(in, want, lines)
	for {
		// A line is only read when it is wanted, so that nothing is left
		// reading after quit.
		want <- struct{}{}
		select {
		case <-ctx.Done():
			if c, ok := in.(io.Closer); ok {
				_ = c.Close()
			}
			go func() { <-lines }() // lets the reader go once its read returns
			return context.Cause(ctx)
		case r := <-lines:
			if done, err := v.handle(r); done {
				return err
			}
			if err := v.out.broken(); err != nil {
				return fmt.Errorf("writing to the client: %w", err)
			}
		}
	}
}

// received is a line of the client or why there is none.
type received struct {
	line string
	err  error
}

// read sends one line for every want until want is closed or lines end.
func read(in io.Reader, want <-chan struct{}, lines chan<- received) {
	r := newLineReader(in)
	for range want {
		line, err := r.next()
		lines <- received{line, err}
	}
}

// handle answers one line; done says that it was the last.
func (v *server) handle(r received) (done bool, err error) {
	switch {
	case r.err == nil:
		v.out.received(r.line)
		err = v.run(r.line)
	case errors.Is(r.err, errLong), errors.Is(r.err, errText), errors.Is(r.err, errControl):
		err = fail(BadCommand, "%v", r.err)
	case errors.Is(r.err, io.EOF):
		return true, nil
	default:
		return true, fmt.Errorf("reading from the client: %w", r.err)
	}
	if errors.Is(err, errQuit) {
		return true, nil
	}
	if err != nil {
		v.error(classify(err, BadValue))
	}
	return false, nil
}

// run executes one command line. A panic is an error like others: whatever a
// client sends, the conversation goes on.
func (v *server) run(line string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			v.out.received("panic: " + string(debug.Stack()))
			err = fail(Internal, "%v", p)
		}
	}()
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	c := v.byName[words[0]]
	if c == nil {
		return fail(BadCommand, "%q is no command: want one that help lists", words[0])
	}
	return c.run(v, words[1:])
}

func (v *server) error(e *Error) { v.out.printf("error %s %s", e.Code, clip(e.Detail)) }

// settle stops what is under way and waits for its last line.
func (v *server) settle() {
	v.session.Stop()
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	select {
	case <-v.session.Done():
	case <-timeout.C:
	}
}
