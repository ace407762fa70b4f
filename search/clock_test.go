package search

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tetrarch/game"
)

// standing is a position that is only asked who acts.
type standing struct {
	game.Position
	st game.State
}

func (p *standing) Base() *game.State { return &p.st }

// TestNoClockRunsOut plays games of any length whose decisions take the longest
// that they may and are late by up to five milliseconds: with an increment that
// pays for the lateness no clock runs out, and without lateness none does at all.
func TestNoClockRunsOut(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct{ base, inc, overhead, late time.Duration }{
		{1000 * ms, 10 * ms, 10 * ms, 5 * ms}, {1000 * ms, 10 * ms, 5 * ms, 5 * ms}, {100 * ms, 10 * ms, 10 * ms, 5 * ms},
		{10 * ms, 10 * ms, 10 * ms, 5 * ms}, {1000 * ms, 0, 10 * ms, 0}, {time.Minute, 0, 0, 0}, {3 * ms, 0, 5000 * ms, 0},
		{time.Hour, time.Minute, 10 * ms, 5 * ms}, {50 * ms, 1000 * ms, 10 * ms, 5 * ms},
	} {
		for _, turns := range []int{1, 10, 25, 60} {
			for _, togo := range []int{0, 1, 2, 40} {
				for _, decisions := range []int{1, 3} {
					name := fmt.Sprintf("%v, %d turns, %d to go, %d decisions", c, turns, togo, decisions)
					outlast(t, name, c.base, c.inc, c.overhead, c.late, turns, togo, decisions)
				}
			}
		}
	}
}

// outlast plays turns of so many decisions until long after any game would end.
func outlast(t *testing.T, name string, base, inc, overhead, late time.Duration, turns, togo, decisions int) {
	t.Helper()
	if time.Duration(decisions)*late > inc {
		decisions = 1 // more lateness in a turn than any plan could pay for
	}
	rng := rand.New(rand.NewPCG(1, uint64(turns)))
	left, last, key := base, turn{}, uint64(0)
	l := Limits{MovesToGo: togo}
	var history []uint64
	for n := range 2000 {
		d := n % decisions
		p := &standing{st: game.State{Key: key, Player: 2, Midturn: d > 0}}
		l.Clock[2], l.Increment[2] = left, inc
		r := Root{Position: p, History: history, Tuning: Tuning{Turns: turns}}
		k := newClock(time.Now(), r, l, Config{MoveOverhead: overhead}, 9, last)
		if k.optimum > k.maximum || k.optimum < 0 {
			t.Fatalf("%s: decision %d plans %v, at most %v", name, n, k.optimum, k.maximum)
		}
		used := k.maximum + time.Duration(rng.Int64N(int64(late)+1))
		if used >= left && left > 0 {
			t.Fatalf("%s: decision %d takes %v of %v", name, n, used, left)
		}
		if left -= used; d == decisions-1 {
			left += inc
		}
		last = k.turn
		last.left = max(0, last.left-used)
		history, key = append(history, key), key+1
		if l.MovesToGo > 1 {
			l.MovesToGo--
		} else if togo > 0 {
			l.MovesToGo, left = togo, left+base
		}
		if left == 0 {
			return // a clock without an increment, after longer than any game
		}
	}
}

// clockAt is the clock of a search at a position of seat 1 with a minute left.
func clockAt(st game.State, history []uint64, last turn, change func(*Limits)) *clock {
	l := Limits{Clock: [game.MaxSeats]time.Duration{time.Hour, time.Minute}}
	if change != nil {
		change(&l)
	}
	return newClock(time.Now(), Root{Position: &standing{st: st}, History: history}, l, Config{}, 5, last)
}

// TestLaterDecisionsShareTheTurn: the first decision of a turn gets the bulk, the
// next ones what it left, within bounds, whoever decided in between.
func TestLaterDecisionsShareTheTurn(t *testing.T) {
	whole := clockAt(game.State{Key: 7, Player: 1}, nil, turn{}, nil)
	mid := game.State{Key: 9, Player: 1, Midturn: true}
	for _, c := range []struct {
		name    string
		history []uint64
		last    turn
		want    time.Duration
	}{
		{"all was used", []uint64{7}, turn{1, 7, 0}, whole.optimum / 12},
		{"some is left", []uint64{7, 8}, turn{1, 7, whole.optimum / 5}, whole.optimum / 5},
		{"all is left", []uint64{7}, turn{1, 7, whole.optimum}, whole.optimum / 3},
		{"of another seat", []uint64{7}, turn{0, 7, whole.optimum}, whole.optimum / 4},
		{"of long ago", []uint64{7, 1, 2, 3, 4}, turn{1, 7, whole.optimum}, whole.optimum / 4},
		{"of another game", []uint64{1, 2, 3}, turn{1, 7, whole.optimum}, whole.optimum / 4},
	} {
		k := clockAt(mid, c.history, c.last, nil)
		if k.optimum != c.want || k.maximum > 4*c.want {
			t.Errorf("%s: %v, at most %v, want %v of %v", c.name, k.optimum, k.maximum, c.want, whole.optimum)
		}
	}
	if s := whole.spent(); s.key != 7 || s.seat != 1 || s.left <= 0 || s.left > whole.optimum {
		t.Errorf("after the first decision %+v is left of %v", s, whole.optimum)
	}
}

