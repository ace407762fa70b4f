package search

import (
	"context"
	"testing"

	"tetrarch/game"
)

// switched searches a position of toy without dice and without a feature, and
// returns the searcher and the result.
func switched(t *testing.T, text string, nodes uint64, without Features) (*MCTS, Result) {
	t.Helper()
	s, _, res := grownFor(t, game.Setup{"dice": "no", "retreat": "yes"}, text, Limits{Nodes: nodes}, Config{Without: without})
	return s, res
}

// spread returns how far apart the priors of a node's children are, groups apart.
func spread(kids []treeNode) float32 {
	low, high := float32(2), float32(-1)
	for i := range kids {
		if !kids[i].group {
			low, high = min(low, kids[i].prior), max(high, kids[i].prior)
		}
	}
	return high - low
}

// handmade returns a searcher whose tree is a root of the first side, visited so
// often, and so many children that are not.
func handmade(t *testing.T, children int, visits int32) (*MCTS, *treeNode) {
	t.Helper()
	table, err := NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	mem, _ := table.lend()
	s := NewMCTS(table)
	outlive(t, s)
	s.tree = newTree(mem)
	n := &s.tree.nodes[0]
	n.first, _ = s.tree.reserve(children)
	n.count = uint16(children)
	n.state.Store(expanded)
	n.visits.Store(visits)
	return s, n
}

// lone returns a worker that chooses without a feature.
func lone(without Features) *worker {
	return &worker{config: Config{MultiPV: 1, Without: without}}
}

const open = "1,2/2,1 - - w" // a position of toy in which nothing is decided

// The switches of what leads a visit: each turns off what it says.
func TestTreeSwitchesOfPriors(t *testing.T) {
	root := func(without Features) float32 {
		s, _ := switched(t, open, 200, without)
		return spread(s.tree.children(&s.tree.nodes[0]))
	}
	if with, without := root(0), root(FeaturePriors); with == 0 || without != 0 {
		t.Errorf("priors are %v apart, without the feature %v", with, without)
	}

	deeper := func(without Features) (most float32) { // without hints nothing else orders actions
		s, _ := switched(t, open, 2000, FeatureHints|without)
		kids := s.tree.children(&s.tree.nodes[0])
		for i := range kids {
			if kids[i].state.Load() == expanded && kids[i].proof() == unproven {
				most = max(most, spread(s.tree.children(&kids[i])))
			}
		}
		return most
	}
	if with, without := deeper(0), deeper(FeatureLeafPrior); with == 0 || without != 0 {
		t.Errorf("after leaf searches priors are %v apart, without the feature %v", with, without)
	}
}

// Of two actions one was visited and is better than its parent, which is what the
// other is expected to be worth.
func TestTreeSwitchOfFirstPlay(t *testing.T) {
	s, n := handmade(t, 2, 100)
	kids := s.tree.children(n)
	n.value[0].Store(100 * shareUnit / 2)
	kids[0].prior, kids[1].prior = 0.99, 0.01
	kids[0].visits.Store(200)
	kids[0].value[0].Store(200 * shareUnit * 3 / 5)
	for without, want := range map[Features]int{0: 0, FeatureFirstPlay: 1} {
		if got := s.choose(lone(without), n, 0); got != &kids[want] {
			t.Errorf("without %q: want action %d chosen", without, want)
		}
	}
}

// A visit under way has backed up nothing and does not lower what its parent is
// taken to be worth.
func TestFirstPlayDoesNotCountTheVisitUnderWay(t *testing.T) {
	n := &treeNode{}
	for done := range int32(4) {
		n.visits.Add(1)
		if want := 0.75; done > 0 && n.before(0) != want {
			t.Errorf("after %d visits: worth %v, want %v", done, n.before(0), want)
		}
		n.value[0].Add(shareUnit * 3 / 4)
	}
}

func TestTreeSwitchOfGroups(t *testing.T) {
	for without, want := range map[Features]bool{0: true, FeatureGroup: false} {
		s, _ := switched(t, open, 200000, without)
		kids := s.tree.children(&s.tree.nodes[0])
		if group := &kids[len(kids)-1]; !group.group || (group.visits.Load() > 0) != want {
			t.Errorf("without %q the group has %d visits", without, group.visits.Load())
		}
	}
}

// Without the solver a visit proves nothing, and a won game is still seen to be
// good.
func TestTreeSwitchOfTheSolver(t *testing.T) {
	const won = "3,4/0,1 - - w"
	if s, res := switched(t, won, 20000, 0); s.tree.nodes[0].proof() == unproven || res.Report().Score < game.MaxEval {
		t.Fatalf("%s: score %d: the test is too weak", won, res.Report().Score)
	}
	s, res := switched(t, won, 20000, FeatureSolver)
	for i := range s.tree.used.Load() {
		if s.tree.nodes[i].proof() != unproven {
			t.Fatal("something is proven")
		}
	}
	if res.Report().Score <= 0 {
		t.Errorf("score %d", res.Report().Score)
	}
}

// A list too long to be visited at once, its last action the one to visit: with
// widening it is not due yet.
func TestTreeSwitchOfWidening(t *testing.T) {
	s, n := handmade(t, 2*widenFrom, 4)
	kids := s.tree.children(n)
	last := &kids[len(kids)-1]
	last.prior = 1
	for without, want := range map[Features]bool{0: false, FeatureWidening: true} {
		if got := s.choose(lone(without), n, 0) == last; got != want {
			t.Errorf("without %q the last action is chosen: %v", without, got)
		}
	}
}

// After an action was made, a search without reuse begins with a lone root.
func TestTreeSwitchOfReuse(t *testing.T) {
	for without, want := range map[Features]bool{0: true, FeatureReuse: false} {
		s, g, res := grownFor(t, game.Setup{"dice": "no"}, open, Limits{Nodes: 20000}, Config{})
		g.Push(res.Best)
		if _, err := s.Search(context.Background(), toyRoot(g), Limits{Nodes: 50}, Config{Without: without}, nil); err != nil {
			t.Fatal(err)
		}
		if got := int(s.tree.nodes[0].visits.Load()) > s.visits; got != want {
			t.Errorf("without %q the root has %d visits after %d", without, s.tree.nodes[0].visits.Load(), s.visits)
		}
	}
}
