package barragoon

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
)

// wholeTurns counts the sequences of n whole turns, a turn with its placements
// as one: at the last turn placements are counted, not made.
func wholeTurns(p *Position, n int) int {
	if p.Over {
		return 0
	}
	if n == 1 && !p.phase.placing() {
		return lastTurn(p)
	}
	var l game.MoveList
	p.Generate(&l)
	total := 0
	for _, m := range l.Moves {
		p.Make(m.Move)
		switch {
		case p.phase.placing():
			total += wholeTurns(p, n)
		case n == 1:
			total++
		default:
			total += wholeTurns(p, n-1)
		}
		p.Unmake()
	}
	return total
}

// lastTurn counts whole turns from the number of squares that captures leave
// empty.
func lastTurn(p *Position) int {
	var l game.MoveList
	p.Generate(&l)
	enemy := p.side(int(p.Player) ^ 1)
	free := onBoard(p.empty()) + 1 // the square left becomes empty
	total := 0
	for _, m := range l.Moves {
		switch to := uint64(1) << target(m.Move); {
		case p.barragoons&to != 0:
			total += 16 * free
		case enemy&to != 0 && enemy != to:
			total += 16 * free * 16 * (free - 1)
		default:
			total++
		}
	}
	return total
}

func TestWholeTurnPerft(t *testing.T) {
	for _, c := range []struct {
		options []string
		want    [3]int
	}{
		{nil, [3]int{28, 441_615, 248_873_750}},
		{[]string{"open"}, [3]int{30, 441_731, 285_806_168}},
		{[]string{"capture=entry"}, [3]int{28, 441_615, 128_390_166}},
	} {
		p := variantOf(t, c.options...).Start().(*Position)
		for i, want := range c.want {
			if i == 2 && testing.Short() {
				continue
			}
			if got := wholeTurns(p, i+1); got != want {
				t.Errorf("%v: %d whole turns: %d, want %d", c.options, i+1, got, want)
			}
		}
	}
}

