package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tetrarch/search"
)

// none stands in cells that have nothing to say.
const none = "–"

// printTable prints the results of the first plans as a table in Markdown,
// nothing if there are none. Points are in per cent of what was played for, with
// half of the 95 % range.
func printTable(w io.Writer, plans []plan, rows []result) error {
	if len(rows) == 0 {
		return nil
	}
	var names []string
	for _, a := range search.Algorithms() {
		if slices.ContainsFunc(rows, func(r result) bool { return r.score(a.Name) != nil }) {
			names = append(names, a.Name)
		}
	}
	var b strings.Builder
	head := []string{"case", "games", "limit"}
	for _, name := range names {
		head = append(head, "`"+name+"`")
	}
	head = append(head, "W-D-L", "lost on time", "winner", "`auto` today")
	line(&b, head)
	line(&b, slices.Repeat([]string{"---"}, len(head)))
	for i := range rows {
		line(&b, rows[i].cells(names, plans[i].automatic()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes a row.
func line(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// cells returns the row of a case, with the points of these algorithms.
func (r *result) cells(names []string, auto string) []string {
	cells := []string{r.Case, fmt.Sprint(r.Games), r.Limit}
	for _, name := range names {
		cell := none
		if s := r.score(name); s != nil {
			cell = fmt.Sprintf("%.1f ± %.1f", 100*s.Share, 50*(s.High-s.Low))
		}
		cells = append(cells, cell)
	}
	games := none
	if a := r.Algorithms; len(a) == 2 {
		games = fmt.Sprintf("%d-%d-%d", a[0].Wins, a[0].Draws, a[0].Losses)
	}
	winner, differs := r.verdict(auto)
	return append(cells, games, r.lost(), winner, differs)
}

// lost says how many games were lost on time, and by faults of other kinds.
func (r *result) lost() string {
	if others := r.Faults - r.LostOnTime; others > 0 {
		return fmt.Sprintf("%d, and %d by other faults", r.LostOnTime, others)
	}
	return fmt.Sprint(r.LostOnTime)
}

// verdict says who won, and what auto takes, with a mark where that is another,
// which is bold where the range of auto's is clear of the winner's.
func (r *result) verdict(auto string) (winner, today string) {
	name, certain := r.winner()
	switch {
	case name == "":
		return "level", "`" + auto + "`"
	case certain:
		winner = "**`" + name + "`**"
	default:
		winner = "`" + name + "`, within the error"
	}
	a, best := r.score(auto), r.score(name)
	switch {
	case name == auto:
		today = "`" + auto + "`"
	case a != nil && a.High < best.Low:
		today = "**`" + auto + "`: differs**"
	default:
		today = "`" + auto + "`: differs, within the error"
	}
	return winner, today
}

// score returns what an algorithm reached, nil if it did not play.
func (r *result) score(name string) *score {
	for i := range r.Algorithms {
		if r.Algorithms[i].Name == name {
			return &r.Algorithms[i]
		}
	}
	return nil
}
