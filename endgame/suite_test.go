package endgame

import (
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/tricolor"
	"tetrarch/positions"
)

// TestSuiteOfEndgames compares the suite of endgames with a table: positions of
// three units wholly, those of four as far as actions lead to three.
func TestSuiteOfEndgames(t *testing.T) {
	lines, err := positions.Endgames("tricolor")
	if err != nil {
		t.Fatal(err)
	}
	table, _ := solved(t, 3)
	known := 0
	for _, line := range lines {
		play, err := line.Open(tricolor.Rules)
		if err != nil {
			t.Fatal(err)
		}
		p := play.Position().Clone().(*tricolor.Position)
		outcome := map[string]int{"draw": 0, "win": 1}
		group, _, _ := strings.Cut(line.Fields["group"], ",")
		want, ok := outcome[group]
		if !ok {
			t.Fatalf("%s: group %q", line.Source, line.Fields["group"])
		}
		if got, _, ok := table.Probe(p); ok && got != want {
			t.Errorf("%s: the outcome is %d, want %d", line.Source, got, want)
		}
		best := strings.Fields(line.Fields["best"])
		var l game.MoveList
		p.Generate(&l)
		for _, m := range l.Moves {
			text := p.FormatMove(m.Move)
			side := p.Side
			p.Make(m.Move)
			after, _, ok := table.Probe(p)
			if p.Over {
				after, ok = -1, true
				if !won(p, side) {
					after = 0
				}
			}
			p.Unmake()
			if !ok {
				continue
			}
			known++
			if slices.Contains(best, text) != (after == -want) {
				t.Errorf("%s: after %s the outcome is %d, listed %v", line.Source, text, after, best)
			}
		}
	}
	if known < 2000 {
		t.Errorf("only %d actions were known", known)
	}
}
