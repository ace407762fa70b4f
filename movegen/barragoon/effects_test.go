package barragoon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tetrarch/game"
)

// path is one way of a tile to the end of a legal move.
type path struct {
	squares []int // from the tile's own square on
	last    direction
	full    bool
}

func (p path) String() string { return fmt.Sprint(p.squares) }

// pathsOf walks all paths of the tile of a kind on a square, one by one.
func pathsOf(p *Position, seat, kind, from int) (list []path) {
	var walk func(squares []int, d direction, turned bool)
	walk = func(squares []int, d direction, turned bool) {
		s := int(neighbours[squares[len(squares)-1]][d])
		if s < 0 {
			return
		}
		squares = append(slices.Clone(squares), s)
		steps, bit := len(squares)-1, uint64(1)<<s
		free, barragoon := p.empty()&bit != 0, p.barragoons&bit != 0
		if steps == kind+lowestValue {
			f := p.faceAt(s)
			if free || p.side(seat^1)&bit != 0 ||
				barragoon && p.variant.enter[f]>>d&1 != 0 && (kind > 0 || f != allTurns) {
				list = append(list, path{squares, d, true})
			}
			return
		}
		if free && steps == kind+lowestValue-1 {
			list = append(list, path{squares, d, false})
		}
		if straight := straightOn(d); free || barragoon && p.faceAt(s).passages()&straight != 0 {
			walk(squares, d, turned)
		}
		if turned {
			return
		}
		if l := d.left(); free || barragoon && p.faceAt(s).passages()&leftTurnTo(l) != 0 {
			walk(squares, l, true)
		}
		if r := d.right(); free || barragoon && p.faceAt(s).passages()&rightTurnTo(r) != 0 {
			walk(squares, r, true)
		}
	}
	for d := range directions {
		walk([]int{from}, d, false)
	}
	return list
}

// lossOf is what placing f on s is worth to the actor, by comparing all paths
// before and after.
func lossOf(p *Position, f face, s int) (worth int32) {
	us := p.phase.actor()
	after := p.Clone().(*Position)
	after.toggle(f, s, p.variant.enter[f])
	for seat := range p.tiles {
		var before [7][]path
		var mobility [7]int32
		movers, n := int32(0), 0
		for k := range kinds {
			for set := p.tiles[seat][k]; set != 0; set &= set - 1 {
				before[n] = pathsOf(p, seat, k, lowest(set))
				ends := map[int]bool{}
				for _, w := range before[n] {
					ends[w.squares[len(w.squares)-1]] = true
				}
				if mobility[n] = int32(len(ends)); len(ends) > 0 {
					movers++
				}
				n++
			}
		}
		scale, bait := int32(shutIn), int32(-enemyBait)
		if movers <= fewMovers {
			scale *= 2
		}
		if seat == us {
			scale, bait = -scale*ownPart/100, ownBait
		}
		n = 0
		for k := range kinds {
			for set := p.tiles[seat][k]; set != 0; set &= set - 1 {
				kept := map[string]bool{}
				for _, w := range pathsOf(after, seat, k, lowest(set)) {
					kept[w.String()] = true
				}
				for _, w := range before[n] {
					switch {
					case !kept[w.String()]:
						worth += scale / (mobility[n] + 1)
					case w.full && w.squares[len(w.squares)-1] == s:
						worth += bait
					}
				}
				n++
			}
		}
	}
	return worth
}

// TestEffects compares the worth of placements with what comes of counting the
// paths that they close.
func TestEffects(t *testing.T) {
	for _, options := range [][]string{nil, {"capture=entry"}} {
		changing := 0
		randomGames(t, 4, options, func(p *Position, rng *rand.Rand) {
			if !p.phase.placing() || rng.IntN(4) > 0 {
				return
			}
			p.gather()
			for set := p.empty(); set != 0; set &= set - 1 {
				s := lowest(set)
				f := face(rng.IntN(faces))
				got, want := p.value(f, s, p.effects.worth(s)), lossOf(p, f, s)
				if got != want {
					t.Fatalf("%s: %s is worth %d, want %d", game.Text(p), p.FormatMove(place(f, s)), got, want)
				}
				if want != 0 {
					changing++
				}
				if want != 0 && p.effects.touched>>s&1 == 0 {
					t.Fatalf("%s: %s changes something, but %s is not touched", game.Text(p), p.FormatMove(place(f, s)), squareName(s))
				}
			}
		})
		if changing < 500 {
			t.Errorf("%v: %d placements change something: want more", options, changing)
		}
	}
}

// TestAlikeFacesPlayAlike places faces of one class on one square: the moves of
// both seats are equal.
func TestAlikeFacesPlayAlike(t *testing.T) {
	movesOf := func(p *Position, f face, s, seat int) []game.Scored {
		q := p.Clone().(*Position)
		q.toggle(f, s, q.variant.enter[f])
		q.phase = whiteMoves + phase(seat)
		var l game.MoveList
		q.generateMoves(&l, everywhere)
		return l.Moves
	}
	for _, options := range [][]string{nil, {"capture=entry"}} {
		compared := 0
		randomGames(t, 5, options, func(p *Position, _ *rand.Rand) {
			for set := p.empty(); set != 0; set &= set - 1 {
				s := lowest(set)
				for seat := range 2 {
					for f := range face(faces) {
						first := face(p.variant.alike[s][f])
						if first == f {
							continue
						}
						compared++
						if !slices.Equal(movesOf(p, f, s, seat), movesOf(p, first, s, seat)) {
							t.Fatalf("%v %s: %s and %s on %s differ", options, game.Text(p), f, first, squareName(s))
						}
					}
				}
			}
		})
		if compared < 10000 {
			t.Errorf("%v: %d pairs of faces compared: want more", options, compared)
		}
	}
}

// checkWitness sees that tiles which are kept as the proof that a capture may
// still happen do prove it; it says whether there are any.
func checkWitness(t *testing.T, p *Position) bool {
	t.Helper()
	if p.witness == noWitness {
		return false
	}
	w := p.ways(everywhere &^ p.barragoons)
	seat, k := int(p.witness)/kinds, int(p.witness)%kinds
	if !p.hunts(k, p.tiles[seat][k], &w) {
		t.Fatalf("%s: the %d-tiles of seat %d are the witness but cannot capture", game.Text(p), k+lowestValue, seat+1)
	}
	return true
}

func TestWitness(t *testing.T) {
	for _, options := range [][]string{nil, {"open"}, {"capture=entry"}} {
		kept := 0
		randomGames(t, 5, options, func(p *Position, _ *rand.Rand) {
			if checkWitness(t, p) {
				kept++
			}
		})
		if kept < 100 {
			t.Errorf("%v: a witness in %d positions: want more", options, kept)
		}
	}
	// Past the gap in the wall, which lets it through one way, the 2-tile is no
	// longer a witness.
	p := parse(t, "7/7/3z3/7/+++^+++/3Z3/7/7/7 w - 0 1", "capture=entry")
	if !checkWitness(t, p) {
		t.Errorf("%s: no witness", game.Text(p))
	}
	m, err := p.ParseMove("d4d6")
	if err != nil {
		t.Fatal(err)
	}
	p.Make(m)
	if checkWitness(t, p) {
		t.Errorf("%s: a witness", game.Text(p))
	}
}
