package main

import (
	"context"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/tournament"
)

func collected(t *testing.T, name string, n int) (*engine.Game, []*game.Play) {
	t.Helper()
	g, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	v, err := g.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	plays, err := collect(t.Context(), g, v, options{positions: n, nodes: 100, seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(plays) != n {
		t.Fatalf("%d positions, want %d", len(plays), n)
	}
	return g, plays
}

// One action deep the value is the best over the actions, so a subset's is never
// above that of all.
func TestSubsetAndFullWidth(t *testing.T) {
	for _, name := range []string{"barragoon", "barricade"} {
		g, plays := collected(t, name, 12)
		_, again := collected(t, name, 12)
		j, err := newJudge(g, 1)
		if err != nil {
			t.Fatal(err)
		}
		var s summary
		for i, play := range plays {
			text := game.Text(play.Position())
			if other := game.Text(again[i].Position()); other != text {
				t.Errorf("%s: position %d is %s, then %s", name, i, text, other)
			}
			c, err := j.compare(t.Context(), play, 1)
			if err != nil {
				t.Fatal(err)
			}
			if c.subset.score > c.full.score || c.choice.score > c.full.score || c.subset.nodes >= c.full.nodes {
				t.Errorf("%s: %+v", text, c)
			}
			s.add(c)
		}
		if s.positions != 12 || !strings.HasPrefix(s.text(1), "depth 1: value differs in ") {
			t.Errorf("%s: %+v prints %s", name, s, s.text(1))
		}
	}
}

func TestSummary(t *testing.T) {
	var s summary
	win, loss := search.Mate-3, 4-search.Mate
	for _, scores := range [][3]game.Score{{300, 300, 300}, {0, 600, 300}, {900, 600, 600}, {0, win, 0}, {loss, 0, loss}, {loss, loss, loss}, {win - 2, win, win}} {
		s.add(comparison{
			scale:  eval.Scale{Odds: 300},
			subset: verdict{score: scores[0], nodes: 2},
			full:   verdict{score: scores[1], nodes: 30},
			choice: verdict{score: scores[2]},
		})
	}
	want := summary{
		positions: 7, differ: 5, open: 3, mates: 2, worse: 2, difference: 300, worst: 200,
		loss: 100, worstLoss: 100, subsetNodes: 14, fullWideNodes: 210,
	}
	// From 600 to 300 is from nine games of ten to three of four.
	if d := s.lostShare - 0.15; d < -1e-9 || d > 1e-9 || s.worstLostShare != s.lostShare {
		t.Errorf("shares lost %v, at most %v, want 0.15", s.lostShare, s.worstLostShare)
	}
	if text := s.text(2); !strings.Contains(text, "33.3 cp on average, 100 at most, in expected results 5.00 % and 15.00 %;") {
		t.Errorf("prints %s", text)
	}
	s.lostShare, s.worstLostShare = 0, 0
	if s != want {
		t.Errorf("summary %+v, want %+v", s, want)
	}
}

func TestRefused(t *testing.T) {
	open := func(name string) tournament.Game {
		t.Helper()
		g, err := engine.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := tournament.NewGame(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		return opened
	}
	if err := run(t.Context(), open("barca"), options{}); err == nil || !strings.Contains(err.Error(), "no declared subset") {
		t.Errorf("barca: error %v, want that it has no subset", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := run(ctx, open("barragoon"), options{positions: 1, nodes: 100, hash: 1}); err == nil {
		t.Error("no error after an interrupt")
	}
}
