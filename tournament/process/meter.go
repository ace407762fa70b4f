package process

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"tetrarch/protocol"
)

// What a program may write between two questions, and in any second, before it
// counts as a flood. A search that reports every iteration of every line writes
// some hundred lines.
const (
	mostLines     = 1_000_000
	mostBytes     = 256 << 20
	mostPerSecond = 100_000 // lines
)

// errFlood ends the reading of a program that writes too much.
var errFlood = errors.New("too much output")

// meter reads a program's output and counts it. Only one goroutine reads.
type meter struct {
	from  io.Reader
	text  atomic.Pointer[string] // why it is a flood, once it is
	clear atomic.Bool            // begin to count anew

	lines, bytes int
	length       int // of the line that has not ended
	second       time.Time
	before       int // lines when the second began
}

// reset begins to count anew.
func (m *meter) reset() { m.clear.Store(true) }

// flood says what was too much, empty if nothing was.
func (m *meter) flood() string {
	if text := m.text.Load(); text != nil {
		return *text
	}
	return ""
}

// Read implements [io.Reader].
func (m *meter) Read(p []byte) (int, error) {
	if m.text.Load() != nil {
		return 0, errFlood
	}
	n, err := m.from.Read(p)
	if m.clear.CompareAndSwap(true, false) {
		m.lines, m.bytes, m.before, m.second = 0, 0, 0, time.Time{}
	}
	m.count(p[:n])
	if m.text.Load() != nil {
		return 0, errFlood
	}
	return n, err
}

// count adds what was read.
func (m *meter) count(p []byte) {
	m.bytes += len(p)
	if last := bytes.LastIndexByte(p, '\n'); last < 0 {
		m.length += len(p)
	} else {
		m.lines += bytes.Count(p, []byte("\n"))
		m.length = len(p) - last - 1
	}
	switch {
	case m.length > protocol.MaxLine:
		m.trip("wrote a line of more than %d bytes", protocol.MaxLine)
	case m.lines > mostLines:
		m.trip("wrote more than %d lines without an answer", mostLines)
	case m.bytes > mostBytes:
		m.trip("wrote more than %d bytes without an answer", mostBytes)
	}
	if m.lines-m.before <= mostPerSecond/10 {
		return // not worth a look at the time
	}
	now := time.Now()
	switch {
	case m.second.IsZero() || now.Sub(m.second) > time.Second:
		m.second, m.before = now, m.lines
	case m.lines-m.before > mostPerSecond:
		m.trip("wrote more than %d lines in a second", mostPerSecond)
	}
}

func (m *meter) trip(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	m.text.Store(&text)
}
