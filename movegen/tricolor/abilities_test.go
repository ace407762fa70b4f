package tricolor

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tetrarch/game"
	"tetrarch/movegen"
)

// eachPosition calls f at every position of some random games of all kinds.
func eachPosition(t *testing.T, games int, f func(t *testing.T, p *Position, rng *rand.Rand)) {
	for _, options := range []string{"", "colours=wbr merge=stronger", "players=3", "players=3 merge=none colours=bwr"} {
		t.Run(options, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(4, uint64(games)))
			for range games {
				for p := variantOf(t, options).Start().(*Position); !p.Over && !t.Failed(); playRandomly(p, rng, 1) {
					f(t, p, rng)
				}
			}
		})
	}
}

// TestLegalForEveryNumber asks Legal about every number that could be a packed
// move, and about those with other bits set.
func TestLegalForEveryNumber(t *testing.T) {
	texts := []struct{ options, text string }{
		{"", startTwo},
		{"merge=stronger", "(ww)(bww)w(wwww)(ww)/w3(ww)1/3w2w/7w/9/2b5/b4(bb)b/b(bb)bbbb/bb1(bbb)1 w 0 12"},
		{"merge=none", "(ww)(bww)w(wwww)(ww)/w3(ww)1/3w2w/7w/9/2b5/b4(bb)b/b(bb)bbbb/bb1(bbb)1 b 0 12"},
		{"players=3", "3rw/1(wb)4/(rr)1r4/8/1w5(rr)1/8/2(wbw)1b2/b(bwr)1(br)(br)1/(bww)2r1 w 26 48"},
		{"players=3", "wb3/bb4/7/8/9/8/7/6/4r w 0 1"},
		{"", "wb3/bb4/7/8/9/8/7/6/5 w 0 1"},
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for _, test := range texts {
		p := parse(t, variantOf(t, test.options), test.text)
		legal := map[game.Move]bool{}
		var l game.MoveList
		p.Generate(&l)
		for _, m := range l.Moves {
			legal[m.Move] = true
			for bit := range 32 {
				if other := m.Move ^ 1<<bit; p.Legal(other) && !l.Contains(other) {
					t.Errorf("%s: %#x is legal", test.text, other)
				}
			}
		}
		for m := game.Move(0); m < 1<<20; m++ {
			if p.Legal(m) != legal[m] {
				t.Fatalf("%s: legal(%#x) = %v", test.text, m, p.Legal(m))
			}
		}
		for range 200000 {
			if m := game.Move(rng.Uint32()); p.Legal(m) != legal[m] {
				t.Fatalf("%s: legal(%#x) = %v", test.text, m, p.Legal(m))
			}
		}
	}
}

func TestUnmakeRestoresEverything(t *testing.T) {
	eachPosition(t, 4, func(t *testing.T, p *Position, _ *rand.Rand) {
		var l game.MoveList
		p.Generate(&l)
		state, inner, cells, text := p.State, p.core, p.cells, game.Text(p)
		check := func(what string) {
			t.Helper()
			if p.State != state || p.core != inner || p.cells != cells || game.Text(p) != text {
				t.Fatalf("%s: not as before after %s", text, what)
			}
		}
		for _, m := range l.Moves {
			p.Make(m.Move)
			movegen.Perft(p, 1)
			p.Unmake()
			check(p.FormatMove(m.Move))
		}
		c := p.Clone()
		c.Make(l.Moves[0].Move)
		check("a move on a clone")
		c.Unmake()
		if game.Text(c) != text {
			t.Fatalf("%s: the clone is %s", text, game.Text(c))
		}
		p.MakePass()
		p.UnmakePass()
		check("a pass")
	})
}

func TestPassGivesTheTurn(t *testing.T) {
	v := variantOf(t, "")
	p := v.Start().(*Position)
	if !p.CanPass() {
		t.Fatal("no pass at the start")
	}
	p.MakePass()
	other := parse(t, v, strings.Replace(startTwo, " w ", " b ", 1))
	if p.Key != other.Key || p.Player != 1 || p.Progress != 0 {
		t.Errorf("after a pass: key %x, player %d, progress %d", p.Key, p.Player, p.Progress)
	}
	for _, text := range []string{
		"w4/6/7/8/9/8/7/6/4b w 0 1",
		"2w(bw)1/w4w/w6/8/9/8/7/6/4b w 3 9",
	} {
		if p := parse(t, v, text); p.CanPass() {
			t.Errorf("%s: a pass is allowed", text)
		}
	}
	if variantOf(t, "players=3").Start().(*Position).CanPass() {
		t.Error("a pass is allowed with three seats")
	}
}

// TestThreats compares with walks from every unit.
func TestThreats(t *testing.T) {
	eachPosition(t, 3, func(t *testing.T, p *Position, _ *rand.Rand) {
		for seat := range p.v.seats {
			var want [4]Set
			for w := range ways {
				for at := range Cells {
					to := target[w][at]
					u := p.cells[at].unit
					if to < 0 || p.own[seat]>>at&1 == 0 || u.Height() < w%3+1 || between[w][at]&p.occupied() != 0 {
						continue
					}
					for h := 1; h <= 3; h++ {
						if p.strength(u, at) > h*int(p.v.factor[to]) {
							want[h] |= 1 << to
						}
					}
				}
			}
			if diff := cmp.Diff(want, *p.Threats(game.Player(seat))); diff != "" {
				t.Fatalf("%s: threats of %d (-want +got):\n%s", game.Text(p), seat, diff)
			}
		}
	})
}

// TestExchange works out exchanges by hand. Cells 2 5 6 9 are black, 1 4 8 11
// white, 3 7 10 12 red.
func TestExchange(t *testing.T) {
	tests := []struct {
		position, action string
		want             int
	}{
		{"2wb1/6/7/8/9/8/7/6/4b w 0 1", "3x4", 100},                   // destroyed, nobody near
		{"2w(bw)1/6/7/8/9/8/7/6/4b w 0 1", "3x4", 125 + 25 + 100},     // captured: a prisoner and a man freed
		{"2wbb/6/7/8/9/8/7/6/5 w 0 1", "3x4", 0},                      // the black man on 5 takes back
		{"2(ww)bb/6/7/8/9/8/7/6/5 w 0 1", "3x4", 100},                 // two on white are no less than one on black
		{"2(ww)b(bb)/6/7/8/9/8/7/6/5 w 0 1", "3x4", 100 - 200},        // but less than two
		{"2wbb/3(ww)2/7/8/9/8/7/6/5 w 0 1", "3x4", 100},               // 9 would take again, so 5 gains nothing
		{"2(www)(bwbw)1/6/7/8/9/8/7/6/4b w 3 9", "3x4", 200 + 50 + 0}, // freed men count for nothing beyond three
	}
	v := variantOf(t, "")
	for _, test := range tests {
		p := parse(t, v, test.position)
		m, err := p.ParseMove(test.action)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Exchange(m); got != test.want {
			t.Errorf("%s %s: %d, want %d", test.position, test.action, got, test.want)
		}
	}
}

func TestRank(t *testing.T) {
	eachPosition(t, 3, func(t *testing.T, p *Position, _ *rand.Rand) {
		var l, tactical game.MoveList
		p.Generate(&l)
		for i := range l.Moves {
			l.Moves[i].Order = 1 << 20
		}
		p.Rank(&l)
		for _, m := range l.Moves {
			if m.Order < -10000 || m.Order > 10000 {
				t.Fatalf("%s: %s has order %d", game.Text(p), p.FormatMove(m.Move), m.Order)
			}
		}
		p.GenerateTactical(&tactical)
		if want := p.Forced; (tactical.Len() == l.Len()) != want || !want && tactical.Len() != 0 {
			t.Fatalf("%s: %d tactical moves of %d", game.Text(p), tactical.Len(), l.Len())
		}
	})
	// A column of three on red is the best merge there is.
	p := parse(t, variantOf(t, ""), "1(ww)w2/6/7/8/9/8/7/6/4b w 0 1")
	var l game.MoveList
	p.Generate(&l)
	p.Rank(&l)
	best := l.Moves[0]
	for _, m := range l.Moves {
		if m.Order > best.Order {
			best = m
		}
	}
	if got := p.FormatMove(best.Move); got != "2-3" {
		t.Errorf("best is %s, want 2-3", got)
	}
}

func TestMoveIndex(t *testing.T) {
	p := variantOf(t, "").Start().(*Position)
	seen := map[int]bool{p.MoveIndex(pass): true}
	for from := range Cells {
		for w := range ways {
			if to := target[w][from]; to >= 0 {
				i := p.MoveIndex(newMove(from, int(to), w, stepKind))
				if i < 0 || i >= p.MoveIndexes() || seen[i] || i != p.MoveIndex(newMove(from, int(to), w, attackKind)) {
					t.Fatalf("index %d of way %d from %d", i, w, from)
				}
				seen[i] = true
			}
		}
	}
	if p.MoveIndexes() > 4096 {
		t.Errorf("%d indexes", p.MoveIndexes())
	}
}

// mirrored writes a position with every unit where a mirror puts it.
func mirrored(p *Position, mirror *[Cells]uint8) *Position {
	q := p.Clone().(*Position)
	q.own, q.two, q.tall, q.cells = [3]Set{}, 0, 0, [64]cell{}
	for at := range Cells {
		to := mirror[at]
		q.cells[to] = p.cells[at]
		for seat := range q.own {
			q.own[seat] |= p.own[seat] >> at & 1 << to
		}
		q.two |= p.two >> at & 1 << to
		q.tall |= p.tall >> at & 1 << to
	}
	q.Key = q.fullKey()
	return q
}

func TestCanonicalKey(t *testing.T) {
	eachPosition(t, 2, func(t *testing.T, p *Position, rng *rand.Rand) {
		if rng.IntN(8) != 0 {
			return
		}
		want := movegen.Perft(p, 2)
		for i := range mirrors {
			q := mirrored(p, &mirrors[i])
			if q.CanonicalKey() != p.CanonicalKey() {
				t.Fatalf("%s and %s: canonical keys %x and %x", game.Text(p), game.Text(q), p.CanonicalKey(), q.CanonicalKey())
			}
			if got := movegen.Perft(q, 2); got != want {
				t.Fatalf("%s and %s: perft %d and %d", game.Text(p), game.Text(q), want, got)
			}
		}
	})
	v := variantOf(t, "")
	a := parse(t, v, "ww3/6/7/8/9/8/7/6/3bb w 0 1")
	b := parse(t, v, "bb3/6/7/8/9/8/7/6/3ww w 0 1")
	if a.CanonicalKey() == b.CanonicalKey() {
		t.Error("White and Black exchanged have one key")
	}
}

func TestNoAllocations(t *testing.T) {
	p := parse(t, variantOf(t, "players=3"), "3rw/1(wb)4/(rr)1r4/8/1w5(rr)1/8/2(wbw)1b2/b(bwr)1(br)(br)1/(bww)2r1 w 26 48")
	var l game.MoveList
	work := func() {
		l.Reset()
		p.Generate(&l)
		p.Rank(&l)
		p.GenerateTactical(&l)
		for _, m := range l.Moves {
			p.Legal(m.Move)
			p.Make(m.Move)
			p.Count()
			p.CanPass()
			p.Unmake()
		}
		p.CanonicalKey()
		p.MakePass()
		p.UnmakePass()
	}
	work()
	if n := testing.AllocsPerRun(20, work); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestPicture(t *testing.T) {
	p := parse(t, variantOf(t, "players=3"), "3rw/1(wb)4/2r4/8/1w5(rrrr)1/8/2(wbw)1b2/b(bwr)1(br)(br)1/(bww)2r1 w 26 48")
	pic := p.Picture()
	if len(pic.Cells) != Cells || !pic.Hex {
		t.Fatalf("%d cells", len(pic.Cells))
	}
	cell := func(n int) game.Cell { return pic.Cells[n-1] }
	want := []game.Cell{
		{Name: "1", X: 4, Y: 0, Owner: game.Chance, Shade: game.Light},
		{Name: "4", X: 10, Y: 0, Text: "r", Owner: 2, Shade: game.Light},
		{Name: "27", X: 0, Y: 8, Owner: game.Chance, Shade: game.Dark},
		{Name: "34", X: 14, Y: 8, Text: "r4", Owner: 2, Shade: game.Accent},
		{Name: "46", X: 6, Y: 12, Text: "wbw", Owner: 0, Shade: game.Dark},
	}
	for _, c := range want {
		var n int
		for i := range pic.Cells {
			if pic.Cells[i].Name == c.Name {
				n = i + 1
			}
		}
		if diff := cmp.Diff(c, cell(n)); diff != "" {
			t.Errorf("cell %s (-want +got):\n%s", c.Name, diff)
		}
	}
	if diff := cmp.Diff([]string{"34: rrrr"}, pic.Notes); diff != "" {
		t.Errorf("notes: %s", diff)
	}
}

// TestRepetition plays men to and fro: the third occurrence is a draw.
func TestRepetition(t *testing.T) {
	g := game.NewPlay(Rules, variantOf(t, "").Start())
	for round := range 2 {
		for _, action := range []string{"12-19", "44-36", "19-12", "36-44"} {
			if g.Over() {
				t.Fatalf("over in round %d", round)
			}
			if err := g.Make(action); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !g.Over() || g.Reason() != "repetition" {
		t.Errorf("over %v (%s)", g.Over(), g.Reason())
	}
}
