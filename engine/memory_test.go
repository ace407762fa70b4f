package engine

import (
	"context"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// forgetful is alpha-beta that remembers nothing but its table, and to which a new
// game means nothing.
type forgetful struct{ table *search.Table }

func (f forgetful) Search(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error) {
	return search.NewAlphaBeta(f.table).Search(ctx, r, l, c, each)
}

func (forgetful) PonderHit() {}
func (forgetful) NewGame()   {}

// nodesTo counts the nodes of a search to a depth.
func nodesTo(t *testing.T, s *Session, depth int) uint64 {
	t.Helper()
	o, err := s.Think(context.Background(), Request{Limits: search.Limits{Depth: depth}}, nil)
	try(t, err)
	return o.Lines[0].Nodes
}

// TestTheTableIsEmptiedOnce wants a table emptied by whoever has it, the searcher
// or the session, and not by both: the searcher here does not, so that what is in
// the table stays.
func TestTheTableIsEmptiedOnce(t *testing.T) {
	algorithms := []search.Algorithm{
		{Name: "forgetful", Tabled: true, New: func(t *search.Table) search.Searcher { return forgetful{t} }},
		{Name: "alphabeta", Tabled: true, New: func(t *search.Table) search.Searcher { return search.NewAlphaBeta(t) }},
		{Name: "random", New: func(*search.Table) search.Searcher { return search.NewRandom() }},
	}
	s := New(WithGames(toyGame), WithAlgorithms(algorithms...))
	defer s.Close()
	try(t, s.SetOption("Hash", "1"))
	try(t, s.SetGamePosition("toy", game.Setup{"dice": "no"}, "", nil))
	empty := nodesTo(t, s, 8)
	try(t, s.SetOption("Clear Hash", ""))
	if again := nodesTo(t, s, 8); again >= empty {
		t.Errorf("%d nodes, %d with an empty table: the session emptied a table that its searcher is to empty", again, empty)
	}
	try(t, s.SetOption("Algorithm", "alphabeta"))
	try(t, s.Prepare())
	try(t, s.SetOption("Clear Hash", ""))
	if again := nodesTo(t, s, 8); again != empty {
		t.Errorf("%d nodes after a clear, want %d", again, empty)
	}
	// A searcher without a table leaves that of another before it to the session.
	try(t, s.SetOption("Algorithm", "random"))
	nodesTo(t, s, 1)
	try(t, s.SetOption("Clear Hash", ""))
	try(t, s.SetOption("Algorithm", "alphabeta"))
	if again := nodesTo(t, s, 8); again != empty {
		t.Errorf("%d nodes after a clear without a table in use, want %d", again, empty)
	}
}

// TestWithoutForgets wants nothing left of what other features of the search found.
func TestWithoutForgets(t *testing.T) {
	for _, name := range []string{"alphabeta", "mcts"} {
		fresh := func() *Session {
			s := New(WithGames(toyGame))
			try(t, s.SetOption("Hash", "1"))
			try(t, s.SetOption("Algorithm", name))
			try(t, s.SetGamePosition("toy", game.Setup{"dice": "no"}, "", nil))
			return s
		}
		think := func(s *Session) Info {
			o, err := s.Think(context.Background(), Request{Limits: search.Limits{Nodes: 5000}}, nil)
			try(t, err)
			o.Lines[0].Elapsed = 0
			return o.Lines[0]
		}
		const without = "late-move-pruning,quiescence"
		s := fresh()
		try(t, s.SetOption("Without", without))
		want := think(s)
		s.Close()
		s = fresh()
		think(s)
		try(t, s.SetOption("Without", without))
		if got := think(s); got.Nodes != want.Nodes || got.Score != want.Score || got.Depth != want.Depth || got.HashFull != want.HashFull {
			t.Errorf("%s: %+v after a search with all features, want %+v", name, got, want)
		}
		s.Close()
	}
}

// TestTheCounterOfQuietActionsCounts searches a position of Tricolor by MCTS twice:
// first with room for quiet actions, then with the next one a draw. What was a
// win by a quiet action must not be told as one any more.
func TestTheCounterOfQuietActionsCounts(t *testing.T) {
	const board = "5/6/7/8/3(wwwwbbbwwww)5/8/5(bb)1/5(ww)/5 w "
	s := New()
	defer s.Close()
	for name, value := range map[string]string{"EndgamePath": NoEndgame, "Algorithm": "mcts", "Hash": "8"} {
		try(t, s.SetOption(name, value))
	}
	think := func(counter string) Info {
		try(t, s.SetGamePosition("tricolor", nil, board+counter+" 44", nil))
		o, err := s.Think(context.Background(), Request{Limits: search.Limits{Nodes: 20000}}, nil)
		try(t, err)
		return o.Lines[0]
	}
	if first := think("0"); first.Mate <= 0 {
		t.Fatalf("%+v: want a win, or the test is too weak", first)
	}
	if second := think("99"); second.Mate > 0 {
		t.Errorf("%+v: want no win, the next quiet action is a draw", second)
	}
}
