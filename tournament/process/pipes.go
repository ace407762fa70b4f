package process

import (
	"io"
	"os"
	"time"
)

// pipes are the three standard streams of a program, in the order of their
// numbers.
type pipes struct{ ours, theirs [3]*os.File }

func newPipes() (*pipes, error) {
	p := &pipes{}
	for i := range p.ours {
		r, w, err := os.Pipe()
		if err != nil {
			p.closeOurs()
			p.closeTheirs()
			return nil, err
		}
		p.ours[i], p.theirs[i] = r, w
	}
	// It reads the first and writes the others.
	p.ours[0], p.theirs[0] = p.theirs[0], p.ours[0]
	return p, nil
}

func (p *pipes) closeOurs()   { closeAll(p.ours[:]) }
func (p *pipes) closeTheirs() { closeAll(p.theirs[:]) }

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}

// writer writes to a program, which must read what it gets.
type writer struct{ to *os.File }

var _ io.Writer = writer{}

// Write implements [io.Writer].
func (w writer) Write(p []byte) (int, error) {
	_ = w.to.SetWriteDeadline(time.Now().Add(writeTime))
	return w.to.Write(p)
}
