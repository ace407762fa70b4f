package tournament

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"tetrarch/tournament/show"
)

// Live tells people of a match that is under way: on a terminal by a bar with a
// table under it, elsewhere by a line from time to time.
type Live struct {
	w     io.Writer
	every time.Duration
	start time.Time
	last  time.Time // when something was shown or made ready

	begun int // games finished before this run

	bars *mpb.Progress // nil without a terminal
	bar  *mpb.Bar

	mu   sync.Mutex // guards what follows, which the bars read
	done int        // games finished in all
	rows []string
}

// The pace of [Live].
const (
	// PlainPace is the time between two lines where there is no terminal.
	PlainPace = 10 * time.Second
	tablePace = 200 * time.Millisecond
	// patience is how long a terminal stays as it is.
	patience = time.Second
)

// liveRows is how many lines stand under the bar.
const liveRows = 14

// NewLive shows a match of a number of games, some of them played before, on w.
// The caller closes it before it writes anything else to w.
func NewLive(w io.Writer, terminal bool, planned, played int) *Live {
	return newLive(w, terminal, planned, played, PlainPace, patience)
}

func newLive(w io.Writer, terminal bool, planned, played int, every, silent time.Duration, options ...mpb.ContainerOption) *Live {
	now := time.Now()
	l := &Live{w: w, every: every, start: now, last: now, begun: played, done: played}
	if !terminal {
		return l
	}
	l.every = tablePace
	ready := make(chan any)
	time.AfterFunc(silent, func() { close(ready) })
	l.bars = mpb.New(append(options, mpb.WithOutput(w), mpb.WithRefreshRate(tablePace), mpb.WithRenderDelay(ready))...)
	rows := make([]mpb.BarFiller, liveRows)
	for i := range rows {
		rows[i] = mpb.BarFillerFunc(func(w io.Writer, s decor.Statistics) error { return l.row(w, i, s.AvailableWidth) })
	}
	l.bar = l.bars.New(int64(planned), mpb.BarStyle(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return l.left(planned) })),
		mpb.BarBtmExtender(rows...),
		mpb.BarRemoveOnComplete(),
	)
	l.bar.SetCurrent(int64(played))
	return l
}

// row writes a line under the bar, nothing if there is none so far down.
func (l *Live) row(w io.Writer, i, width int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i >= len(l.rows) {
		return nil
	}
	text := []rune(l.rows[i])
	if width > 0 && len(text) > width {
		text = text[:width]
	}
	_, err := io.WriteString(w, string(text)+"\n")
	return err
}

// left says how long the rest takes at the pace so far.
func (l *Live) left(planned int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	played := l.done - l.begun
	if played == 0 {
		return ""
	}
	each := time.Since(l.start) / time.Duration(played)
	return (each * time.Duration(max(0, planned-l.done))).Round(time.Second).String() + " left"
}

// Show is told of a finished game, as [Match.Progress] is.
func (l *Live) Show(_ *Outcome, s *Summary) {
	now := time.Now()
	late := now.Sub(l.last) >= l.every
	if late {
		l.last = now
	}
	l.mu.Lock()
	l.done++
	if l.bars != nil && (late || l.rows == nil) {
		l.rows = s.liveTable()
	}
	l.mu.Unlock()
	switch {
	case l.bars != nil:
		// Not under the lock: the bar waits for its rows.
		l.bar.SetCurrent(int64(l.done))
	case late:
		fmt.Fprintln(l.w, s.Line())
	}
}

// Close ends the display and leaves the terminal clean.
func (l *Live) Close() {
	if l.bars != nil {
		l.bar.Abort(true)
		l.bars.Wait()
	}
}

// liveTable returns the table under the bar.
func (s *Summary) liveTable() []string {
	var b strings.Builder
	t := show.Table(&b)
	fmt.Fprintln(t, "player\twins\tdraws\tlosses\tscore\tElo ± 95 %")
	order := s.ranking()
	for n, i := range order {
		p := &s.Players[i]
		if n == liveRows-4 && len(order) > liveRows-3 {
			fmt.Fprintf(t, "and %d more\n", len(order)-n)
			break
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t%s\n", show.Clean(p.Name), p.Wins, p.Draws, p.Losses, show.Percent(p.Score()), p.Elo())
	}
	t.Flush()
	if s.Test != nil {
		fmt.Fprintf(&b, "SPRT: %s, %s\n", show.LLR(*s.Test, s.LLR), s.Verdict)
	}
	if s.Faults > 0 {
		fmt.Fprintf(&b, "faults: %d\n", s.Faults)
	}
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}
