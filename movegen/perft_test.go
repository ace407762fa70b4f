package movegen_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen"
	"tetrarch/movegen/gametest/toy"
)

func open(t testing.TB, options ...string) game.Position {
	t.Helper()
	s, err := game.ParseSetup(options)
	if err != nil {
		t.Fatal(err)
	}
	v, err := toy.Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	return v.Start()
}

// plain hides every optional ability of a position.
type plain struct{ game.Position }

// recursive is perft in its obvious form.
func recursive(p game.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var l game.MoveList
	p.Generate(&l)
	var n uint64
	for _, s := range l.Moves {
		p.Make(s.Move)
		n += recursive(p, depth-1)
		p.Unmake()
	}
	return n
}

func TestPerftByThreePaths(t *testing.T) {
	for _, options := range [][]string{nil, {"dice=no", "retreat=yes"}, {"seats=3", "drop=yes", "track=4"}, {"dice=no", "track=4"}} {
		p := open(t, options...)
		before := game.Text(p)
		for depth := range 8 {
			want := recursive(p, depth)
			if got := movegen.Perft(p, depth); got != want {
				t.Errorf("%v: perft %d = %d, want %d", options, depth, got, want)
			}
			if got := movegen.Perft(plain{p}, depth); got != want {
				t.Errorf("%v: perft %d without Counter = %d, want %d", options, depth, got, want)
			}
			var sum uint64
			for _, e := range movegen.Divide(p, depth) {
				if m, err := p.ParseMove(e.Text); err != nil || m != e.Move {
					t.Errorf("%v: divide lists %q for %d", options, e.Text, e.Move)
				}
				sum += e.Nodes
			}
			if depth > 0 && sum != want {
				t.Errorf("%v: divide %d sums to %d, want %d", options, depth, sum, want)
			}
		}
		if got := game.Text(p); got != before {
			t.Errorf("%v: perft left %q, want %q", options, got, before)
		}
	}
}

func TestPerftOfFinishedGame(t *testing.T) {
	v, err := toy.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse("g,g/0,0 - - w")
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 0, 0} {
		if got := movegen.Perft(p, depth); got != want {
			t.Errorf("perft %d = %d, want %d", depth, got, want)
		}
	}
}

func TestPerftStops(t *testing.T) {
	p := open(t, "dice=no", "retreat=yes")
	before := game.Text(p)
	for _, name := range []string{"perft", "divide"} {
		ctx, cancel := context.WithCancel(context.Background())
		errs := make(chan error)
		go func() {
			var err error
			if name == "perft" {
				_, err = movegen.PerftContext(ctx, p, movegen.MaxPerft)
			} else {
				_, err = movegen.DivideContext(ctx, p, 100)
			}
			errs <- err
		}()
		time.Sleep(5 * time.Millisecond)
		cancel()
		select {
		case err := <-errs:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error %v, want %v", name, err, context.Canceled)
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("%s goes on after its context has ended", name)
		}
		if got := game.Text(p); got != before {
			t.Errorf("%s left %q, want %q", name, got, before)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := movegen.PerftContext(ctx, p, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("context that has ended: error %v, want %v", err, context.Canceled)
	}
}

func TestPerftRefusesDepth(t *testing.T) {
	for _, depth := range []int{-1, movegen.MaxPerft + 1} {
		if _, err := movegen.PerftContext(context.Background(), open(t), depth); err == nil {
			t.Errorf("depth %d: no error", depth)
		}
		if _, err := movegen.DivideContext(context.Background(), open(t), depth); err == nil {
			t.Errorf("divide depth %d: no error", depth)
		}
	}
}

func TestPerftDoesNotAllocatePerNode(t *testing.T) {
	p := open(t, "dice=no")
	movegen.Perft(p, 6)
	few := testing.AllocsPerRun(1, func() { movegen.Perft(p, 5) })
	many := testing.AllocsPerRun(1, func() { movegen.Perft(p, 8) })
	if many > few+40 {
		t.Errorf("%v allocations at depth 8 against %v at depth 5", many, few)
	}
}

func TestKeysAreStable(t *testing.T) {
	if got, want := movegen.Key("toy/turn/0"), uint64(0x4c63847858fab7f2); got != want {
		t.Errorf("key %#x, want %#x: books and records would be void", got, want)
	}
}

func BenchmarkPerft(b *testing.B) {
	p := open(b, "dice=no", "retreat=yes")
	for b.Loop() {
		movegen.Perft(p, 7)
	}
}
