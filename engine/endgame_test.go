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

// drawnStart returns a toy game with a table to which the start without dice is a
// draw that the second and the third action keep and all others lose, but for the
// first, of which it knows nothing.
func drawnStart(t *testing.T) (g *Game, start game.Position, list game.MoveList) {
	v, err := toyGame.Rules.Variant(game.Setup{"dice": "no"})
	try(t, err)
	start = v.Start()
	start.Generate(&list)
	known := drawn{start.Base().Key: true}
	var hole uint64
	for i, m := range list.Moves {
		start.Make(m.Move)
		if i == 1 || i == 2 {
			known[start.Base().Key] = true
		}
		if i == 0 {
			hole = start.Base().Key
		}
		start.Unmake()
	}
	g = endgames()
	g.Endgame.Open = func(string) (search.Oracle, error) { return winning{known, hole}, nil }
	return g, start, list
}

// winning is drawn, but where it knows of no draw the side that acts wins; of one
// position it knows nothing.
type winning struct {
	drawn
	hole uint64
}

func (w winning) Probe(p game.Position) (outcome, actions int, ok bool) {
	if p.Base().Key == w.hole {
		return 0, 0, false
	}
	outcome, actions, ok = w.drawn.Probe(p)
	return -outcome, actions, ok
}

// TestLinesOfADraw: where the root is a draw, an action that keeps it is told as a
// certain draw; behind these comes every other action with its loss, or with the
// draw as the most it can be, in every report and as far as lines are wanted.
func TestLinesOfADraw(t *testing.T) {
	g, start, list := drawnStart(t)
	s := New(WithGames(g))
	try(t, s.SetGame("toy", game.Setup{"dice": "no"}))
	file := filepath.Join(t.TempDir(), "table")
	try(t, os.WriteFile(file, []byte("ok"), 0o644))
	try(t, s.SetOption("EndgamePath", file))
	think := func(lines string, moves ...string) (told, final []Info) {
		t.Helper()
		try(t, s.SetOption("MultiPV", lines))
		o, err := s.Think(t.Context(), Request{Limits: search.Limits{Depth: 2}, Moves: moves}, func(in Info) {
			if in.Depth == 2 && len(in.Line) > 0 {
				told = append(told, in)
			}
		})
		try(t, err)
		return told, o.Lines
	}
	text := func(i int) string { return start.FormatMove(list.Moves[i].Move) }
	told, final := think("60")
	for name, lines := range map[string][]Info{"report": told, "answer": final} {
		if len(lines) != list.Len() {
			t.Fatalf("%s: %d lines, want one for each of %d actions", name, len(lines), list.Len())
		}
		seen := map[string]bool{}
		for i, in := range lines {
			seen[in.Line[0]] = true
			certain := in.Win == 0 && in.Draw == 1000 && in.Loss == 0 && in.Centi == 0 && in.Bound == search.Exact
			switch {
			case in.Multi != i+1 || in.Depth != 2:
				t.Errorf("%s: line %d has number %d at depth %d", name, i+1, in.Multi, in.Depth)
			case i < 2 && (!certain || in.Line[0] != text(1) && in.Line[0] != text(2)):
				t.Errorf("%s: a draw is told as %+v", name, in)
			case i == 2 && (in.Line[0] != text(0) || in.Score != 0 || in.Bound != search.Upper):
				t.Errorf("%s: what the table does not know is told as %+v", name, in)
			case i > 2 && (in.Score != 5-search.Mate || in.Mate >= 0 || in.Loss != 1000 || in.Bound != search.Exact):
				t.Errorf("%s: a loss is told as %+v", name, in)
			}
		}
		if len(seen) != list.Len() {
			t.Errorf("%s: the lines tell of %d actions, want %d", name, len(seen), list.Len())
		}
	}
	for _, c := range []struct {
		lines string
		moves []string
		want  int
	}{
		{"1", nil, 1}, {"2", nil, 2}, {"3", nil, 3}, {"60", []string{text(1), text(3)}, 2}, {"60", []string{text(3)}, 1},
	} {
		if _, final := think(c.lines, c.moves...); len(final) != c.want {
			t.Errorf("MultiPV %s of %v: %d lines, want %d", c.lines, c.moves, len(final), c.want)
		}
	}
	try(t, s.SetOption("EndgamePath", NoEndgame))
	if _, final := think("1"); final[0].Draw == 1000 {
		t.Error("a draw is certain without a table")
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
