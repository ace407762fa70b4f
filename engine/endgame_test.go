package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// silent is a table of endgames that knows nothing.
type silent struct{ text string }

func (*silent) Probe(game.Position) (outcome, actions int, ok bool) { return 0, 0, false }

// endgames returns a toy game whose tables are files that begin with "ok".
func endgames() *Game {
	g := *toyGame
	g.Endgame = &Endgame{File: "toy.endgame", Open: func(file string) (search.Oracle, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(string(data), "ok") {
			return nil, errors.New("not a table")
		}
		return &silent{string(data)}, nil
	}}
	return &g
}

// TestOracle: a table is opened once for all who ask, again when its file is
// another one, and is missing without an error only beside the program.
func TestOracle(t *testing.T) {
	g := endgames()
	file := filepath.Join(t.TempDir(), "table")
	try(t, os.WriteFile(file, []byte("ok"), 0o644))
	first, err := g.Oracle(file)
	try(t, err)
	if again, err := g.Oracle(file); err != nil || again != first {
		t.Errorf("a second table of one file: %v, error %v", again, err)
	}
	try(t, os.WriteFile(file, []byte("ok, a longer one"), 0o644))
	if other, err := g.Oracle(file); err != nil || other.(*silent).text != "ok, a longer one" {
		t.Errorf("table %v of a file that was replaced, error %v", other, err)
	}
	for _, name := range []string{"", NoEndgame} {
		if o, err := g.Oracle(name); o != nil || err != nil {
			t.Errorf("file %q: table %v, error %v", name, o, err)
		}
	}
	if o, err := toyGame.Oracle(file); o != nil || err != nil {
		t.Errorf("a game without tables has %v, error %v", o, err)
	}
}

// TestEndgamePath: the option takes files that a game can open, and a refusal
// leaves it as it was.
func TestEndgamePath(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	try(t, os.WriteFile(good, []byte("ok"), 0o644))
	try(t, os.WriteFile(bad, []byte("?"), 0o644))
	s := New(WithGames(endgames()))
	try(t, s.SetOption("EndgamePath", good))
	for _, file := range []string{bad, filepath.Join(dir, "none")} {
		if err := s.SetOption("EndgamePath", file); err == nil || s.Options().EndgamePath != good {
			t.Errorf("%s: error %v, the option is %q", file, err, s.Options().EndgamePath)
		}
	}
	if s.oracle() == nil {
		t.Error("the session has no table")
	}
	try(t, s.SetOption("EndgamePath", NoEndgame))
	if s.oracle() != nil {
		t.Error("the session has a table although it is to have none")
	}
	try(t, s.SetOption("EndgamePath", ""))
	if err := New(WithGames(toyGame)).SetOption("EndgamePath", good); err == nil {
		t.Error("a session without tables takes a file")
	}
}

// drawn is an oracle to which the start and the positions after some actions are
// draws, and all others lost for the side that acts.
type drawn map[uint64]bool

func (d drawn) Probe(p game.Position) (outcome, actions int, ok bool) {
	if d[p.Base().Key] {
		return 0, 0, true
	}
	return -1, 4, true
}

// TestKeeper: where the root is a draw, the search finds the best of the actions
// that keep it, and says that it is a draw.
func TestKeeper(t *testing.T) {
	v, err := toyGame.Rules.Variant(game.Setup{"dice": "no"})
	try(t, err)
	play := game.NewPlay(toyGame.Rules, v.Start())
	root := toyGame.Root(play)
	p := root.Position.Clone()
	look := func(oracle search.Oracle, only ...game.Move) (search.Report, []search.Report) {
		table, err := search.NewTable(1)
		try(t, err)
		root.Oracle = oracle
		var told []search.Report
		r, err := keeper{search.NewAlphaBeta(table)}.Search(t.Context(), root, search.Limits{Depth: 3, Only: only}, search.Config{},
			func(r search.Report) { told = append(told, r) })
		try(t, err)
		return r.Report(), told
	}
	var list game.MoveList
	p.Generate(&list)
	d := drawn{p.Base().Key: true}
	for _, m := range list.Moves[1:3] {
		p.Make(m.Move)
		d[p.Base().Key] = true
		p.Unmake()
	}
	best, told := look(d)
	if best.PV[0] != list.Moves[1].Move && best.PV[0] != list.Moves[2].Move || best.Score != 0 || best.Depth != 3 {
		t.Errorf("%s at depth %d has value %d", p.FormatMove(best.PV[0]), best.Depth, best.Score)
	}
	if want := uint64(1 + list.Len()); best.TBHits != want {
		t.Errorf("%d hits, want %d", best.TBHits, want)
	}
	for _, r := range told {
		if r.Score != 0 && len(r.PV) > 0 {
			t.Errorf("depth %d: value %d", r.Depth, r.Score)
		}
	}
	alone, _ := look(nil, list.Moves[1].Move, list.Moves[2].Move)
	if alone.PV[0] != best.PV[0] {
		t.Errorf("%s is the best that keeps the draw, the search by itself prefers %s", p.FormatMove(best.PV[0]), p.FormatMove(alone.PV[0]))
	}
	if won, _ := look(drawn{}); won.Score != search.Mate-5 {
		t.Errorf("value %d of a win, want %d", won.Score, search.Mate-5)
	}
	if lost, _ := look(d, list.Moves[0].Move); lost.Score != search.Mate-5 {
		t.Errorf("value %d where only one action is looked at, want %d", lost.Score, search.Mate-5)
	}
}

// TestBaselinesIgnoreTables: what others are measured by plays the same with a
// table and without, also where it knows of a draw.
func TestBaselinesIgnoreTables(t *testing.T) {
	for _, a := range search.Algorithms() {
		table, err := search.NewTable(1)
		try(t, err)
		s := a.New(table)
		_, wrapped := WithTables(s).(keeper)
		asks := strings.Contains(" auto alphabeta maxn paranoid best-reply ", " "+a.Name+" ")
		if wrapped != asks || search.Asks(s) != asks {
			t.Errorf("%s: asks %v, is kept from choosing %v, want %v", a.Name, search.Asks(s), wrapped, asks)
		}
	}
}
