package barca

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
)

func mustParse(t testing.TB, text string) *Position {
	t.Helper()
	p, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkOracle compares a position with the oracle in every respect.
func checkOracle(t *testing.T, p *Position, o oracle) {
	t.Helper()
	text := o.text()
	if got := game.Text(p); got != text {
		t.Fatalf("text %q: want %q", got, text)
	}
	legal, forced := o.moves()
	got, want := sortedTexts(p), o.moveTexts()
	if !slices.Equal(got, want) {
		t.Fatalf("%s\n got %v\nwant %v", text, got, want)
	}
	if n := p.Count(); n != len(legal) {
		t.Fatalf("%s: Count %d: want %d", text, n, len(legal))
	}
	if p.Forced != forced || p.Over != (len(legal) == 0) {
		t.Fatalf("%s: forced %v, over %v: want %v, %v", text, p.Forced, p.Over, forced, len(legal) == 0)
	}
	if fresh := mustParse(t, text); fresh.Key != p.Key || bits.OnesCount8(fresh.scared) != bits.OnesCount8(p.scared) || fresh.lines != p.lines || fresh.held != p.held {
		t.Fatalf("%s: key, fear, lines or holes differ from a fresh position's", text)
	}
	reason, winner := "", -1
	switch w := o.won(); {
	case w != 0:
		reason, winner = "three-holes", strings.IndexByte("wb", w)
	case len(legal) == 0:
		reason, winner = "no-move", 1
		if o.black {
			winner = 0
		}
	}
	if p.Reason() != reason {
		t.Fatalf("%s: reason %q: want %q", text, p.Reason(), reason)
	}
	if p.Over {
		var to [game.MaxSides]game.Score
		if p.Returns(&to); to[winner] != game.Whole || to[1-winner] != 0 {
			t.Fatalf("%s: returns %v: want side %d to win", text, to, winner)
		}
	}
}

func TestRandomPositionsAgreeWithOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	forced, trapped, over := 0, 0, 0
	for i := range 6000 {
		o := randomOracle(rng, i%4)
		p := mustParse(t, o.text())
		checkOracle(t, p, o)
		switch {
		case p.Over:
			over++
		case p.Forced:
			forced++
		case p.scared != 0:
			trapped++
		}
	}
	if forced < 500 || trapped < 50 || over < 50 {
		t.Errorf("%d forced, %d trapped and %d finished positions: too few to prove anything", forced, trapped, over)
	}
}

func TestRandomGamesAgreeWithOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	ended := 0
	for range 12 {
		p, o := mustParse(t, StartText), readOracle(StartText)
		var texts []string
		for range 250 {
			checkOracle(t, p, o)
			if p.Over {
				ended++
				break
			}
			legal, _ := o.moves()
			m := legal[rng.IntN(len(legal))]
			for tries := 0; tries < 20 && onHole[SquareAt(m.toFile, m.toRank)] == 0; tries++ {
				m = legal[rng.IntN(len(legal))] // holes sooner, or games do not end
			}
			texts = append(texts, o.text())
			move, err := p.ParseMove(m.text())
			if err != nil {
				t.Fatal(err)
			}
			p.Make(move)
			o.play(m)
		}
		for i, text := range slices.Backward(texts) {
			p.Unmake()
			if got := game.Text(p); got != text || int(p.Ply) != i || int(p.Progress) != i {
				t.Fatalf("unmade to %q at ply %d: want %q at %d", got, p.Ply, text, i)
			}
			checkOracle(t, p, readOracle(text))
		}
	}
	if ended == 0 {
		t.Error("no random game ended: raise the limit")
	}
}

func perft(p *Position, depth int, lists []game.MoveList) int {
	if p.Over {
		return 0
	}
	if depth == 1 {
		return p.Count()
	}
	l := &lists[depth]
	l.Reset()
	p.Generate(l)
	n := 0
	for i := range l.Moves {
		p.Make(l.Moves[i].Move)
		n += perft(p, depth-1, lists)
		p.Unmake()
	}
	return n
}

func TestPerft(t *testing.T) {
	want := []int{38, 1404, 66286, 3046014, 164781196}
	if testing.Short() {
		want = want[:4]
	}
	p := mustParse(t, StartText)
	lists := make([]game.MoveList, 6)
	for i, n := range want {
		if got := perft(p, i+1, lists); got != n {
			t.Errorf("perft %d = %d: want %d", i+1, got, n)
		}
	}
}

