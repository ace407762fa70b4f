package barca

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// orders ranks the legal moves of a position, by text.
func orders(p *Position) map[string]int32 {
	var l game.MoveList
	p.Generate(&l)
	p.Rank(&l)
	by := map[string]int32{}
	for _, m := range l.Moves {
		by[p.FormatMove(m.Move)] = m.Order
	}
	return by
}

func TestRank(t *testing.T) {
	for _, c := range []struct{ name, text, better, worse string }{
		{"the third hole", "10/10/10/3E6/10/10/3M6/10/10/e5E3 w 1", "g1g4", "g1g7"},
		{"a hole before none", "10/10/10/10/10/10/10/10/10/e5E3 w 1", "g1g4", "g1g5"},
		{"the second hole before the first", "10/10/10/3E6/10/10/10/10/10/e5E3 w 1", "g1g4", "g1g5"},
		{"staying before leaving", "10/10/10/3E6/10/10/10/10/10/e5E3 w 1", "g1h1", "d7d8"},
		{"evicting before taking", "10/10/10/3e6/9M/10/10/10/10/6E3 w 1", "j6e6", "g1g4"},
		{"scaring before nothing", "10/1e8/9M/10/10/10/10/10/10/10 w 1", "j8c8", "j8d8"},
		{"lines to holes before none", "10/10/10/10/10/10/10/10/10/E8e w 1", "a1a4", "a1a5"},
	} {
		by := orders(mustParse(t, c.text))
		b, ok1 := by[c.better]
		w, ok2 := by[c.worse]
		if !ok1 || !ok2 {
			t.Errorf("%s: %s or %s is not legal", c.name, c.better, c.worse)
		} else if c.name == "the third hole" {
			if b != rankWin {
				t.Errorf("%s: %s has order %d: want %d", c.name, c.better, b, rankWin)
			}
		} else if b <= w {
			t.Errorf("%s: %s has order %d, %s %d", c.name, c.better, b, c.worse, w)
		}
	}
}

// TestTactical holds the forcing moves to their description, worked out by
// making every move.
func TestTactical(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	seen := map[string]int{}
	for i := range 4000 {
		o := randomOracle(rng, []int{0, 3, 3, 1}[i%4])
		p := mustParse(t, o.text())
		var l, got game.MoveList
		p.Generate(&l)
		p.GenerateTactical(&got)
		me := int(p.Player)
		held, theirs := p.Held(me), p.Held(1-me)
		var wins, seconds, evictions []game.Move
		fearful := holdersScared(p, 1-me)
		for _, m := range l.Moves {
			p.Make(m.Move)
			switch {
			case p.Held(me) >= enough:
				wins = append(wins, m.Move)
			case p.Held(me) > held && held == enough-2:
				seconds = append(seconds, m.Move)
			case holdersScared(p, 1-me)&^fearful != 0:
				evictions = append(evictions, m.Move)
			}
			p.Unmake()
		}
		var want []game.Move
		switch {
		case p.Over:
		case p.Forced:
			seen["forced"]++
			for _, m := range l.Moves {
				want = append(want, m.Move)
			}
		case len(wins) > 0:
			seen["win"]++
			want = wins
		default:
			seen["quiet"]++
			want = append(seconds, evictions...)
			if theirs > 0 && len(evictions) > 0 {
				seen["evict"]++
			}
		}
		if got.Len() != len(want) {
			t.Fatalf("%s: %d forcing moves: want %d", o.text(), got.Len(), len(want))
		}
		for _, m := range want {
			if !got.Contains(m) {
				t.Fatalf("%s: %s is not among the forcing moves", o.text(), p.FormatMove(m))
			}
		}
	}
	for _, name := range []string{"forced", "win", "quiet", "evict"} {
		if seen[name] < 20 {
			t.Errorf("%d positions of kind %q: too few", seen[name], name)
		}
	}
}

// holdersScared returns a bit for every slot of a side whose animal is scared on
// a watering hole.
func holdersScared(p *Position, side int) (scared int) {
	for slot := range Slots {
		s := p.At(side, slot)
		if onHole[s&127] != 0 && p.Fear(side, slot)&standing[s&127] != 0 {
			scared |= 1 << slot
		}
	}
	return scared
}
