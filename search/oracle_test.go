package search_test

import (
	"context"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// sage is an oracle that has solved a game without dice. It keeps what it does
// not want to say to itself.
type sage struct {
	values map[uint64]game.Score // by key, from the view of the side that acts, as at the root
	after  map[uint64][]successor
	tells  func(key uint64) bool
}

// successor is where an action leads.
type successor struct {
	key   uint64
	same  bool       // the same side acts there
	over  bool       // the game is over
	value game.Score // if it is over, as seen by the side that acted
}

func (s *sage) Probe(p game.Position) (outcome, actions int, ok bool) {
	v, ok := s.values[p.Base().Key]
	if !ok || !s.tells(p.Base().Key) {
		return 0, 0, false
	}
	switch {
	case v > game.MaxEval:
		return 1, int(search.Mate - v), true
	case v < -game.MaxEval:
		return -1, int(search.Mate + v), true
	}
	return 0, 0, true
}

// explore finds the successors of all positions from p on.
func (s *sage) explore(p game.Position) {
	st := p.Base()
	side, key := st.Side, st.Key
	if _, ok := s.after[key]; ok {
		return
	}
	s.after[key], s.values[key] = nil, 0
	var l game.MoveList
	p.Generate(&l)
	for _, m := range l.Moves {
		p.Make(m.Move)
		next := successor{key: st.Key, same: st.Side == side, over: st.Over}
		if st.Over {
			var r [game.MaxSides]game.Score
			p.Returns(&r)
			next.value = (2*r[side] - game.Whole) * search.Mate / game.Whole
		} else {
			s.explore(p)
		}
		p.Unmake()
		s.after[key] = append(s.after[key], next)
	}
}

// solve fills in the values of all positions explored: first all are draws, then
// each takes the best of its successors until nothing changes.
func (s *sage) solve() {
	for changed := true; changed; {
		changed = false
		for key, after := range s.after {
			best := -search.Infinite
			for _, next := range after {
				v := next.value
				if !next.over {
					v = s.values[next.key]
					if !next.same {
						v = -v
					}
				}
				switch { // one action further away
				case v > game.MaxEval:
					v--
				case v < -game.MaxEval:
					v++
				}
				best = max(best, v)
			}
			if best != s.values[key] {
				s.values[key], changed = best, true
			}
		}
	}
}

// TestOracle: who knows every position is asked about each action once, at depth
// 1, and then the value is known; who knows some does not change the value of a
// search that is deep enough.
func TestOracle(t *testing.T) {
	const depth = 7
	asked, decided := uint64(0), 0
	s := &sage{values: map[uint64]game.Score{}, after: map[uint64][]successor{}}
	setup := game.Setup{"dice": "no", "track": "4"}
	s.explore(walk(t, setup, 0, 0).Position().Clone())
	s.solve()
	for seed := range uint64(30) {
		g := walk(t, setup, 3+int(seed), seed)
		want, ok := s.values[g.Position().Base().Key]
		if !ok {
			t.Fatalf("%s was not explored", game.Text(g.Position()))
		}
		value := func(depth int, tells func(uint64) bool) search.Report {
			s.tells = tells
			root := rootOf(g)
			root.History, root.Oracle = nil, s
			res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), root, search.Limits{Depth: depth},
				search.Config{Without: search.AllFeatures &^ search.ExactFeatures}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return res.Report()
		}
		var l game.MoveList
		g.Position().Generate(&l)
		if r := value(1, func(uint64) bool { return true }); r.Score != want || r.TBHits > uint64(2*l.Len()) {
			t.Errorf("%s: value %d with %d hits, want %d", game.Text(g.Position()), r.Score, r.TBHits, want)
		}
		if want < search.Mate-depth && want > depth-search.Mate {
			continue
		}
		decided++
		for bit := range 3 {
			r := value(depth, func(key uint64) bool { return key>>bit&1 == 0 })
			if r.Score != want {
				t.Errorf("%s: value %d with %d hits, want %d", game.Text(g.Position()), r.Score, r.TBHits, want)
			}
			asked += r.TBHits
		}
	}
	if asked == 0 || decided < 5 {
		t.Errorf("%d hits in %d decided positions", asked, decided)
	}
}

// gloomy takes every position for lost.
type gloomy struct{}

func (gloomy) Probe(game.Position) (outcome, actions int, ok bool) { return -1, 2, true }

// TestOracleAndRepetition plays until an action would make a draw by repetition:
// it is one, whatever an oracle says of the position.
func TestOracleAndRepetition(t *testing.T) {
	found := 0
	for seed := range uint64(400) {
		g := walk(t, game.Setup{"dice": "no", "retreat": "yes", "track": "4"}, 0, seed)
		for range 40 {
			var l game.MoveList
			g.Position().Generate(&l)
			m := l.Moves[seed%uint64(l.Len())].Move
			g.Push(m)
			if g.Reason() == "repetition" {
				g.Undo()
				root := rootOf(g)
				root.Oracle = gloomy{}
				res, err := search.NewAlphaBeta(table(t)).Search(context.Background(), root,
					search.Limits{Depth: 2, Only: []game.Move{m}}, search.Config{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if r := res.Report(); r.Score != 0 || r.TBHits != 0 {
					t.Errorf("value %d with %d hits, want a draw without", r.Score, r.TBHits)
				}
				found++
				break
			}
			if g.Over() {
				break
			}
			seed = seed*6364136223846793005 + 1442695040888963407
			seed ^= seed >> 33
		}
	}
	if found < 3 {
		t.Errorf("%d games came to a repetition", found)
	}
}
