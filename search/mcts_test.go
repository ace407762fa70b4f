package search_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// ask searches and wants no error.
func ask(t *testing.T, s search.Searcher, r search.Root, l search.Limits, c search.Config) *search.Result {
	t.Helper()
	res, err := s.Search(context.Background(), r, l, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Position.Legal(res.Best) {
		t.Fatalf("%s: action %d is not legal", game.Text(r.Position), res.Best)
	}
	return &res
}

// finding is what must be equal in equal searches.
func finding(res *search.Result) string {
	r := res.Report()
	return fmt.Sprint(res.Best, res.Ponder, r.Depth, r.SelDepth, r.Score, r.Values, r.Nodes, r.HashFull, r.PV)
}

func TestMCTSEqualSearchesAreEqual(t *testing.T) {
	all := append(slices.Clone(setups), game.Setup{"seats": "3"}, game.Setup{"seats": "4"})
	for _, setup := range all {
		g := walk(t, setup, 5, 7)
		limits := search.Limits{Nodes: 8000, Roll: true}
		used := search.NewMCTS(table(t))
		first := finding(ask(t, used, rootOf(g), limits, search.Config{}))
		ask(t, used, rootOf(walk(t, setup, 2, 5)), limits, search.Config{})
		used.NewGame()
		if again := finding(ask(t, used, rootOf(g), limits, search.Config{})); again != first {
			t.Errorf("%v: %s, after a new game %s", setup, first, again)
		}
		if other := finding(ask(t, search.NewMCTS(table(t)), rootOf(g), limits, search.Config{})); other != first {
			t.Errorf("%v: %s, another searcher %s", setup, first, other)
		}
	}
}

func TestMCTSNodeLimit(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 2, 3)
	s := search.NewMCTS(table(t))
	for _, limit := range []uint64{1, 2, 50, 999, 1000, 1001, 5000} {
		if n := ask(t, s, rootOf(g), search.Limits{Nodes: limit}, search.Config{}).Report().Nodes; n > limit+1 {
			t.Errorf("limit %d: %d nodes", limit, n)
		}
	}
}

// memoryless is a search that learns nothing but what is in its tree.
const memoryless = search.FeatureTable | search.FeatureHistory | search.FeatureCountermove

// TestMCTSForgetsARestrictedRoot asks for each action alone and then for the best
// of all: neither may show through in the other.
func TestMCTSForgetsARestrictedRoot(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, 3, 11)
	limits := search.Limits{Nodes: 4000}
	want := ask(t, search.NewMCTS(table(t)), rootOf(g), limits, search.Config{Without: memoryless}).Best
	var l game.MoveList
	g.Position().Generate(&l)
	if l.Len() < 3 {
		t.Fatalf("%d actions: the test is too weak", l.Len())
	}
	s := search.NewMCTS(table(t))
	for _, m := range l.Moves {
		only := limits
		only.Only = []game.Move{m.Move}
		if got := ask(t, s, rootOf(g), only, search.Config{Without: memoryless}).Best; got != m.Move {
			t.Errorf("only %d: best %d", m.Move, got)
		}
		if got := ask(t, s, rootOf(g), limits, search.Config{Without: memoryless}).Best; got != want {
			t.Errorf("after only %d: best %d, want %d", m.Move, got, want)
		}
	}
}

// TestMCTSExpandsTheRootAgain changes the set of root actions without Only, by
// wanting more lines than the declared subset has: a tree of the subset is of no
// use to a search of all actions.
func TestMCTSExpandsTheRootAgain(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, 5, 11)
	var all, some game.MoveList
	g.Position().Generate(&all)
	g.Position().(game.Selective).GenerateSelective(&some)
	if some.Len() == all.Len() {
		t.Fatal("the subset is everything: the test is too weak")
	}
	s := search.NewMCTS(table(t))
	for range 2 {
		for _, list := range []*game.MoveList{&some, &all} {
			res := ask(t, s, rootOf(g), search.Limits{Nodes: 3000}, search.Config{MultiPV: list.Len()})
			if len(res.Lines) != list.Len() {
				t.Errorf("%d lines, want %d", len(res.Lines), list.Len())
			}
			for _, line := range res.Lines {
				if !list.Contains(line.PV[0]) {
					t.Errorf("%d lines: %d is not among the actions", list.Len(), line.PV[0])
				}
			}
		}
	}
}

