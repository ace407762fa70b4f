package tricolor

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen"
)

// TestUnitForgetsSoundly compares units made from exact counts with units made
// from units, for everything that can happen to men.
func TestUnitForgetsSoundly(t *testing.T) {
	const most = 7
	var all [][3]int
	for w := range most {
		for b := range most {
			for r := range most {
				all = append(all, [3]int{w, b, r})
			}
		}
	}
	for _, m := range all {
		u := newUnit(1, m)
		if u.Height() != min(3, m[0]+m[1]+m[2]) || u.Owner() != 1 {
			t.Fatalf("%v: height %d, owner %d", m, u.Height(), u.Owner())
		}
		for seat := range 3 {
			less := m
			less[seat] = 0
			if got, want := u&^menOf[seat], newUnit(1, less); got != want {
				t.Fatalf("%v without %d: %08b, want %08b", m, seat, got, want)
			}
			only := [3]int{}
			only[seat] = m[seat]
			if got, want := u&menOf[seat], newUnit(0, only)&menMask; got != want {
				t.Fatalf("%v, only %d: %08b, want %08b", m, seat, got, want)
			}
		}
		for _, n := range all {
			sum := [3]int{m[0] + n[0], m[1] + n[1], m[2] + n[2]}
			if got, want := u.join(newUnit(2, n)), newUnit(1, sum); got != want {
				t.Fatalf("%v + %v: %08b, want %08b", m, n, got, want)
			}
		}
	}
}

// TestEqualUnitsEqualTrees plays positions with equal units but different men
// side by side by the slow rules, which know every man: actions and results must
// be the same up to the end of the game.
func TestEqualUnitsEqualTrees(t *testing.T) {
	for _, options := range []string{"", "merge=stronger colours=wbr", "players=3", "players=3 colours=brw merge=none"} {
		t.Run(options, func(t *testing.T) {
			v := variantOf(t, options)
			setup, _ := game.ParseSetup(strings.Fields(options))
			rng := rand.New(rand.NewPCG(2, 2))
			twins := 0
			for range 20 {
				p := v.Start().(*Position)
				playRandomly(p, rng, 5+rng.IntN(35))
				text := game.Text(p)
				other := scramble(text, p.v.seats, rng)
				if p.Over || other == text {
					continue
				}
				twins++
				q := parse(t, v, other)
				if q.Key != p.Key {
					t.Fatalf("keys differ:\n%s\n%s", text, other)
				}
				for depth := range 4 {
					if a, b := movegen.Perft(p, depth), movegen.Perft(q, depth); a != b {
						t.Fatalf("perft %d: %d and %d:\n%s\n%s", depth, a, b, text, other)
					}
				}
				playTwins(t, p, q, newOracle(setup, text), newOracle(setup, other), rng)
			}
			if twins < 4 {
				t.Errorf("only %d positions had a twin", twins)
			}
		})
	}
}

func playRandomly(p *Position, rng *rand.Rand, plies int) {
	var l game.MoveList
	for range plies {
		if p.Over {
			return
		}
		l.Reset()
		p.Generate(&l)
		p.Make(l.Moves[rng.IntN(l.Len())].Move)
	}
}

// scramble writes a position with other men in its columns: hidden men in
// another order, and counts of three and more changed where the game has men to
// spare.
func scramble(text string, seats int, rng *rand.Rand) string {
	most := map[int]int{2: 18, 3: 11}[seats]
	board, rest, _ := strings.Cut(text, " ")
	spare := map[byte]int{}
	for i := range seats {
		spare[seatLetters[i]] = most - strings.Count(board, seatLetters[i:i+1])
	}
	var out strings.Builder
	for len(board) > 0 {
		open := strings.IndexByte(board, '(')
		if open < 0 {
			break
		}
		end := strings.IndexByte(board, ')')
		out.WriteString(board[:open+1] + scrambleColumn(board[open+1:end], spare, rng) + ")")
		board = board[end+1:]
	}
	return out.String() + board + " " + rest
}

func scrambleColumn(men string, spare map[byte]int, rng *rand.Rand) string {
	hidden := []byte(men[1:])
	for i := range len(seatLetters) {
		letter := seatLetters[i]
		n := strings.Count(men, string(letter))
		if n < 3 {
			continue
		}
		change := rng.IntN(spare[letter]+n-3+1) - (n - 3)
		spare[letter] -= change
		for ; change > 0; change-- {
			hidden = append(hidden, letter)
		}
		for ; change < 0; change++ {
			i := slices.Index(hidden, letter)
			hidden = slices.Delete(hidden, i, i+1)
		}
	}
	rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	return men[:1] + string(hidden)
}

