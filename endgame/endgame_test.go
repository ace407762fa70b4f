package endgame

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/movegen/tricolor"
	"tetrarch/search"
)

// tables solves each number of units once for all tests.
var tables [MaxUnits + 1]struct {
	once  sync.Once
	table *Table
	stats Statistics
	err   error
}

// solved returns the table of so many units, each value of which was checked
// against its successors.
func solved(t testing.TB, units int) (*Table, Statistics) {
	t.Helper()
	if units > 2 && testing.Short() {
		t.Skip("solving three units takes seconds")
	}
	e := &tables[units]
	e.once.Do(func() {
		file := filepath.Join(folder, fmt.Sprint(units))
		if e.stats, e.err = Solve(context.Background(), file, Options{Units: units, Threads: 2, Check: true}); e.err == nil {
			e.table, e.err = Open(file)
		}
	})
	if e.err != nil {
		t.Fatal(e.err)
	}
	return e.table, e.stats
}

var folder string

func TestMain(m *testing.M) {
	exit := func() int {
		var err error
		if folder, err = os.MkdirTemp("", "endgame"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		return m.Run()
	}()
	os.Exit(exit)
}

func variant(t testing.TB, options ...string) game.Variant {
	t.Helper()
	setup, err := game.ParseSetup(options)
	if err != nil {
		t.Fatal(err)
	}
	v, err := tricolor.Rules.Variant(setup)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func parse(t testing.TB, v game.Variant, text string) game.Position {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStatistics fixes what the tables of two and three units hold.
func TestStatistics(t *testing.T) {
	want := map[int]string{
		2: "5814 positions: 1062 won, 661 lost, 4091 drawn; longest 18",
		3: "2727474 positions: 1189792 won, 1000254 lost, 537428 drawn; longest 55",
	}
	for units, want := range want {
		table, s := solved(t, units)
		if got := fmt.Sprintf("%d positions: %d won, %d lost, %d drawn; longest %d", s.Positions, s.Wins, s.Losses, s.Draws, s.Longest); got != want {
			t.Errorf("%d units: %s, want %s", units, got, want)
		}
		p := parse(t, variant(t), s.Where)
		outcome, plies, ok := table.Probe(p)
		if !ok || plies != s.Longest || outcome != 2*(plies&1)-1 {
			t.Errorf("%s: outcome %d in %d, %v", s.Where, outcome, plies, ok)
		}
	}
}

// TestIndex goes from indexes to places and back, also by way of every mirror
// image and every order of units that are alike.
func TestIndex(t *testing.T) {
	prepare()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, l := range layouts {
		used := 0
		for range 300 {
			index := rng.Uint32N(l.size)
			p, kept, ok := l.place(index)
			if !ok {
				continue
			}
			used++
			same := 0
			for s := range mirror {
				q := p
				for side, a := range l.army {
					for i := range a.n {
						q[side*most+i] = mirror[s][p[side*most+i]]
					}
				}
				for side, a := range l.army {
					for i := 1; i < a.n; i++ {
						if at := side*most + i; a.kinds[i] == a.kinds[i-1] && rng.IntN(2) == 0 {
							q[at], q[at-1] = q[at-1], q[at]
						}
					}
				}
				if got := l.index(&q); got != index {
					t.Fatalf("%v: image %d of %d has index %d", l, s, index, got)
				}
				if sameUnits(l, p, q) {
					same++
				}
			}
			if same != kept {
				t.Fatalf("%v, index %d keeps %d symmetries, want %d", l, index, kept, same)
			}
		}
		if used < 150 {
			t.Errorf("%v: only %d of 300 indexes are used", l, used)
		}
	}
}

// sameUnits says whether two places differ in the order of equal units alone.
func sameUnits(l *layout, p, q place) bool {
	type unit struct {
		side int
		k    kind
		at   uint8
	}
	at := map[unit]bool{}
	for side, a := range l.army {
		for i, k := range a.kinds[:a.n] {
			at[unit{side, k, p[side*most+i]}] = true
		}
	}
	for side, a := range l.army {
		for i, k := range a.kinds[:a.n] {
			if !at[unit{side, k, q[side*most+i]}] {
				return false
			}
		}
	}
	return true
}

// TestCount compares the number of positions with Burnside's count of the places
// of units up to symmetry, for one layout of each form.
func TestCount(t *testing.T) {
	prepare()
	for _, l := range layouts[:upTo[3]] {
		n := 0
		for index := range l.size {
			if _, _, ok := l.place(index); ok {
				n++
			}
		}
		// A turn keeps no place of two units or three, for units of one side
		// that are alike move in threes and the lone one must be the centre.
		all, line := cells*(cells-1), 9*8
		if l.army[0].n+l.army[1].n == 3 {
			all, line = all*(cells-2), line*7
			if l.lead == alikePair {
				all, line = all/2, line/2+9*26 // or two change places
			}
		}
		if want := (all + 3*line) / 6; n != want {
			t.Errorf("%v: %d positions, want %d", l, n, want)
		}
	}
}

// TestRulesAgree computes values from successors as the game itself makes them:
// of all positions of two units, and of many of three, of any men, for both
// sides to move.
func TestRulesAgree(t *testing.T) {
	v := variant(t, "quiet=0")
	table, _ := solved(t, 3)
	of := func(p game.Position) value { return probe(t, table, p) }
	for _, l := range layouts[:upTo[2]] {
		for index := range l.size {
			if p, _, ok := l.place(index); ok {
				followsFromRules(t, parse(t, v, l.text(p)), of)
			}
		}
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for range 30000 {
		followsFromRules(t, parse(t, v, randomText(rng, 3)), of)
	}
}

// followsFromRules compares the value of a position with those of the positions
// that the game itself says can follow.
func followsFromRules(t *testing.T, p game.Position, of func(game.Position) value) {
	t.Helper()
	if p.Base().Over {
		return
	}
	best, moves := draw, 0
	var list game.MoveList
	p.Generate(&list)
	for _, m := range list.Moves {
		p.Make(m.Move)
		got := lost // a side that is over with has lost, whoever moves
		if !p.Base().Over {
			got = of(p)
		} else if won(p, p.Base().Side) {
			t.Fatalf("%s: the game ends in favour of the side to move", game.Text(p))
		}
		p.Unmake()
		if v := before(got); moves == 0 || better(v, best) {
			best = v
		}
		moves++
	}
	if got := of(p); got != best {
		t.Fatalf("%s: the table says %d, its successors %d", game.Text(p), got, best)
	}
}

// TestFourUnits solves some layouts of four units, one of each form of index,
// and compares samples with the rules.
func TestFourUnits(t *testing.T) {
	v := variant(t, "quiet=0")
	table, _ := solved(t, 3)
	fewer := &solver{of: func(l *layout, p place) value {
		x, err := table.at(l, l.index(&p))
		if err != nil {
			t.Error(err)
		}
		return x
	}}
	rng := rand.New(rand.NewPCG(7, 7))
	for _, kinds := range [][2][]kind{
		{{pair, pair}, {mixedPair, mixedPair}},
		{{pair, pair, pair}, {tower}},
		{{single, single}, {single, mixedTower}},
		{{single, pair, mixedTower}, {tower}},
	} {
		l := byArmies[armyOf(kinds[0]).code()][armyOf(kinds[1]).code()]
		results, err := fewer.pair(l)
		if err != nil {
			t.Fatal(err)
		}
		of := func(p game.Position) value {
			m := menOf(p.(*tricolor.Position))
			for _, r := range results {
				if r.layout.army == m.army {
					return r.values[r.layout.index(&m.place)]
				}
			}
			return probe(t, table, p)
		}
		for range 2000 {
			r := results[rng.IntN(len(results))]
			if p, _, ok := r.layout.place(rng.Uint32N(r.layout.size)); ok {
				followsFromRules(t, parse(t, v, r.layout.text(p)), of)
			}
		}
	}
}

func armyOf(kinds []kind) *army {
	a := &army{n: len(kinds)}
	copy(a.kinds[:], kinds)
	return a
}

func won(p game.Position, side game.Side) bool {
	var to [game.MaxSides]game.Score
	p.Returns(&to)
	return to[side] == game.Whole
}

// probe returns what the table says, as a value.
func probe(t testing.TB, table *Table, p game.Position) value {
	t.Helper()
	outcome, plies, ok := table.Probe(p)
	if !ok || outcome == 0 && plies != 0 || outcome != 0 && outcome != 2*(plies&1)-1 {
		t.Fatalf("%s: the table says %d in %d, %v", game.Text(p), outcome, plies, ok)
	}
	if outcome == 0 {
		return draw
	}
	return value(plies + 1)
}

// randomText writes a position of so many units, at least one of each side.
func randomText(rng *rand.Rand, units int) string {
	at := map[int]string{}
	for i := range units {
		owner := rng.IntN(2)
		if i < 2 {
			owner = i
		}
		unit := "wb"[owner : owner+1]
		for n := rng.IntN(5); n > 0; n-- {
			unit += string("wb"[rng.IntN(2)])
		}
		if len(unit) > 1 {
			unit = "(" + unit + ")"
		}
		for {
			if cell := rng.IntN(cells); at[cell] == "" {
				at[cell] = unit
				break
			}
		}
	}
	return board(at) + " " + "wb"[rng.IntN(2):][:1] + " 0 1"
}

// board writes units by number, from 0.
func board(at map[int]string) string {
	var b strings.Builder
	n := 0
	for row, length := range [9]int{5, 6, 7, 8, 9, 8, 7, 6, 5} {
		if row > 0 {
			b.WriteByte('/')
		}
		for range length {
			if at[n] == "" {
				b.WriteByte('1')
			} else {
				b.WriteString(at[n])
			}
			n++
		}
	}
	return joinEmpty(b.String())
}

// joinEmpty makes runs of "1" one number.
func joinEmpty(s string) string {
	for n := 9; n > 1; n-- {
		s = strings.ReplaceAll(s, strings.Repeat("1", n), fmt.Sprint(n))
	}
	return s
}

// TestSearchAgrees compares wins and losses of few plies with a plain search,
// which finds all of them and no others to its depth.
func TestSearchAgrees(t *testing.T) {
	v := variant(t)
	table, _ := solved(t, 3)
	rng := rand.New(rand.NewPCG(3, 3))
	const depth = 4
	decided := 0
	for range 400 {
		p := parse(t, v, randomText(rng, 3))
		if p.Base().Over {
			continue
		}
		outcome, plies, ok := table.Probe(p)
		if !ok {
			t.Fatalf("%s is not in the table", game.Text(p))
		}
		r, err := search.NewPlain().Search(t.Context(), search.Root{
			Position: p, Repetition: 3, Evaluator: eval.Tricolor.New,
			Share: eval.Tricolor.Scale.For(2).Share,
		}, search.Limits{Depth: depth}, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		score := r.Report().Score
		want := game.Score(outcome) * (search.Mate - game.Score(plies))
		switch near := outcome != 0 && plies <= depth; {
		case near && score != want:
			t.Errorf("%s: the table says %d in %d, the search %d", game.Text(p), outcome, plies, score)
		case !near && (score > game.MaxEval || score < -game.MaxEval):
			t.Errorf("%s: the table says %d in %d, the search %d", game.Text(p), outcome, plies, score)
		case near:
			decided++
		}
	}
	if decided < 50 {
		t.Errorf("only %d positions were decided", decided)
	}
}
