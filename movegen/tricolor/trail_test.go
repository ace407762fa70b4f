package tricolor

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// A follower that looks only at the cells that Changed names knows every unit,
// however long it did not look, with seats that drop out and come back too.
func TestChangedNamesAllCells(t *testing.T) {
	for _, players := range []string{"2", "3"} {
		v, err := Rules.Variant(game.Setup{"players": players})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(31, 32))
		few, drops := 0, uint8(0)
		for range 30 {
			p := v.Start().(*Position)
			var seen uint64
			var board [Cells]Unit
			made := 0
			for range 400 {
				for range rng.IntN(5) * rng.IntN(8) {
					if made > 0 && (p.Over || rng.IntN(3) == 0) {
						p.Unmake()
						made--
						continue
					}
					var l game.MoveList
					p.Generate(&l)
					p.Make(l.Moves[rng.IntN(l.Len())].Move)
					made++
				}
				drops = max(drops, p.drops)
				changed := p.Changed(&seen)
				if changed != Board {
					few++
				}
				for i := range board {
					if changed>>i&1 != 0 {
						board[i] = p.UnitAt(i)
					} else if board[i] != p.UnitAt(i) {
						t.Fatalf("%s: cell %d changed: %b does not say so", game.Text(p), Number(i), changed)
					}
				}
			}
		}
		if few < 5000 || players == "3" && drops == 0 {
			t.Errorf("%s players: %d times less than the whole board, at most %d dropped out", players, few, drops)
		}
	}
}
