package protocol_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"tetrarch/engine"
	"tetrarch/search"
)

// TestTheTableIsMadeBeforehand wants the searcher and its table made when the
// client asks whether the engine is ready, and not later.
func TestTheTableIsMadeBeforehand(t *testing.T) {
	for _, c := range []struct {
		input string
		made  []string
	}{
		{"games\nposition startpos\nsetoption name Threads value 2\n", nil},
		{"isready\nisready\n", []string{"64 MB"}},
		{"newgame\n", []string{"64 MB"}},
		{"setoption name hash value 3\nisready\n", []string{"3 MB"}},
		{"isready\nsetoption name Hash value 2\n", []string{"64 MB", "2 MB"}},
	} {
		var made []string
		s := engine.New(engine.WithGames(toyGame), engine.WithAlgorithms(search.Algorithm{
			Name: "script", Tabled: true, New: func(table *search.Table) search.Searcher {
				made = append(made, fmt.Sprintf("%d MB", table.Megabytes()))
				return script(waiting)
			},
		}))
		if serve(t, s, c.input); !slices.Equal(made, c.made) {
			t.Errorf("%q makes tables of %v, want %v", c.input, made, c.made)
		}
	}
}

// TestTheFirstSearchAnswersAtOnce asks for a placement, of which there are 672,
// in a fresh process's state. Other work on the machine may delay one answer.
func TestTheFirstSearchAnswersAtOnce(t *testing.T) {
	best := time.Hour
	for range 5 {
		c := converse(t, engine.New())
		c.send("position game barragoon fen 1vd1dv1/2z1z2/7/1x1d1x1/x1D1x1x/1x3x1/7/2Z1Z2/1VD1DV1 w w 0 5")
		c.send("isready")
		c.expect("readyok")
		start := time.Now()
		c.send("go depth 1")
		c.expect("bestmove …")
		best = min(best, time.Since(start))
		if best < 20*time.Millisecond {
			return
		}
	}
	t.Errorf("the first search took %v, want less than 20 ms", best)
}
