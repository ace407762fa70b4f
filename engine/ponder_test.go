package engine

import (
	"context"
	"slices"
	"testing"

	"tetrarch/search"
)

// TestPonderingOverADieWarmsTheTable ponders before a roll, and wants the search
// after it to need fewer nodes for every outcome than one that knows nothing.
func TestPonderingOverADieWarmsTheTable(t *testing.T) {
	for _, seats := range []string{"14", "124"} {
		line := []string{"4", "P@e2"}
		nodes := func(ponder bool) (sum uint64) {
			for _, roll := range []string{"1", "3", "6"} {
				s := New()
				try(t, s.SetOption("Hash", "4"))
				try(t, s.SetGamePosition("barricade", map[string]string{"homes": seats}, "", line))
				if ponder {
					ctx, cancel := context.WithCancel(context.Background())
					o, err := s.Think(ctx, Request{Limits: search.Limits{Ponder: true}}, func(in Info) {
						if in.Depth >= 3 {
							cancel()
						}
					})
					cancel()
					if err != nil || !o.Roll || o.Best != "" || len(o.Lines) != 1 || o.Lines[0].Line[0] != "*" {
						t.Fatalf("pondering before a roll: %+v, %v", o, err)
					}
				}
				try(t, s.SetPosition("", append(line, roll)))
				o, err := s.Think(context.Background(), Request{Limits: search.Limits{Depth: 3}}, nil)
				try(t, err)
				sum += o.Lines[0].Nodes
				s.Close()
			}
			return sum
		}
		if cold, warm := nodes(false), nodes(true); warm > cold*3/4 {
			t.Errorf("homes %s: %d nodes after pondering, %d without", seats, warm, cold)
		}
	}
}

func TestLevelOf(t *testing.T) {
	for _, g := range append(Games(), &Game{}) {
		known := g.ratings()
		top := known[len(known)-1]
		if known[0] != MinElo || top > MaxElo || !slices.IsSorted(known[:]) {
			t.Errorf("ratings %v: want them to rise from %d to no more than %d", known, MinElo, MaxElo)
		}
		before := -1.0
		for elo := MinElo; elo <= top; elo += 10 {
			level := g.LevelOf(elo)
			if level <= before || level < 0 || level > search.MaxLevel {
				t.Errorf("%v: level of %d: %v, that of less %v", known, elo, level, before)
			}
			before = level
		}
		for i, elo := range known {
			if level := g.LevelOf(elo); level != float64(4*i) {
				t.Errorf("%v: level of %d: %v, want %d", known, elo, level, 4*i)
			}
		}
		if g.LevelOf(0) != 0 || g.LevelOf(MaxElo) != search.MaxLevel || g.LevelOf(9999) != search.MaxLevel {
			t.Errorf("%v: beyond the ends %v, %v", known, g.LevelOf(0), g.LevelOf(9999))
		}
		if full := Games().FullElo(); g.Rules != nil && g.LevelOf(full-1) == search.MaxLevel {
			t.Errorf("%v: full strength below %d", known, full)
		}
	}
	o, g := DefaultOptions(), Games()[0]
	if o.Level(g) != search.MaxLevel {
		t.Errorf("by default level %v", o.Level(g))
	}
	o.SkillLevel, o.Elo = 3, MinElo
	if o.Level(g) != 3 {
		t.Errorf("level %v, want 3", o.Level(g))
	}
	if o.LimitStrength = true; o.Level(g) != 0 {
		t.Errorf("level %v, want that of UCI_Elo", o.Level(g))
	}
}
