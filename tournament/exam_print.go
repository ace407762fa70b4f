package tournament

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tetrarch/tournament/show"
)

// Print writes the scores as text; with misses, also the positions that a player
// did not solve.
func (r *Scores) Print(w io.Writer, misses bool) error {
	t := show.Table(w)
	fmt.Fprintf(t, "%s\tpositions", r.Game)
	for _, name := range r.Players {
		fmt.Fprintf(t, "\t%s\t", name)
	}
	fmt.Fprintln(t)
	for _, g := range r.Groups {
		fmt.Fprintf(t, "%s\t%d", g.Name, g.Positions)
		for _, solved := range g.Solved {
			fmt.Fprintf(t, "\t%d\t%s", solved, show.Percent(float64(solved)/float64(g.Positions)))
		}
		fmt.Fprintln(t)
	}
	all := r.Groups[len(r.Groups)-1]
	fmt.Fprint(t, "nodes, time\t")
	for i, nodes := range all.Nodes {
		fmt.Fprintf(t, "\t%d\t%v", nodes, all.Time[i].Round(time.Millisecond))
	}
	fmt.Fprintln(t)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, p := range r.Pairs {
		fmt.Fprintf(w, "%s against %s: %d solved by the first alone, %d by the second alone, p = %.3f\n",
			p.First, p.Second, p.OnlyFirst, p.OnlySecond, p.P)
	}
	if misses {
		return r.printMisses(w)
	}
	return nil
}

// printMisses writes the positions that a player did not solve.
func (r *Scores) printMisses(w io.Writer) error {
	for _, t := range r.Tries {
		var missed []string
		for i, solved := range t.Solved {
			switch {
			case solved:
			case t.Faults != nil && t.Faults[i] != "":
				missed = append(missed, fmt.Sprintf("%s failed: %s", r.Players[i], t.Faults[i]))
			default:
				missed = append(missed, fmt.Sprintf("%s played %s", r.Players[i], t.Played[i]))
			}
		}
		if len(missed) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s: %s; %s: want %s\n", t.Source, t.FEN, strings.Join(missed, ", "), strings.Join(t.Best, " ")); err != nil {
			return err
		}
	}
	return nil
}
