package main

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// answers is standard output: it remembers the first write that failed, so that
// no command need look after every line, and ends what is under way then, as
// there is nobody left to tell.
type answers struct {
	w   io.Writer
	end context.CancelFunc

	mu  sync.Mutex
	err error
}

// Write implements [io.Writer]. After a failure it writes nothing more.
func (a *answers) Write(b []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil {
		return 0, a.err
	}
	n, err := a.w.Write(b)
	if err != nil {
		a.err = fmt.Errorf("writing the answer: %w", err)
		a.end()
	}
	return n, a.err
}

// Fd returns the file descriptor behind the output, for those who ask whether it
// is a terminal; one that no file has if there is none.
func (a *answers) Fd() uintptr {
	if f, ok := a.w.(screen); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

// failed returns the error of the first write that failed.
func (a *answers) failed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err
}
