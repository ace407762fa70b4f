package record

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// lineWidth is the length of a line, in bytes, after which it is broken.
const lineWidth = 100

// Append appends the text of r to b. It refuses what [Reader] could not read
// back: bad or repeated keys, line ends in values, actions that are empty or
// would read as something else, braces in notes.
func (r *Record) Append(b []byte) ([]byte, error) {
	seen := map[string]bool{}
	for _, h := range r.Headers {
		if err := checkHeader(h, seen); err != nil {
			return b, err
		}
	}
	for i, a := range r.Actions {
		if err := checkAction(a); err != nil {
			return b, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	for _, h := range r.Headers {
		b = append(append(append(b, h.Key...), ':', ' '), h.Value...)
		b = append(b, '\n')
	}
	b = append(b, '\n')
	line := len(b)
	for i, a := range r.Actions {
		switch {
		case i == 0:
		case a.Turn > 0 || len(b)-line > lineWidth:
			b = append(b, '\n')
			line = len(b)
		default:
			b = append(b, ' ')
		}
		b = appendAction(b, a)
	}
	if len(r.Actions) > 0 {
		b = append(b, '\n')
	}
	return append(b, "end\n"...), nil
}

func appendAction(b []byte, a Action) []byte {
	if a.Turn > 0 {
		b = append(strconv.AppendInt(b, int64(a.Turn), 10), ". "...)
	}
	b = append(b, a.Text...)
	var fields []string
	if a.Score.Kind != Unknown {
		fields = append(fields, "score="+a.Score.String())
	}
	if a.Depth > 0 {
		fields = append(fields, "depth="+strconv.Itoa(a.Depth))
	}
	if a.Nodes > 0 {
		fields = append(fields, "nodes="+strconv.FormatUint(a.Nodes, 10))
	}
	if a.Time > 0 {
		fields = append(fields, "time="+a.Time.String())
	}
	if a.Note != "" {
		fields = append(fields, a.Note)
	}
	if len(fields) > 0 {
		b = append(b, " {"+strings.Join(fields, " ")+"}"...)
	}
	return b
}

func checkHeader(h Header, seen map[string]bool) error {
	switch {
	case !isKey(h.Key):
		return fmt.Errorf("header %q: want letters, digits and hyphens, a letter first", h.Key)
	case seen[h.Key]:
		return fmt.Errorf("header %s is given twice", h.Key)
	case strings.ContainsAny(h.Value, "\r\n") || h.Value != strings.TrimSpace(h.Value):
		return fmt.Errorf("header %s has value %q: want one line without blanks around it", h.Key, h.Value)
	}
	seen[h.Key] = true
	return nil
}

func checkAction(a Action) error {
	switch {
	case a.Text == "" || len(strings.Fields(a.Text)) != 1 || strings.Fields(a.Text)[0] != a.Text || strings.ContainsAny(a.Text, "{}"):
		return fmt.Errorf("text %q: want one word without braces", a.Text)
	case a.Text == endLine:
		return fmt.Errorf("text %q ends a record: want another word", a.Text)
	case isTurn(a.Text):
		return fmt.Errorf("text %q counts turns: want another word", a.Text)
	case a.Turn < 0 || a.Depth < 0 || a.Time < 0:
		return fmt.Errorf("turn %d, depth %d, time %v: want none below 0", a.Turn, a.Depth, a.Time)
	case strings.ContainsAny(a.Note, "{}") || strings.Join(strings.Fields(a.Note), " ") != a.Note:
		return fmt.Errorf("note %q: want words separated by single blanks, without braces", a.Note)
	}
	var probe Action
	if word, _, _ := strings.Cut(a.Note, " "); probe.field(word) {
		return fmt.Errorf("note %q begins like a field: want another word", a.Note)
	}
	return nil
}

// Write writes records to w, each in one call of its Write.
func Write(w io.Writer, records ...*Record) error {
	for _, r := range records {
		b, err := r.Append(nil)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// Note makes any text fit for a note: braces become brackets, runs of blanks
// and line ends one blank.
func Note(text string) string {
	text = strings.NewReplacer("{", "(", "}", ")").Replace(strings.ToValidUTF8(text, "?"))
	return strings.Join(strings.Fields(text), " ")
}

// field reads a word of a comment into the field that it names; false if it
// names none.
func (a *Action) field(word string) bool {
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		return false
	}
	switch key {
	case "score":
		s, ok := parseScore(value)
		if ok {
			a.Score = s
		}
		return ok
	case "depth":
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil || n < 0 {
			return false
		}
		a.Depth = int(n)
	case "nodes":
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return false
		}
		a.Nodes = n
	case "time":
		d, err := time.ParseDuration(value)
		if err != nil || d < 0 {
			return false
		}
		a.Time = d
	default:
		return false
	}
	return true
}
