package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"

	"tetrarch/tournament/show"
	"tetrarch/tournament/stats"
)

// plot is a picture of data as SVG: a frame with an axis of numbers or of names
// on each side. Colours and lines are classes of the page's style, so that the
// page can be light or dark; every text from outside goes through [plot.text].
type plot struct {
	name, title, desc string // name is unique on the page
	x, y              axis
	height            float64
	left              float64 // margin
	b                 strings.Builder
}

// axis maps values to places.
type axis struct {
	label    string
	from, to float64  // values at its ends
	names    []string // of the values 0, 1, 2 …, in place of numbers
}

// The size of a plot and its margins, in SVG's units.
const (
	plotWidth  = 720.0
	plotHeight = 280.0
	marginTop  = 12.0
	marginSide = 14.0
	marginLow  = 46.0
	marginLeft = 64.0
)

func newPlot(name, title, desc string, x, y axis) *plot {
	return &plot{name: name, title: title, desc: desc, x: widen(x), y: widen(y), height: plotHeight, left: marginLeft}
}

// widen gives an axis without extent one.
func widen(a axis) axis {
	if !(a.to > a.from) || math.IsInf(a.from, 0) || math.IsInf(a.to, 0) {
		if math.IsNaN(a.from) || math.IsInf(a.from, 0) {
			a.from = 0
		}
		a.to = a.from + max(1, math.Abs(a.from)/10)
	}
	return a
}

// at returns the place of a value between the places of the ends; values far
// outside stay near.
func (a axis) at(v, from, to float64) float64 {
	part := (v - a.from) / (a.to - a.from)
	if math.IsNaN(part) {
		part = 0
	}
	return from + min(max(part, -2), 3)*(to-from)
}

func (p *plot) px(v float64) float64 { return p.x.at(v, p.left, plotWidth-marginSide) }
func (p *plot) py(v float64) float64 { return p.y.at(v, p.height-marginLow, marginTop) }

// ticks returns round values on the axis, about n.
func (a axis) ticks(n int) []float64 {
	if a.names != nil {
		var list []float64
		for i := range a.names {
			list = append(list, float64(i))
		}
		return list
	}
	step := nice((a.to - a.from) / float64(n))
	if !(step > 0) {
		return nil
	}
	var list []float64
	first := math.Ceil(a.from/step - 1e-9)
	for i := range 2 * n {
		v := (first + float64(i)) * step
		if v > a.to+step*1e-9 {
			break
		}
		list = append(list, v)
	}
	return list
}

// tick writes a tick's value.
func (a axis) tick(v float64) string {
	if a.names != nil {
		return shorten(a.names[int(v)], 22)
	}
	if math.Abs(v) < 1e-12 {
		v = 0
	}
	return strings.Replace(fmt.Sprintf("%.6g", v), "-", "−", 1)
}

// shorten cuts a text to n characters.
func shorten(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

func (p *plot) text(class string, x, y float64, text string) {
	fmt.Fprintf(&p.b, `<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, html.EscapeString(show.Clean(text)))
}

func (p *plot) segment(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&p.b, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, x1, y1, x2, y2)
}

// level draws a line across the plot at a value of y, with its name.
func (p *plot) level(class string, y float64, name string) {
	if y < p.y.from || y > p.y.to {
		return
	}
	p.segment(class, p.left, p.py(y), plotWidth-marginSide, p.py(y))
	if name != "" {
		p.text("note", plotWidth-marginSide-4, p.py(y)-4, name)
	}
}

// curve draws a line through points.
func (p *plot) curve(class string, xs, ys []float64) {
	fmt.Fprintf(&p.b, `<polyline class="%s" clip-path="url(#%s-frame)" points="%s"/>`+"\n", class, p.name, p.points(xs, ys))
}

// band fills what lies between two lines.
func (p *plot) band(xs, low, high []float64) {
	n := len(xs)
	back, top := make([]float64, n), make([]float64, n)
	for i := range xs {
		back[n-1-i], top[n-1-i] = xs[i], high[i]
	}
	fmt.Fprintf(&p.b, `<polygon class="band" clip-path="url(#%s-frame)" points="%s %s"/>`+"\n", p.name, p.points(xs, low), p.points(back, top))
}

func (p *plot) points(xs, ys []float64) string {
	var b strings.Builder
	for i := range xs {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%.1f,%.1f", p.px(xs[i]), p.py(ys[i]))
	}
	return b.String()
}

// bar draws an upright bar from 0 with what it says when pointed at.
func (p *plot) bar(from, to, y float64, says string) {
	x, top := p.px(from)+1, p.py(y)
	fmt.Fprintf(&p.b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s</title></rect>`+"\n",
		x, top, max(0.5, p.px(to)-1-x), max(0, p.py(0)-top), html.EscapeString(show.Clean(says)))
}

// whiskers draws a value of a row with its range.
func (p *plot) whiskers(row int, e stats.Interval, says string) {
	y := p.py(float64(row))
	low, high := max(p.px(e.Low), p.left), min(p.px(e.High), plotWidth-marginSide)
	fmt.Fprintf(&p.b, "<g><title>%s</title>\n", html.EscapeString(show.Clean(says)))
	p.segment("error", low, y, high, y)
	p.segment("error", low, y-5, low, y+5)
	p.segment("error", high, y-5, high, y+5)
	fmt.Fprintf(&p.b, `<circle class="dot" cx="%.1f" cy="%.1f" r="4.5"/></g>`+"\n", p.px(e.Estimate), y)
}

// svg returns the picture.
func (p *plot) svg() template.HTML {
	body := p.b.String()
	p.b.Reset()
	fmt.Fprintf(&p.b, `<svg viewBox="0 0 %g %g" role="img" aria-labelledby="%s-title %s-desc">`+"\n", plotWidth, p.height, p.name, p.name)
	fmt.Fprintf(&p.b, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", p.name, html.EscapeString(show.Clean(p.title)), p.name, html.EscapeString(show.Clean(p.desc)))
	right, low := plotWidth-marginSide, p.height-marginLow
	fmt.Fprintf(&p.b, `<clipPath id="%s-frame"><rect x="%.1f" y="%.1f" width="%.1f" height="%.1f"/></clipPath>`+"\n", p.name, p.left, marginTop, right-p.left, low-marginTop)
	for _, v := range p.y.ticks(6) {
		if p.y.names == nil {
			p.segment("grid", p.left, p.py(v), right, p.py(v))
		}
		p.text("y", p.left-7, p.py(v)+4, p.y.tick(v))
	}
	for _, v := range p.x.ticks(10) {
		if p.x.names == nil {
			p.segment("tick", p.px(v), low, p.px(v), low+5)
		}
		p.text("x", p.px(v), low+18, p.x.tick(v))
	}
	p.b.WriteString(body)
	p.segment("axis", p.left, low, right, low)
	p.segment("axis", p.left, marginTop, p.left, low)
	p.text("x", (p.left+right)/2, p.height-8, p.x.label)
	if p.y.label != "" {
		middle := (marginTop + low) / 2
		fmt.Fprintf(&p.b, `<text class="x" transform="translate(14 %.1f) rotate(-90)">%s</text>`+"\n", middle, html.EscapeString(show.Clean(p.y.label)))
	}
	p.b.WriteString("</svg>")
	return template.HTML(p.b.String())
}
