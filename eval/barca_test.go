package eval

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/barca"
	"tetrarch/movegen/gametest"
)

// barcaGame plays a game, holes first now and then, and hands every position
// that is not over to visit.
func barcaGame(t testing.TB, rng *rand.Rand, visit func(*barca.Position)) {
	t.Helper()
	v, err := barca.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := v.Start().(*barca.Position)
	var l game.MoveList
	for range 150 {
		if p.Over {
			return
		}
		visit(p)
		l.Reset()
		p.Generate(&l)
		m := l.Moves[rng.IntN(l.Len())].Move
		for range 6 {
			if _, _, to := barca.Unpack(m); barca.HoleAt(to) >= 0 {
				break
			}
			m = l.Moves[rng.IntN(l.Len())].Move
		}
		p.Make(m)
	}
}

// barcaImage returns the text of p mirrored left to right, or top to bottom with
// the colours exchanged.
func barcaImage(p *barca.Position, turned bool) string {
	fields := strings.Fields(strings.ReplaceAll(game.Text(p), "10", "..........") + " ")
	rows := strings.Split(fields[0], "/")
	for i, row := range rows {
		for n := 1; n < 10; n++ {
			row = strings.ReplaceAll(row, strconv.Itoa(n), strings.Repeat(".", n))
		}
		cells := []byte(row)
		if turned {
			for j, c := range cells {
				if c != '.' {
					cells[j] = c ^ 32
				}
			}
		} else {
			slices.Reverse(cells)
		}
		row = string(cells)
		for n := 10; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows[i] = row
	}
	if turned {
		slices.Reverse(rows)
		fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	}
	return strings.Join(rows, "/") + " " + fields[1] + " 1"
}

func evaluateBarca(t *testing.T, text string) game.Score {
	t.Helper()
	v, err := barca.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var to [game.MaxSides]game.Score
	Barca.New(p).Evaluate(&to)
	if to[0] != -to[1] || to[2] != 0 || to[3] != 0 {
		t.Fatalf("%s: values %v: want opposite ones", text, to)
	}
	return to[0]
}

func TestBarcaSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := map[game.Score]bool{}
	for range 6 {
		barcaGame(t, rng, func(p *barca.Position) {
			text := game.Text(p)
			v := evaluateBarca(t, text)
			if m := evaluateBarca(t, barcaImage(p, false)); m != v {
				t.Fatalf("%s is worth %d, its mirror image %d", text, v, m)
			}
			if m := evaluateBarca(t, barcaImage(p, true)); m != -v {
				t.Fatalf("%s is worth %d, with the colours exchanged %d", text, v, m)
			}
			values[v] = true
		})
	}
	if len(values) < 100 {
		t.Errorf("%d different values: too few to prove anything", len(values))
	}
}

// TestBarcaWinNow checks the term that must be exact: it says whether the side
// to move has a winning move.
func TestBarcaWinNow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	wins := 0
	for range 60 {
		barcaGame(t, rng, func(p *barca.Position) {
			e := &barcaEvaluator{p: p}
			e.count()
			var l game.MoveList
			p.Generate(&l)
			want, me := int32(0), int(p.Player)
			for _, m := range l.Moves {
				p.Make(m.Move)
				if p.Held(me) == 3 {
					want = 1
				}
				p.Unmake()
			}
			if got := e.counts[me][barcaWinNow]; got != want || e.counts[1-me][barcaWinNow] != 0 {
				t.Fatalf("%s: win at hand %d: want %d", game.Text(p), got, want)
			}
			wins += int(want)
		})
	}
	if wins < 10 {
		t.Errorf("%d wins at hand: too few", wins)
	}
}

