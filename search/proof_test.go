package search_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// forced is the oracle: does a side win before it begins one turn more than left?
// running says that the last turn begun is its own. keys holds the positions
// before this one, of the game and of the line; the third occurrence of one is a
// draw.
func forced(p game.Position, us game.Side, left int, running bool, keys []uint64) bool {
	st := p.Base()
	if st.Over {
		var r [game.MaxSides]game.Score
		p.Returns(&r)
		return r[us] == game.Whole
	}
	if !st.Midturn {
		n := 1
		for _, k := range keys {
			if k == st.Key {
				n++
			}
		}
		if n >= toy.Rules.Repetition {
			return false
		}
		if st.Side == us && !running {
			left--
		}
		running = st.Side == us
	}
	return left >= 0 && len(following(p, us, left, running, keys)) > 0
}

// following returns actions that keep the win: where the side acts the winning
// ones, elsewhere all or none.
func following(p game.Position, us game.Side, left int, running bool, keys []uint64) []game.Move {
	st := p.Base()
	var l game.MoveList
	p.Generate(&l)
	mine, key := st.Side == us, st.Key
	var kept []game.Move
	for _, e := range l.Moves {
		p.Make(e.Move)
		ok := forced(p, us, left, running, append(keys, key))
		p.Unmake()
		if ok {
			kept = append(kept, e.Move)
		} else if !mine {
			return nil
		}
	}
	return kept
}

// keeping are the first actions that win within so many own turns.
func keeping(p game.Position, history []uint64, turns int) []game.Move {
	p = p.Clone()
	st := p.Base()
	return following(p, st.Side, turns-1, !st.Midturn, history)
}

func has(ms []game.Move, m game.Move) bool {
	for _, x := range ms {
		if x == m {
			return true
		}
	}
	return false
}

