package eval

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/barragoon"
)

// barragoonGames plays n games, captures first now and then, and hands every
// position that is not over to visit.
func barragoonGames(t testing.TB, n int, visit func(*barragoon.Position)) {
	t.Helper()
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 21))
		v, err := barragoon.Rules.Variant(nil)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start().(*barragoon.Position)
		var l game.MoveList
		for p.Ply < 300 && !p.Over {
			visit(p)
			l.Reset()
			if p.GenerateTactical(&l); l.Len() == 0 || rng.IntN(2) == 0 {
				l.Reset()
				p.Generate(&l)
			}
			p.Make(l.Moves[rng.IntN(l.Len())].Move)
		}
	}
}

// barragoonImage returns the text of p mirrored left to right, or turned by 180°
// with the colours exchanged.
func barragoonImage(p *barragoon.Position, turned bool) string {
	fields := strings.Fields(game.Text(p))
	rows := strings.Split(fields[0], "/")
	from, to := "><NESWnesw", "<>nwseNWSE"
	if turned {
		from, to = "^>Y<NESWneswZDVzdv", "Y<^>SWNEswnezdvZDV"
		slices.Reverse(rows)
		seats := strings.NewReplacer("w", "b", "b", "w")
		fields[1], fields[2] = seats.Replace(fields[1]), seats.Replace(fields[2])
	}
	for i, row := range rows {
		b := []byte(row)
		slices.Reverse(b)
		for j, c := range b {
			if k := strings.IndexByte(from, c); k >= 0 {
				b[j] = to[k]
			}
		}
		rows[i] = string(b)
	}
	return strings.Join(rows, "/") + " " + strings.Join(fields[1:], " ")
}

func evaluateBarragoon(t *testing.T, text string) game.Score {
	t.Helper()
	v, err := barragoon.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var to [game.MaxSides]game.Score
	Barragoon.New(p).Evaluate(&to)
	if to[1] != -to[0] {
		t.Fatalf("%s: values %v do not sum to nothing", text, to)
	}
	return to[0]
}

func TestBarragoonIsSymmetric(t *testing.T) {
	n := 0
	barragoonGames(t, 10, func(p *barragoon.Position) {
		text := game.Text(p)
		v := evaluateBarragoon(t, text)
		if m := barragoonImage(p, false); evaluateBarragoon(t, m) != v {
			t.Fatalf("%s is worth %d, mirrored %d", text, v, evaluateBarragoon(t, m))
		}
		if m := barragoonImage(p, true); evaluateBarragoon(t, m) != -v {
			t.Fatalf("%s is worth %d, for the other side %d", text, v, evaluateBarragoon(t, m))
		}
		if v < -game.MaxEval/2 || v > game.MaxEval/2 {
			t.Fatalf("%s is worth %d: out of bounds", text, v)
		}
		n++
	})
	if n < 1000 {
		t.Errorf("%d positions: want more", n)
	}
}

func TestBarragoonExplains(t *testing.T) {
	barragoonGames(t, 3, func(p *barragoon.Position) {
		e := Barragoon.New(p)
		var to, sum [game.MaxSides]game.Score
		e.Evaluate(&to)
		for _, term := range e.(game.Explainer).Explain() {
			for side := range sum {
				sum[side] += term.Values[side]
			}
		}
		if sum != to {
			t.Fatalf("%s: terms sum to %v, value %v", game.Text(p), sum, to)
		}
	})
}

func TestBarragoonDoesNotAllocate(t *testing.T) {
	barragoonGames(t, 1, func(p *barragoon.Position) {
		e := Barragoon.New(p)
		var to [game.MaxSides]game.Score
		if n := testing.AllocsPerRun(1, func() { e.Evaluate(&to) }); n != 0 {
			t.Fatalf("%s: %v allocations", game.Text(p), n)
		}
	})
}

// TestBarragoonKnows compares positions of which any player prefers the first.
func TestBarragoonKnows(t *testing.T) {
	for _, c := range []struct{ name, better, worse string }{
		{
			"a tile more is better",
			"1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 0 1",
			"1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/2D1DV1 w - 0 1",
		},
		{
			"to move is better",
			"1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 w - 0 1",
			"1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1 b - 0 1",
		},
		{
			"a tile that can move is better than one shut in",
			"z2d3/7/7/7/7/7/7/7/Z2D3 w - 0 1",
			"z2d3/7/7/7/7/7/7/x6/Zx1D3 w - 0 1",
		},
		{
			"a placement due is worth something",
			"1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x5/7/2ZDZ2/1VD1DV1 w w 0 1",
			"1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x5/7/2ZDZ2/1VD1DV1 b - 0 1",
		},
		{
			"a capture to make is better than one to fear",
			"1v5/7/7/7/1x1d3/7/7/3D3/1V5 w - 0 1",
			"1v5/7/7/7/1x1d3/7/7/3D3/1V5 b - 0 1",
		},
	} {
		if b, w := evaluateBarragoon(t, c.better), evaluateBarragoon(t, c.worse); b <= w {
			t.Errorf("%s: %d against %d", c.name, b, w)
		}
	}
}

// TestBarragoonSelection measures what the game's subset of placements loses: how
// much worse its best is, by the evaluation after it, than the best of all.
func TestBarragoonSelection(t *testing.T) {
	positions, same, loss := 0, 0, 0.0
	barragoonGames(t, 12, func(p *barragoon.Position) {
		if !p.Midturn {
			return
		}
		var all, some game.MoveList
		p.Generate(&all)
		p.GenerateSelective(&some)
		best := bestAfter(p, all)
		selected := bestAfter(p, some)
		positions++
		if selected == best {
			same++
		}
		loss += min(1000, float64(best-selected))
	})
	t.Logf("%d positions: the same value in %d, %.1f lost on average", positions, same, loss/float64(positions))
	if positions < 200 || same*100 < positions*80 || loss > 5*float64(positions) {
		t.Error("the selection loses too much, or there is too little to judge it by")
	}
}

// bestAfter returns the best value for the actor after one of the actions.
func bestAfter(p *barragoon.Position, l game.MoveList) game.Score {
	us := p.Side
	e := Barragoon.New(p)
	best := -game.MaxEval
	for _, m := range l.Moves {
		var to [game.MaxSides]game.Score
		p.Make(m.Move)
		if p.Over {
			p.Returns(&to)
			to[us] = (to[us] - game.Whole/2) * 500
		} else {
			e.Evaluate(&to)
		}
		p.Unmake()
		best = max(best, to[us])
	}
	return best
}

func BenchmarkBarragoon(b *testing.B) {
	var es []game.Evaluator
	barragoonGames(b, 1, func(p *barragoon.Position) {
		if p.Ply%8 == 0 {
			es = append(es, Barragoon.New(p.Clone()))
		}
	})
	b.ReportAllocs()
	var to [game.MaxSides]game.Score
	for i := 0; b.Loop(); i++ {
		es[i%len(es)].Evaluate(&to)
	}
}
