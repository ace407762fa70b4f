package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tetrarch/draw"
	"tetrarch/game"
)

// patience is how long a command may be silent on a terminal.
const patience = 2 * time.Second

// isTerminal says whether a person watches w.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// interruptible returns a context that ends at an interrupt (Ctrl-C), so that a
// search stops and still answers.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt)
}

// drawPosition draws the board, or prints the position's text if the game cannot
// draw.
func drawPosition(w io.Writer, p game.Position) error {
	d, ok := p.(game.Drawer)
	if !ok {
		_, err := fmt.Fprintln(w, game.Text(p))
		return err
	}
	return draw.Terminal(w, d.Picture(), draw.Detect(w))
}

// progress is one line on a terminal that is written over again and again, from
// patience on. It is not safe for concurrent use.
type progress struct {
	w           io.Writer // nil if nobody watches
	start, last time.Time
	shown       bool
}

// newProgress returns a progress line on w, or one that stays silent if w is no
// terminal.
func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

// show replaces the line, ten times a second at most.
func (p *progress) show(format string, args ...any) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < patience || now.Sub(p.last) < patience/20 {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprint(p.w, "\r\x1b[K"+fmt.Sprintf(format, args...))
}

// end removes the line.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
