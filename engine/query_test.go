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
