package protocol

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// MaxLine is the length in bytes beyond which a line is refused.
const MaxLine = 1 << 20

// Lines that are not read, each with its reason. The line is skipped.
var (
	errLong    = errors.New("the line is longer than 1 MiB")
	errText    = errors.New("the line is not UTF-8")
	errControl = errors.New("the line holds a control character")
)

// lineReader splits text into lines in bounded memory.
type lineReader struct {
	r   *bufio.Reader
	buf []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line without its end, "\n" or "\r\n"; a last line
// without an end counts. After errLong, errText and errControl reading goes on
// with the line after; any other error is the reader's own and final.
func (l *lineReader) next() (string, error) {
	l.buf = l.buf[:0]
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		if long = long || len(l.buf)+len(part) > MaxLine+2; !long {
			l.buf = append(l.buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && len(l.buf) == 0 && !long {
			return "", err
		}
		break
	}
	line := bytes.TrimSuffix(bytes.TrimSuffix(l.buf, []byte("\n")), []byte("\r"))
	if long || len(line) > MaxLine {
		l.buf = nil
		return "", errLong
	}
	return string(line), check(line)
}

func check(line []byte) error {
	if !utf8.Valid(line) {
		return errText
	}
	for _, c := range line {
		if c < ' ' && c != '\t' || c == 0x7f {
			return errControl
		}
	}
	return nil
}
