package compliance

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Head writes who is examined.
func (r *Report) Head() string {
	name := r.Name
	if name == "" {
		name = "an engine without a name"
	}
	games := "no game that is known here"
	if len(r.Games) > 0 {
		games = strings.Join(r.Games, ", ")
	}
	return fmt.Sprintf("%s, %s: %s", name, r.Dialect, games)
}

// Tail writes how many points went how.
func (r *Report) Tail() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", r.Passed, r.Failed, r.Skipped)
}

// Print writes the whole report as text. The error is w's.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, r.Head())
	for i := range r.Results {
		b.WriteString(r.Results[i].String())
	}
	fmt.Fprintln(&b, r.Tail())
	_, err := io.WriteString(w, b.String())
	return err
}

// String writes the result as a line, and a failure with all that is known of
// it; each line ends with a line end.
func (r Result) String() string {
	var b strings.Builder
	name := r.Name
	if r.Game != "" {
		name += " " + r.Game
	}
	fmt.Fprintf(&b, "%3d %s  %-28s %s", r.Number, r.Status, name, r.Promise)
	if r.Note != "" {
		fmt.Fprintf(&b, " (%s)", r.Note)
	}
	b.WriteByte('\n')
	if r.Status != Fail {
		return b.String()
	}
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "          %-7s %s\n", name, text)
		}
	}
	row("sent", r.Sent)
	row("came", r.Came)
	row("wanted", r.Wanted)
	row("after", r.Elapsed.Round(time.Millisecond).String())
	for i, line := range r.Talk {
		row([]string{"talk", ""}[min(i, 1)], line)
	}
	for i, line := range strings.Split(r.Stderr, "\n") {
		row([]string{"stderr", ""}[min(i, 1)], line)
	}
	return b.String()
}
