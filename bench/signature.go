// Package bench measures the engine on fixed positions: a signature, which is
// the number of nodes that fixed searches visit and is equal on every machine,
// and speeds, which are not. The functions here are what the command prints;
// the same work is in the package's benchmarks for go test -bench.
package bench

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/positions"
	"tetrarch/search"
)

// Hash is the size in megabytes of the table that every search of the signature
// begins with, empty.
const Hash = 16

// depths are those of the signature, in actions, for games of two sides and of
// more: deep enough that every feature of the search acts, and one to two
// seconds for each game. Games without an entry have defaultDepth.
var depths = map[string]struct{ two, more int }{
	"barca":     {two: 11},
	"barragoon": {two: 8},
	"barricade": {two: 3, more: 3},
	"tricolor":  {two: 10, more: 3},
}

const defaultDepth = 3

// Depth returns the depth of the signature of a game of so many sides.
func Depth(name string, sides int) int {
	d := depths[name].two
	if sides > 2 {
		d = depths[name].more
	}
	if d == 0 {
		return defaultDepth
	}
	return d
}

// Search is one search of the signature.
type Search struct {
	Game    string        `json:"game"`
	Number  int           `json:"number"` // of the position in its game, from 1
	FEN     string        `json:"fen"`
	Depth   int           `json:"depth"`
	Best    string        `json:"bestmove"`
	Nodes   uint64        `json:"nodes"`
	Elapsed time.Duration `json:"-"`
}

// Total sums searches.
type Total struct {
	Count   int
	Nodes   uint64
	Elapsed time.Duration
}

// NPS returns nodes a second.
func (t Total) NPS() float64 {
	if t.Elapsed <= 0 {
		return 0
	}
	return float64(t.Nodes) / t.Elapsed.Seconds()
}

func (t *Total) add(s Search) {
	t.Count++
	t.Nodes += s.Nodes
	t.Elapsed += s.Elapsed
}

// Report is a finished signature.
type Report struct {
	Searches []Search
	Games    []GameTotal
	Total
}

// GameTotal is the part of a game in the signature.
type GameTotal struct {
	Game string
	Total
}

// Options say how to run the signature. The zero value gives the signature
// itself; anything else gives other numbers.
type Options struct {
	// Depth replaces the games' own, 0 for those.
	Depth int
	// Without switches features of the search off.
	Without search.Features
	// Each, if not nil, is told of every search when it is finished.
	Each func(Search)
}

// Run searches the bench positions of games to fixed depths with one thread.
// Every search starts with an empty table and no history.
func Run(ctx context.Context, games engine.Catalogue, o Options) (*Report, error) {
	t, err := search.NewTable(Hash)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	for _, g := range games {
		lines, err := positions.Bench(g.Rules.Name)
		if err != nil {
			return nil, err
		}
		total := GameTotal{Game: g.Rules.Name}
		for i, line := range lines {
			play, err := line.Open(g.Rules)
			if err != nil {
				return nil, err
			}
			depth := o.Depth
			if depth == 0 {
				depth = Depth(g.Rules.Name, play.Position().Seating().Sides)
			}
			s, err := one(ctx, g, play, t, depth, o.Without)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", line.Source, err)
			}
			s.Number = i + 1
			total.add(s)
			r.Searches = append(r.Searches, s)
			if o.Each != nil {
				o.Each(s)
			}
		}
		r.Games = append(r.Games, total)
		r.Nodes += total.Nodes
		r.Elapsed += total.Elapsed
		r.Count += total.Count
	}
	return r, nil
}

// one does one search of the signature.
func one(ctx context.Context, g *engine.Game, play *game.Play, t *search.Table, depth int, without search.Features) (Search, error) {
	pos := play.Position()
	s := search.NewAuto(t)
	s.NewGame()
	limits := search.Limits{Depth: depth, Roll: pos.Base().Player == game.Chance}
	start := time.Now()
	result, err := s.Search(ctx, g.Root(play), limits, search.Config{Without: without}, nil)
	elapsed := time.Since(start)
	if err != nil {
		return Search{}, err
	}
	if err := ctx.Err(); err != nil {
		return Search{}, err
	}
	best := "roll"
	if !limits.Roll {
		best = pos.FormatMove(result.Best)
	}
	return Search{Game: g.Rules.Name, FEN: game.Text(pos), Depth: depth, Best: best, Nodes: result.Report().Nodes, Elapsed: elapsed}, nil
}

// Print writes the report as text. The last line is the signature.
func (r *Report) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "game\tposition\tdepth\tbest\tnodes\tms\tknps\t")
	for _, s := range r.Searches {
		x := Total{1, s.Nodes, s.Elapsed}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%d\t%d\t%.0f\t\n", s.Game, s.Number, s.Depth, s.Best, s.Nodes, s.Elapsed.Milliseconds(), x.NPS()/1000)
	}
	for _, g := range r.Games {
		fmt.Fprintf(t, "%s\tall %d\t\t\t%d\t%d\t%.0f\t\n", g.Game, g.Count, g.Nodes, g.Elapsed.Milliseconds(), g.NPS()/1000)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nnps %.0f\nBench: %d\n", r.NPS(), r.Nodes)
	return err
}
