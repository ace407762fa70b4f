package protocol

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
)

// output writes whole lines from any goroutine, each at once.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error          // the first error of w
	log io.WriteCloser // a copy of all lines, or nil
}

// lines writes a block of lines that nothing comes between.
func (o *output) lines(lines ...string) {
	text := strings.Join(lines, "\n") + "\n"
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = io.WriteString(o.w, text)
	}
	o.note("<< ", text)
}

// printf writes one line.
func (o *output) printf(format string, args ...any) { o.lines(fmt.Sprintf(format, args...)) }

// broken returns the error that ended writing, if any.
func (o *output) broken() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// received adds a line of the client to the log.
func (o *output) received(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.note(">> ", line+"\n")
}

// note writes lines to the log. Its errors do not concern the client.
func (o *output) note(sign, text string) {
	if o.log == nil {
		return
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(sign)
		b.WriteString(line)
	}
	_, _ = io.WriteString(o.log, b.String())
}

// logTo changes the log and closes the one before.
func (o *output) logTo(log io.WriteCloser) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.log != nil {
		_ = o.log.Close()
	}
	o.log = log
}

// maxDetail bounds the text of an error line, in runes.
const maxDetail = 400

// clip makes any text fit for one line.
func clip(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n++; n > maxDetail {
			b.WriteString("…")
			break
		}
		if unicode.IsControl(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}
