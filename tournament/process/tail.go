package process

import (
	"io"
	"strings"
	"sync"
)

// TailSize is how much of a program's standard error is kept, in bytes.
const TailSize = 64 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	ring []byte
	next int // where the next byte goes, once the ring is full
}

// Write implements [io.Writer] and never fails.
func (t *tail) Write(p []byte) (int, error) {
	n := len(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(p) > TailSize {
		p = p[len(p)-TailSize:]
	}
	room := min(len(p), TailSize-len(t.ring))
	t.ring = append(t.ring, p[:room]...)
	for p = p[room:]; len(p) > 0; {
		k := copy(t.ring[t.next:], p)
		p = p[k:]
		t.next = (t.next + k) % TailSize
	}
	return n, nil
}

// reset forgets everything.
func (t *tail) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ring, t.next = t.ring[:0], 0
}

// String returns what is kept, as text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.ring[t.next:])+string(t.ring[:t.next]), "\uFFFD")
}

// fill reads until there is no more.
func (t *tail) fill(r io.Reader) {
	_, _ = io.Copy(t, r) // an end by an error is an end
}