// TestMCTSKeepsItsTree plays on: what was found below the new root is still there,
// and is lost to another searcher that uses the table.
func TestMCTSKeepsItsTree(t *testing.T) {
	for _, setup := range []game.Setup{{}, {"dice": "no", "retreat": "yes"}, {"seats": "3"}} {
		g := walk(t, setup, 3, 11)
		if g.Position().Base().Player == game.Chance {
			g = walk(t, setup, 4, 11)
		}
		tab := table(t)
		s := search.NewMCTS(tab)
		g.Push(ask(t, s, rootOf(g), search.Limits{Nodes: 20000}, search.Config{}).Best)
		few := search.Limits{Nodes: 200, Roll: true}
		kept := ask(t, s, rootOf(g), few, search.Config{Without: memoryless}).Report()
		fresh := ask(t, search.NewMCTS(table(t)), rootOf(g), few, search.Config{Without: memoryless}).Report()
		if kept.HashFull <= fresh.HashFull {
			t.Errorf("%v: hash full %d with the tree kept, %d without", setup, kept.HashFull, fresh.HashFull)
		}
		two := setup["seats"] == ""
		if !two {
			continue
		}
		for range 3 { // stores wherever the tree was
			ask(t, search.NewAlphaBeta(tab), rootOf(g), search.Limits{Nodes: 20000, Roll: true}, search.Config{})
		}
		lost := ask(t, s, rootOf(g), few, search.Config{Without: memoryless}).Report()
		if lost.HashFull > fresh.HashFull {
			t.Errorf("%v: hash full %d after another search, %d in a fresh one", setup, lost.HashFull, fresh.HashFull)
		}
	}
}

