package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
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
// time. All that wait give up when their context ends; after that, and after
// any error but an [*Error], the engine is out of step and the client is only
// good for Close.
type Client struct {
	// Name and Author are what the engine calls itself.
	Name, Author string
	// Games and Options are the lines that declare them, without their first
	// word.
	Games, Options []string

	dialect Dialect
	in      io.Writer
	out     io.Reader
	lines   chan string
	err     error // why lines was closed
	closed  chan struct{}
	once    sync.Once
	write   sync.Mutex
}

// Grace is how long an engine has to answer a stop.
const Grace = time.Second

// Dial introduces itself to the engine that reads in and writes out. On an
// error the caller still owns both.
func Dial(ctx context.Context, dialect Dialect, in io.Writer, out io.Reader) (*Client, error) {
	c := &Client{dialect: dialect, in: in, out: out, lines: make(chan string, 64), closed: make(chan struct{})}
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
		line, err := c.next(ctx)
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
		case c.lines <- line:
		case <-c.closed:
			c.err = io.ErrClosedPipe
			return
		}
	}
}

// send writes one line.
func (c *Client) send(line string) error {
	if strings.ContainsAny(line, "\r\n") {
		return fmt.Errorf("command %q holds a line end", line)
	}
	c.write.Lock()
	defer c.write.Unlock()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		return fmt.Errorf("writing to the engine: %w", err)
	}
	return nil
}

// next returns the engine's next line that is not empty.
func (c *Client) next(ctx context.Context) (string, error) {
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return "", fmt.Errorf("reading from the engine: %w", c.err)
			}
			if line = strings.TrimSpace(line); line != "" {
				return line, nil
			}
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
	}
}

// command sends a line that is silent when all is well, and waits until the
// engine is ready; the first error line before that is the error.
func (c *Client) command(ctx context.Context, line string) error {
	if err := c.send(line); err != nil {
		return err
	}
	return c.Ready(ctx)
}

// Ready waits until the engine has done all that was sent. An error line of the
// engine is returned as an [*Error].
func (c *Client) Ready(ctx context.Context) error {
	if err := c.send("isready"); err != nil {
		return err
	}
	var refused error
	for {
		line, err := c.next(ctx)
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

// SetOption sets an option; an empty value presses a button.
func (c *Client) SetOption(ctx context.Context, name, value string) error {
	line := "setoption name " + name
	if value != "" {
		line += " value " + value
	}
	return c.command(ctx, line)
}

// NewGame tells the engine that another game begins.
func (c *Client) NewGame(ctx context.Context) error {
	switch c.dialect {
	case UCI:
		return c.command(ctx, "ucinewgame")
	case UGI:
		return c.command(ctx, "uginewgame")
	}
	return c.command(ctx, "newgame")
}

// Position sets the position of a text, or the start if it is empty, and the
// actions made there.
func (c *Client) Position(ctx context.Context, text string, moves []string) error {
	line := "position startpos"
	if text != "" {
		line = "position fen " + text
	}
	if len(moves) > 0 {
		line += " moves " + strings.Join(moves, " ")
	}
	return c.command(ctx, line)
}

// Game chooses a game and its rule options, written "key=value". Only TGI has
// it; in other dialects the option UCI_Variant is set.
func (c *Client) Game(ctx context.Context, name string, options []string) error {
	if c.dialect == TGI {
		return c.command(ctx, strings.Join(append([]string{"game", name}, options...), " "))
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
		line, err := c.next(ctx)
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
}

// Go searches with limits as after the word go and waits for the answer. each,
// if not nil, sees every info line's contents. When ctx ends first, the engine
// is told to stop and has [Grace] to answer: then the answer comes with the
// context's error and the client is still in step.
func (c *Client) Go(ctx context.Context, limits string, each func(Info)) (Answer, error) {
	if err := c.send(strings.TrimSpace("go " + limits)); err != nil {
		return Answer{}, err
	}
	var best Info
	answer, err := c.answer(ctx, &best, each)
	if ctx.Err() == nil || err == nil || !errors.Is(err, context.Cause(ctx)) {
		return answer, err
	}
	if err := c.Stop(); err != nil {
		return Answer{}, err
	}
	grace, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), Grace,
		fmt.Errorf("the engine does not answer stop within %v", Grace))
	defer cancel()
	answer, late := c.answer(grace, &best, each)
	if late != nil {
		return answer, late
	}
	return answer, err
}

// answer reads up to bestmove.
func (c *Client) answer(ctx context.Context, best *Info, each func(Info)) (Answer, error) {
	for {
		line, err := c.next(ctx)
		if err != nil {
			return Answer{}, err
		}
		if err := errorLine(line); err != nil {
			if e := err.(*Error); e.Code != Internal && e.Code != Unsupported {
				return Answer{}, err // refused: no bestmove follows
			}
			_, _ = c.answer(ctx, best, each)
			return Answer{}, err
		}
		words := strings.Fields(line)
		switch words[0] {
		case "info":
			var in Info
			in.Read(words[1:])
			if in.Multi <= 1 {
				best.Read(words[1:])
			}
			if each != nil {
				each(in)
			}
		case "bestmove":
			a := Answer{Info: *best}
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
