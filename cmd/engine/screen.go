package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// patience is how long a command may be silent on a terminal.
const patience = 2 * time.Second

// screen is output that may be a terminal.
type screen interface {
	io.Writer
	Fd() uintptr
}

// isTerminal says whether a person watches w.
func isTerminal(w any) bool {
	f, ok := w.(screen)
	return ok && term.IsTerminal(int(f.Fd()))
}

// interruptible returns a context that ends at an interrupt (Ctrl-C) and at the
// signal to terminate, so that a search stops and still answers.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
}

// progress is one line on a terminal that is written over again and again, from
// patience on, with the time that has passed. It is safe for concurrent use.
type progress struct {
	w     io.Writer
	start time.Time
	stop  chan struct{} // nil if nobody watches
	done  chan struct{}
	once  sync.Once

	mu   sync.Mutex
	text string
}

// newProgress returns a progress line on w, or one that stays silent if w is no
// terminal or one that cannot erase a line. The caller ends it.
func newProgress(w io.Writer) *progress {
	p := &progress{w: w, start: time.Now()}
	if isTerminal(w) && os.Getenv("TERM") != "dumb" {
		p.stop, p.done = make(chan struct{}), make(chan struct{})
		go p.run()
	}
	return p
}

// show sets what the line says.
func (p *progress) show(format string, args ...any) {
	if p.stop == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, args...)
}

func (p *progress) run() {
	defer close(p.done)
	tick := time.NewTicker(patience / 10)
	defer tick.Stop()
	for shown := false; ; {
		select {
		case <-p.stop:
			if shown {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		case <-tick.C:
		}
		elapsed := time.Since(p.start)
		if elapsed < patience {
			continue
		}
		p.mu.Lock()
		fmt.Fprintf(p.w, "\r\x1b[K%s  %s", seconds(elapsed), p.text)
		p.mu.Unlock()
		shown = true
	}
}

// end removes the line. It may be called again.
func (p *progress) end() {
	if p.stop != nil {
		p.once.Do(func() { close(p.stop) })
		<-p.done
	}
}