// TestLastTurn checks the shortcut of whole-turn counts.
func TestLastTurn(t *testing.T) {
	for _, text := range []string{
		"7/7/7/3x3/7/3Z1v1/7/7/3d3 w - 0 1",
		"7/7/7/3x3/7/3Z1v1/7/7/7 w - 0 1",
	} {
		p := parse(t, text)
		var l game.MoveList
		p.Generate(&l)
		want := 0
		for _, m := range l.Moves {
			p.Make(m.Move)
			if p.phase.placing() {
				want += wholeTurns(p, 1)
			} else {
				want++
			}
			p.Unmake()
		}
		if got := lastTurn(p); got != want || want < 900 {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

func TestLoneTiles(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"7/7/7/7/3Z3/7/7/7/7 w - 0 1", 12},
		{"7/7/7/7/3D3/7/7/7/7 w - 0 1", 20},
		{"7/7/7/7/3V3/7/7/7/7 w - 0 1", 26},
		{"7/7/7/7/7/7/7/7/Z6 w - 0 1", 5},
		{"7/7/7/7/7/7/7/7/D6 w - 0 1", 7},
		{"7/7/7/7/7/7/7/7/V6 w - 0 1", 9},
	} {
		if got := parse(t, c.text).Count(); got != c.want {
			t.Errorf("%s: %d moves, want %d", c.text, got, c.want)
		}
	}
}

// TestPassages moves a lone 2-tile at a barragoon on d5 from each side, for
// every face, and sees where it comes out.
func TestPassages(t *testing.T) {
	// The way out by face and by the side where the tile stands: south of the
	// barragoon, west, north, east.
	want := map[byte][4]string{
		'x': {}, '^': {"d6"}, '>': {"", "e5"}, 'Y': {"", "", "d4"}, '<': {"", "", "", "c5"},
		'|': {"d6", "", "d4"}, '-': {"", "e5", "", "c5"},
		'N': {"", "d6"}, 'E': {"", "", "e5"}, 'S': {"", "", "", "d4"}, 'W': {"c5"},
		'n': {"", "", "", "d6"}, 'e': {"e5"}, 's': {"", "d4"}, 'w': {"", "", "c5"},
		'+': {"c5 e5", "d4 d6", "c5 e5", "d4 d6"},
	}
	sides := []string{"d4", "c5", "d6", "e5"}
	for i := range faceLetters {
		c := faceLetters[i]
		for side, from := range sides {
			rows := []string{"7", "7", "7", "7", "7", "7", "7", "7", "7"}
			rows[4] = "3" + string(c) + "3"
			switch from {
			case "d4":
				rows[5] = "3Z3"
			case "d6":
				rows[3] = "3Z3"
			case "c5":
				rows[4] = "2Z" + string(c) + "3"
			case "e5":
				rows[4] = "3" + string(c) + "Z2"
			}
			p := parse(t, strings.Join(rows, "/")+" w - 0 1")
			var out []string
			for _, a := range actionsOf(p) {
				if a[:2] == from && slices.Contains(sides, a[2:]) && a[2:] != from {
					out = append(out, a[2:])
				}
			}
			// Two steps along the outside of the barragoon also lead to its
			// neighbours, but not straight across.
			across := sides[(side+2)%4]
			if got := slices.Contains(out, across); got != strings.Contains(want[c][side], across) {
				t.Errorf("face %c from %s: reaches %s: %v", c, from, across, got)
			}
			var l uint16
			for pass := range passages {
				if face(i).passages()>>pass&1 != 0 && int(entering(pass)) == side {
					l |= 1 << leaving(pass)
				}
			}
			var ways []string
			for d, to := range map[direction]string{north: "d6", east: "e5", south: "d4", west: "c5"} {
				if l>>d&1 != 0 {
					ways = append(ways, to)
				}
			}
			slices.Sort(ways)
			if got := strings.Join(ways, " "); got != want[c][side] {
				t.Errorf("face %c from %s: leaves to %q, want %q", c, from, got, want[c][side])
			}
		}
	}
}

func TestMovesAndCaptures(t *testing.T) {
	for _, c := range []struct {
		name, text, from, want string
		options                []string
	}{
		{"two paths to one square are one move", "7/7/7/7/7/7/7/7/Z6 w - 0 1", "a1", "a2 a3 b1 b2 c1", nil},
		{"one of two paths is enough", "7/7/7/7/7/7/7/x6/Z6 w - 0 1", "a1", "b1 b2 c1", nil},
		{"tiles are not passed", "7/7/7/7/7/7/7/D6/ZV5 w - 0 1", "a1", "", nil},
		{"a short move does not capture", "7/7/7/7/7/7/7/z6/Zx5 w - 0 1", "a1", "", nil},
		{"a full move captures tiles and barragoons", "7/7/7/7/7/7/x6/1z5/Z6 w - 0 1", "a1", "a2 a3 b1 b2 c1", nil},
		{"a 2-tile does not capture all turns", "7/7/7/7/7/7/+6/1+5/Z6 w - 0 1", "a1", "a2 b1 c1", nil},
		{"a 3-tile captures all turns", "7/7/7/7/7/+6/7/7/D6 w - 0 1", "a1", "a3 a4 b2 b3 c1 c2 d1", nil},
		{"a turn on a barragoon, then straight on", "7/7/7/7/7/7/7/e-5/Vx5 w - 0 1", "a1", "c2 d2", nil},
		{"two turns are not allowed", "7/7/7/7/7/7/1xx4/e1s4/Vxxx3 w - 0 1", "a1", "", nil},
		{"any side captures", "7/7/7/7/7/7/^6/1>5/Z6 w - 0 1", "a1", "a2 a3 b1 b2 c1", nil},
		{"entry: only along the arrow", "7/7/7/7/7/7/Y6/7/Z6 w - 0 1", "a1", "a2 b1 b2 c1", []string{"capture=entry"}},
		{"entry: along the arrow", "7/7/7/7/7/7/^6/7/Z6 w - 0 1", "a1", "a2 a3 b1 b2 c1", []string{"capture=entry"}},
		{"entry: no way from anywhere", "7/7/7/7/7/7/x6/7/Z6 w - 0 1", "a1", "a2 a3 b1 b2 c1", []string{"capture=entry"}},
	} {
		p := parse(t, c.text, c.options...)
		var to []string
		for _, a := range actionsOf(p) {
			if a[:2] == c.from {
				to = append(to, a[2:])
			}
		}
		if got := strings.Join(to, " "); got != c.want {
			t.Errorf("%s: %s moves from %s to %q, want %q", c.name, c.text, c.from, got, c.want)
		}
	}
}

// TestTurns plays captures through their placements.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name, text string
		play       string
		want       string
		reason     string
	}{
		{"plain move", "d6/7/7/7/7/7/7/7/Z6 w - 3 9", "a1a2", "d6/7/7/7/7/7/7/Z6/7 b - 4 9", ""},
		{"Brown's turn ends the round", "d6/7/7/7/7/7/7/7/Z6 b - 3 9", "a9a7", "7/7/d6/7/7/7/7/7/Z6 w - 4 10", ""},
		{"barragoon", "d6/7/7/7/7/7/x6/7/Z6 w - 3 9", "a1a3", "d6/7/7/7/7/7/Z6/7/7 w w 0 9", ""},
		{"barragoon placed on the square just left", "d6/7/7/7/7/7/x6/7/Z6 w - 3 9", "a1a3 +@a1", "d6/7/7/7/7/7/Z6/7/+6 b - 0 9", ""},
		{"tile: its owner places first", "d6/7/7/7/7/7/d6/7/Z6 w - 3 9", "a1a3", "d6/7/7/7/7/7/Z6/7/7 b bw 0 9", ""},
		{"tile: then the mover", "d6/7/7/7/7/7/d6/7/Z6 w - 3 9", "a1a3 x@b1", "d6/7/7/7/7/7/Z6/7/1x5 w w 0 9", ""},
		{"tile: then the owner's turn", "d6/7/7/7/7/7/d6/7/Z6 w - 3 9", "a1a3 x@b1 E@g5", "d6/7/7/7/6E/7/Z6/7/1x5 b - 0 9", ""},
		{"Brown captures", "z6/7/D6/7/7/7/7/7/Z6 b - 3 9", "a9a7 n@b1 N@b2", "7/7/z6/7/7/7/7/1N5/Zn5 w - 0 10", ""},
		{"the last tile's capture wins at once", "7/7/7/7/7/7/d6/7/Z6 w - 3 9", "a1a3", "7/7/7/7/7/7/Z6/7/7 b - 0 9", "no-tile"},
		{"blockade by a placement", "5xd/7/7/7/7/7/x6/7/Z6 w - 3 9", "a1a3 +@g8", "5xd/6+/7/7/7/7/Z6/7/7 b - 0 9", ""},
		{"blockade by no way", "5xd/7/7/7/7/7/x6/7/Z6 w - 3 9", "a1a3 x@g8", "5xd/6x/7/7/7/7/Z6/7/7 b - 0 9", "blockade"},
		{"the quiet limit", "dx5/7/7/7/7/7/7/7/Z6 w - 99 60", "a1a2", "dx5/7/7/7/7/7/7/Z6/7 b - 100 60", "quiet-limit"},
		{"blockade goes before the quiet limit", "zx5/x6/7/7/7/7/7/7/Z6 w - 99 60", "a1a2", "zx5/x6/7/7/7/7/7/Z6/7 b - 100 60", "blockade"},
		{"no two barragoons are left to place", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx4/d6/7/6d/D6 w - 7 1", "a1a4", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxx4/D6/7/6d/7 b - 0 1", ""},
		{"both stuck: the seat to move loses", "zx5/x6/7/7/7/7/7/1x5/ZD5 b - 0 9", "", "zx5/x6/7/7/7/7/7/1x5/ZD5 b - 0 9", "blockade"},
	} {
		p := parse(t, c.text)
		for _, a := range strings.Fields(c.play) {
			m, err := p.ParseMove(a)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			p.Make(m)
		}
		if got := game.Text(p); got != c.want || p.Reason() != c.reason {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, got, p.Reason(), c.want, c.reason)
		}
	}
}

// TestAlikeFaces checks how many different placements a square has: 16 inside,
// 9 on an edge, 4 in a corner.
func TestAlikeFaces(t *testing.T) {
	v := variantOf(t).(*variant)
	for s := range squares {
		edges := 4
		for d := range directions {
			edges -= bits.OnesCount64(step(1<<s, d))
		}
		classes := map[uint8]bool{}
		for f := range faces {
			classes[v.alike[s][f]] = true
		}
		if want := []int{16, 9, 4}[edges]; len(classes) != want {
			t.Errorf("%s: %d different faces, want %d", squareName(s), len(classes), want)
		}
	}
}