// forcedText has a scared lion on b2, while g1g4 would win.
const forcedText = "10/10/10/3E6/10/10/3M6/10/1L8/e5E3 w 1"

func TestRulesCases(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"the mouse is trapped, and the lion may move", "m1E7/1L8/10/E9/10/10/10/10/10/9l b 1",
			"a10a8 a10a9 a10b10 j1c8 j1d7 j1e6 j1f5 j1g4 j1h3 j1i2"},
		{"only escapes, not even the win", forcedText, "b2a3 b2c1 b2c3"},
		{"escapes, a win among them", "10/10/10/3E2E3/10/10/1M8/l9/10/10 w 1",
			"b4b1 b4b10 b4b5 b4b6 b4b7 b4b8 b4b9 b4c4 b4d4 b4e4 b4f4 b4g4 b4h4 b4i4 b4j4"},
	} {
		p := mustParse(t, c.text)
		if got := strings.Join(sortedTexts(p), " "); got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}

func TestFinishedPositions(t *testing.T) {
	for _, c := range []struct {
		text, reason string
		winner       int
	}{
		{"9L/10/4l5/6l1E1/5e4/2E7/L2m2mM2/7M2/10/1e8 w 75", "three-holes", 1},
		{"10/1e1m2l3/10/6LL2/8M1/el8/3E2Mm2/10/7E2/10 b 98", "three-holes", 0},
		{"10/10/10/3E2E3/10/10/3M6/10/10/10 w 1", "three-holes", 0}, // even at the winner's turn
		{"10/10/10/3E2E3/10/10/3M2M3/10/10/10 b 1", "three-holes", 0},
		{"10/10/10/10/10/10/10/10/10/10 w 1", "no-move", 1},
		{"10/10/10/10/10/10/10/10/10/4E5 b 1", "no-move", 0},
		// The lion could go to b2 only, next to the elephant, and is not scared.
		{"10/10/10/10/10/10/10/2e7/10/L9 w 9", "no-move", 1},
	} {
		p := mustParse(t, c.text)
		var to [game.MaxSides]game.Score
		if !p.Over || p.Reason() != c.reason || p.Count() != 0 {
			t.Errorf("%s: over %v, reason %q, %d moves: want %q", c.text, p.Over, p.Reason(), p.Count(), c.reason)
			continue
		}
		if p.Returns(&to); to[c.winner] != game.Whole {
			t.Errorf("%s: returns %v: want side %d to win", c.text, to, c.winner)
		}
		if _, err := p.ParseMove("a1a2"); err == nil {
			t.Errorf("%s: a move was read after the end", c.text)
		}
	}
}

// TestNoMoveAfterMake has a game end because the reply has no move.
func TestNoMoveAfterMake(t *testing.T) {
	p := mustParse(t, "10/10/10/10/10/10/10/3e6/10/L9 b 4")
	m, err := p.ParseMove("d3c3")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(m)
	if !p.Over || p.Reason() != "no-move" || p.winner() != 1 {
		t.Errorf("over %v, reason %q: want Black to win", p.Over, p.Reason())
	}
	p.Unmake()
	if p.Over || p.Count() == 0 {
		t.Error("the game goes on before the move")
	}
}