// TestProofsAgreeWithTheOracle asks for wins within up to three own turns in
// games with extra turns, answers in the middle of a turn, retreats, and
// positions that the history bars.
func TestProofsAgreeWithTheOracle(t *testing.T) {
	tables := []*search.Table{table(t), table(t)}
	wins, none, barredWins, midturns := 0, 0, 0, 0
	for seed := range uint64(400) {
		setup := game.Setup{"dice": "no", "track": "4"}
		if seed%2 == 1 {
			setup["retreat"] = "yes"
		}
		g := walk(t, setup, int(seed%24), seed)
		root := rootOf(g)
		root.Evaluator = func(game.Position) game.Evaluator { return toy.Evaluator(g.Position()) } // proofs ask none
		if seed%5 == 4 {
			root.Position = misere{root.Position}
		}
		pos := root.Position
		st := pos.Base()
		if st.Midturn {
			midturns++
		}
		if seed%4 == 3 && len(root.History) >= 2 && int(st.Progress) >= 2 {
			root.History = append([]uint64(nil), root.History...)
			key := ahead(pos, g.History(), seed)
			for i := range 2 {
				root.History[len(root.History)-1-i] = key
			}
		}
		shortest, kept := 0, []game.Move(nil)
		for n := 1; n <= 3 && shortest == 0; n++ {
			if kept = keeping(pos, root.History, n); len(kept) > 0 {
				shortest = n
			}
		}
		if seed%3 == 2 {
			root.Position = narrow{root.Position}
		}
		for n := 1; n <= 3; n++ {
			s := search.NewProver(tables[seed%2], search.NewRandom())
			res, err := s.Search(context.Background(), root, search.Limits{Mate: n}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := search.Proof{Verdict: search.NotWon, Turns: n, Refuted: n, Nodes: res.Proof.Nodes}
			if shortest > 0 && shortest <= n {
				want = search.Proof{Verdict: search.Won, Turns: shortest, Refuted: shortest - 1, Nodes: res.Proof.Nodes}
			}
			if res.Proof != want {
				t.Fatalf("seed %d, %s, %d turns: %+v, want %+v", seed, game.Text(pos), n, res.Proof, want)
			}
			if want.Verdict == search.NotWon {
				none++
				continue
			}
			wins++
			if !has(kept, res.Best) {
				t.Fatalf("seed %d: %s does not keep the win", seed, g.Position().FormatMove(res.Best))
			}
			checkLine(t, pos, res.Lines[0], shortest)
		}
		if len(keeping(pos, g.History(), 3)) > 0 && shortest == 0 {
			barredWins++
		}
	}
	if wins < 50 || none < 50 || barredWins < 3 || midturns < 3 {
		t.Errorf("%d wins, %d others, %d wins barred, %d in the middle of a turn: the test is too weak", wins, none, barredWins, midturns)
	}
}

// narrow declares a subset of actions that leaves most of what matters out.
type narrow struct{ game.Position }

// GenerateSelective implements [game.Selective].
func (n narrow) GenerateSelective(l *game.MoveList) {
	var all game.MoveList
	n.Generate(&all)
	if all.Len() > 0 {
		l.Add(all.Moves[all.Len()-1].Move)
	}
}

// Clone implements [game.Position].
func (n narrow) Clone() game.Position { return narrow{n.Position.Clone()} }

// misere is won by whoever would lose: a side can be forced to lose by its own
// action.
type misere struct{ game.Position }

// Returns implements [game.Position].
func (m misere) Returns(to *[game.MaxSides]game.Score) {
	m.Position.Returns(to)
	to[0], to[1] = to[1], to[0]
}

// Clone implements [game.Position].
func (m misere) Clone() game.Position { return misere{m.Position.Clone()} }

// ahead is the key of a position after a few actions: the only one that wins, if
// there is one, else random ones.
func ahead(p game.Position, history []uint64, seed uint64) uint64 {
	p = p.Clone()
	for n := 1; n <= 3; n++ {
		if kept := keeping(p, history, n); len(kept) == 1 {
			p.Make(kept[0])
			return p.Base().Key
		} else if len(kept) > 1 {
			break
		}
	}
	rng := rand.New(rand.NewPCG(seed, 9))
	for range 1 + rng.IntN(3) {
		var l game.MoveList
		p.Generate(&l)
		if l.Len() == 0 {
			break
		}
		p.Make(l.Moves[rng.IntN(l.Len())].Move)
	}
	return p.Base().Key
}

// checkLine plays the line of a win: it ends with the win, in so many turns.
func checkLine(t *testing.T, p game.Position, rep search.Report, turns int) {
	t.Helper()
	p = p.Clone()
	us := p.Base().Side
	if n := search.Turns(p, rep.PV, len(rep.PV)); n != turns || rep.Turns != turns {
		t.Errorf("%s: a line of %d turns, told as %d, want %d", game.Text(p), n, rep.Turns, turns)
	}
	for _, m := range rep.PV {
		if !p.Legal(m) {
			t.Fatalf("%s: the line has action %d", game.Text(p), m)
		}
		p.Make(m)
	}
	var r [game.MaxSides]game.Score
	if p.Base().Over {
		p.Returns(&r)
	}
	if r[us] != game.Whole {
		t.Errorf("the line ends without the win: %s", game.Text(p))
	}
}

// TestProofsOfOneAction restricts the root to each of its actions.
func TestProofsOfOneAction(t *testing.T) {
	won, lost := 0, 0
	for seed := range uint64(60) {
		g := walk(t, game.Setup{"dice": "no", "track": "4"}, 8+int(seed%6), seed)
		kept := keeping(g.Position(), g.History(), 2)
		var l game.MoveList
		g.Position().Generate(&l)
		for _, e := range l.Moves {
			s := search.NewProver(table(t), search.NewRandom())
			res, err := s.Search(context.Background(), rootOf(g), search.Limits{Mate: 2, Only: []game.Move{e.Move}}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := search.NotWon
			if has(kept, e.Move) {
				want = search.Won
				won++
			} else {
				lost++
			}
			if res.Proof.Verdict != want || res.Best != e.Move {
				t.Errorf("%s, only %s: %v", game.Text(g.Position()), g.Position().FormatMove(e.Move), res.Proof)
			}
		}
	}
	if won < 10 || lost < 10 {
		t.Errorf("%d actions that win, %d others: the test is too weak", won, lost)
	}
}

// hard returns a position in which a long win is not settled soon.
func hard(t *testing.T) search.Root {
	return rootOf(walk(t, game.Setup{"dice": "no", "retreat": "yes", "track": "8"}, 2, 1))
}

// TestProofsStop ends proofs by each limit: they answer with a legal action, and
// claim nothing that they do not know.
func TestProofsStop(t *testing.T) {
	root := hard(t)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		limits search.Limits
	}{
		"nodes":    {context.Background(), search.Limits{Mate: 60, Nodes: 5000}},
		"movetime": {context.Background(), search.Limits{Mate: 60, MoveTime: 20 * time.Millisecond}},
		"clock":    {context.Background(), search.Limits{Mate: 60, Clock: [game.MaxSeats]time.Duration{time.Second, time.Second}}},
		"depth":    {context.Background(), search.Limits{Mate: 60, Depth: 4}},
		"context":  {ended, search.Limits{Mate: 60}},
	} {
		s := search.NewProver(table(t), search.NewAlphaBeta(table(t)))
		res, err := s.Search(c.ctx, root, c.limits, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if res.Proof.Verdict != search.Undecided || !root.Position.Legal(res.Best) {
			t.Errorf("%s: %v, action %d", name, res.Proof, res.Best)
		}
		if name == "nodes" && res.Proof.Nodes > 5000 {
			t.Errorf("%d nodes, want at most 5000", res.Proof.Nodes)
		}
	}
}

// TestProofsCountAll wants all searches for a win and for an action to play within
// the limit of nodes, and counted together; a search of at most so many more nodes
// than it was given may be the first.
func TestProofsCountAll(t *testing.T) {
	root := hard(t)
	for _, limit := range []uint64{1, 2, 8, 9, 16, 17, 50, 300, 1000, 5000} {
		rest := &tally{Searcher: search.NewAlphaBeta(table(t))}
		told := uint64(0)
		each := func(r search.Report) { told = r.Nodes }
		res, err := search.NewProver(table(t), rest).Search(context.Background(), root, search.Limits{Mate: 60, Nodes: limit}, search.Config{}, each)
		if err != nil {
			t.Fatal(err)
		}
		n := res.Proof.Nodes
		if rest.nodes == 0 || n < rest.nodes || n > max(limit, rest.nodes) || limit > 16 && n != limit {
			t.Errorf("limit %d: %d nodes, %d of them for an action to play", limit, n, rest.nodes)
		}
		if told != n || res.Report().Nodes != n {
			t.Errorf("limit %d: %d nodes, but told of %d and %d", limit, n, told, res.Report().Nodes)
		}
	}
}

// tally counts the nodes of another searcher.
type tally struct {
	search.Searcher
	nodes uint64
}

func (c *tally) Search(ctx context.Context, r search.Root, l search.Limits, cfg search.Config, each func(search.Report)) (search.Result, error) {
	res, err := c.Searcher.Search(ctx, r, l, cfg, each)
	c.nodes += res.Report().Nodes
	return res, err
}

// TestProofsPonder waits for a ponder hit before the time counts.
func TestProofsPonder(t *testing.T) {
	s := search.NewProver(table(t), search.NewAlphaBeta(table(t)))
	done := make(chan search.Result)
	told := make(chan bool, 1000)
	go func() {
		res, _ := s.Search(context.Background(), hard(t), search.Limits{Mate: 60, MoveTime: time.Millisecond, Ponder: true}, search.Config{},
			func(search.Report) { told <- true })
		done <- res
	}()
	<-told
	s.PonderHit()
	if res := <-done; res.Proof.Verdict != search.Undecided {
		t.Errorf("%v", res.Proof)
	}
}

// TestProofsAreRepeatable searches twice, after other use of the table and with
// next to no memory.
func TestProofsAreRepeatable(t *testing.T) {
	root := hard(t)
	limits := search.Limits{Mate: 6, Nodes: 60_000}
	var first search.Result
	for i := range 3 {
		tab := table(t)
		if i == 2 {
			_, err := search.NewAlphaBeta(tab).Search(context.Background(), root, search.Limits{Nodes: 3000}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			tab.Clear()
		}
		s := search.NewProver(tab, search.NewAlphaBeta(tab))
		res, err := s.Search(context.Background(), root, limits, search.Config{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for j := range res.Lines {
			res.Lines[j].Elapsed = 0
		}
		if i == 0 {
			first = res
		} else if !reflect.DeepEqual(res, first) {
			t.Errorf("%+v, before %+v", res, first)
		}
	}
}

// TestProofsDoNotAllocate compares a short proof with one of many more nodes.
func TestProofsDoNotAllocate(t *testing.T) {
	root, tab := hard(t), table(t)
	run := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			s := search.NewProver(tab, search.NewRandom())
			_, _ = s.Search(context.Background(), root, search.Limits{Mate: 60, Nodes: nodes}, search.Config{}, nil)
		})
	}
	if few, many := run(20_000), run(100_000); many > few+500 {
		t.Errorf("%.0f allocations in 20 000 nodes, %.0f in 100 000", few, many)
	}
}

// TestOthersAreLeftToTheRest asks for wins where there is nothing to prove.
func TestOthersAreLeftToTheRest(t *testing.T) {
	for _, setup := range []game.Setup{{"dice": "no", "seats": "3"}, {"dice": "no"}} {
		limits := search.Limits{Nodes: 500}
		if setup["seats"] != "" {
			limits.Mate = 2
		}
		tab := table(t)
		res, err := search.NewProver(tab, search.NewAuto(tab)).Search(context.Background(), rootOf(walk(t, setup, 3, 1)), limits, search.Config{}, nil)
		if err != nil || res.Proof.Verdict != search.NotAsked || len(res.Lines) == 0 {
			t.Errorf("%v: %+v, %v", setup, res, err)
		}
	}
	if _, err := search.NewProver(table(t), search.NewRandom()).Search(context.Background(), rootOf(walk(t, nil, 0, 1)), search.Limits{Mate: 1}, search.Config{}, nil); err == nil {
		t.Error("no error at a roll")
	}
}

// TestTurns counts own turns, along lines and beyond them.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		text  string
		line  []string
		plies int
		want  int
	}{
		{"5,5/0,0 - - w", []string{"L1", "R1"}, 2, 1},       // the goal gives another action in the same turn
		{"0,0/0,0 - - w", []string{"L2", "L1", "R2"}, 3, 2}, // turn about
		{"0,0/0,0 - - w", []string{"L2", "L1"}, 2, 1},
		{"0,0/0,0 - - w", []string{"L2"}, 5, 3},
		{"0,0/0,0 - - w", []string{"L2"}, 2, 1},
		{"0,0/0,0 - - w", nil, 1, 1},
		{"0,0/0,0 - - w", nil, 3, 2},
		{"0,0/0,0 - - w", nil, 4, 2},
	} {
		v, err := toy.Rules.Variant(game.Setup{"dice": "no"})
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		var line []game.Move
		q := p.Clone()
		for _, text := range c.line {
			m, err := q.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			q.Make(m)
			line = append(line, m)
		}
		before := game.Text(p)
		if got := search.Turns(p, line, c.plies); got != c.want || game.Text(p) != before {
			t.Errorf("%s %v, %d plies: %d turns, want %d", c.text, c.line, c.plies, got, c.want)
		}
	}
}

