package barragoon

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// randomGames calls check at every position of n random games.
func randomGames(t testing.TB, n int, options []string, check func(*Position, *rand.Rand)) {
	t.Helper()
	v := variantOf(t, options...)
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 11))
		p := v.Start().(*Position)
		var l game.MoveList
		for !p.Over && p.Ply < 800 {
			check(p, rng)
			l.Reset()
			p.Generate(&l)
			m := l.Moves[rng.IntN(l.Len())].Move
			if l.Reset(); rng.IntN(2) == 0 {
				if p.GenerateTactical(&l); l.Len() > 0 {
					m = l.Moves[rng.IntN(l.Len())].Move
				}
			}
			p.Make(m)
		}
	}
}

// content is all of a position but its memory.
func content(p *Position) saved { return saved{p.State, p.board} }

func TestPositionsKeepTheirPromises(t *testing.T) {
	for _, options := range [][]string{nil, {"open"}, {"capture=entry"}} {
		v := variantOf(t, options...)
		randomGames(t, 4, options, func(p *Position, rng *rand.Rand) {
			text := game.Text(p)
			fresh, err := v.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			f := fresh.(*Position)
			f.witness = p.witness
			if f.Key != p.Key || f.board != p.board || f.Over != p.Over {
				t.Fatalf("%s: differs from a fresh position", text)
			}
			image, err := v.Parse(mirrorText(text))
			if err != nil {
				t.Fatal(err)
			}
			if i := image.(*Position); i.Count() != p.Count() || i.Key != p.mirror || i.CanonicalKey() != p.CanonicalKey() {
				t.Fatalf("%s: differs from its mirror image", text)
			}
			var l game.MoveList
			p.Generate(&l)
			if l.Len() != p.Count() || l.Len() == 0 {
				t.Fatalf("%s: %d actions, Count %d", text, l.Len(), p.Count())
			}
			before := content(p)
			for range 5 {
				m := l.Moves[rng.IntN(l.Len())].Move
				if got, err := p.ParseMove(p.FormatMove(m)); got != m || err != nil {
					t.Fatalf("%s: %s is read back as %v, %v", text, p.FormatMove(m), got, err)
				}
				c := p.Clone()
				c.Make(m)
				c.Unmake()
				p.Make(m)
				p.Unmake()
				if content(p) != before || content(c.(*Position)) != before {
					t.Fatalf("%s: %s is not taken back", text, p.FormatMove(m))
				}
			}
			if p.CanPass() {
				p.MakePass()
				if p.Over || p.Count() == 0 || p.Key == before.state.Key {
					t.Fatalf("%s: nothing to do after a pass", text)
				}
				p.UnmakePass()
				if content(p) != before {
					t.Fatalf("%s: the pass is not taken back", text)
				}
			}
		})
	}
}

// TestLegal asks for every value that could be an action, and many that could
// not, in positions of every phase.
func TestLegal(t *testing.T) {
	asked := map[phase]int{}
	randomGames(t, 1, nil, func(p *Position, rng *rand.Rand) {
		if asked[p.phase]++; asked[p.phase] > 3 {
			return
		}
		var l game.MoveList
		p.Generate(&l)
		legal := map[game.Move]bool{}
		for _, m := range l.Moves {
			if legal[m.Move] || m.Move == game.NoMove {
				t.Fatalf("%s: action %#x twice or nothing", game.Text(p), m.Move)
			}
			legal[m.Move] = true
		}
		check := func(m game.Move) {
			if p.Legal(m) != legal[m] {
				t.Fatalf("%s: Legal(%#x) is %v", game.Text(p), m, !legal[m])
			}
		}
		for m := range game.Move(1 << 18) {
			check(m)
			check(m<<14 | game.Move(rng.Uint32()&0x3fff))
		}
		for _, m := range l.Moves {
			for bit := range 32 {
				check(m.Move ^ 1<<bit)
			}
		}
	})
	if len(asked) != int(phases) {
		t.Errorf("phases seen: %v, want all %d", asked, phases)
	}
}

// TestProgress checks that no position from before the last irreversible action
// can occur again, in the sense that the material differs.
func TestProgress(t *testing.T) {
	type material struct{ tiles, barragoons, due int }
	of := func(p *Position) material {
		return material{onBoard(p.side(0) | p.side(1)), onBoard(p.barragoons), len(due[p.phase])}
	}
	var last *material
	resets := 0
	randomGames(t, 3, nil, func(p *Position, _ *rand.Rand) {
		now := of(p)
		if p.Progress == 0 && p.Ply > 0 {
			resets++
			if last != nil && (now.tiles > last.tiles || now.tiles == last.tiles && now.barragoons <= last.barragoons) {
				t.Fatalf("%s: progress starts anew from %v to %v", game.Text(p), *last, now)
			}
		}
		last = &now
	})
	if resets < 10 {
		t.Errorf("%d irreversible actions: want more", resets)
	}
}
