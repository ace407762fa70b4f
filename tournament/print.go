package tournament

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tetrarch/tournament/pairing"
	"tetrarch/tournament/show"
	"tetrarch/tournament/stats"
)

// Print writes the summary as text: the players, the seats, how the games ended
// and what thinking cost. The Elo difference is to the rest of the field.
// Package report tells more, but needs every game: a summary stays small however
// many there are.
func (s *Summary) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", s.Game)
	if len(s.Setup) > 0 {
		fmt.Fprintf(&b, " %s", s.Setup)
	}
	if s.Format.Kind != pairing.Match {
		fmt.Fprintf(&b, ", %s of %d", s.Format.Kind, len(s.Players))
	}
	fmt.Fprintf(&b, ": %d of %d games in %s of %d, %s\n\n", s.Games, s.Planned, show.Plural(s.Blocks, "block"), s.Size, s.Elapsed.Round(10*time.Millisecond))
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
	t := show.Table(w)
	fmt.Fprintln(t, "player\twins\tdraws\tlosses\tscore\tElo ± 95 %\tnElo ± 95 %\tLOS\tmean time\tlongest\tmean depth\tknps")
	for i := range s.Players {
		p := &s.Players[i]
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.2f %%\t%s\t%s\t%s\t%s\n", show.Clean(p.Name), p.Wins, p.Draws, p.Losses, 100*p.Score(),
			p.Elo(), p.NElo(), show.Percent(p.LOS()), strings.Join(show.Thinking(&p.Work), "\t"))
	}
	t.Flush()
}

// seats writes what each player scored at each seat.
func (s *Summary) seats(w io.Writer) {
	players, scores := make([]string, len(s.Players)), make([][]stats.SeatScore, len(s.Players))
	for i := range s.Players {
		players[i], scores[i] = s.Players[i].Name, s.Players[i].Seats
	}
	show.Seats(w, s.seating.Names[:s.seating.Seats], players, scores)
}

// ends writes lengths, reasons, pairs and faults.
func (s *Summary) ends(w io.Writer) {
	if s.Games == 0 {
		return
	}
	fmt.Fprintf(w, "\nmean game: %.1f turns, %.1f actions; drawn or shared: %s\n", float64(s.Turns)/float64(s.Games), float64(s.Actions)/float64(s.Games), show.Percent(s.Players[0].DrawRatio()))
	fmt.Fprintf(w, "ended by: %s\n", s.reasons())
	if s.Pentanomial != nil {
		fmt.Fprintln(w, show.Pairs(s.Players[0].Name, *s.Pentanomial))
	}
	if s.Test != nil {
		fmt.Fprintln(w, show.Test(*s.Test, s.LLR, s.Verdict.String(), 0))
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
	t := show.Table(w)
	fmt.Fprintf(t, "%s\tplayer\tpoints\tgames scored\tfree\tout in round\n", s.Format.Kind)
	for rank, x := range s.Standings {
		out := "-"
		if x.Out > 0 {
			out = fmt.Sprint(x.Out)
		}
		points := strconv.FormatFloat(float64(x.Points)/pairing.Unit, 'f', -1, 64)
		fmt.Fprintf(t, "%d\t%s\t%s\t%.1f of %.0f\t%d\t%s\n", rank+1, show.Clean(s.Players[x.Player].Name), points, float64(x.Scored)/stats.Unit, float64(x.Most)/stats.Unit, x.Free, out)
	}
	t.Flush()
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

// Line returns on one line how the first player of a match stands, or who leads
// a tournament, and what a sequential test knows.
func (s *Summary) Line() string {
	p := &s.Players[0]
	if s.Format.Kind != pairing.Match {
		p = &s.Players[s.ranking()[0]]
	}
	line := fmt.Sprintf("%d/%d  %s: %d-%d-%d  %s  Elo %s", s.Games, s.Planned, show.Clean(p.Name), p.Wins, p.Draws, p.Losses, show.Percent(p.Score()), p.Elo())
	if s.Test != nil {
		line += "  " + show.LLR(*s.Test, s.LLR)
	}
	if s.Faults > 0 {
		line += fmt.Sprintf("  faults %d", s.Faults)
	}
	return line
}
