package tournament

import (
	"math"
	"strings"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/record"
	"tetrarch/search"
)

func TestParsePlayers(t *testing.T) {
	got, err := ParsePlayers("tetrarch,nodes=5000,without=null-move+futility,name=new, builtin:plain ,random,random,seed=7,random")
	if err != nil {
		t.Fatal(err)
	}
	want := []Entrant{
		{Name: "new", Limits: search.Limits{Nodes: 5000}}, {Name: "plain"}, {Name: "random"}, {Name: "random,seed=7"}, {Name: "random#2"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d players, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Name != want[i].Name || got[i].Limits.Nodes != want[i].Limits.Nodes {
			t.Errorf("player %d: %q with %+v, want %q with %+v", i, got[i].Name, got[i].Limits, want[i].Name, want[i].Limits)
		}
	}
	p, err := got[0].Open(toyGame(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	if w := p.(*thinker).config.Without; w != search.FeatureNullMove|search.FeatureFutility {
		t.Errorf("features off: %v", w)
	}
	one, err := ParsePlayers("tetrarch,movetime=1.5s,depth=3,hash=2,threads=2")
	if err != nil || one[0].Limits.MoveTime != 1500*time.Millisecond || one[0].Limits.Depth != 3 {
		t.Errorf("limits %+v, %v", one[0].Limits, err)
	}
	if ms, err := ParsePlayers("plain,movetime=100"); err != nil || ms[0].Limits.MoveTime != 100*time.Millisecond {
		t.Errorf("a bare number is %+v, %v, want milliseconds", ms, err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "a name is missing"},
		{"random,,random", "a name is missing"},
		{"nodes=5", "comes before any player"},
		{"stockfish", `player "stockfish" is unknown: want tetrarch, alphabeta, `},
		{"tetrarch,nodes=0", "want a whole number from 1"},
		{"tetrarch,nodes=-1", "want a whole number from 1"},
		{"tetrarch,depth=999", "from 1 to 127"},
		{"tetrarch,movetime=0", "want a time above 0"},
		{"tetrarch,hash=99999999", "want a whole number"},
		{"tetrarch,speed=3", `option "speed" is unknown`},
		{"tetrarch,seed=1,seed=2", "given twice"},
		{"tetrarch,without=luck", `search feature "luck" is unknown`},
		{"random,name=", "option name"},
	} {
		if _, err := ParsePlayers(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestArrangements(t *testing.T) {
	for _, c := range []struct {
		n    int
		all  bool
		size int
	}{{1, false, 1}, {2, false, 2}, {2, true, 2}, {3, false, 6}, {3, true, 6}, {4, false, 4}, {4, true, 24}} {
		list := arrangements(c.n, c.all)
		if len(list) != c.size {
			t.Errorf("%d players: %d games, want %d", c.n, len(list), c.size)
		}
		var held [4][4]int
		seen := map[[4]int]bool{}
		for _, a := range list {
			var key [4]int
			players := 0
			for place, p := range a {
				held[p][place]++
				key[place] = p
				players |= 1 << p
			}
			if seen[key] || players != 1<<c.n-1 {
				t.Errorf("%d players: order %v is repeated or no order", c.n, a)
			}
			seen[key] = true
		}
		for p := range c.n {
			for place := range c.n {
				if held[p][place] != c.size/c.n {
					t.Errorf("%d players: player %d sits %d times at place %d, want %d", c.n, p, held[p][place], place, c.size/c.n)
				}
			}
		}
		for place, p := range list[0] {
			if p != place {
				t.Errorf("%d players: the first game has order %v, want the given one", c.n, list[0])
			}
		}
	}
	teams := toyGame(t, "seats=4 teams=13/24").Variant.Start().Seating()
	if got := (arrangement{1, 0}).bySeat(teams); got != [4]int{1, 0, 1, 0} {
		t.Errorf("sides exchanged: seats %v, want 1 0 1 0", got)
	}
	if got := (arrangement{3, 0, 1, 2}).bySeat(teams); got != [4]int{3, 0, 1, 2} {
		t.Errorf("seats rotated: seats %v, want 3 0 1 2", got)
	}
}

// The toy's die shows 1, 2, 3 with 3, 2, 1 sixths.
func TestDiceOdds(t *testing.T) {
	const n = 12000
	p := toyGame(t, "").Variant.Start()
	d := dice{match: 1, block: 2}
	count := map[string]int{}
	for range n {
		count[p.FormatMove(d.roll(p))]++
	}
	for face, odds := range map[string]float64{"1": 3.0 / 6, "2": 2.0 / 6, "3": 1.0 / 6} {
		if got, sd := float64(count[face])/n, math.Sqrt(odds*(1-odds)/n); math.Abs(got-odds) > 4*sd {
			t.Errorf("%s is rolled with chance %.4f, want %.4f ± %.4f", face, got, odds, 4*sd)
		}
	}
}

// A side's rolls do not depend on what the other side rolled between them, but
// on match, block and side.
func TestDiceStreams(t *testing.T) {
	g := toyGame(t, "")
	white := g.Variant.Start()
	black, err := g.Variant.Parse("0,0/0,0 - - b")
	if err != nil {
		t.Fatal(err)
	}
	rolls := func(d *dice, order string) (w, b []game.Move) {
		for _, c := range order {
			if c == 'w' {
				w = append(w, d.roll(white))
			} else {
				b = append(b, d.roll(black))
			}
		}
		return w, b
	}
	text := func(ms []game.Move) string {
		var s strings.Builder
		for _, m := range ms {
			s.WriteString(white.FormatMove(m))
		}
		return s.String()
	}
	w1, b1 := rolls(&dice{match: 7, block: 1}, strings.Repeat("wb", 30))
	w2, b2 := rolls(&dice{match: 7, block: 1}, strings.Repeat("wwb", 15)+strings.Repeat("b", 15))
	if text(w1) != text(w2) || text(b1) != text(b2) {
		t.Errorf("rolls %s %s, and in another order %s %s", text(w1), text(b1), text(w2), text(b2))
	}
	w3, _ := rolls(&dice{match: 7, block: 2}, strings.Repeat("w", 30))
	w4, _ := rolls(&dice{match: 8, block: 1}, strings.Repeat("w", 30))
	if text(w1) == text(b1) || text(w1) == text(w3) || text(w1) == text(w4) {
		t.Errorf("rolls %s of another side %s, block %s, match %s: want them all different", text(w1), text(b1), text(w3), text(w4))
	}
	if mix("dice", 1, 2) != 0 && mix("dice", 1, 2) == mix("dice", 2, 1) {
		t.Error("seeds do not tell the order of their numbers")
	}
}

func TestOpenings(t *testing.T) {
	for _, setup := range []string{"", "dice=no", "seats=3", "seats=4 teams=13/24"} {
		g := toyGame(t, setup)
		plan := Openings{MinPlies: 2, MaxPlies: 4, Bound: 60, Nodes: 100}
		finder, err := newOpener(g, plan, 11)
		if err != nil {
			t.Fatal(err)
		}
		again, err := newOpener(g, plan, 11)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for block := 19; block >= 0; block-- {
			moves, err := finder.search(t.Context(), block)
			if err != nil {
				t.Fatal(err)
			}
			play := game.NewPlay(toy.Rules, g.Variant.Start())
			plies := 0
			for _, m := range moves {
				if !play.Position().Legal(m) {
					t.Fatalf("%q: action %d of opening %d is not legal", setup, plies, block)
				}
				if play.Position().Base().Player != game.Chance {
					plies++
				}
				play.Push(m)
			}
			if play.Over() || play.Position().Base().Midturn || plies < 2 || plies > 6 {
				t.Errorf("%q: opening %d of %d plies ends at %q", setup, block, plies, game.Text(play.Position()))
			}
			if off, _ := finder.unevenness(t.Context(), play); off > plan.Bound {
				t.Errorf("%q: opening %d is %d off even, want at most %d", setup, block, off, plan.Bound)
			}
			seen[strings.Join(play.Texts(), " ")] = true
			if block%5 == 0 {
				other, err := again.search(t.Context(), block)
				if err != nil || len(other) != len(moves) {
					t.Errorf("%q: opening %d found again has %d actions, want %d, %v", setup, block, len(other), len(moves), err)
				}
			}
		}
		if len(seen) < 6 {
			t.Errorf("%q: %d different openings of 20", setup, len(seen))
		}
	}
}

func TestReadableScores(t *testing.T) {
	g := toyGame(t, "")
	for s, want := range map[game.Score]record.Score{
		0:                {Kind: record.Centi},
		search.Mate - 3:  {Kind: record.Decided, Value: 3},
		4 - search.Mate:  {Kind: record.Decided, Value: -4},
		game.MaxEval / 2: {Kind: record.Centi, Value: 100},
	} {
		if got := g.readable(g.Variant.Start(), s); got != want {
			t.Errorf("score %d reads %v, want %v", s, got, want)
		}
	}
}
