package report

import (
	"fmt"
	"html/template"
	"math"

	"tetrarch/tournament/show"
)

// Figure is a plot with the sentence under it.
type Figure struct {
	Caption string
	SVG     template.HTML
}

// figures returns the plots for which there is data.
func (r *Report) figures() []Figure {
	if r.Games == 0 {
		return nil
	}
	var list []Figure
	add := func(f *Figure) {
		if f != nil {
			list = append(list, *f)
		}
	}
	add(r.plotElo())
	add(r.plotLLR())
	add(r.plotPairs())
	add(r.plotRatings())
	add(r.plotSeats())
	add(histogram("turns", "Length of the games", "turns", "games", r.Turns))
	add(histogram("times", "Time of a move", "milliseconds a move, mean of a player in a game", "players' games", r.MoveTime))
	return list
}

// plotElo draws the Elo difference block by block.
func (r *Report) plotElo() *Figure {
	if r.Match == nil || len(r.Match.History) < 2 {
		return nil
	}
	h := r.Match.History
	// The first blocks say next to nothing: the later ones set the scale.
	y := axis{label: "Elo", from: 0, to: 0}
	for _, p := range h[len(h)/4:] {
		for _, e := range []float64{p.Elo.Low, p.Elo.High} {
			if !math.IsInf(e, 0) {
				y.from, y.to = min(y.from, e), max(y.to, e)
			}
		}
	}
	pad := (y.to - y.from) / 20
	y.from, y.to = y.from-pad, y.to+pad
	var xs, low, value, high []float64
	for _, p := range h {
		xs = append(xs, float64(p.Blocks))
		low, value, high = append(low, p.Elo.Low), append(value, p.Elo.Estimate), append(high, p.Elo.High)
	}
	last := h[len(h)-1]
	caption := fmt.Sprintf("Elo of %s over %s with its 95 %% range after each block; at the end %s.", show.Clean(r.Match.Player), show.Clean(r.Match.Opponent), last.Elo)
	p := newPlot("elo", "Elo by block", caption, axis{label: "blocks", from: 0, to: float64(last.Blocks)}, y)
	p.band(xs, low, high)
	p.level("zero", 0, "")
	p.curve("curve", xs, value)
	return &Figure{caption, p.svg()}
}

// plotLLR draws the path of the sequential test between its bounds.
func (r *Report) plotLLR() *Figure {
	t := r.SPRT
	if t == nil || len(t.History) < 2 {
		return nil
	}
	y := axis{label: "log-likelihood ratio", from: t.Lower, to: t.Upper}
	var xs, ys []float64
	for _, p := range t.History {
		xs, ys = append(xs, float64(p.Blocks)), append(ys, p.LLR)
		y.from, y.to = min(y.from, p.LLR), max(y.to, p.LLR)
	}
	pad := (y.to - y.from) / 12
	y.from, y.to = y.from-pad, y.to+pad
	caption := t.Sentence()
	p := newPlot("llr", "Sequential test by block", caption, axis{label: "blocks", from: 0, to: xs[len(xs)-1]}, y)
	p.level("zero", 0, "")
	p.level("bound", t.Upper, fmt.Sprintf("accept Elo %g", t.Elo1))
	p.level("bound", t.Lower, fmt.Sprintf("accept Elo %g", t.Elo0))
	p.curve("curve", xs, ys)
	return &Figure{caption, p.svg()}
}

// plotPairs draws the pentanomial counts.
func (r *Report) plotPairs() *Figure {
	if r.Match == nil || r.Match.Pentanomial == nil {
		return nil
	}
	counts := *r.Match.Pentanomial
	caption := fmt.Sprintf("Blocks of two games by the points of %s.", show.Clean(r.Match.Player))
	names := []string{"0", "½", "1", "1½", "2"}
	p := bars("pairs", "Blocks by points", caption, "points", "blocks", names, counts[:])
	return &Figure{caption, p}
}