// TestClockIsTheActors: the time of the seat that acts counts, and no other.
func TestClockIsTheActors(t *testing.T) {
	for seat := range game.Player(game.MaxSeats) {
		k := clockAt(game.State{Player: seat}, nil, turn{}, nil)
		if (k.maximum > 0) != (seat < 2) {
			t.Errorf("seat %d: at most %v", seat, k.maximum)
		}
	}
	if k := clockAt(game.State{Player: game.Chance}, nil, turn{}, nil); k.maximum != 0 || k.optimum != 0 {
		t.Errorf("at a roll: %v, at most %v", k.optimum, k.maximum)
	}
}

func TestMovesToGoAndIncrement(t *testing.T) {
	st := game.State{Player: 1}
	plain := clockAt(st, nil, turn{}, nil)
	few := clockAt(st, nil, turn{}, func(l *Limits) { l.MovesToGo = 5 })
	many := clockAt(st, nil, turn{}, func(l *Limits) { l.MovesToGo = 400 })
	inc := clockAt(st, nil, turn{}, func(l *Limits) { l.Increment[1] = 10 * time.Second })
	other := clockAt(st, nil, turn{}, func(l *Limits) { l.Increment[0] = 10 * time.Second })
	if few.optimum < 3*plain.optimum || many.optimum != plain.optimum || other.optimum != plain.optimum {
		t.Errorf("5 to go %v, 400 to go %v, another's increment %v; without %v", few.optimum, many.optimum, other.optimum, plain.optimum)
	}
	if gain := inc.optimum - plain.optimum; gain < 5*time.Second || gain > 10*time.Second {
		t.Errorf("an increment of 10 s adds %v", gain)
	}
}

// TestExtent: time goes to decisions that are not settled.
func TestExtent(t *testing.T) {
	at := func(moves []game.Move, scores []game.Score, share float64) float64 {
		w := &worker{clock: &clock{}, unit: 100}
		for i, m := range moves {
			w.clock.trend.note(m, scores[i])
		}
		w.root = []rootMove{{move: moves[len(moves)-1], score: scores[len(scores)-1], nodes: uint64(1000 * share)}, {nodes: uint64(1000 * (1 - share))}}
		return w.extent()
	}
	same, flat := []game.Move{1, 1, 1, 1, 1, 1}, []game.Score{20, 20, 20, 20, 20, 20}
	calm := at(same, flat, 0.5)
	for name, more := range map[string]float64{
		"the best action changed": at([]game.Move{1, 1, 1, 1, 1, 2}, flat, 0.5),
		"the score drops":         at(same, []game.Score{20, 20, 20, 20, 20, -20}, 0.5),
		"others take the nodes":   at(same, flat, 0.1),
	} {
		if more < calm*1.15 {
			t.Errorf("%s: %.2f of the time, %.2f if all is calm", name, more, calm)
		}
	}
	if easy := at(same, flat, 0.95); easy > calm*0.8 {
		t.Errorf("the best action takes nearly all nodes: %.2f of the time, %.2f if half", easy, calm)
	}
	if wildest := at([]game.Move{1, 2}, []game.Score{1000, -1000}, 0); wildest > 3.5 {
		t.Errorf("up to %.2f times the plan", wildest)
	}
}

// TestPonderedSearchEndsInTime: what was begun in others' time is left once the
// planned time has passed after the hit, and a lone action at once.
func TestPonderedSearchEndsInTime(t *testing.T) {
	long := time.Now().Add(-time.Minute)
	k := &clock{start: long, ponder: true, optimum: time.Second, maximum: 4 * time.Second}
	if k.expired(true) || k.satisfied(0.1, true) {
		t.Error("ends before the hit")
	}
	if k.expired(false) || k.satisfied(0.9, false) {
		t.Error("ends with the hit")
	}
	k.begin = time.Now().Add(-1100 * time.Millisecond)
	if !k.expired(false) {
		t.Error("goes on after what is planned")
	}
	lone := &clock{start: long, ponder: true, optimum: time.Second, maximum: 4 * time.Second, single: true}
	if lone.expired(true) || lone.satisfied(1, true) || !lone.expired(false) {
		t.Error("a lone action is not answered with the hit")
	}
}
