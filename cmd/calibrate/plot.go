package main

import (
	"fmt"
	"strings"
)

// Measures of the picture, in pixels.
const (
	panelSize   = 200
	panelMargin = 36
	panelsWide  = 3
)

// panel is a square of the picture: shares told to the right, measured upwards.
type panel struct {
	title  string
	points []dot
}

// dot is a row of a table.
type dot struct{ told, measured, err float64 }

// panel is the picture of the table.
func (r *result) panel() panel {
	p := panel{title: fmt.Sprintf("%s, %d sides", r.group.game.Rules.Title, r.group.sides)}
	for i, row := range r.rows {
		p.points = append(p.points, dot{share(row.predicted), share(row.measured), r.errors[i]})
	}
	return p
}

// drawing returns the panels as SVG, with bars of two standard errors.
func drawing(panels []panel) []byte {
	const step = panelSize + panelMargin
	wide := min(panelsWide, len(panels))
	high := (len(panels) + panelsWide - 1) / panelsWide
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">`+"\n",
		wide*step+panelMargin, high*step+panelMargin)
	b.WriteString(`<rect width="100%" height="100%" fill="white"/>` + "\n")
	for i, p := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%d,%d)">`+"\n", panelMargin+i%panelsWide*step, panelMargin+i/panelsWide*step)
		p.draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

func (p *panel) draw(b *strings.Builder) {
	fmt.Fprintf(b, `<text x="%d" y="-8" text-anchor="middle">%s</text>`+"\n", panelSize/2, p.title)
	fmt.Fprintf(b, `<rect width="%d" height="%[1]d" fill="none" stroke="black"/>`+"\n", panelSize)
	fmt.Fprintf(b, `<line x1="0" y1="%d" x2="%[1]d" y2="0" stroke="silver"/>`+"\n", panelSize)
	for i := range 3 {
		v := float64(i) / 2
		fmt.Fprintf(b, `<text x="%.0f" y="%d" text-anchor="middle">%g</text>`+"\n", v*panelSize, panelSize+13, v)
		fmt.Fprintf(b, `<text x="-4" y="%.0f" text-anchor="end">%g</text>`+"\n", (1-v)*panelSize+4, v)
	}
	for _, d := range p.points {
		x, y, bar := d.told*panelSize, (1-d.measured)*panelSize, 2*d.err*panelSize
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1[1]f" y2="%.1[3]f" stroke="steelblue"/>`+"\n", x, max(0, y-bar), min(panelSize, y+bar))
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="steelblue"/>`+"\n", x, y)
	}
}
