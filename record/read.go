package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// endLine is the last line of a record.
const endLine = "end"

// maxLine bounds a line of a record, in bytes.
const maxLine = 1 << 20

// ErrCut says that the text ended inside a record.
var ErrCut = errors.New("the record is cut off: want a line \"end\"")

// Reader reads records one after another.
type Reader struct {
	in   *bufio.Scanner
	line int
}

// NewReader returns a Reader of r.
func NewReader(r io.Reader) *Reader {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 4096), maxLine)
	return &Reader{in: s}
}

// Each calls f for every record of r until it returns an error. Errors, f's too, are
// wrapped and say which game they are of, counted from 1.
func Each(r io.Reader, f func(*Record) error) error {
	in := NewReader(r)
	for n := 1; ; n++ {
		rec, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f(rec)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
	}
}

// Read returns the next record, or io.EOF after the last. Other errors name the
// line; reading cannot go on after them. An error that wraps [ErrCut] means
// that all records before were whole.
func (r *Reader) Read() (*Record, error) {
	rec := &Record{}
	if err := r.headers(rec); err != nil {
		return nil, err
	}
	turn := 0
	for r.next() {
		text := r.in.Text()
		if strings.TrimSpace(text) == endLine {
			if turn > 0 {
				return nil, r.errorf("turn %d has no action", turn)
			}
			return rec, nil
		}
		if err := r.actions(rec, text, &turn); err != nil {
			return nil, err
		}
	}
	return nil, r.ended()
}

// ReadAll reads all records. On an error it returns those before it as well.
func ReadAll(in io.Reader) ([]*Record, error) {
	r := NewReader(in)
	var all []*Record
	for {
		rec, err := r.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, rec)
	}
}

func (r *Reader) next() bool {
	if r.in.Scan() {
		r.line++
		return true
	}
	return false
}

func (r *Reader) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", r.line, fmt.Errorf(format, args...))
}

// ended says why there is no further line inside a record.
func (r *Reader) ended() error {
	if err := r.in.Err(); err != nil {
		r.line++
		return r.errorf("%w: want lines of less than %d bytes", err, maxLine)
	}
	return r.errorf("%w", ErrCut)
}

// headers reads up to the empty line before the actions.
func (r *Reader) headers(rec *Record) error {
	seen := map[string]bool{}
	for r.next() {
		text := r.in.Text()
		if strings.TrimSpace(text) == "" {
			if len(rec.Headers) == 0 {
				continue
			}
			return nil
		}
		key, value, ok := strings.Cut(text, ":")
		if !ok || !utf8.ValidString(text) {
			return r.errorf("%.60q: want a header \"Key: value\"", text)
		}
		h := Header{key, strings.TrimSpace(value)}
		if err := checkHeader(h, seen); err != nil {
			return r.errorf("%w", err)
		}
		rec.Headers = append(rec.Headers, h)
	}
	if len(rec.Headers) == 0 && r.in.Err() == nil {
		return io.EOF
	}
	return r.ended()
}

// actions reads one line of actions; turn is a number that waits for its action.
func (r *Reader) actions(rec *Record, text string, turn *int) error {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '{' {
			comment, rest, ok := strings.Cut(text[1:], "}")
			if !ok || strings.Contains(comment, "{") {
				return r.errorf("comment %.60q: want one pair of braces on one line", text)
			}
			if len(rec.Actions) == 0 || *turn > 0 {
				return r.errorf("comment %.60q: want an action before it", text)
			}
			if err := rec.Actions[len(rec.Actions)-1].comment(comment); err != nil {
				return r.errorf("%w", err)
			}
			text = rest
			continue
		}
		end := strings.IndexAny(text, " \t{")
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		text = text[end:]
		if isTurn(word) {
			n, err := strconv.ParseInt(strings.TrimSuffix(word, "."), 10, 32)
			if err != nil || n == 0 || *turn > 0 {
				return r.errorf("turn number %.60q: want a whole number above 0, then an action", word)
			}
			*turn = int(n)
			continue
		}
		a := Action{Text: word, Turn: *turn}
		*turn = 0
		if err := checkAction(a); err != nil || !utf8.ValidString(word) {
			return r.errorf("action %.60q: want one word without braces", word)
		}
		rec.Actions = append(rec.Actions, a)
	}
	return nil
}

// comment reads the text between braces: fields first, then the note.
func (a *Action) comment(text string) error {
	if a.Score.Kind != Unknown || a.Depth > 0 || a.Nodes > 0 || a.Time > 0 || a.Note != "" {
		return fmt.Errorf("action %.60q has a second comment: want one", a.Text)
	}
	words := strings.Fields(text)
	for len(words) > 0 && a.field(words[0]) {
		words = words[1:]
	}
	a.Note = strings.Join(words, " ")
	if !utf8.ValidString(a.Note) {
		return fmt.Errorf("comment %.60q: want UTF-8", text)
	}
	return nil
}

func isKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// isTurn says whether s counts turns: digits and a full stop.
func isTurn(s string) bool {
	digits, ok := strings.CutSuffix(s, ".")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
