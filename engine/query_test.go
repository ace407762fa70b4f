package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

func TestQuestions(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	for _, c := range []struct {
		text, moves, turn, legal string
		odds                     int
		scores                   []float64
	}{
		{"", "", "chance", "1 2 3", 3, nil},
		{"", "2", "1", "L2 R2", 0, nil},
		{"", "1 L1 1 L1", "1", "home swap", 0, nil},
		{"g,5/0,0 1 - w", "R1", "none", "", 0, []float64{1, 0}},
	} {
		try(t, s.SetPosition(c.text, strings.Fields(c.moves)))
		s.View(func(p *game.Play) {
			legal, odds := strings.Join(Legal(p), " "), Chances(p)
			if Turn(p) != c.turn || legal != c.legal || len(odds) != c.odds || !slices.Equal(Scores(p), c.scores) {
				t.Errorf("%q %q: turn %s, legal %q, %d outcomes, scores %v", c.text, c.moves, Turn(p), legal, len(odds), Scores(p))
			}
		})
	}
}

// drawn is a position that is only good for drawing.
type drawn struct {
	game.Position
	picture game.Picture
}

func (d drawn) Picture() game.Picture { return d.picture }

func TestDraw(t *testing.T) {
	for _, c := range []struct {
		name    string
		picture game.Picture
		want    string
	}{
		{"square", game.Picture{Cells: []game.Cell{
			{Name: "a2", X: 0, Y: 0, Text: "K"}, {Name: "b2", X: 2, Y: 0, Shade: game.Special},
			{Name: "a1", X: 0, Y: 2, Shade: game.Blocked}, {Name: "b1", X: 2, Y: 2},
		}, Notes: []string{"a note"}}, " 2  K o\n 1  # .\n    a b\na note\n"},
		{"hexagons", game.Picture{Hex: true, Cells: []game.Cell{
			{Name: "1", X: 1, Y: 0, Text: "w"}, {Name: "2", X: 0, Y: 2}, {Name: "3", X: 2, Y: 2, Text: "b"},
		}}, " w\n. b\n"},
		{"wide", game.Picture{Cells: []game.Cell{
			{Name: "x", X: 0, Y: 0, Text: "ab"}, {Name: "y", X: 2, Y: 0, Text: "cd"},
		}}, "ab  cd\n"},
	} {
		if got := Draw(drawn{picture: c.picture}); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestMate checks own turns where turns are not single actions.
func TestMate(t *testing.T) {
	v, err := toy.Rules.Variant(game.Setup{"dice": "no"})
	try(t, err)
	pos, err := v.Parse("5,5/0,0 - - w")
	try(t, err)
	// Reaching the goal gives another turn, which is the same turn of the seat.
	var line []game.Move
	p := pos.Clone()
	for _, text := range []string{"L1", "R1"} {
		m, err := p.ParseMove(text)
		try(t, err)
		line = append(line, m)
		p.Make(m)
	}
	in := newScribe(toyGame, pos).info(&search.Report{PV: line, Score: search.Mate - 2})
	if in.Mate != 1 || in.Win != 1000 {
		t.Errorf("a win in one turn of two actions: mate %d", in.Mate)
	}
}

// TestGames searches every built-in game from its start, with two threads.
func TestGames(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.Rules.Name, func(t *testing.T) {
			s := New()
			defer s.Close()
			try(t, s.SetOption("Hash", "1"))
			try(t, s.SetOption("Threads", "2"))
			try(t, s.SetGame(g.Rules.Name, nil))
			if _, err := s.RollSeed(1); err != nil && g.Rules.Chance {
				t.Fatal(err)
			}
			o, err := s.Think(context.Background(), Request{Limits: search.Limits{Nodes: 3000}}, nil)
			try(t, err)
			if o.Best == "" || len(o.Lines) == 0 {
				t.Errorf("answer %+v", o)
			}
			if found, err := Find(g.Rules.Name); err != nil || found != g {
				t.Errorf("Find gives %v, %v", found, err)
			}
		})
	}
}
