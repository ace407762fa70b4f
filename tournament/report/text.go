package report

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
)

// Text writes the report for people at a terminal: plain lines and tables, no
// control characters but line ends.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.title())
	if line := r.when(); line != "" {
		fmt.Fprintf(&b, "%s\n", line)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	r.textStandings(&b)
	r.textSeats(&b)
	r.textCrosstable(&b)
	r.textMatch(&b)
	r.textGames(&b)
	r.textFaults(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// title says what was played, and how much of it counts.
func (r *Report) title() string {
	text := clean(r.Game)
	for _, name := range slices.Sorted(maps.Keys(r.Setup)) {
		text += " " + clean(name+"="+r.Setup[name])
	}
	text += ": "
	if r.Format != "" {
		text += clean(r.Format) + ", "
	}
	if r.Planned > 0 {
		text += fmt.Sprintf("%d of ", r.Games)
		return text + fmt.Sprintf("%s in %s", plural(r.Planned, "game"), plural(r.Blocks, "block"))
	}
	return text + fmt.Sprintf("%s in %s", plural(r.Games, "game"), plural(r.Blocks, "block"))
}

// when says when the games were played, empty if nobody knows.
func (r *Report) when() string {
	if r.Start.IsZero() || !r.End.After(r.Start) {
		return ""
	}
	const layout = "2006-01-02 15:04:05"
	text := fmt.Sprintf("%s to %s UTC", r.Start.UTC().Format(layout), r.End.UTC().Format(layout))
	if r.Elapsed > 0 && r.Played > 0 {
		text += fmt.Sprintf(", %.0f games an hour", float64(r.Played)*3600/r.Elapsed)
	}
	return text
}

// table starts a table of columns.
func table(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

func (r *Report) textStandings(w io.Writer) {
	fmt.Fprintln(w)
	t := table(w)
	groups := r.groups() > 1
	head := "rank\tplayer\trating ± 95 %\tgames\twins\tdraws\tlosses\tscore\tmean time\tlongest\tdepth\tknps\tfaults"
	if groups {
		head += "\tgroup"
	}
	fmt.Fprintln(t, head)
	for _, s := range r.Standings {
		fmt.Fprintf(t, "%d\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%d", s.Rank, clean(s.Player), s.Rating, s.Games, s.Wins, s.Draws, s.Losses,
			percentOf(s.Games, s.Score), s.TimeText(), s.LongestText(), s.DepthText(), s.KNPSText(), s.Faults)
		if groups {
			fmt.Fprintf(t, "\t%d", s.Group+1)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// groups returns the number of groups of players who have played.
func (r *Report) groups() int {
	seen := map[int]bool{}
	for _, s := range r.Standings {
		if s.Games > 0 {
			seen[s.Group] = true
		}
	}
	return len(seen)
}

func (r *Report) textSeats(w io.Writer) {
	if r.Games == 0 {
		return
	}
	fmt.Fprintln(w)
	t := table(w)
	fmt.Fprint(t, "score at seat")
	for i := range r.SeatScores {
		fmt.Fprintf(t, "\t%s", r.SeatName(i))
	}
	fmt.Fprintln(t)
	row := func(name string, scores []SeatScore) {
		fmt.Fprint(t, name)
		for _, s := range scores {
			fmt.Fprintf(t, "\t%s", percentOf(s.Games, s.Score))
		}
		fmt.Fprintln(t)
	}
	for _, s := range r.Standings {
		row(clean(s.Player), s.Seats)
	}
	row("all", r.SeatScores)
	t.Flush()
}

// SeatName names a seat, from 0.
func (r *Report) SeatName(i int) string {
	if name := clean(r.Seats[i]); name != "" {
		return fmt.Sprintf("%d (%s)", i+1, name)
	}
	return fmt.Sprint(i + 1)
}

func (r *Report) textCrosstable(w io.Writer) {
	if r.Games == 0 || len(r.Standings) < 2 {
		return
	}
	fmt.Fprintln(w)
	t := table(w)
	fmt.Fprint(t, "points against")
	for i := range r.Standings {
		fmt.Fprintf(t, "\t%d", i+1)
	}
	fmt.Fprintln(t)
	for i, s := range r.Standings {
		fmt.Fprintf(t, "%d %s", i+1, clean(s.Player))
		for k, c := range r.Crosstable[i] {
			fmt.Fprintf(t, "\t%s", c.text(i == k, len(r.Standings) <= mostLOS))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// mostLOS is the largest field whose crosstable has room for likelihoods.
const mostLOS = 6

// text writes a cell of the crosstable: points, games, and perhaps the
// likelihood of superiority.
func (c Cell) text(self, los bool) string {
	switch {
	case self:
		return "-"
	case c.Games() == 0:
		return "."
	case !los:
		return fmt.Sprintf("%g/%d", c.Points, c.Games())
	}
	return fmt.Sprintf("%g/%d (LOS %s)", c.Points, c.Games(), percent(c.Superior))
}

func (r *Report) textMatch(w io.Writer) {
	if r.Match != nil && r.Games > 0 || r.SPRT != nil {
		fmt.Fprintln(w)
	}
	if m := r.Match; m != nil && r.Games > 0 {
		fmt.Fprintf(w, "%s against %s: Elo %s, nElo %s, LOS %s, drawn %s\n", clean(m.Player), clean(m.Opponent), m.Elo, m.NElo, percent(m.LOS), percent(m.DrawRatio))
		if m.Pentanomial != nil {
			fmt.Fprintf(w, "blocks by points of %s, 0 to 2: %v\n", clean(m.Player), *m.Pentanomial)
		}
	}
	if r.SPRT != nil {
		fmt.Fprintf(w, "%s\n", r.SPRT.Sentence())
	}
}

// Sentence says what the test is and what it knows.
func (t *Test) Sentence() string {
	s := fmt.Sprintf("Sequential test of Elo %v: LLR %.2f, bounds %.2f and %.2f, %s", t.SPRT, t.LLR, t.Lower, t.Upper, t.Verdict)
	if t.Decided > 0 {
		s += fmt.Sprintf(" after %s", plural(t.Decided, "block"))
	}
	return s + "."
}

func (r *Report) textGames(w io.Writer) {
	if r.Games == 0 {
		return
	}
	fmt.Fprintln(w)
	t := table(w)
	fmt.Fprintln(t, "a game's\tmean\tleast\tmedian\tmost")
	for _, x := range []struct {
		name string
		s    Spread
	}{{"turns", r.Turns}, {"actions", r.Actions}} {
		fmt.Fprintf(t, "%s\t%.1f\t%g\t%g\t%g\n", x.name, x.s.Mean, x.s.Least, x.s.Median, x.s.Most)
	}
	if x := r.MoveTime; x.Count > 0 {
		fmt.Fprintf(t, "time a move\t%s\t%s\t%s\t%s\n", short(x.Mean), short(x.Least), short(x.Median), short(x.Most))
	}
	t.Flush()
	fmt.Fprintln(w)
	t = table(w)
	fmt.Fprintln(t, "ended by\tgames\tpart\tby the runner\tmean turns")
	for _, e := range r.Endings {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%.1f\n", clean(e.Reason), e.Games, percent(float64(e.Games)/float64(r.Games)), e.Adjudicated, e.MeanTurns)
	}
	t.Flush()
}

func (r *Report) textFaults(w io.Writer) {
	if r.Faults == 0 {
		return
	}
	fmt.Fprintf(w, "\nfaults: %d\n", r.Faults)
	for _, f := range r.Faulted {
		fmt.Fprintf(w, "  %s\n", f.text())
	}
	if n := r.Faults - len(r.Faulted); n > 0 {
		fmt.Fprintf(w, "  and %d more\n", n)
	}
}

func (f Fault) text() string {
	text := fmt.Sprintf("game %d.%d: %s: %s: %s", f.Block, f.Number, clean(f.Player), clean(f.Kind), clean(f.Text))
	if f.Stderr != "" {
		text += fmt.Sprintf(" (its standard error is in %s)", clean(f.Stderr))
	}
	return text
}

// TimeText writes the mean time of a move, "-" if there is none.
func (s Standing) TimeText() string {
	if s.Moves == 0 {
		return "-"
	}
	return short(s.MeanTime)
}

// LongestText writes the longest time of a move, "-" if there is none.
func (s Standing) LongestText() string {
	if s.Moves == 0 {
		return "-"
	}
	return short(s.Longest)
}

// DepthText writes the mean depth, "-" if it is unknown.
func (s Standing) DepthText() string {
	if s.MeanDepth == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", s.MeanDepth)
}

// KNPSText writes the speed, "-" if it is unknown.
func (s Standing) KNPSText() string {
	if s.KNPS == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", s.KNPS)
}

// String writes the estimate with its error; where the range is lopsided or open
// it writes the range.
func (e Estimate) String() string {
	below, above := e.Value-e.Low, e.High-e.Value
	low, high := math.IsInf(e.Low, -1), math.IsInf(e.High, 1)
	switch {
	case low && high:
		return "unknown"
	case high:
		return fmt.Sprintf("> %+.1f", e.Low)
	case low:
		return fmt.Sprintf("< %+.1f", e.High)
	case max(below, above) > 1.25*min(below, above)+0.1:
		return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", e.Value, e.Low, e.High)
	}
	return fmt.Sprintf("%+.1f ± %.1f", e.Value, (e.High-e.Low)/2)
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// percentOf is percent of something that there may be none of.
func percentOf(games int, x float64) string {
	if games == 0 {
		return "-"
	}
	return percent(x)
}

func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

// short writes milliseconds in three digits or so.
func short(ms float64) string {
	d := time.Duration(ms * float64(time.Millisecond))
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// clean keeps a text from outside on its line and in its column: what is not
// printable becomes a question mark.
func clean(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return '?'
		}
		return c
	}, text)
}
