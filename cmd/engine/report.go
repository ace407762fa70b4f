package main

import (
	"fmt"
	"strings"
	"time"

	"tetrarch/engine"
)

// line is a search's report on one line of play, for scripts.
type line struct {
	Multi    int       `json:"multipv"`
	Depth    int       `json:"depth"`
	SelDepth int       `json:"seldepth"`
	Score    score     `json:"score"`
	WDL      [3]int    `json:"wdl"`
	Values   []float64 `json:"values,omitempty"` // expected score of every seat, 0 to 1
	Nodes    uint64    `json:"nodes"`
	NPS      uint64    `json:"nps"`
	HashFull int       `json:"hashfull"`
	TimeMS   int64     `json:"time_ms"`
	PV       []string  `json:"pv"`
}

// score is in hundredths, or the number of own turns to a forced end.
type score struct {
	Centi *int `json:"cp,omitempty"`
	Mate  *int `json:"mate,omitempty"`
}

func newLine(in engine.Info) line {
	l := line{
		Multi: in.Multi, Depth: in.Depth, SelDepth: in.SelDepth, WDL: [3]int{in.Win, in.Draw, in.Loss},
		Nodes: in.Nodes, NPS: engine.PerSecond(in.Nodes, in.Elapsed), HashFull: in.HashFull,
		TimeMS: in.Elapsed.Milliseconds(), PV: in.Line,
	}
	if in.Mate != 0 {
		l.Score.Mate = &in.Mate
	} else {
		l.Score.Centi = &in.Centi
	}
	for _, v := range in.Values {
		l.Values = append(l.Values, float64(v)/1000)
	}
	return l
}

// plural writes a number of things: "1 game", "2 games".
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprint(n, " ", thing)
}

// scoreText writes a score for people: "+0.35", or "win in 3", "loss in 2" own
// turns.
func scoreText(in engine.Info) string {
	switch {
	case in.Mate > 0:
		return fmt.Sprintf("win in %d", in.Mate)
	case in.Mate < 0:
		return fmt.Sprintf("loss in %d", -in.Mate)
	}
	return fmt.Sprintf("%+.2f", float64(in.Centi)/100)
}

// summary writes what a report says beside its line.
func summary(in engine.Info) string {
	text := fmt.Sprintf("score %s  depth %d", scoreText(in), in.Depth)
	if len(in.Values) > 0 {
		text += "  values"
		for _, v := range in.Values {
			text += fmt.Sprintf(" %.3f", float64(v)/1000)
		}
	}
	return text + fmt.Sprintf("  nodes %s  nps %s  time %s", human(in.Nodes),
		human(engine.PerSecond(in.Nodes, in.Elapsed)), seconds(in.Elapsed))
}

// human writes a number with at most four digits: 950, 12.5k, 3.1M, 164.8M.
func human(n uint64) string {
	x, units := float64(n), "kMGTPE"
	if n < 1000 {
		return fmt.Sprint(n)
	}
	for i := range len(units) {
		x /= 1000
		if x < 999.95 || i == len(units)-1 {
			return fmt.Sprintf("%.1f%c", x, units[i])
		}
	}
	return ""
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }

// pvText writes a line of play.
func pvText(moves []string) string { return strings.Join(moves, " ") }
