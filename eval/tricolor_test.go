package eval

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/tricolor"
)

// tricolorOptions are the variants that the tests play.
var tricolorOptions = []game.Setup{{"players": "2"}, {"players": "3"}}

// tricolorGame plays a random game and hands every position that is not over to
// visit.
func tricolorGame(t testing.TB, s game.Setup, rng *rand.Rand, visit func(game.Variant, *tricolor.Position)) {
	t.Helper()
	v, err := tricolor.Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	p := v.Start().(*tricolor.Position)
	var l game.MoveList
	for range 200 {
		if p.Over {
			return
		}
		visit(v, p)
		l.Reset()
		p.Generate(&l)
		p.Make(l.Moves[rng.IntN(l.Len())].Move)
	}
}

func evaluateTricolor(t testing.TB, v game.Variant, text string) (to [game.MaxSides]game.Score) {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	Tricolor.New(p).Evaluate(&to)
	return to
}

// tricolorRenamed writes a position with every seat's men given to another:
// those of from[i] to to[i].
func tricolorRenamed(text, from, to string) string {
	fields := strings.Fields(text)
	rename := func(s string) string {
		return strings.Map(func(r rune) rune {
			if i := strings.IndexRune(from, r); i >= 0 {
				return rune(to[i])
			}
			return r
		}, s)
	}
	return rename(fields[0]) + " " + rename(fields[1]) + " 0 1"
}

// tricolorUpsideDown turns the rows over, which keeps the colours of all cells.
func tricolorUpsideDown(text string) string {
	fields := strings.Fields(text)
	rows := strings.Split(fields[0], "/")
	slices.Reverse(rows)
	return strings.Join(rows, "/") + " " + fields[1] + " 0 1"
}

func TestTricolorSymmetries(t *testing.T) {
	values := map[game.Score]bool{}
	for _, s := range tricolorOptions {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 5 {
			tricolorGame(t, s, rng, func(v game.Variant, p *tricolor.Position) {
				text := game.Text(p)
				to := evaluateTricolor(t, v, text)
				if m := evaluateTricolor(t, v, tricolorUpsideDown(text)); m != to {
					t.Fatalf("%s is worth %v, upside down %v", text, to, m)
				}
				seats := p.Seating().Seats
				// Every seat's men go to the next, the turn too.
				m := evaluateTricolor(t, v, tricolorRenamed(text, "wbr"[:seats], "wbr"[1:seats]+"w"))
				for seat := range seats {
					if m[(seat+1)%seats] != to[seat] {
						t.Fatalf("%s is worth %v, with the seats passed on %v", text, to, m)
					}
				}
				values[to[0]] = true
			})
		}
	}
	if len(values) < 300 {
		t.Errorf("%d different values: too few to prove anything", len(values))
	}
}

// TestTricolorSums wants the values to sum to 0 for two, and for three to what
// linear shares sum to, with nothing for those who have dropped out.
func TestTricolorSums(t *testing.T) {
	dropped := 0
	for _, s := range tricolorOptions {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 10 {
			tricolorGame(t, s, rng, func(_ game.Variant, p *tricolor.Position) {
				var to [game.MaxSides]game.Score
				Tricolor.New(p).Evaluate(&to)
				sum, seats := game.Score(0), p.Seating().Seats
				for seat, v := range to {
					sum += v
					if v > game.MaxEval || v < -game.MaxEval || seat >= seats && v != 0 {
						t.Fatalf("%s: values %v", game.Text(p), to)
					}
					if seat < seats && p.Dropped(game.Player(seat)) {
						dropped++
						if v != -game.MaxEval {
							t.Fatalf("%s: values %v: want nothing for seat %d", game.Text(p), to, seat)
						}
					}
				}
				if sum != game.Score(2-seats)*game.MaxEval {
					t.Fatalf("%s: values %v sum to %d", game.Text(p), to, sum)
				}
			})
		}
	}
	if dropped < 10 {
		t.Errorf("%d positions with a seat that has dropped out: too few", dropped)
	}
}