func TestBarcaCounts(t *testing.T) {
	v, _ := barca.Rules.Variant(nil)
	for _, c := range []struct {
		name, text string
		term       barcaTerm
		white      int32
	}{
		{"one hole", "10/10/10/3E6/10/10/10/10/10/10 b 1", barcaOneHole, 1},
		{"two holes", "10/10/10/3E6/10/10/3E6/10/10/l9 b 1", barcaTwoHoles, 1},
		{"nobody can evict", "10/10/10/3E6/10/10/10/10/10/l9 b 1", barcaLooseElephant, 0},
		{"a mouse can evict", "10/10/10/3E6/9m/10/10/10/10/10 b 1", barcaLooseElephant, 1},
		{"and from how many squares", "10/10/10/3E6/9m/10/10/10/10/10 b 1", barcaEvictions, 3},
		{"but not past its own fear", "10/10/10/3E6/9m/3L6/10/10/10/10 b 1", barcaLooseElephant, 0},
		{"evicted", "10/10/10/3E6/4m5/10/10/10/10/10 w 1", barcaHolderScared, 1},
		{"no way out", "10/10/2LML5/2MEE5/2mml5/10/10/10/10/10 w 1", barcaHolderTrapped, 1},
		{"a hole in reach", "10/10/10/10/10/3e6/10/10/10/3M6 b 1", barcaReachFirst, 1},
		{"two holes in reach", "10/10/10/10/10/3E6/10/10/10/10 b 1", barcaReachFirst, 2},
		{"a second hole in reach", "10/10/10/3M6/10/3e6/10/10/10/3M6 b 1", barcaReachSecond, 1},
		{"a threat", "10/10/10/3E2E3/10/10/10/10/10/l2M6 b 1", barcaThreat, 1},
		{"a threat and a scare", "10/10/10/3M2M3/10/10/10/10/l9/1E1E6 b 1", barcaThreatForced, 1},
		{"a lion on a long line", "10/10/10/10/10/10/10/10/10/1L7l b 1", barcaApproachLion, 1},
		{"scared", "10/10/10/10/10/10/10/10/9e/9L w 1", barcaScaredLion, 1},
		{"trapped", "10/10/10/10/10/10/10/10/8Ee/9L w 1", barcaTrapped, 1},
		{"exposed", "10/10/10/2E7/9m/10/10/10/10/10 b 1", barcaExposedElephant, 3},
		{"on a hole that is eviction", "10/10/10/3E6/9m/10/10/10/10/10 b 1", barcaExposedElephant, 0},
		{"the mouse would be scared itself", "10/10/10/2E7/9m/2L7/10/10/10/10 b 1", barcaExposedElephant, 0},
		{"beside a hole", "10/10/10/2E7/9m/10/10/10/10/10 b 1", barcaBesideElephant, 1},
		{"on a hole, not beside it", "10/10/10/3E6/9m/10/10/10/10/10 b 1", barcaBesideElephant, 0},
	} {
		p, err := v.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		e := &barcaEvaluator{p: p.(*barca.Position)}
		e.count()
		if got := e.counts[0][c.term]; got != c.white {
			t.Errorf("%s: %s: %q counted %d times: want %d", c.name, c.text, BarcaWeights[c.term].Name, got, c.white)
		}
	}
}

// TestBarcaExposure counts by making every move of a side that is free to choose
// the animals, on a hole or not, that it scares.
func TestBarcaExposure(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	var l game.MoveList
	seen := 0
	for range 10 {
		barcaGame(t, rng, func(p *barca.Position) {
			me := int(p.Player)
			e := &barcaEvaluator{p: p}
			e.count()
			if p.Forced || e.sides[me].scared != [barca.Slots]bool{} {
				return
			}
			was := e.sides[me^1].scared
			got := [barca.Kinds]int32{}
			for k := range got {
				got[k] = e.counts[me^1][int(barcaExposedElephant)+k]
			}
			want := [barca.Kinds]int32{}
			l.Reset()
			p.Generate(&l)
			for _, m := range l.Moves {
				p.Make(m.Move)
				if p.Over {
					p.Unmake()
					return
				}
				for slot := range barca.Slots {
					s := p.At(me^1, slot)
					if !was[slot] && barca.HoleAt(s) < 0 && p.Fear(me^1, slot)&barca.Standing(s) != 0 {
						want[slot>>1]++
					}
				}
				p.Unmake()
			}
			if got != want {
				t.Fatalf("%s: exposed %v: want %v", game.Text(p), got, want)
			}
			seen += int(want[0] + want[1] + want[2])
		})
	}
	if seen < 100 {
		t.Errorf("%d scaring moves: too few", seen)
	}
}

func TestBarcaContract(t *testing.T) {
	gametest.Run(t, gametest.Config{Rules: barca.Rules, Games: 2, Evaluator: Barca.New})
}

func TestBarcaExplain(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	barcaGame(t, rng, func(p *barca.Position) {
		var to, sum [game.MaxSides]game.Score
		e := Barca.New(p)
		e.Evaluate(&to)
		terms := e.(game.Explainer).Explain()
		for _, term := range terms {
			for side := range sum {
				sum[side] += term.Values[side]
			}
		}
		if sum != to {
			t.Fatalf("%s: terms sum to %v: want %v", game.Text(p), sum, to)
		}
	})
}

func TestBarcaBound(t *testing.T) {
	saved := BarcaWeights
	defer func() { BarcaWeights = saved }()
	for i := range BarcaWeights {
		BarcaWeights[i].Value = 20000
	}
	rng := rand.New(rand.NewPCG(7, 8))
	barcaGame(t, rng, func(p *barca.Position) {
		var to [game.MaxSides]game.Score
		Barca.New(p).Evaluate(&to)
		if max(to[0], to[1]) > game.MaxEval {
			t.Fatalf("%s: values %v: want them within %d", game.Text(p), to, game.MaxEval)
		}
	})
}

func TestBarcaDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	barcaGame(t, rng, func(p *barca.Position) {
		var to [game.MaxSides]game.Score
		e := Barca.New(p)
		if n := testing.AllocsPerRun(2, func() { e.Evaluate(&to) }); n != 0 {
			t.Fatalf("%v allocations in Evaluate: want 0", n)
		}
	})
}

func BenchmarkBarca(b *testing.B) {
	b.ReportAllocs()
	var es []game.Evaluator
	barcaGame(b, rand.New(rand.NewPCG(11, 12)), func(p *barca.Position) {
		es = append(es, Barca.New(p.Clone()))
	})
	var to [game.MaxSides]game.Score
	for i := 0; b.Loop(); i++ {
		es[i%len(es)].Evaluate(&to)
	}
}
