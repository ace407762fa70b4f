package tournament

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"tetrarch/tournament/pairing"
	"tetrarch/tournament/stats"
)

// Print writes the summary as text: the players, the seats, how the games ended
// and what thinking cost. The Elo difference is to the rest of the field.
func (s *Summary) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", s.Game)
	if len(s.Setup) > 0 {
		fmt.Fprintf(&b, " %s", s.Setup)
	}
	if s.Format.Kind != pairing.Match {
		fmt.Fprintf(&b, ", %s of %d", s.Format.Kind, len(s.Players))
	}
	blocks := "blocks"
	if s.Blocks == 1 {
		blocks = "block"
	}
	fmt.Fprintf(&b, ": %d of %d games in %d %s of %d, %s\n\n", s.Games, s.Planned, s.Blocks, blocks, s.Size, s.Elapsed.Round(10*time.Millisecond))
	s.players(&b)
	b.WriteByte('\n')
	s.seats(&b)
	s.rounds(&b)
	s.ends(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// players writes a row for each player.
func (s *Summary) players(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "player\twins\tdraws\tlosses\tscore\tElo ± 95 %\tnElo ± 95 %\tLOS\tmean time\tlongest\tmean depth\tknps")
	for i := range s.Players {
		p := &s.Players[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.2f %%\t%s\t%s\t%.1f %%\t%s\t%s\t%.1f\t%s\n", p.Name, p.Wins, p.Draws, p.Losses, 100*p.Score(),
			FormatElo(p.Elo()), FormatElo(p.NElo()), 100*p.LOS(), p.Work.meanTime(), short(p.Work.Longest), p.Work.meanDepth(), p.Work.knps())
	}
	t.Flush()
}

// seats writes what each player scored at each seat.
func (s *Summary) seats(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "score at seat")
	for seat := range s.seating.Seats {
		fmt.Fprintf(t, "\t%d (%s)", seat+1, s.seating.Names[seat])
	}
	fmt.Fprintln(t)
	all := make([]SeatScore, s.seating.Seats)
	row := func(name string, scores []SeatScore) {
		fmt.Fprint(t, name)
		for _, x := range scores {
			if x.Games == 0 {
				fmt.Fprint(t, "\t-")
				continue
			}
			fmt.Fprintf(t, "\t%.1f %%", 100*x.Score())
		}
		fmt.Fprintln(t)
	}
	for i := range s.Players {
		row(s.Players[i].Name, s.Players[i].Seats)
		for seat, x := range s.Players[i].Seats {
			all[seat].Games += x.Games
			all[seat].Shares += x.Shares
		}
	}
	row("all", all)
	t.Flush()
}

// ends writes lengths, reasons, pairs and faults.
func (s *Summary) ends(w io.Writer) {
	if s.Games == 0 {
		return
	}
	fmt.Fprintf(w, "\nmean game: %.1f turns, %.1f actions; drawn or shared: %.1f %%\n", float64(s.Turns)/float64(s.Games), float64(s.Actions)/float64(s.Games), 100*s.Players[0].DrawRatio())
	fmt.Fprintf(w, "ended by: %s\n", s.reasons())
	if s.Pentanomial != nil {
		fmt.Fprintf(w, "pairs of %s by points 0 to 2: %v\n", s.Players[0].Name, *s.Pentanomial)
	}
	if s.Test != nil {
		fmt.Fprintln(w, s.testLine())
	}
	if s.Faults > 0 {
		fmt.Fprintf(w, "faults: %d\n", s.Faults)
		for _, f := range s.Faulted {
			fmt.Fprintf(w, "  %s\n", f)
		}
	}
}

// rounds writes the table of a format with rounds, the best first.
func (s *Summary) rounds(w io.Writer) {
	if len(s.Standings) == 0 {
		return
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\tplayer\tpoints\tgames scored\tfree\tout in round\n", s.Format.Kind)
	for rank, x := range s.Standings {
		out := "-"
		if x.Out > 0 {
			out = fmt.Sprint(x.Out)
		}
		points := strconv.FormatFloat(float64(x.Points)/pairing.Unit, 'f', -1, 64)
		fmt.Fprintf(t, "%d\t%s\t%s\t%.1f of %.0f\t%d\t%s\n", rank+1, s.Players[x.Player].Name, points, float64(x.Scored)/stats.Unit, float64(x.Most)/stats.Unit, x.Free, out)
	}
	t.Flush()
}

// testLine says what the sequential test knows.
func (s *Summary) testLine() string {
	lower, upper := s.Test.Bounds()
	return fmt.Sprintf("SPRT of %s: LLR %.2f (%.2f to %.2f), %s", s.Test, s.LLR, lower, upper, s.Verdict)
}

// ranking returns the players by what they scored, the best first.
func (s *Summary) ranking() []int {
	order := make([]int, len(s.Players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Players[b].Score(), s.Players[a].Score()) })
	return order
}

// reasons lists why games ended, the most frequent first.
func (s *Summary) reasons() string {
	names := slices.SortedFunc(maps.Keys(s.Reasons), func(a, b string) int {
		return cmp.Or(s.Reasons[b]-s.Reasons[a], strings.Compare(a, b))
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, s.Reasons[n])
	}
	return strings.Join(names, ", ")
}

// FormatElo writes an Elo difference with its margin; where an end is infinite
// it writes the finite one as a bound.
func FormatElo(i stats.Interval) string {
	low, high := math.IsInf(i.Low, -1), math.IsInf(i.High, 1)
	switch {
	case low && high:
		return "unknown"
	case high:
		return fmt.Sprintf("> %+.1f", i.Low)
	case low:
		return fmt.Sprintf("< %+.1f", i.High)
	}
	return fmt.Sprintf("%+.1f ± %.1f", i.Estimate, i.Margin())
}

// Line returns on one line how the first player of a match stands, or who leads
// a tournament, and what a sequential test knows.
func (s *Summary) Line() string {
	p := &s.Players[0]
	if s.Format.Kind != pairing.Match {
		p = &s.Players[s.ranking()[0]]
	}
	line := fmt.Sprintf("%d/%d  %s: %d-%d-%d  %.1f %%  Elo %s", s.Games, s.Planned, p.Name, p.Wins, p.Draws, p.Losses, 100*p.Score(), FormatElo(p.Elo()))
	if s.Test != nil {
		lower, upper := s.Test.Bounds()
		line += fmt.Sprintf("  LLR %.2f (%.2f to %.2f)", s.LLR, lower, upper)
	}
	if s.Faults > 0 {
		line += fmt.Sprintf("  faults %d", s.Faults)
	}
	return line
}

func (w *Work) meanTime() string {
	if w.Moves == 0 {
		return "-"
	}
	return short(w.Time / time.Duration(w.Moves))
}

func (w *Work) meanDepth() float64 { return float64(w.Depth) / float64(max(1, w.Moves)) }

func (w *Work) knps() string {
	if w.Time <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f", float64(w.Nodes)/w.Time.Seconds()/1000)
}

// short writes a duration in three digits or so.
func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}