// TestLegal tries every way to encode a move, and random values.
func TestLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 120 {
		o := randomOracle(rng, i%4)
		p := mustParse(t, o.text())
		var l game.MoveList
		p.Generate(&l)
		legal := map[game.Move]bool{game.NoMove: false}
		for _, m := range l.Moves {
			legal[m.Move] = true
		}
		check := func(m game.Move) {
			if got := p.Legal(m); got != legal[m] {
				t.Fatalf("%s: Legal(%#x) = %v: want %v", o.text(), m, got, legal[m])
			}
		}
		for m := range game.Move(1 << 16) {
			check(m)
		}
		for range 2000 {
			check(game.Move(rng.Uint32()))
		}
		for _, m := range l.Moves {
			check(m.Move | 1<<(16+rng.IntN(16)))
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "fields"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w", "fields"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1 ", "fields"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4  w 1", "fields"},
		{"4ee4/3lmml3/10/10/10/10/10/3LMML3/4EE4 w 1", "rows"},
		{"4ee4/3lmml3/10/10/10/10/10/10/10/3LMML3/4EE4 w 1", "rows"},
		{"4ee5/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1", "squares"},
		{"4ee3/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1", "squares"},
		{"10e/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1", "squares"},
		{"/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 1", "squares"},
		{"4ee4/3lmml3/55/10/10/10/10/10/3LMML3/4EE4 w 1", "run"},
		{"4ee4/3lmml3/010/10/10/10/10/10/3LMML3/4EE4 w 1", "run"},
		{"4ee4/3lmml3/0e9/10/10/10/10/10/3LMML3/4EE4 w 1", "run"},
		{"4ee4/3lmml3/11/10/10/10/10/10/3LMML3/4EE4 w 1", "run"},
		{"4ee4/3lmml3/99999999999999999999/10/10/10/10/10/3LMML3/4EE4 w 1", "run"},
		{"4ee4/3lmml3/x9/10/10/10/10/10/3LMML3/4EE4 w 1", "letter"},
		{"4ee4/3lmml3/é9/10/10/10/10/10/3LMML3/4EE4 w 1", "letter"},
		{"4ee4/3lmml3/e9/10/10/10/10/10/3LMML3/4EE4 w 1", "third"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 W 1", "side"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 0", "turn"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 01", "turn"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w +1", "turn"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w -1", "turn"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w 2147483648", "turn"},
		{"4ee4/3lmml3/10/10/10/10/10/10/3LMML3/4EE4 w x", "turn"},
	} {
		if _, err := parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v: want one about %q", c.text, err, c.want)
		}
	}
}

// TestLastTurn plays on from the largest turn number that can be read.
func TestLastTurn(t *testing.T) {
	p := mustParse(t, strings.Replace(StartText, " w 1", " b 2147483647", 1))
	var l game.MoveList
	p.Generate(&l)
	p.Make(l.Moves[0].Move)
	if text := game.Text(p); !strings.HasSuffix(text, " w 2147483647") {
		t.Errorf("text %q: want the turn to stay at its limit", text)
	}
}

func TestParseMoveRefuses(t *testing.T) {
	for _, c := range []struct{ text, move, want string }{
		{forcedText, "", "two squares"},
		{forcedText, "b2", "two squares"},
		{forcedText, "b2c3x", "two squares"},
		{forcedText, "b2k5", "two squares"},
		{forcedText, "b2b11", "two squares"},
		{forcedText, "a3a4", "no animal"},
		{forcedText, "a1a2", "no animal"},
		{forcedText, "b2b3", "does not reach"},
		{forcedText, "b2b2", "does not reach"},
		{forcedText, "b2e5", "does not reach"},
		{forcedText, "g1g4", "escape"},
		{forcedText, "b2c3", ""},
		{forcedText, "b2a3", ""},
		{StartText, "e2e8", "scared"},
		{StartText, "f2f9", "does not reach"},
		{StartText, "g2a8", ""},
		{"10/10/10/10/10/10/10/4e5/10/L9 w 1", "a1d4", "scared"},
		{"10/10/10/10/10/10/10/4e5/10/L9 w 1", "a1g7", ""},
	} {
		p := mustParse(t, c.text)
		m, err := p.ParseMove(c.move)
		switch {
		case c.want == "" && (err != nil || p.FormatMove(m) != c.move):
			t.Errorf("%s: %q: %v", c.text, c.move, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %q: error %v: want one about %q", c.text, c.move, err, c.want)
		}
	}
}

// mirror and turned are the symmetries of the game, on texts.
func mirror(o oracle) oracle {
	for r := range o.cells {
		slices.Reverse(o.cells[r][:])
	}
	return o
}

func turned(o oracle) oracle {
	slices.Reverse(o.cells[:])
	for r := range o.cells {
		for f, c := range o.cells[r] {
			if c != 0 {
				o.cells[r][f] = c ^ ('a' ^ 'A')
			}
		}
	}
	o.black = !o.black
	return o
}

func TestSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	keys := map[uint64]string{}
	lists := make([]game.MoveList, 3)
	for i := range 300 {
		o := randomOracle(rng, i%4)
		o.turn = 1
		p := mustParse(t, o.text())
		for _, image := range []oracle{mirror(o), turned(o), mirror(turned(o))} {
			q := mustParse(t, image.text())
			if q.CanonicalKey() != p.CanonicalKey() {
				t.Fatalf("%s and %s have different canonical keys", o.text(), image.text())
			}
			if q.Count() != p.Count() || q.Forced != p.Forced || q.Over != p.Over {
				t.Fatalf("%s and %s differ in their moves", o.text(), image.text())
			}
			if i < 20 && perft(p, 2, lists) != perft(q, 2, lists) {
				t.Fatalf("%s and %s differ in perft 2", o.text(), image.text())
			}
			if q.Key == p.Key && image.text() != o.text() {
				t.Fatalf("%s and %s share a key", o.text(), image.text())
			}
		}
		other := o
		other.black = !o.black
		if q := mustParse(t, other.text()); q.Key == p.Key {
			t.Fatalf("%s: the side to move is not in the key", o.text())
		}
		if old, ok := keys[p.Key]; ok && old != o.text() {
			t.Fatalf("%s and %s share a key", old, o.text())
		}
		keys[p.Key] = o.text()
	}
}

