package main

import (
	"fmt"
	"io"
	"strings"
)

// print writes what a group says as text that Markdown shows well.
func (r *result) print(out io.Writer) error {
	var b strings.Builder
	g := r.group
	fmt.Fprintf(&b, "## %s, %d sides (%s)\n\n", g.game.Rules.Title, g.sides, strings.Join(g.setups, "; "))
	fmt.Fprintf(&b, "%d positions of %d games in %d blocks", len(g.samples), g.games, g.blocks)
	if g.copies+g.open > 0 {
		fmt.Fprintf(&b, "; left out: %d games that repeat another, %d that the rules did not end", g.copies, g.open)
	}
	fmt.Fprintf(&b, "\n\nodds: slope %.3f ± %.3f; the side that acts is better than told by %.3f ± %.3f nat\n", r.slope, r.errs.slope, r.bias, r.errs.bias)
	fmt.Fprintf(&b, "deviance of a position: %.4f nat by today's scale, %.4f by the fitted one\n", r.miss[0], r.miss[1])
	if today := g.scale; g.linear() {
		fmt.Fprintf(&b, "today:  Scale{Sharp: %.2f}\n", g.model().slope)
		fmt.Fprintf(&b, "fitted: Scale{Sharp: %.2f ± %.2f}\n", r.scale.Sharp, r.errs.scale.Sharp)
	} else {
		fmt.Fprintf(&b, "today:  Scale{Odds: %.0f, Draw: %.0f}, a share of 3/4 at %.0f\n", today.Odds, today.Draw, today.Third())
		fmt.Fprintf(&b, "fitted: Scale{Odds: %.0f ± %.0f, Draw: %.0f ± %.0f}, a share of 3/4 at %.0f ± %.0f\n",
			r.scale.Odds, r.errs.scale.Odds, r.scale.Draw, r.errs.scale.Draw, r.third.value, r.third.err)
	}
	if b.WriteString("\n"); g.linear() {
		b.WriteString("| score | positions | share told | measured |\n|---|---|---|---|\n")
	} else {
		b.WriteString("| score | positions | share told | measured | win, draw, loss told | measured |\n|---|---|---|---|---|---|\n")
	}
	for i, row := range r.rows {
		fmt.Fprintf(&b, "| %.0f | %d | %.3f | %.3f ± %.3f |", row.centi, row.samples, share(row.predicted), share(row.measured), r.errors[i])
		if !g.linear() {
			fmt.Fprintf(&b, " %s | %s |", perMille(row.predicted), perMille(row.measured))
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func perMille(chances [3]float64) string {
	return fmt.Sprintf("%.0f %.0f %.0f", 1000*chances[0], 1000*chances[1], 1000*chances[2])
}