// playTwins plays the same random actions on both sides.
func playTwins(t *testing.T, p, q *Position, slowP, slowQ *oracle, rng *rand.Rand) {
	t.Helper()
	for range 200 {
		legal := slowP.legal()
		if !slices.Equal(legal, slowQ.legal()) || slowP.result != slowQ.result || p.Key != q.Key {
			t.Fatalf("twins differ:\n%s %q %v\n%s %q %v", slowP.text(), slowP.result, legal, slowQ.text(), slowQ.result, slowQ.legal())
		}
		if len(legal) == 0 {
			return
		}
		action := legal[rng.IntN(len(legal))]
		slowP.play(action)
		slowQ.play(action)
		for _, x := range []*Position{p, q} {
			m, err := x.ParseMove(action)
			if err != nil {
				t.Fatal(err)
			}
			x.Make(m)
		}
	}
}

// TestKeysTellUnitsApart puts every kind of unit on a cell: no two share a key.
func TestKeysTellUnitsApart(t *testing.T) {
	kinds := map[uint64]Unit{}
	two := 0
	for owner := range 3 {
		for n := range 64 {
			men := [3]int{n & 3, n >> 2 & 3, n >> 4}
			if men[owner] == 0 {
				continue
			}
			u := newUnit(owner, men)
			if v, taken := kinds[unitKey[u][30]]; taken {
				t.Errorf("units %08b and %08b share a key", u, v)
			}
			kinds[unitKey[u][30]] = u
			if owner < 2 && men[2] == 0 {
				two++
			}
		}
	}
	if len(kinds) != 144 || two != 24 {
		t.Errorf("%d kinds of unit, %d with two seats: want 144 and 24", len(kinds), two)
	}
}

// TestKeyIsTheBoard compares the key kept by moves with one made from scratch,
// and keys of texts that differ in one thing.
func TestKeyIsTheBoard(t *testing.T) {
	v := variantOf(t, "players=3")
	rng := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		p := v.Start().(*Position)
		for !p.Over {
			playRandomly(p, rng, 1)
			if p.Key != p.fullKey() {
				t.Fatalf("%s: key %x, want %x", game.Text(p), p.Key, p.fullKey())
			}
		}
	}
	same := func(a, b string) bool { return parse(t, v, a).Key == parse(t, v, b).Key }
	const board = "w(wbr)3/6/7/8/9/8/7/6/3(bw)r"
	for _, other := range []string{board + " b 0 1", "w(wbb)2r/6/7/8/9/8/7/6/3(bw)r w 0 1", "1(wbr)2w/6/7/8/9/8/7/6/3(bw)r w 0 1",
		"w(wbr)3/6/7/8/9/8/7/6/3(bww)r w 0 1"} {
		if same(board+" w 0 1", other) {
			t.Errorf("%s has the key of %s", other, board)
		}
	}
	for _, other := range []string{board + " w 7 30", "w(wrb)3/6/7/8/9/8/7/6/3(bw)r w 0 1"} {
		if !same(board+" w 0 1", other) {
			t.Errorf("%s has not the key of %s", other, board)
		}
	}
}

// TestExactKeyTellsColumnsApart: columns of one kind but of different men share
// the key of the search, and count as different boards for repetition.
func TestExactKeyTellsColumnsApart(t *testing.T) {
	v := variantOf(t, "")
	parse := func(text string) *Position {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return p.(*Position)
	}
	a := parse("(wwww)4/6/7/8/9/8/7/6/4(bb) w 0 1")
	b := parse("(wwwww)4/6/7/8/9/8/7/6/4(bb) w 0 1")
	later := parse("(wwww)4/6/7/8/9/8/7/6/4(bb) w 7 30")
	if a.Key != b.Key || a.ExactKey() == b.ExactKey() {
		t.Errorf("keys %x %x, exact %x %x", a.Key, b.Key, a.ExactKey(), b.ExactKey())
	}
	if a.ExactKey() != later.ExactKey() {
		t.Error("counters change the exact key")
	}
	black := parse("(wwww)4/6/7/8/9/8/7/6/4(bb) b 0 1")
	if black.ExactKey() == a.ExactKey() {
		t.Error("the actor does not change the exact key")
	}
}
