package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// Dialect is the protocol that a client speaks.
type Dialect string

// The dialects. TGI has everything; UCI and UGI engines know two seats.
const (
	TGI Dialect = "tgi"
	UCI Dialect = "uci"
	UGI Dialect = "ugi"
)

// Client talks to one engine over a pair of pipes. Its methods, other than
// [Client.Stop], [Client.PonderHit] and [Client.Close], are called one at a
// time. All that wait give up when their context ends; after that, unless they
// say otherwise, and after any error but an [*Error], the engine is out of step
// and the client is only good for Close.
type Client struct {
	// Name and Author are what the engine calls itself.
	Name, Author string
	// Games and Options are the lines that declare them, without their first
	// word.
	Games, Options []string

	dialect Dialect
	in      io.Writer
	out     io.Reader
	lines   chan heard
	err     error // why lines was closed
	closed  chan struct{}
	once    sync.Once

	begun time.Time // when the search under way was asked for
	best  Info      // what it said of its best line so far

	write sync.Mutex
	buf   []byte // of what is written; guarded by write
}

// heard is a line of the engine with the time when it came.
type heard struct {
	line string
	at   time.Time
}

// Grace is how long an engine has to answer a stop.
const Grace = time.Second

// Dial introduces itself to the engine that reads in and writes out. On an
// error the caller still owns both.
func Dial(ctx context.Context, dialect Dialect, in io.Writer, out io.Reader) (*Client, error) {
	c := &Client{dialect: dialect, in: in, out: out, lines: make(chan heard, 64), closed: make(chan struct{})}
	go c.read()
	if err := c.hello(ctx); err != nil {
		c.release()
		return nil, fmt.Errorf("%s handshake: %w", dialect, err)
	}
	return c, nil
}

func (c *Client) hello(ctx context.Context) error {
	if err := c.send(string(c.dialect)); err != nil {
		return err
	}
	for {
		line, _, err := c.next(ctx)
		if err != nil {
			return err
		}
		first, rest, _ := strings.Cut(line, " ")
		switch first {
		case string(c.dialect) + "ok":
			return nil
		case "id":
			what, text, _ := strings.Cut(rest, " ")
			switch what {
			case "name":
				c.Name = text
			case "author":
				c.Author = text
			}
		case "game":
			c.Games = append(c.Games, rest)
		case "option":
			c.Options = append(c.Options, rest)
		}
	}
}

// read passes the engine's lines on until there are no more or the client is
// closed. Lines that are not text are passed over.
func (c *Client) read() {
	defer close(c.lines)
	r := newLineReader(c.out)
	for {
		line, err := r.next()
		switch {
		case err == nil:
		case errors.Is(err, errLong), errors.Is(err, errText), errors.Is(err, errControl):
			continue
		default:
			c.err = err
			return
		}
		select {
		case c.lines <- heard{line, time.Now()}:
		case <-c.closed:
			c.err = io.ErrClosedPipe
			return
		}
	}
}

// send writes lines, all at once.
func (c *Client) send(lines ...string) error {
	c.write.Lock()
	defer c.write.Unlock()
	c.buf = c.buf[:0]
	for _, line := range lines {
		c.buf = append(append(c.buf, line...), '\n')
	}
	return c.flush(len(lines))
}

// flush writes the buffer, which must hold so many lines. c.write is held.
func (c *Client) flush(lines int) error {
	if bytes.Count(c.buf, newline) != lines || bytes.IndexByte(c.buf, '\r') >= 0 {
		return fmt.Errorf("command %q holds a line end", bytes.TrimSpace(c.buf))
	}
	if _, err := c.in.Write(c.buf); err != nil {
		return fmt.Errorf("writing to the engine: %w", err)
	}
	return nil
}

var newline = []byte("\n")

// next returns the engine's next line that is not empty, and when it came.
func (c *Client) next(ctx context.Context) (string, time.Time, error) {
	for {
		select {
		case h, ok := <-c.lines:
			if !ok {
				return "", time.Time{}, fmt.Errorf("reading from the engine: %w", c.err)
			}
			if line := strings.TrimSpace(h.line); line != "" {
				return line, h.at, nil
			}
		case <-ctx.Done():
			return "", time.Time{}, context.Cause(ctx)
		}
	}
}

