package search

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

// grownFor searches a position of toy and returns the searcher with its tree.
func grownFor(t *testing.T, setup game.Setup, text string, l Limits, c Config) (*MCTS, *game.Play, Result) {
	t.Helper()
	v, err := toy.Rules.Variant(setup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	table, err := NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	s, g := NewMCTS(table), game.NewPlay(toy.Rules, p)
	outlive(t, s)
	res, err := s.Search(context.Background(), toyRoot(g), l, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, g, res
}

// outlive keeps a searcher to the end of a test, which may look at its tree: that
// lies in memory which goes with the searcher.
func outlive(t *testing.T, s *MCTS) {
	t.Cleanup(func() { runtime.KeepAlive(s) })
}

func toyRoot(g *game.Play) Root {
	return Root{Position: g.Position(), History: g.History(), Repetition: g.Rules().Repetition, Evaluator: toy.Evaluator}
}

// TestRollsAreVisitedByTheirOdds wants the visits to the outcomes of every roll
// within one of what the odds say.
func TestRollsAreVisitedByTheirOdds(t *testing.T) {
	for _, c := range []struct {
		setup game.Setup
		text  string
	}{{nil, "0,0/0,0 - - w"}, {game.Setup{"seats": "3"}, "0,0/0,0/0,0 - - w"}} {
		s, g, _ := grownFor(t, c.setup, c.text, Limits{Nodes: 20000, Roll: true}, Config{})
		roller := g.Position().(game.Roller)
		rolls := 0
		var look func(n *treeNode)
		look = func(n *treeNode) {
			if n.state.Load() != expanded {
				return
			}
			kids := s.tree.children(n)
			all := int32(0)
			for i := range kids {
				all += kids[i].visits.Load()
				look(&kids[i])
			}
			if n.side >= 0 {
				return
			}
			rolls++
			for i := range kids {
				num, den := roller.Weight(kids[i].move)
				want := float64(all) * float64(num) / float64(den)
				if got := float64(kids[i].visits.Load()); math.Abs(got-want) > 1.5 {
					t.Errorf("%v: outcome %d: %v of %d visits, want %.1f", c.setup, kids[i].move, got, all, want)
				}
			}
		}
		look(&s.tree.nodes[0])
		if rolls < 100 {
			t.Fatalf("%v: only %d rolls: the test is too weak", c.setup, rolls)
		}
	}
}

// TestTheTreeIsKeptOverRollsAndTurns plays on at random, through the rolls and
// turns of all seats, and wants the node of the position that was reached with all
// its visits.
func TestTheTreeIsKeptOverRollsAndTurns(t *testing.T) {
	longest := 0
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		s, g, _ := grownFor(t, game.Setup{"seats": "4"}, "0,0/0,0/0,0/0,0 - - w", Limits{Nodes: 30000, Roll: true}, Config{})
		n := &s.tree.nodes[0]
		for n.state.Load() == expanded {
			kids := s.tree.children(n)
			kid := &kids[rng.IntN(len(kids))]
			if kid.group || kid.visits.Load() == 0 {
				break
			}
			g.Push(kid.move)
			if g.Over() {
				g.Undo()
				break
			}
			n = kid
		}
		longest = max(longest, len(g.Moves()))
		if len(g.Moves()) == 0 {
			continue
		}
		if found := s.follow(toyRoot(g)); found != n {
			t.Errorf("after %v: %p, want %p", g.Texts(), found, n)
		}
	}
	if longest < 7 {
		t.Fatalf("at most %d actions: the test is too weak", longest)
	}
}

// TestAnotherGameIsNotFollowed wants nothing kept where the game went another way
// to the same position, or is another one.
func TestAnotherGameIsNotFollowed(t *testing.T) {
	s, g, res := grownFor(t, game.Setup{"dice": "no"}, "0,0/0,0 - - w", Limits{Nodes: 3000}, Config{})
	g.Push(res.Best)
	if s.follow(toyRoot(g)) == nil {
		t.Fatal("the game itself is not followed: the test is too weak")
	}
	for name, change := range map[string]func(r *Root){
		"another beginning": func(r *Root) { r.History = append([]uint64{7}, r.History...) },
		"another root":      func(r *Root) { r.History[0]++ },
		"no history":        func(r *Root) { r.History = nil },
	} {
		s, g, res := grownFor(t, game.Setup{"dice": "no"}, "0,0/0,0 - - w", Limits{Nodes: 3000}, Config{})
		g.Push(res.Best)
		r := toyRoot(g)
		r.History = append([]uint64(nil), r.History...)
		change(&r)
		if s.follow(r) != nil {
			t.Errorf("%s is followed", name)
		}
	}
}

// tiring is a position with a count of the actions made, which its key leaves out.
type tiring struct {
	game.Position
	count int
}

func (p *tiring) Make(m game.Move) { p.Position.Make(m); p.count++ }
func (p *tiring) Unmake()          { p.Position.Unmake(); p.count-- }

func (p *tiring) Clone() game.Position { return &tiring{p.Position.Clone(), p.count} }

func (p *tiring) AppendText(b []byte) ([]byte, error) {
	b, err := p.Position.AppendText(b)
	return strconv.AppendInt(append(b, ' '), int64(p.count), 10), err
}

// TestAnotherCounterIsNotFollowed wants the tree kept along a game whose positions
// count actions beside their key, and dropped where only the count differs.
func TestAnotherCounterIsNotFollowed(t *testing.T) {
	v, err := toy.Rules.Variant(game.Setup{"dice": "no"})
	if err != nil {
		t.Fatal(err)
	}
	for later := range 5 {
		for _, more := range []int{0, 1, 50} {
			table, err := NewTable(1)
			if err != nil {
				t.Fatal(err)
			}
			s, g := NewMCTS(table), game.NewPlay(toy.Rules, v.Start())
			root := func(count int) Root {
				r := toyRoot(g)
				r.Position = &tiring{r.Position.Clone(), count}
				r.Evaluator = func(p game.Position) game.Evaluator { return toy.Evaluator(p.(*tiring).Position) }
				return r
			}
			if _, err := s.Search(context.Background(), root(44), Limits{Nodes: 5000}, Config{}, nil); err != nil {
				t.Fatal(err)
			}
			n := &s.tree.nodes[0]
			for range later {
				kids := s.tree.children(n)
				for i := range kids {
					if !kids[i].group && (i == 0 || kids[i].visits.Load() > n.visits.Load()) {
						n = &kids[i]
					}
				}
				g.Push(n.move)
			}
			want := n
			if more > 0 {
				want = nil
			}
			if found := s.follow(root(44 + later + more)); found != want {
				t.Errorf("%d actions later and the counter %d higher: %p, want %p", later, more, found, want)
			}
		}
	}
}

// TestALosingSubsetIsWidened plays at random to positions in which all actions of
// the declared subset lose but not all there are: one of the others must be found
// and played.
func TestALosingSubsetIsWidened(t *testing.T) {
	v, err := toy.Rules.Variant(game.Setup{"dice": "no", "retreat": "yes"})
	if err != nil {
		t.Fatal(err)
	}
	table, err := NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	saved := 0
	for seed := uint64(0); seed < 400 && saved < 5; seed++ {
		rng := rand.New(rand.NewPCG(seed, 5))
		g := game.NewPlay(toy.Rules, v.Start())
		var all, some game.MoveList
		for range 8 + seed%14 {
			all.Reset()
			g.Position().Generate(&all)
			if g.Push(all.Moves[rng.IntN(all.Len())].Move); g.Over() {
				g.Undo()
				break
			}
		}
		all.Reset()
		g.Position().Generate(&all)
		g.Position().(game.Selective).GenerateSelective(&some)
		if some.Len() == all.Len() {
			continue
		}
		search := func(l Limits) (*MCTS, Result) {
			s := NewMCTS(table)
			res, err := s.Search(context.Background(), toyRoot(g), l, Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return s, res
		}
		l := Limits{Nodes: 5000}
		for _, e := range some.Moves {
			l.Only = append(l.Only, e.Move)
		}
		if _, res := search(l); res.Report().Score > -game.MaxEval {
			continue
		}
		l.Only = nil
		s, res := search(l)
		if s.tree.nodes[0].proof() != unproven {
			continue
		}
		saved++
		if some.Contains(res.Best) || res.Report().Score < -game.MaxEval {
			t.Errorf("%s: plays %s with score %d", game.Text(g.Position()), g.Position().FormatMove(res.Best), res.Report().Score)
		}
		kids := s.tree.children(&s.tree.nodes[0])
		rest := s.tree.children(&kids[len(kids)-1])
		if len(kids)-1 != some.Len() || len(rest) != all.Len()-some.Len() {
			t.Errorf("%s: %d actions and %d more, want %d and %d", game.Text(g.Position()), len(kids)-1, len(rest), some.Len(), all.Len()-some.Len())
		}
	}
	if saved < 2 {
		t.Fatalf("only %d positions: the test is too weak", saved)
	}
}

// TestTheRestIsLookedAtInTheEnd wants a group visited by the number of visits
// alone, and its actions among the lines.
func TestTheRestIsLookedAtInTheEnd(t *testing.T) {
	for nodes, want := range map[uint64]bool{300: false, 200000: true} {
		s, g, _ := grownFor(t, game.Setup{"dice": "no", "retreat": "yes"}, "1,2/2,1 - - w", Limits{Nodes: nodes}, Config{})
		kids := s.tree.children(&s.tree.nodes[0])
		group := &kids[len(kids)-1]
		if !group.group || (group.visits.Load() > 0) != want {
			t.Errorf("%d nodes: group %v with %d visits", nodes, group.group, group.visits.Load())
		}
		var all game.MoveList
		g.Position().Generate(&all)
		if n := len(s.ranking(&s.tree.nodes[0])); want && n != all.Len() {
			t.Errorf("%d actions are ranked, want %d", n, all.Len())
		}
	}
}

func TestWideningEndsWithTheFullList(t *testing.T) {
	last := 0
	for v := range 200 {
		n := widened(500, float64(v*v))
		if n < last || n > 500 {
			t.Fatalf("%d visits: %d after %d", v*v, n, last)
		}
		last = n
	}
	if last != 500 || widened(widenFrom, 0) != widenFrom || widened(500, 0) >= 40 {
		t.Errorf("widens to %d; a list of %d to %d, of 500 at once to %d", last, widenFrom, widened(widenFrom, 0), widened(500, 0))
	}
}

// TestATreeThatIsFullGoesOn searches far beyond what the memory holds: nothing is
// allocated for that, and the tree is as large as its loan and no larger.
func TestATreeThatIsFullGoesOn(t *testing.T) {
	for _, setup := range []game.Setup{{"retreat": "yes", "track": "8"}, {"seats": "4"}} {
		v, err := toy.Rules.Variant(setup)
		if err != nil {
			t.Fatal(err)
		}
		table, err := NewTable(1)
		if err != nil {
			t.Fatal(err)
		}
		s, g := NewMCTS(table), game.NewPlay(toy.Rules, v.Start())
		run := func(nodes uint64) (allocs float64) {
			return testing.AllocsPerRun(1, func() {
				if _, err := s.Search(context.Background(), toyRoot(g), Limits{Nodes: nodes, Roll: true}, Config{}, nil); err != nil {
					t.Fatal(err)
				}
			})
		}
		run(250000)
		if !s.tree.full() || len(s.tree.nodes)*nodeBytes > 3<<18 {
			t.Errorf("%v: full: %v, %d nodes of %d in %d bytes", setup, s.tree.full(), s.tree.used.Load(), len(s.tree.nodes), len(s.tree.nodes)*nodeBytes)
		}
		before := s.tree.nodes[0].visits.Load()
		few, many := run(100), run(20000)
		if many > few+20 {
			t.Errorf("%v: %v allocations for 100 nodes, %v for 20 000", setup, few, many)
		}
		if s.tree.nodes[0].visits.Load() <= before {
			t.Errorf("%v: no visits are added to a full tree", setup)
		}
	}
}

// TestMCTSFindsExactValues compares with the exact shares of positions near the
// end, in which every side plays for its own: with dice, and with three sides.
func TestMCTSFindsExactValues(t *testing.T) {
	for _, setup := range []game.Setup{{"track": "4"}, {"track": "4", "dice": "no"}, {"track": "4", "seats": "3"}} {
		compared, sum := 0, 0.0
		for seed := uint64(0); compared < 6 && seed < 200; seed++ {
			g := nearTheEnd(t, setup, seed)
			o := exact(g.Position().Clone(), 13, map[[2]uint64]outlook{})
			if o.open > 0.02 {
				continue
			}
			want := o.shares
			compared++
			table, err := NewTable(1)
			if err != nil {
				t.Fatal(err)
			}
			s := NewMCTS(table)
			res, err := s.Search(context.Background(), toyRoot(g), Limits{Nodes: 20000, Roll: true}, Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			side := g.Position().Base().Side
			got := s.share(res.Report().Score)
			sum += math.Abs(got - want[side])
			if math.Abs(got-want[side]) > 0.06 {
				t.Errorf("%v %s: share %.3f, want %.3f", setup, game.Text(g.Position()), got, want[side])
			}
		}
		if compared < 6 {
			t.Fatalf("%v: only %d positions: the test is too weak", setup, compared)
		}
		t.Logf("%v: mean error %.4f", setup, sum/float64(compared))
	}
}

// nearTheEnd plays at random to a few actions before the end.
func nearTheEnd(t *testing.T, setup game.Setup, seed uint64) *game.Play {
	t.Helper()
	v, err := toy.Rules.Variant(setup)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 9))
	g := game.NewPlay(toy.Rules, v.Start())
	for !g.Over() {
		var l game.MoveList
		g.Position().Generate(&l)
		g.Push(l.Moves[rng.IntN(l.Len())].Move)
	}
	for range 1 + rng.IntN(5) {
		g.Undo()
	}
	return g
}

// exact returns the shares of all sides if everybody plays for its own, the first
// of equal actions; open is how likely the game goes on after so many actions.
func exact(p game.Position, left int, known map[[2]uint64]outlook) outlook {
	st := p.Base()
	if st.Over {
		var r vector
		p.Returns(&r)
		o := outlook{}
		for i := range r {
			o.shares[i] = float64(r[i]) / float64(game.Whole)
		}
		return o
	}
	if left == 0 {
		return outlook{open: 1}
	}
	key := [2]uint64{st.Key, uint64(left)}
	if o, ok := known[key]; ok {
		return o
	}
	var l game.MoveList
	p.Generate(&l)
	o, best, side := outlook{}, math.Inf(-1), st.Side
	roll := st.Player == game.Chance
	for _, e := range l.Moves {
		weight := 0.0
		if roll {
			num, den := p.(game.Roller).Weight(e.Move)
			weight = float64(num) / float64(den)
		}
		p.Make(e.Move)
		below := exact(p, left-1, known)
		p.Unmake()
		switch {
		case roll:
			for i := range o.shares {
				o.shares[i] += weight * below.shares[i]
			}
			o.open += weight * below.open
		case below.shares[side] > best:
			best, o.shares = below.shares[side], below.shares
			o.open = max(o.open, below.open)
		default:
			o.open = max(o.open, below.open)
		}
	}
	known[key] = o
	return o
}

// outlook is what a position is worth to all sides, but for lines that are open.
type outlook struct {
	shares [game.MaxSides]float64
	open   float64
}

// TestSeveralLinesShareTheVisits wants more visits for the second line where it
// was asked for.
func TestSeveralLinesShareTheVisits(t *testing.T) {
	second := func(lines int) int32 {
		s, _, _ := grownFor(t, game.Setup{"dice": "no", "retreat": "yes"}, "1,2/2,1 - - w", Limits{Nodes: 20000}, Config{MultiPV: lines})
		return s.ranking(&s.tree.nodes[0])[1].visits.Load()
	}
	if one, two := second(1), second(2); two <= one {
		t.Errorf("the second line has %d visits of a search for one, %d of one for two", one, two)
	}
}