// TestTricolorKey wants one value of positions with one key, whatever the men in
// their columns.
func TestTricolorKey(t *testing.T) {
	v, err := tricolor.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	const a = "(wbb)2(bbbw)w/6/7/3(wwwb)4/9/8/7/6/2b2 w 3 30"
	for _, b := range []string{
		"(wbb)2(bwbb)w/6/7/3(wbww)4/9/8/7/6/2b2 w 3 30",
		"(wbb)2(bbbbbwbbb)w/6/7/3(wwwwwbww)4/9/8/7/6/2b2 w 3 30",
	} {
		if x, y := evaluateTricolor(t, v, a), evaluateTricolor(t, v, b); x != y {
			t.Errorf("%s is worth %v, %s %v", a, x, b, y)
		}
	}
}

func TestTricolorCounts(t *testing.T) {
	two, three := tricolorOptions[0], tricolorOptions[1]
	for _, c := range []struct {
		name  string
		setup game.Setup
		text  string
		term  tricolorTerm
		white int32
	}{
		{"a single", two, "w4/6/7/8/9/8/7/6/4b b 0 1", tricolorHolds, 1},
		{"one of its own on two prisoners", two, "(wbb)4/6/7/8/9/8/7/6/4b b 0 1", tricolorHolds + 2, 1},
		{"no more than three of each", two, "(wbbbbbwwww)4/6/7/8/9/8/7/6/4b b 0 1", tricolorHolds + 11, 1},
		{"prisoners of two owners", three, "(wbr)4/6/7/8/9/8/7/r5/4b b 0 1", tricolorHolds + 2, 1},
		{"a single on white", two, "w4/6/7/8/9/8/7/6/4b b 0 1", tricolorStands, 1},
		{"two on black", two, "1(ww)3/6/7/8/9/8/7/6/4b b 0 1", tricolorStands + 4, 1},
		{"a tower on red", two, "2(wbb)2/6/7/8/9/8/7/6/4b b 0 1", tricolorStands + 8, 1},
		{"attacked now", two, "(ww)1b2/w5/7/8/9/8/1b5/6/5 b 0 1", tricolorHitNow, 0},
		{"a man attacked now", two, "wb3/6/7/8/9/8/1b5/6/5 b 0 1", tricolorHitNow, 1},
		{"a man attacked later", two, "wb3/6/7/8/9/8/1b5/6/5 w 0 1", tricolorHitLater, 1},
		{"by two enemies", three, "wb3/r5/7/8/9/8/1b5/6/5 b 0 1", tricolorHitNow, 1},
		{"by the one who does not act", three, "wb3/r5/7/8/9/8/1b5/6/5 b 0 1", tricolorHitLater, 1},
		{"a corner's moves", two, "w4/6/7/8/9/8/7/6/4b b 0 1", tricolorMoves, 3},
		{"a tower's moves", two, "(www)4/6/7/8/9/8/7/6/4b b 0 1", tricolorMoves, 9},
		{"cells denied from red", two, "2w2/6/7/8/9/8/7/6/4b b 0 1", tricolorDeniedOne, 4},
		{"of those to twos", two, "2w2/6/7/8/9/8/7/6/4b b 0 1", tricolorDeniedTwo, 2},
		{"a tower denies to twos", two, "2(www)2/6/7/8/9/8/7/6/4b b 0 1", tricolorDeniedTwo, 10},
		{"and all but red to towers", two, "2(www)2/6/7/8/9/8/7/6/4b b 0 1", tricolorDeniedTower, 8},
		{"a tower next to an enemy", two, "2(www)2/3b2/7/8/9/8/7/6/4b w 0 1", tricolorTouching, 1},
		{"two cells away", two, "2(www)2/6/3b3/8/9/8/7/6/4b w 0 1", tricolorNear, 1},
		{"three cells away", two, "2(www)2/6/7/3b4/9/8/7/6/4b w 0 1", tricolorInReach, 1},
		{"far away", two, "2(www)2/6/7/8/4b4/8/7/6/4b w 0 1", tricolorInReach, 0},
		{"men ahead", three, "(www)1w2/6/7/8/9/8/7/rr4/4b b 0 1", tricolorLead, 2},
		{"to move", two, "w4/6/7/8/9/8/7/6/4b w 0 1", tricolorTempo, 1},
		{"bound to attack", two, "1wb2/1b4/7/8/9/8/7/6/4b w 0 1", tricolorBound, 0},
		{"must attack", two, "2wb1/6/7/8/9/8/7/6/4b w 0 1", tricolorBound, 1},
		{"next", three, "w4/6/7/8/9/8/7/r5/4b r 0 1", tricolorNext, 1},
		{"next but one", three, "w4/6/7/8/9/8/7/r5/4b b 0 1", tricolorNext, 0},
		{"next as one is out", three, "w4/6/7/8/9/8/7/6/4b b 0 1", tricolorNext, 1},
	} {
		v, err := tricolor.Rules.Variant(c.setup)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		e := newTricolor(p.(*tricolor.Position))
		e.count()
		if got := e.counts[0][c.term]; got != c.white {
			t.Errorf("%s: %s: %q counted %d times: want %d", c.name, c.text, TricolorWeights[c.term].Name, got, c.white)
		}
	}
}