// forget drops the lines that have come and that nobody asked for.
func (c *Client) forget() {
	for {
		select {
		case _, ok := <-c.lines:
			if ok {
				continue
			}
		default:
		}
		return
	}
}

// Do sends commands that are silent when all is well, and waits until the
// engine is ready; the first error line before that is the error, an [*Error].
func (c *Client) Do(ctx context.Context, commands ...string) error {
	if err := c.send(append(commands, "isready")...); err != nil {
		return err
	}
	return c.readied(ctx)
}

// Ready waits until the engine has done all that was sent. An error line of the
// engine is returned as an [*Error].
func (c *Client) Ready(ctx context.Context) error { return c.Do(ctx) }

// readied waits for the answer to isready.
func (c *Client) readied(ctx context.Context) error {
	var refused error
	for {
		line, _, err := c.next(ctx)
		switch {
		case err != nil:
			return err
		case line == "readyok":
			return refused
		case refused == nil:
			refused = errorLine(line)
		}
	}
}

// errorLine reads "error CODE detail"; nil for any other line.
func errorLine(line string) error {
	rest, ok := strings.CutPrefix(line, "error ")
	if !ok {
		return nil
	}
	code, detail, _ := strings.Cut(rest, " ")
	return &Error{Code(code), detail}
}

// OptionCommand is the command that sets an option; an empty value presses a
// button.
func OptionCommand(name, value string) string {
	line := "setoption name " + name
	if value != "" {
		line += " value " + value
	}
	return line
}

// SetOption sets an option; an empty value presses a button.
func (c *Client) SetOption(ctx context.Context, name, value string) error {
	return c.Do(ctx, OptionCommand(name, value))
}

// NewGameCommand is the dialect's command that begins another game.
func (d Dialect) NewGameCommand() string {
	switch d {
	case UCI:
		return "ucinewgame"
	case UGI:
		return "uginewgame"
	}
	return "newgame"
}

// NewGame tells the engine that another game begins.
func (c *Client) NewGame(ctx context.Context) error { return c.Do(ctx, c.dialect.NewGameCommand()) }

// appendPosition writes a command as [Client.Position] describes it.
func appendPosition(b []byte, text string, moves []string) []byte {
	if text == "" {
		b = append(b, "position startpos"...)
	} else {
		b = append(append(b, "position fen "...), text...)
	}
	if len(moves) > 0 {
		b = append(b, " moves"...)
	}
	for _, m := range moves {
		b = append(append(b, ' '), m...)
	}
	return b
}

// Position sets the position of a text, or the start if it is empty, and the
// actions made there.
func (c *Client) Position(ctx context.Context, text string, moves []string) error {
	return c.Do(ctx, string(appendPosition(nil, text, moves)))
}

// Game chooses a game and its rule options, written "key=value". Only TGI has
// it; in other dialects the option UCI_Variant is set.
func (c *Client) Game(ctx context.Context, name string, options []string) error {
	if c.dialect == TGI {
		return c.Do(ctx, strings.Join(append([]string{"game", name}, options...), " "))
	}
	if len(options) > 0 {
		return fmt.Errorf("%s has no rule options: want %s", c.dialect, TGI)
	}
	return c.SetOption(ctx, "UCI_Variant", name)
}

// Query asks one question and returns the answer, without the question's name.
func (c *Client) Query(ctx context.Context, what string) (string, error) {
	if err := c.send("query " + what); err != nil {
		return "", err
	}
	for {
		line, _, err := c.next(ctx)
		if err != nil {
			return "", err
		}
		if err := errorLine(line); err != nil {
			return "", err
		}
		if rest, ok := strings.CutPrefix(line, "response"); ok {
			rest = strings.TrimSpace(rest)
			if first, after, _ := strings.Cut(rest, " "); first == what {
				return after, nil
			}
			return rest, nil
		}
	}
}

// Answer is what a search ended with.
type Answer struct {
	// Best is the action, "none" at the end of a game and "roll" after go
	// roll; Ponder is the expected reply or empty.
	Best, Ponder string
	// Info is all that was said of the best line.
	Info Info
	// Time is how long it took from the question to the arrival of the answer,
	// however late that was taken in.
	Time time.Duration
}