// claims is an oracle that knows the same outcome, for one side, everywhere.
type claims struct {
	side    game.Side
	outcome int
}

func (c claims) Probe(p game.Position) (outcome, actions int, ok bool) {
	if p.Base().Side == c.side {
		return c.outcome, 9, true
	}
	return -c.outcome, 9, true
}

// TestProofsAskTheOracle: positions that it knows not to be won are refuted.
func TestProofsAskTheOracle(t *testing.T) {
	for seed := uint64(0); ; seed++ {
		g := walk(t, game.Setup{"dice": "no", "track": "4"}, 8, seed)
		if len(keeping(g.Position(), g.History(), 1)) > 0 || len(keeping(g.Position(), g.History(), 2)) == 0 {
			continue
		}
		for outcome, want := range map[int]search.Verdict{1: search.Won, 0: search.NotWon, -1: search.NotWon} {
			root := rootOf(g)
			root.Oracle = claims{g.Position().Base().Side, outcome}
			res, err := search.NewProver(table(t), search.NewRandom()).Search(context.Background(), root, search.Limits{Mate: 2}, search.Config{}, nil)
			if err != nil || res.Proof.Verdict != want || res.Report().TBHits == 0 {
				t.Errorf("outcome %d: %v, %d hits, %v", outcome, res.Proof, res.Report().TBHits, err)
			}
		}
		return
	}
}