// TestMCTSPonderHit wants the clock used after a hit, and no more than it. The
// hit comes between two looks at the clock, at a different place each time.
func TestMCTSPonderHit(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no", "retreat": "yes"}, 1, 3)
	const left = 1500 * time.Millisecond
	l := search.Limits{Ponder: true}
	l.Clock[g.Position().Base().Player] = left // a turn in 25: 53 ms, of which an easy one takes half
	for i := range 6 {
		s := search.NewMCTS(table(t))
		var hit time.Time
		reports := 0
		_, err := s.Search(context.Background(), rootOf(g), l, search.Config{Without: search.FeatureQuiescence}, func(search.Report) {
			if reports++; reports == i/2+1 {
				hit = time.Now()
				s.PonderHit()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if hit.IsZero() {
			t.Fatal("ended before the hit")
		}
		if d := time.Since(hit); d < 20*time.Millisecond || d > left {
			t.Errorf("answered %v after the hit, with %v on the clock", d, left)
		}
	}
}

// TestMCTSDepthEnds searches to a depth and nothing else: it must end, and
// not before a depth that is soon reached unless the game is decided.
func TestMCTSDepthEnds(t *testing.T) {
	all := append(slices.Clone(setups), game.Setup{"seats": "3"})
	for _, setup := range all {
		for _, depth := range []int{1, 3, 6, 200} {
			g := walk(t, setup, 3, 11)
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			res, err := search.NewMCTS(table(t)).Search(ctx, rootOf(g), search.Limits{Depth: depth, Roll: true}, search.Config{}, nil)
			if err != nil || ctx.Err() != nil {
				t.Errorf("%v depth %d: %v, %v", setup, depth, err, ctx.Err())
			}
			cancel()
			r := res.Report()
			if depth <= 3 && r.Depth < depth && r.Score < game.MaxEval && r.Score > -game.MaxEval {
				t.Errorf("%v: depth %d of %d", setup, r.Depth, depth)
			}
		}
	}
}

func TestMCTSThreads(t *testing.T) {
	for _, setup := range []game.Setup{{"dice": "no", "retreat": "yes"}, {"seats": "3"}} {
		g := walk(t, setup, 3, 11)
		s := search.NewMCTS(table(t))
		for range 3 {
			ask(t, s, rootOf(g), search.Limits{Nodes: 20000, Roll: true}, search.Config{Threads: 4})
		}
	}
}

// TestMCTSProvesWins compares with minimax wherever that finds a decided game: a
// win must be proven and played, in no fewer actions than there are, and no loss
// may be claimed but a true one.
func TestMCTSProvesWins(t *testing.T) {
	const deep = 5
	wins, losses := 0, 0
	for seed := range uint64(200) {
		g := walk(t, game.Setup{"dice": "no"}, 6+int(seed%14), seed)
		p := g.Position().Clone()
		want := minimax(p, toy.Evaluator(p), deep, 0, nil, 0, 0)
		if want > -game.MaxEval && want < game.MaxEval {
			continue
		}
		// Without the declared subset: a loss can then be proven.
		res := ask(t, search.NewMCTS(table(t)), rootOf(g), search.Limits{Nodes: 30000}, search.Config{Without: search.FeatureSelective})
		got := res.Report().Score
		switch {
		case want > 0:
			wins++
			if got <= game.MaxEval || got > want {
				t.Errorf("%s: score %d, minimax %d", game.Text(p), got, want)
			}
			if line := res.Report().PV; len(line) != int(search.Mate-got) {
				t.Errorf("%s: score %d, but the line %v", game.Text(p), got, line)
			}
			play(t, p, res)
		default:
			losses++
			if got >= -game.MaxEval {
				t.Errorf("%s: score %d, minimax %d", game.Text(p), got, want)
			}
		}
	}
	if wins < 20 || losses < 10 {
		t.Fatalf("only %d wins and %d losses: the test is too weak", wins, losses)
	}
}

// play makes the best action of a proven win and asks minimax whether it still is
// one, as long as it is said to last.
func play(t *testing.T, p game.Position, res *search.Result) {
	t.Helper()
	left := int(search.Mate-res.Report().Score) - 1
	side := p.Base().Side
	p.Make(res.Best)
	if p.Base().Over {
		var r [game.MaxSides]game.Score
		p.Returns(&r)
		if r[side] != game.Whole {
			t.Errorf("%s: not won", game.Text(p))
		}
		return
	}
	v := minimax(p, toy.Evaluator(p), left, 1, nil, 0, 0)
	if p.Base().Side != side {
		v = -v
	}
	if v < game.MaxEval {
		t.Errorf("%s: no win within %d actions: %d", game.Text(p), left, v)
	}
}

// TestMCTSProvesNoLossFromASubset takes positions, found among many, that are lost
// if the actions outside the declared subset are not looked at, and others; a loss
// that is claimed must be one to minimax over all actions.
func TestMCTSProvesNoLossFromASubset(t *testing.T) {
	setup := game.Setup{"dice": "no", "retreat": "yes"}
	v, err := toy.Rules.Variant(setup)
	if err != nil {
		t.Fatal(err)
	}
	var plays []*game.Play
	for _, text := range []string{"2,g/4,0 - - b", "4,0/2,4 - - w", "5,2/0,4 - - b", "g,2/0,4 - - b"} {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		plays = append(plays, game.NewPlay(toy.Rules, p))
	}
	for seed := range uint64(300) {
		plays = append(plays, walk(t, setup, 8+int(seed%14), seed))
	}
	claimed := 0
	for _, g := range plays {
		p := g.Position().Clone()
		got := ask(t, search.NewMCTS(table(t)), rootOf(g), search.Limits{Nodes: 3000}, search.Config{}).Report().Score
		if got > -game.MaxEval || int(search.Mate+got) > 6 {
			continue
		}
		claimed++
		if want := minimax(p, toy.Evaluator(p), int(search.Mate+got), 0, nil, 0, 0); want > -game.MaxEval {
			t.Errorf("%s: score %d, minimax %d", game.Text(p), got, want)
		}
	}
	if claimed < 15 {
		t.Fatalf("only %d losses claimed: the test is too weak", claimed)
	}
}

// TestMCTSTellsActionsApartBeforeAVisit allows no visit to finish: the lines are
// those of the evaluation, the best first.
func TestMCTSTellsActionsApartBeforeAVisit(t *testing.T) {
	g := walk(t, game.Setup{"dice": "no"}, 2, 3)
	for _, s := range []search.Searcher{search.NewMCTS(table(t)), search.NewUCT(table(t))} {
		lines := ask(t, s, rootOf(g), search.Limits{Nodes: 1}, search.Config{MultiPV: 100}).Lines
		if len(lines) < 2 || lines[0].Score == lines[len(lines)-1].Score {
			t.Fatalf("%T: %d lines, all alike", s, len(lines))
		}
		for i, line := range lines {
			if i > 0 && line.Score > lines[i-1].Score {
				t.Errorf("%T: line %d has %v, the one before it %v", s, i+1, line.Score, lines[i-1].Score)
			}
			alone := ask(t, s, rootOf(g), search.Limits{Nodes: 1, Only: line.PV[:1]}, search.Config{})
			if got := alone.Report().Score; got != line.Score {
				t.Errorf("%T: %v alone has %v, among all %v", s, line.PV[0], got, line.Score)
			}
		}
	}
}
