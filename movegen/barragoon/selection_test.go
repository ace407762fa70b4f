package barragoon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tetrarch/game"
)

// shuts says that the actor has a placement after which the other seat, which
// moves next, cannot.
func shuts(p *Position) bool {
	them := p.phase.actor() ^ 1
	for set := p.empty(); set != 0; set &= set - 1 {
		s := lowest(set)
		// No face shuts in tiles that can move without this square.
		if movesWithout(p, them, set&-set) {
			continue
		}
		for f := face(0); f < faces; f++ {
			p.Make(place(f, s))
			shut := p.Over && p.end == blockade
			p.Unmake()
			if shut {
				return true
			}
		}
	}
	return false
}

// movesWithout says that the seat has a move that neither passes the square of
// bit nor ends there.
func movesWithout(p *Position, seat int, bit uint64) bool {
	empty := p.empty() &^ bit
	w := p.ways(empty)
	land := empty | p.side(seat^1)
	for k, set := range p.tiles[seat] {
		r := w.Reach(k, set)
		if r.Short&empty|r.Full()&land|p.captures(k, &r) != 0 {
			return true
		}
	}
	return false
}

// losesAtOnce says that us has lost, or that the other seat, which acts, wins by
// what it does in this turn.
func losesAtOnce(p *Position, us int) bool {
	if p.Over {
		var to [game.MaxSides]game.Score
		p.Returns(&to)
		return to[us] == 0
	}
	if p.phase.placing() {
		return shuts(p)
	}
	var l game.MoveList
	p.Generate(&l)
	for _, m := range l.Moves {
		p.Make(m.Move)
		lost := false
		switch {
		case !p.phase.placing():
			lost = p.Over && losesAtOnce(p, us)
		case p.phase.actor() == us:
			lost = !slices.ContainsFunc(everyPlacement(p), func(m game.Move) bool { return holds(p, m, us) })
		default:
			lost = shuts(p)
		}
		p.Unmake()
		if lost {
			return true
		}
	}
	return false
}

// holds says that us does not lose at once after a placement.
func holds(p *Position, m game.Move, us int) bool {
	p.Make(m)
	defer p.Unmake()
	return !losesAtOnce(p, us)
}

func everyPlacement(p *Position) []game.Move {
	var l game.MoveList
	p.Generate(&l)
	return moves(&l)
}

func selectedPlacements(p *Position) []game.Move {
	var l game.MoveList
	p.GenerateSelective(&l)
	return moves(&l)
}

func moves(l *game.MoveList) []game.Move {
	var ms []game.Move
	for _, m := range l.Moves {
		ms = append(ms, m.Move)
	}
	return ms
}

// TestSelectionHolds has positions in which nearly every placement loses at once.
func TestSelectionHolds(t *testing.T) {
	for _, text := range []string{
		"1xd1Zvx/2x+xs1/1^5/2e4/5vx/1z1x3/+3Y2/1<1xZx1/1Vx1DVx w w 0 13",
		"xvZ1d1x/1Sx+1x1/4^2/2w1xx1/x2zz1x/1x5/x1+1<2/2xS3/1VdDx2 w w 0 12",
		"3x2x/3V3/3xx2/x3x1x/2Z1D-n/2xzn2/1x2-2/3s3/5wS b b 0 1",
		"4E1d/2e1zWv/1D2>1n/3E1xv/x5x/3|1xV/1D1wZ1S/3wS2/V4e1 b bw 0 16",
		"<>d1dvY/1^1WEw1/v1-e2z/1x5/x2E3/VV1sY2/N>1^e2/3E1S1/4|2 w w 0 15",
		"E1d1E2/1WzEzx1/2x4/vx1E1x1/x1x1D1D/2-E1x1/4s2/2DW3/1V3V1 b bw 0 14",
	} {
		p := parse(t, text)
		us := p.phase.actor()
		held := func(m game.Move) bool { return holds(p, m, us) }
		if !slices.ContainsFunc(selectedPlacements(p), held) {
			t.Errorf("%s: everything that is selected loses at once", text)
		}
		all := everyPlacement(p)
		if n := len(slices.DeleteFunc(slices.Clone(all), held)); n*10 < len(all)*9 {
			t.Errorf("%s: only %d of %d placements lose at once", text, n, len(all))
		}
	}
}

// crampedGames calls check where a placement is due in games in which both sides
// follow the hints of the game half the time.
func crampedGames(t *testing.T, n int, check func(*Position)) {
	v := variantOf(t)
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 17))
		p := v.Start().(*Position)
		var l game.MoveList
		for !p.Over && p.Ply < 300 {
			if p.phase.placing() {
				check(p)
			}
			l.Reset()
			p.Generate(&l)
			m := l.Moves[rng.IntN(l.Len())]
			if rng.IntN(2) == 0 {
				p.Rank(&l)
				m = slices.MaxFunc(l.Moves, func(a, b game.Scored) int { return int(a.Order - b.Order) })
			}
			p.Make(m.Move)
		}
	}
}

// TestSelectionLosesLittle counts the positions in which all selected placements
// lose at once though others do not, and wants every win at once to be the first
// of those selected.
func TestSelectionLosesLittle(t *testing.T) {
	positions, wins, lost, lonely := 0, 0, 0, 0
	crampedGames(t, 40, func(p *Position) {
		us := p.phase.actor()
		some := selectedPlacements(p)
		positions++
		if p.NextMover() != us && shuts(p) {
			wins++
			if p.Make(some[0]); p.end != blockade {
				t.Errorf("%s: wins at once, but %s comes first", game.Text(p), p.FormatMove(some[0]))
			}
			p.Unmake()
			return
		}
		held := func(m game.Move) bool { return holds(p, m, us) }
		switch {
		case slices.ContainsFunc(some, held):
		case slices.ContainsFunc(everyPlacement(p), held):
			lonely++
			t.Logf("%s: everything that is selected loses at once", game.Text(p))
		default:
			lost++
		}
	})
	t.Logf("%d positions: %d won at once, %d lost at once, in %d only those selected lose", positions, wins, lost, lonely)
	if positions < 500 || wins < 5 || lonely*200 > positions {
		t.Errorf("%d positions, %d wins, selection loses %d", positions, wins, lonely)
	}
}