func TestKeyNames(t *testing.T) {
	// A change of these keys makes every stored key and book void.
	if p := mustParse(t, StartText); p.Key != 0xd79d0fa63d1ff43e {
		t.Errorf("start key %#x: want it as in every build", p.Key)
	}
}

func TestPass(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	passed := 0
	for range 500 {
		o := randomOracle(rng, 0)
		p := mustParse(t, o.text())
		if p.Over || p.CanPass() != (p.scared == 0) {
			continue
		}
		if !p.CanPass() {
			continue
		}
		before := *p
		p.MakePass()
		o.black = !o.black
		q := mustParse(t, o.text())
		if p.Key != q.Key || p.Forced != q.Forced || p.Over != q.Over || !slices.Equal(sortedTexts(p), sortedTexts(q)) {
			t.Fatalf("%s: a pass does not lead here", o.text())
		}
		p.UnmakePass()
		if p.State != before.State || p.scared != before.scared {
			t.Fatalf("%s: UnmakePass does not restore the position", o.text())
		}
		passed++
	}
	if passed < 100 {
		t.Errorf("%d passes: too few", passed)
	}
}

func TestCloneIsIndependent(t *testing.T) {
	p := mustParse(t, StartText)
	m, _ := p.ParseMove("e2e5")
	p.Make(m)
	c := p.Clone().(*Position)
	before := game.Text(p)
	m, _ = c.ParseMove("e9e6")
	c.Make(m)
	c.Unmake()
	m, _ = c.ParseMove("f9f6")
	c.Make(m)
	if game.Text(p) != before {
		t.Errorf("a move on the clone changed the position to %s", game.Text(p))
	}
	p.Unmake()
	if game.Text(p) != StartText {
		t.Errorf("unmade to %s", game.Text(p))
	}
}

func TestNoAllocation(t *testing.T) {
	p := mustParse(t, StartText)
	rng := rand.New(rand.NewPCG(11, 12))
	l := game.MoveList{Moves: make([]game.Scored, 0, 256)}
	play := func() {
		for range 60 {
			if p.Over {
				break
			}
			l.Reset()
			p.GenerateTactical(&l)
			l.Reset()
			p.Generate(&l)
			p.Rank(&l)
			m := l.Moves[rng.IntN(l.Len())].Move
			if !p.Legal(m) || p.Count() != l.Len() || p.MoveIndex(m) >= p.MoveIndexes() {
				t.Error("a generated move is not legal, counted or indexed")
			}
			p.CanonicalKey()
			p.Make(m)
		}
		for p.Ply > 0 {
			p.Unmake()
		}
	}
	play()
	if n := testing.AllocsPerRun(20, play); n != 0 {
		t.Errorf("%v allocations in a game of 60 plies: want 0", n)
	}
}

func TestPicture(t *testing.T) {
	p := mustParse(t, StartText)
	pic := p.Picture()
	if len(pic.Cells) != 100 {
		t.Fatalf("%d cells: want 100", len(pic.Cells))
	}
	animals, holes := 0, 0
	for _, c := range pic.Cells {
		if (c.Text == "") != (c.Owner == game.Chance) {
			t.Errorf("%s: text %q of owner %d", c.Name, c.Text, c.Owner)
		}
		if c.Text != "" {
			animals++
		}
		if c.Shade == game.Special {
			holes++
		}
		if c.Name == "d2" && (c.Text != "L" || c.Owner != 0 || c.X != 6 || c.Y != 16) {
			t.Errorf("d2 is drawn as %+v", c)
		}
	}
	if animals != 12 || holes != 4 {
		t.Errorf("%d animals and %d holes: want 12 and 4", animals, holes)
	}
}