// TestTricolorAdds wants what Evaluate adds up in one go to be the counts times
// their weights.
func TestTricolorAdds(t *testing.T) {
	saved := TricolorWeights
	defer func() { TricolorWeights = saved }()
	rng := rand.New(rand.NewPCG(13, 14))
	for range 5 {
		for i := range TricolorWeights {
			TricolorWeights[i].Two, TricolorWeights[i].Three = game.Score(rng.IntN(400)-200), game.Score(rng.IntN(400)-200)
		}
		for _, s := range tricolorOptions {
			tricolorGame(t, s, rng, func(_ game.Variant, p *tricolor.Position) {
				var got, want [3]int32
				e := newTricolor(p)
				e.add(&got)
				e.count()
				for seat := range p.Seating().Seats {
					for i, w := range TricolorWeights {
						weight := w.Two
						if p.Seating().Seats == 3 {
							weight = w.Three
						}
						want[seat] += int32(weight) * e.counts[seat][i]
					}
				}
				if got != want {
					t.Fatalf("%s: strengths %v, want %v", game.Text(p), got, want)
				}
			})
		}
	}
}

func TestTricolorNames(t *testing.T) {
	seen := map[string]bool{}
	for i, w := range TricolorWeights {
		if w.Name == "" || seen[w.Name] {
			t.Errorf("term %d is named %s", i, strconv.Quote(w.Name))
		}
		seen[w.Name] = true
	}
}

func TestTricolorExplain(t *testing.T) {
	for _, s := range tricolorOptions {
		tricolorGame(t, s, rand.New(rand.NewPCG(5, 6)), func(_ game.Variant, p *tricolor.Position) {
			var to, sum [game.MaxSides]game.Score
			e := Tricolor.New(p)
			e.Evaluate(&to)
			for _, term := range e.(game.Explainer).Explain() {
				for side := range sum {
					sum[side] += term.Values[side]
				}
			}
			if sum != to {
				t.Fatalf("%s: terms sum to %v: want %v", game.Text(p), sum, to)
			}
		})
	}
}

func TestTricolorBound(t *testing.T) {
	saved := TricolorWeights
	defer func() { TricolorWeights = saved }()
	for i := range TricolorWeights {
		TricolorWeights[i].Two, TricolorWeights[i].Three = 20000, -20000
	}
	for _, s := range tricolorOptions {
		tricolorGame(t, s, rand.New(rand.NewPCG(7, 8)), func(_ game.Variant, p *tricolor.Position) {
			var to [game.MaxSides]game.Score
			Tricolor.New(p).Evaluate(&to)
			for _, v := range to {
				if v > game.MaxEval || v < -game.MaxEval {
					t.Fatalf("%s: values %v: want them within %d", game.Text(p), to, game.MaxEval)
				}
			}
		})
	}
}

func TestTricolorDoesNotAllocate(t *testing.T) {
	for _, s := range tricolorOptions {
		tricolorGame(t, s, rand.New(rand.NewPCG(9, 10)), func(_ game.Variant, p *tricolor.Position) {
			var to [game.MaxSides]game.Score
			e := Tricolor.New(p)
			if n := testing.AllocsPerRun(2, func() { e.Evaluate(&to) }); n != 0 {
				t.Fatalf("%v allocations in Evaluate: want 0", n)
			}
		})
	}
}

func BenchmarkTricolor(b *testing.B) {
	for _, s := range tricolorOptions {
		b.Run(s.String(), func(b *testing.B) {
			b.ReportAllocs()
			var es []game.Evaluator
			tricolorGame(b, s, rand.New(rand.NewPCG(11, 12)), func(_ game.Variant, p *tricolor.Position) {
				es = append(es, Tricolor.New(p.Clone()))
			})
			var to [game.MaxSides]game.Score
			for i := 0; b.Loop(); i++ {
				es[i%len(es)].Evaluate(&to)
			}
		})
	}
}