// Go searches with limits as after the word go and waits for the answer. each,
// if not nil, sees every info line's contents. When ctx ends first, the engine
// is told to stop and has [Grace] to answer: then the answer comes with the
// context's error and the client is still in step.
func (c *Client) Go(ctx context.Context, limits string, each func(Info)) (Answer, error) {
	c.best, c.begun = Info{}, time.Now()
	if err := c.send(strings.TrimSpace("go " + limits)); err != nil {
		return Answer{}, err
	}
	answer, err := c.Answer(ctx, each)
	if ctx.Err() == nil || err == nil || !errors.Is(err, context.Cause(ctx)) {
		return answer, err
	}
	if err := c.Stop(); err != nil {
		return Answer{}, err
	}
	grace, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), Grace,
		fmt.Errorf("the engine does not answer stop within %v", Grace))
	defer cancel()
	answer, late := c.Answer(grace, each)
	if late != nil {
		return answer, late
	}
	return answer, err
}

// Begin sets a position as [Client.Position] does and begins a search of it with
// limits as after the word go, in one write and without waiting for anything:
// [Client.Answer] brings what comes of it. If that is a refusal of the position,
// the search was of the one before, and the engine is out of step. Lines that have
// come before are forgotten: they can be no answer to this.
func (c *Client) Begin(text string, moves []string, limits string) error {
	c.forget()
	c.write.Lock()
	defer c.write.Unlock()
	c.buf = append(appendPosition(c.buf[:0], text, moves), "\ngo"...)
	if limits != "" {
		c.buf = append(append(c.buf, ' '), limits...)
	}
	c.buf = append(c.buf, '\n')
	c.best, c.begun = Info{}, time.Now()
	return c.flush(2)
}

// Answer waits for the answer to a search. each, if not nil, sees every info
// line's contents. When ctx ends first its cause is the error, and Answer may be
// called again.
func (c *Client) Answer(ctx context.Context, each func(Info)) (Answer, error) {
	for {
		line, at, err := c.next(ctx)
		if err != nil {
			return Answer{}, err
		}
		if err := errorLine(line); err != nil {
			if e := err.(*Error); e.Code != Internal && e.Code != Unsupported {
				return Answer{}, err // refused: no bestmove follows
			}
			_, _ = c.Answer(ctx, each)
			return Answer{}, err
		}
		words := strings.Fields(line)
		switch words[0] {
		case "info":
			c.informed(words[1:], each)
		case "bestmove":
			a := Answer{Info: c.best, Time: at.Sub(c.begun)}
			if len(words) > 1 {
				a.Best = words[1]
			}
			if len(words) > 3 && words[2] == "ponder" {
				a.Ponder = words[3]
			}
			return a, nil
		}
	}
}

// informed takes over the words of an info line.
func (c *Client) informed(words []string, each func(Info)) {
	i := slices.Index(words, "multipv")
	if i < 0 || i+1 == len(words) || words[i+1] == "1" {
		c.best.Read(words)
	}
	if each != nil {
		var in Info
		in.Read(words)
		each(in)
	}
}

// Stop tells the engine to end its search; the answer comes through
// [Client.Go].
func (c *Client) Stop() error { return c.send("stop") }

// PonderHit tells the engine that the action pondered on was played.
func (c *Client) PonderHit() error { return c.send("ponderhit") }

// Quit tells the engine to leave and waits until it has closed its output.
func (c *Client) Quit(ctx context.Context) error {
	defer c.release()
	if err := c.send("quit"); err != nil {
		return err
	}
	for {
		select {
		case _, ok := <-c.lines:
			if !ok {
				if errors.Is(c.err, io.EOF) {
					return nil
				}
				return c.err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Close closes both pipes, as far as they can be closed.
func (c *Client) Close() {
	c.release()
	for _, p := range []any{c.in, c.out} {
		if p, ok := p.(io.Closer); ok {
			_ = p.Close()
		}
	}
}

// release lets the reading goroutine go at its next line.
func (c *Client) release() { c.once.Do(func() { close(c.closed) }) }
