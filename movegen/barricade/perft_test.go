package barricade

import (
	"testing"

	"tetrarch/game"
)

// perft counts sequences of actions. Its lists are one a ply.
func perft(p game.Position, depth int, lists []game.MoveList) uint64 {
	if depth == 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.(game.Counter).Count())
	}
	l := &lists[depth]
	l.Reset()
	p.Generate(l)
	n := uint64(0)
	for i := range l.Moves {
		p.Make(l.Moves[i].Move)
		n += perft(p, depth-1, lists)
		p.Unmake()
	}
	return n
}

// turns counts sequences of whole turns: roll, move and placement.
func turns(p *Position, depth int, lists []game.MoveList) uint64 {
	if p.phase == rollDue {
		if depth == 0 {
			return 1
		}
		depth--
	}
	if depth == 0 && p.phase == inHand {
		return uint64(p.Count())
	}
	l := &lists[0]
	l.Reset()
	p.Generate(l)
	n := uint64(0)
	for i := range l.Moves {
		p.Make(l.Moves[i].Move)
		n += turns(p, depth, lists[1:])
		p.Unmake()
	}
	return n
}

func TestPerftActions(t *testing.T) {
	p := variant(t, "classic").Start()
	for i, want := range []uint64{6, 18, 296, 1488, 8252, 84444} {
		if got := perft(p, i+1, make([]game.MoveList, i+2)); got != want {
			t.Errorf("perft %d: %d, want %d", i+1, got, want)
		}
	}
}

// TestPerftTurns counts whole turns. The seats of three and four homes first
// meet on the bottom row, so both sets have the same counts this far.
func TestPerftTurns(t *testing.T) {
	for _, test := range []struct {
		homes, mustMove, closed string
		want                    [3]uint64
	}{
		{"14", "true", "0", [3]uint64{210, 44026, 14107009}},
		{"14", "false", "0", [3]uint64{216, 46564, 15037806}},
		{"14", "true", "1", [3]uint64{176, 30636, 7879486}},
		{"14", "true", "2", [3]uint64{166, 27244, 6571140}},
		{"12", "true", "0", [3]uint64{210, 36192, 8276964}},
		{"12", "false", "0", [3]uint64{216, 38756, 9111329}},
		{"12", "true", "1", [3]uint64{176, 24848, 4531754}},
		{"12", "true", "2", [3]uint64{166, 22122, 3765435}},
		{"13", "true", "0", [3]uint64{210, 45212, 13615261}},
		{"13", "false", "0", [3]uint64{216, 47776, 14559310}},
		{"13", "true", "1", [3]uint64{176, 31164, 7532530}},
		{"13", "true", "2", [3]uint64{166, 27742, 6284424}},
		{"123", "true", "0", [3]uint64{210, 36192, 6076154}},
		{"123", "false", "0", [3]uint64{216, 38756, 6802017}},
		{"1234", "true", "0", [3]uint64{210, 36192, 6076154}},
		{"1234", "false", "0", [3]uint64{216, 38756, 6802017}},
		{"1234", "true", "1", [3]uint64{176, 24848, 3307224}},
		{"1234", "true", "2", [3]uint64{166, 22122, 2771106}},
	} {
		v := variant(t, "classic", "homes="+test.homes, "must-move="+test.mustMove, "no-wall-rows="+test.closed)
		depth := 3
		if testing.Short() {
			depth = 2
		}
		p := v.Start().(*Position)
		for d := 1; d <= depth; d++ {
			if got := turns(p, d, make([]game.MoveList, 3*d)); got != test.want[d-1] {
				t.Errorf("homes %s, must-move %s, %s rows closed: %d turns: %d, want %d",
					test.homes, test.mustMove, test.closed, d, got, test.want[d-1])
			}
		}
	}
}
