package compliance

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// maxAnswer is the length in bytes of the longest line that an engine may
// answer with.
const maxAnswer = 16 << 20

// tail is how much of an engine's standard error is kept, in bytes.
const tail = 4 << 10

// lingering is how long the outputs of a process that has ended may stay open:
// children of its own may hold them.
const lingering = time.Second

// process is an engine under examination. What is written to it never blocks
// the writer, whether the engine reads or not.
type process struct {
	cmd   *exec.Cmd
	out   io.Closer     // its standard output
	lines chan string   // what the engine says; closed with its output
	err   error         // why lines was closed, nil at its end
	gone  chan struct{} // closed when the process has ended
	exit  error         // how it ended, once gone is closed
	errs  errorTail

	mu    sync.Mutex
	more  *sync.Cond
	queue [][]byte
	shut  bool // nothing more is to be written
	drop  chan struct{}
	once  sync.Once
}

// start runs the command.
func start(command []string, env []string) (*process, error) {
	p := &process{
		cmd:   exec.Command(command[0], command[1:]...),
		lines: make(chan string, 256), gone: make(chan struct{}), drop: make(chan struct{}),
	}
	p.more = sync.NewCond(&p.mu)
	p.cmd.Stderr = &p.errs
	if len(env) > 0 {
		p.cmd.Env = append(os.Environ(), env...)
	}
	p.cmd.WaitDelay = lingering
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the engine: %w", err)
	}
	p.out = out
	go p.write(in)
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.read(out)
	}()
	go func() {
		<-read // Wait closes the pipe: all must have been read
		p.exit = p.cmd.Wait()
		close(p.gone)
	}()
	return p, nil
}

// write passes the queue on until it is shut and empty.
func (p *process) write(in io.WriteCloser) {
	defer in.Close()
	for {
		p.mu.Lock()
		for len(p.queue) == 0 && !p.shut {
			p.more.Wait()
		}
		if len(p.queue) == 0 {
			p.mu.Unlock()
			return
		}
		b := p.queue[0]
		p.queue = p.queue[1:]
		p.mu.Unlock()
		if _, err := in.Write(b); err != nil {
			return // the engine has closed its input; what it says tells more
		}
	}
}

// put queues bytes for the engine's standard input.
func (p *process) put(b []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, b)
	p.more.Signal()
}

// closeInput ends the engine's standard input after what is queued.
func (p *process) closeInput() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut = true
	p.more.Signal()
}

// read passes the engine's lines on. A reader that stops listening calls
// process.kill, which lets it go.
func (p *process) read(out io.Reader) {
	defer close(p.lines)
	s := bufio.NewScanner(out)
	s.Buffer(make([]byte, 0, 4096), maxAnswer)
	for s.Scan() {
		select {
		case p.lines <- strings.TrimSuffix(s.Text(), "\r"):
		case <-p.drop:
			_, _ = io.Copy(io.Discard, out)
			return
		}
	}
	if p.err = s.Err(); errors.Is(p.err, os.ErrClosed) {
		p.err = nil
	}
}

// kill ends the process, if it has not ended, and waits for it.
func (p *process) kill() {
	p.once.Do(func() {
		p.closeInput()
		close(p.drop)
		_ = p.cmd.Process.Kill()
	})
	select {
	case <-p.gone:
	case <-time.After(lingering):
		_ = p.out.Close()
		<-p.gone
	}
}

// ended waits for the process to leave by itself; false if it does not within d.
func (p *process) ended(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for lines := p.lines; ; {
		select {
		case _, ok := <-lines:
			if !ok {
				lines = nil // wait for the exit alone
			}
		case <-p.gone:
			return true
		case <-timer.C:
			return false
		}
	}
}

// errorTail keeps the end of what is written to it. It is safe for concurrent
// use.
type errorTail struct {
	mu  sync.Mutex
	buf []byte
	cut bool
}

// Write implements [io.Writer].
func (t *errorTail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b...)
	if over := len(t.buf) - tail; over > 0 {
		t.buf, t.cut = bytes.Clone(t.buf[over:]), true
	}
	return len(b), nil
}

// text returns what was kept.
func (t *errorTail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(string(t.buf), "?")
	if t.cut {
		text = "… " + text
	}
	return strings.TrimSpace(text)
}
