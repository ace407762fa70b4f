package rollout

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"go.uber.org/goleak"

	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// toyRoot returns a position of the toy race; a text of "" is the start.
func toyRoot(t testing.TB, options game.Setup, text string) search.Root {
	t.Helper()
	v, err := toy.Rules.Variant(options)
	if err != nil {
		t.Fatal(err)
	}
	pos := v.Start()
	if text != "" {
		if pos, err = v.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	return rootOf(pos)
}

func rootOf(pos game.Position) search.Root {
	return search.Root{Position: pos, Evaluator: toy.Evaluator, Share: eval.Scale{}.Share}
}

func run1(t testing.TB, r search.Root, o Options) Result {
	t.Helper()
	result, err := Run(context.Background(), r, o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// expected is the oracle: the expectation of a rollout with the one-ahead policy
// that is cut after so many turns, by all sequences of rolls.
func expected(p *player, turns int) (sum Values) {
	switch {
	case p.st.Over || p.st.Player == game.Chance && turns == 0:
		p.value(&sum)
	case p.st.Player == game.Chance:
		var l game.MoveList
		p.pos.Generate(&l)
		for _, s := range l.Moves {
			n, den := p.roller.Weight(s.Move)
			p.pos.Make(s.Move)
			v := expected(p, turns-1)
			p.pos.Unmake()
			for side := range sum {
				sum[side] += v[side] * float64(n) / float64(den)
			}
		}
	default:
		p.pos.Make(p.best().move)
		sum = expected(p, turns)
		p.pos.Unmake()
	}
	return sum
}

func near(a, b Values, most float64) bool {
	for side := range a {
		if math.Abs(a[side]-b[side]) > most {
			return false
		}
	}
	return true
}

// TestStratification wants one block to average two rolls exactly, with and
// without luck.
func TestStratification(t *testing.T) {
	for _, options := range []game.Setup{nil, {"seats": "3"}, {"seats": "4", "teams": "13/24"}} {
		r := toyRoot(t, options, "")
		p, err := newPlayer(r, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := expected(p, 2)
		for seed := range uint64(5) {
			l := run1(t, r, Options{Games: 1, Turns: 2, Seed: seed}).Lines[0]
			if l.Games != Block || !near(l.Mean, want, 1e-12) || !near(l.Plain, want, 1e-12) {
				t.Errorf("%v seed %d: %d games, mean %v, plain %v, want %v of %d games", options, seed, l.Games, l.Mean, l.Plain, want, Block)
			}
		}
	}
}

// TestDice wants the first two rolls of a block to be all pairs once, later ones
// to be fair, and equal games to roll alike.
func TestDice(t *testing.T) {
	pairs := map[[2]int]int{}
	later := map[int]int{}
	for g := range uint64(Block * 100) {
		d, again := dice{seed: 7, game: g}, dice{seed: 7, game: g}
		pairs[[2]int{d.ticket(6), d.ticket(6)}]++
		for range 10 {
			later[d.ticket(6)]++
		}
		for range 11 {
			again.ticket(6)
		}
		if d.roll--; d.ticket(1000) != again.ticket(1000) {
			t.Fatal("equal dice roll differently")
		}
	}
	for pair, n := range pairs {
		if n != 100 {
			t.Errorf("pair %v %d times, want 100", pair, n)
		}
	}
	// The standard deviation is 71.
	for n := range 6 {
		if d := later[n] - 6000; len(later) != 6 || d < -250 || d > 250 {
			t.Errorf("later rolls %v, want about 6000 of each", later)
		}
	}
	// Other numbers of outcomes are fair too, if not stratified exactly.
	seen := map[int]int{}
	for g := range uint64(Block * 100) {
		d := dice{seed: 7, game: g}
		seen[d.ticket(7)]++
	}
	for n := range 7 {
		if d := seen[n] - 514; d < -80 || d > 80 {
			t.Errorf("%d of 3600 first rolls of seven outcomes are %d, want about 514", seen[n], n)
		}
	}
}

// TestUnbiased compares the mean with and without luck with the oracle.
func TestUnbiased(t *testing.T) {
	for _, c := range []struct {
		options game.Setup
		text    string
	}{
		{nil, ""}, {nil, "4,3/2,5 2 - b"}, {game.Setup{"seats": "3"}, "1,3/2,0/3,1 - - r"},
	} {
		const turns = 6
		r := toyRoot(t, c.options, c.text)
		result := run1(t, r, Options{Games: 100 * Block, Turns: turns, Seed: 3})
		for _, l := range result.Lines {
			pos := r.Position.Clone()
			if l.Move != game.NoMove {
				pos.Make(l.Move)
			}
			p, err := newPlayer(rootOf(pos), Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := expected(p, turns)
			for side := range r.Position.Seating().Sides {
				if d := math.Abs(l.Mean[side] - want[side]); d > 4*l.Error[side]+1e-12 {
					t.Errorf("%s: side %d: %.4f ± %.4f, want %.4f", c.text, side, l.Mean[side], l.Error[side], want[side])
				}
				if d := math.Abs(l.Plain[side] - want[side]); d > 4*l.PlainError[side]+1e-12 {
					t.Errorf("%s: side %d: plain %.4f ± %.4f, want %.4f", c.text, side, l.Plain[side], l.PlainError[side], want[side])
				}
			}
		}
	}
}

// TestVarianceFalls plays whole games: subtracting luck must save a good part of
// the variance, crude as the toy's evaluation is, and leave the mean alone.
func TestVarianceFalls(t *testing.T) {
	l := run1(t, toyRoot(t, nil, ""), Options{Games: 60 * Block, Turns: MaxTurns, Seed: 1}).Lines[0]
	if ratio := l.Error[0] / l.PlainError[0]; ratio > 0.85 {
		t.Errorf("standard error %.5f without luck, %.5f with it: want at most 0.85 of it", l.Error[0], l.PlainError[0])
	}
	if d, e := math.Abs(l.Mean[0]-l.Plain[0]), math.Hypot(l.Error[0], l.PlainError[0]); d > 3*e {
		t.Errorf("means %.4f and %.4f differ by more than 3 × %.4f", l.Mean[0], l.Plain[0], e)
	}
	if math.Abs(l.Mean[0]+l.Mean[1]-1) > 1e-9 {
		t.Errorf("shares %v: want a sum of 1", l.Mean)
	}
	plain := run1(t, toyRoot(t, nil, ""), Options{Games: 60 * Block, Turns: MaxTurns, Seed: 1, Plain: true}).Lines[0]
	if plain.Mean != l.Plain || plain.Error != l.PlainError {
		t.Errorf("a plain rollout gives %v, the plain part of another %v", plain.Mean, l.Plain)
	}
}

// TestStandardError compares the errors told with the spread of many rollouts.
func TestStandardError(t *testing.T) {
	const repeats = 200
	var sum, sq, told float64
	for seed := range uint64(repeats) {
		l := run1(t, toyRoot(t, nil, ""), Options{Games: 4 * Block, Turns: 5, Seed: seed}).Lines[0]
		sum += l.Mean[0]
		sq += l.Mean[0] * l.Mean[0]
		told += l.Error[0]
	}
	spread := math.Sqrt((sq - sum*sum/repeats) / (repeats - 1))
	if ratio := told / repeats / spread; ratio < 0.8 || ratio > 1.25 {
		t.Errorf("mean error told %.5f, spread %.5f: want them about equal", told/repeats, spread)
	}
}

// TestThreads wants the same answer from any number of threads, for each policy.
func TestThreads(t *testing.T) {
	for _, o := range []Options{
		{Games: 8 * Block, Stop: 3, Seed: 5},
		{Games: Block, Turns: 3, Depth: 2},
		{Games: Block, Turns: 3, Nodes: 50},
	} {
		r := toyRoot(t, nil, "1,3/2,0 1 - w")
		one := run1(t, r, o)
		o.Threads = 4
		if four := run1(t, r, o); !reflect.DeepEqual(one, four) {
			t.Errorf("%+v: one thread finds\n%+v, four\n%+v", o, one, four)
		}
		o.Seed++
		if other := run1(t, r, o); reflect.DeepEqual(one, other) {
			t.Errorf("%+v: another seed changes nothing", o)
		}
	}
}

// TestCompare wants the same dice to tell actions apart much better than separate
// ones would, a clear decision to end the rollout early, and the best first.
func TestCompare(t *testing.T) {
	r := toyRoot(t, nil, "5,3/2,0 1 - w") // L1 reaches the goal and has another turn
	all := run1(t, r, Options{Games: 20 * Block})
	best, other := all.Lines[0], all.Lines[1]
	if r.Position.FormatMove(best.Move) != "L1" || best.Behind != 0 || best.Mean[0] <= other.Mean[0] {
		t.Errorf("best is %s: %+v", r.Position.FormatMove(best.Move), all.Lines)
	}
	if d := best.Mean[0] - other.Mean[0]; math.Abs(d-other.Behind) > 1e-9 || other.BehindError <= 0 {
		t.Errorf("means differ by %.5f, and %.5f ± %.5f", d, other.Behind, other.BehindError)
	}
	calls := 0
	early := run1(t, r, Options{Games: 20 * Block, Stop: 3, Each: func(Result) { calls++ }})
	if l := early.Lines; len(l) != 2 || !l[1].Dropped || l[0].Dropped || l[0].Games >= 20*Block || l[0].Games < firstStop*Block {
		t.Errorf("a clear decision: %+v", early.Lines)
	}
	if calls != early.Lines[0].Games/Block {
		t.Errorf("%d reports on %d games", calls, early.Lines[0].Games)
	}
	only := run1(t, r, Options{Games: Block, Only: []game.Move{other.Move}})
	if len(only.Lines) != 1 || only.Lines[0].Move != other.Move {
		t.Errorf("only %d: %+v", other.Move, only.Lines)
	}
	if one := run1(t, r, Options{Games: Block, Candidates: 1}); len(one.Lines) != 1 {
		t.Errorf("%d candidates, want 1", len(one.Lines))
	}
}

// TestEnds stops rollouts and refuses what cannot be rolled out.
func TestEnds(t *testing.T) {
	r := toyRoot(t, nil, "")
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Games: 100 * Block, Threads: 2}
	o.Each = func(r Result) {
		if r.Lines[0].Games == 3*Block {
			cancel()
		}
	}
	result, err := Run(ctx, r, o)
	if err != nil || result.Lines[0].Games != 3*Block {
		t.Errorf("stopped after three blocks: %d games, %v", result.Lines[0].Games, err)
	}
	o.Each, o.Depth = nil, 2
	result, err = Run(ctx, r, o) // never begun
	if l := result.Lines; err != nil || len(l) != 1 || l[0].Games != 0 || l[0].Mean[0] <= 0 || l[0].Mean[0] >= 1 {
		t.Errorf("stopped at once: %+v, %v", result, err)
	}
	over := toyRoot(t, nil, "g,g/g,5 - - w")
	if _, err := Run(context.Background(), over, Options{}); !errors.Is(err, search.ErrOver) {
		t.Errorf("at the end: error %v", err)
	}
	diceless := r
	diceless.Position = struct{ game.Position }{r.Position}
	if _, err := Run(context.Background(), diceless, Options{}); !errors.Is(err, ErrNoChance) {
		t.Errorf("without dice: error %v", err)
	}
	if _, err := Run(context.Background(), toyRoot(t, nil, "1,3/2,0 1 - w"), Options{Only: []game.Move{12345}}); !errors.Is(err, search.ErrNoMoves) {
		t.Errorf("without an action: error %v", err)
	}
	// The position is not changed.
	if text := game.Text(r.Position); text != "0,0/0,0 - - w" || r.Position.Base().Ply != 0 {
		t.Errorf("the root has become %s", text)
	}
}
