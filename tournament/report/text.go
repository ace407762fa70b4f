package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"tetrarch/tournament/show"
	"tetrarch/tournament/stats"
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
	text := show.Clean(r.Game)
	for _, name := range slices.Sorted(maps.Keys(r.Setup)) {
		text += " " + show.Clean(name+"="+r.Setup[name])
	}
	text += ": "
	if r.Format != "" {
		text += show.Clean(r.Format) + ", "
	}
	if r.Planned > 0 {
		text += fmt.Sprintf("%d of ", r.Games)
		return text + fmt.Sprintf("%s in %s", show.Plural(r.Planned, "game"), show.Plural(r.Blocks, "block"))
	}
	return text + fmt.Sprintf("%s in %s", show.Plural(r.Games, "game"), show.Plural(r.Blocks, "block"))
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

func (r *Report) textStandings(w io.Writer) {
	fmt.Fprintln(w)
	t := show.Table(w)
	groups := r.groups() > 1
	head := "rank\tplayer\trating ± 95 %\tgames\twins\tdraws\tlosses\tscore\tmean time\tlongest\tdepth\tknps\tfaults"
	if groups {
		head += "\tgroup"
	}
	fmt.Fprintln(t, head)
	for _, s := range r.Standings {
		fmt.Fprintf(t, "%d\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\t%d", s.Rank, show.Clean(s.Player), s.Rating, s.Games, s.Wins, s.Draws, s.Losses,
			show.PercentOf(s.Games, s.Score), strings.Join(s.Thinking(), "\t"), s.Faults)
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
	players, scores := make([]string, len(r.Standings)), make([][]stats.SeatScore, len(r.Standings))
	for i, s := range r.Standings {
		players[i], scores[i] = s.Player, s.Seats
	}
	show.Seats(w, r.Seats, players, scores)
}

// SeatName names a seat, from 0.
func (r *Report) SeatName(i int) string { return show.SeatName(i, r.Seats[i]) }

func (r *Report) textCrosstable(w io.Writer) {
	if r.Games == 0 || len(r.Standings) < 2 {
		return
	}
	fmt.Fprintln(w)
	t := show.Table(w)
	fmt.Fprint(t, "points against")
	for i := range r.Standings {
		fmt.Fprintf(t, "\t%d", i+1)
	}
	fmt.Fprintln(t)
	for i, s := range r.Standings {
		fmt.Fprintf(t, "%d %s", i+1, show.Clean(s.Player))
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
	return fmt.Sprintf("%g/%d (LOS %s)", c.Points, c.Games(), show.Percent(c.Superior))
}

func (r *Report) textMatch(w io.Writer) {
	if r.Match != nil && r.Games > 0 || r.SPRT != nil {
		fmt.Fprintln(w)
	}
	if m := r.Match; m != nil && r.Games > 0 {
		fmt.Fprintf(w, "%s against %s: Elo %s, nElo %s, LOS %s, drawn %s\n", show.Clean(m.Player), show.Clean(m.Opponent), m.Elo, m.NElo, show.Percent(m.LOS), show.Percent(m.DrawRatio))
		if m.Pentanomial != nil {
			fmt.Fprintln(w, show.Pairs(m.Player, *m.Pentanomial))
		}
	}
	if r.SPRT != nil {
		fmt.Fprintf(w, "%s\n", r.SPRT.Sentence())
	}
}

// Sentence says what the test is and what it knows.
func (t *Test) Sentence() string { return show.Test(t.SPRT, t.LLR, t.Verdict, t.Decided) }

func (r *Report) textGames(w io.Writer) {
	if r.Games == 0 {
		return
	}
	fmt.Fprintln(w)
	t := show.Table(w)
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
	t = show.Table(w)
	fmt.Fprintln(t, "ended by\tgames\tpart\tby the runner\tmean turns")
	for _, e := range r.Endings {
		fmt.Fprintf(t, "%s\t%d\t%s\t%d\t%.1f\n", show.Clean(e.Reason), e.Games, show.Percent(float64(e.Games)/float64(r.Games)), e.Adjudicated, e.MeanTurns)
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
	text := fmt.Sprintf("game %d.%d: %s: %s: %s", f.Block, f.Number, show.Clean(f.Player), show.Clean(f.Kind), show.Clean(f.Text))
	if f.Stderr != "" {
		text += fmt.Sprintf(" (its standard error is in %s)", show.Clean(f.Stderr))
	}
	return text
}

// Thinking returns what thinking cost as [show.Thinking] writes it.
func (s Standing) Thinking() []string { return show.Thinking(&s.work) }

// short writes milliseconds.
func short(ms float64) string { return show.Duration(time.Duration(ms * float64(time.Millisecond))) }
