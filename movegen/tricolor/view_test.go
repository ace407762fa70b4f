package tricolor

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// TestView compares what evaluations see with the cells one by one.
func TestView(t *testing.T) {
	eachPosition(t, 2, func(t *testing.T, p *Position, _ *rand.Rand) {
		if !p.Forced && p.v.merge != mergeStronger && !p.stuck && p.Mobility(p.Player) != p.Count() {
			t.Fatalf("%s: mobility %d, but %d actions", game.Text(p), p.Mobility(p.Player), p.Count())
		}
		all := p.Free()
		for seat := range p.v.seats {
			units := p.Units(game.Player(seat))
			all |= units
			parts := p.ByHeight(units)
			if parts[0] != 0 || parts[1]|parts[2]|parts[3] != units || count(parts[1])+count(parts[2])+count(parts[3]) != count(units) {
				t.Fatalf("%s: heights %x of %x", game.Text(p), parts, units)
			}
			for h, s := range parts {
				for ; s != 0; s &= s - 1 {
					if u := p.UnitAt(first(s)); u.Owner() != seat || u.Height() != h {
						t.Fatalf("%s: unit %08b of seat %d and height %d", game.Text(p), u, seat, h)
					}
				}
			}
		}
		if all != Board {
			t.Fatalf("%s: cells %x are nobody's and not free", game.Text(p), Board&^all)
		}
	})
}

func TestColoured(t *testing.T) {
	p := variantOf(t, "colours=bwr").Start().(*Position)
	for colour, c := range [3]int{1, 0, 2} {
		if p.Coloured(colour) != classes[c] {
			t.Errorf("colour %d is not class %d", colour, c)
		}
	}
}

func TestAround(t *testing.T) {
	for at, want := range map[int]int{1: 3, 3: 4, 31: 6} {
		s := Set(1) << index[at-1]
		if got := Around(s); count(got) != want || got&s != 0 {
			t.Errorf("%d cells around %d, want %d", count(got), at, want)
		}
	}
	two := Set(1)<<index[30] | 1<<index[31]
	if got := Around(two); count(got) != 10 || got&two != two {
		t.Errorf("around two neighbours: %x", got)
	}
}
