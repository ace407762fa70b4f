// Package show writes what tables of matches have in common, for people at a
// terminal: numbers with their units, what thinking cost, the scores at the seats,
// the state of a sequential test. The summary of a run and the report of its
// results both write by it, so that one thing reads alike in both.
package show

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// Table starts a table: cells end in tabs, rows in line ends, and the caller
// flushes it.
func Table(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }

// Percent writes a part, 0 to 1, in percent.
func Percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// PercentOf is [Percent] of games, "-" if there is none.
func PercentOf(games int, x float64) string {
	if games == 0 {
		return "-"
	}
	return Percent(x)
}

// Plural writes a number of things whose plural ends in s.
func Plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

// Duration writes a time in three digits or so.
func Duration(d time.Duration) string {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// Clean keeps a text from outside on its line and in its column: what is not
// printable becomes a question mark.
func Clean(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return '?'
		}
		return c
	}, text)
}

// Thinking returns the cells of what thinking cost: the mean and the longest time
// of an action, the mean depth, and thousands of nodes a second; "-" for what is
// not known.
func Thinking(w *results.Work) []string {
	cells := []string{"-", "-", "-", "-"}
	if w.Moves <= 0 {
		return cells
	}
	cells[0], cells[1] = Duration(w.MeanTime()), Duration(w.Longest)
	if depth := w.MeanDepth(); depth != 0 {
		cells[2] = fmt.Sprintf("%.1f", depth)
	}
	if speed := w.KNPS(); speed != 0 {
		cells[3] = fmt.Sprintf("%.0f", speed)
	}
	return cells
}

// SeatName names a seat, from 0, by its number from 1 and the game's name of it,
// if there is one.
func SeatName(seat int, name string) string {
	if name = Clean(name); name != "" {
		return fmt.Sprintf("%d (%s)", seat+1, name)
	}
	return fmt.Sprint(seat + 1)
}

// Seats writes the table of what players scored at each seat and, in its last row,
// what all of them did. seats are the game's names of the seats; scores has a row
// for each player with a score for each seat.
func Seats(w io.Writer, seats, players []string, scores [][]stats.SeatScore) {
	t := Table(w)
	fmt.Fprint(t, "score at seat")
	for i, name := range seats {
		fmt.Fprintf(t, "\t%s", SeatName(i, name))
	}
	fmt.Fprintln(t)
	all := make([]stats.SeatScore, len(seats))
	row := func(name string, scores []stats.SeatScore) {
		fmt.Fprint(t, Clean(name))
		for _, x := range scores {
			fmt.Fprintf(t, "\t%s", PercentOf(x.Games, x.Score()))
		}
		fmt.Fprintln(t)
	}
	for i, name := range players {
		row(name, scores[i])
		for seat, x := range scores[i] {
			all[seat].Games += x.Games
			all[seat].Shares += x.Shares
		}
	}
	row("all", all)
	t.Flush()
}

// Pairs writes how many blocks of two games gave a player how many points.
func Pairs(player string, p stats.Pentanomial) string {
	return fmt.Sprintf("blocks by points of %s, 0 to 2: %v", Clean(player), p)
}

// LLR writes the log-likelihood ratio of a sequential test with its bounds.
func LLR(t stats.SPRT, llr float64) string {
	lower, upper := t.Bounds()
	return fmt.Sprintf("LLR %.2f (%.2f to %.2f)", llr, lower, upper)
}

// Test writes a sentence on what a sequential test is and what it knows; decided
// is the number of blocks after which it had its verdict, 0 if there is none or
// nobody asks.
func Test(t stats.SPRT, llr float64, verdict string, decided int) string {
	lower, upper := t.Bounds()
	s := fmt.Sprintf("Sequential test of Elo %v: LLR %.2f, bounds %.2f and %.2f, %s", t, llr, lower, upper, verdict)
	if decided > 0 {
		s += " after " + Plural(decided, "block")
	}
	return s + "."
}