// bars draws named bars of counts.
func bars(name, title, caption, x, y string, names []string, counts []int) template.HTML {
	most, desc := 1, caption
	for i, c := range counts {
		most = max(most, c)
		desc += fmt.Sprintf(" %s: %d.", names[i], c)
	}
	p := newPlot(name, title, desc, axis{label: x, from: -0.6, to: float64(len(counts)) - 0.4, names: names}, axis{label: y, to: float64(most) * 1.1})
	for i, c := range counts {
		p.bar(float64(i)-0.4, float64(i)+0.4, float64(c), fmt.Sprintf("%s: %d", names[i], c))
		p.text("x", p.px(float64(i)), p.py(float64(c))-4, fmt.Sprint(c))
	}
	return p.svg()
}

// mostRows bounds the players in the plot of ratings.
const mostRows = 60

// plotRatings draws the ratings with their errors, the strongest on top.
func (r *Report) plotRatings() *Figure {
	rows := r.Standings[:min(len(r.Standings), mostRows)]
	n := len(rows)
	x := axis{label: "Elo"}
	names := make([]string, n)
	for i, s := range rows {
		names[n-1-i] = s.Player
		for _, e := range []float64{s.Rating.Low, s.Rating.Estimate, s.Rating.High} {
			if !math.IsInf(e, 0) {
				x.from, x.to = min(x.from, e), max(x.to, e)
			}
		}
	}
	pad := max(1, (x.to-x.from)/20)
	x.from, x.to = x.from-pad, x.to+pad
	caption := "Ratings in Elo with their 95 % ranges; 0 is the mean of the field."
	if len(r.Standings) > n {
		caption += fmt.Sprintf(" The first %d of %d players.", n, len(r.Standings))
	}
	p := newPlot("ratings", "Ratings", caption, x, axis{from: -0.7, to: float64(n) - 0.3, names: names})
	p.height, p.left = marginTop+marginLow+26*float64(n)+10, 170
	p.segment("zero", p.px(0), marginTop, p.px(0), p.height-marginLow)
	for i, s := range rows {
		p.whiskers(n-1-i, s.Rating, fmt.Sprintf("%s: %s", s.Player, s.Rating))
	}
	return &Figure{caption, p.svg()}
}

// plotSeats draws what each seat scored.
func (r *Report) plotSeats() *Figure {
	n := len(r.SeatScores)
	par := 0.0
	for _, s := range r.Standings {
		par = max(par, s.Par)
	}
	if n < 2 || par == 0 {
		return nil
	}
	caption := "Score by seat of all players; the line is the score of equals."
	desc, most := caption, par
	var names []string
	for i, s := range r.SeatScores {
		names = append(names, r.SeatName(i))
		desc += fmt.Sprintf(" %s: %s.", names[i], show.PercentOf(s.Games, s.Score()))
		most = max(most, s.Score())
	}
	p := newPlot("seats", "Score by seat", desc, axis{label: "seat", from: -0.6, to: float64(n) - 0.4, names: names}, axis{label: "score in %", to: 110 * most})
	for i, s := range r.SeatScores {
		p.bar(float64(i)-0.4, float64(i)+0.4, 100*s.Score(), fmt.Sprintf("%s: %s of %s", names[i], show.PercentOf(s.Games, s.Score()), show.Plural(s.Games, "game")))
		p.text("x", p.px(float64(i)), p.py(100*s.Score())-4, show.PercentOf(s.Games, s.Score()))
	}
	p.level("zero", 100*par, "")
	return &Figure{caption, p.svg()}
}

// histogram draws how values are spread; nil if they do not differ.
func histogram(name, title, x, y string, s Spread) *Figure {
	if s.Count == 0 || s.Least == s.Most {
		return nil
	}
	last := s.Bins[len(s.Bins)-1]
	width := s.Bins[0].To - s.Bins[0].From
	most := 1
	for _, b := range s.Bins {
		most = max(most, b.Count)
	}
	caption := fmt.Sprintf("%s: mean %.4g, median %.4g, from %.4g to %.4g.", title, s.Mean, s.Median, s.Least, s.Most)
	if last.To > last.From+width*1.0001 {
		caption += fmt.Sprintf(" The last bar holds all from %.4g on.", last.From)
	}
	p := newPlot(name, title, caption, axis{label: x, from: s.Bins[0].From, to: last.From + width}, axis{label: y, to: float64(most) * 1.05})
	for _, b := range s.Bins {
		p.bar(b.From, b.From+width, float64(b.Count), fmt.Sprintf("from %.4g to %.4g: %d", b.From, b.To, b.Count))
	}
	return &Figure{caption, p.svg()}
}
