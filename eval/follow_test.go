package eval

import (
	"math/rand/v2"
	"testing"

	"tetrarch/game"
)

// follows plays back and forth at random from the start and wants an evaluator that
// is bound to the position to say what a fresh one says, whatever it has evaluated
// before. It returns how many values differ from those of the evaluator without a
// network.
func follows(t *testing.T, v game.Variant, steps int, bound, terms func(game.Position) game.Evaluator) int {
	t.Helper()
	rng := rand.New(rand.NewPCG(21, 22))
	moved := 0
	for range 20 {
		p := v.Start()
		e := bound(p)
		var l game.MoveList
		made := 0
		for range steps {
			if made > 0 && (p.Base().Over || rng.IntN(3) == 0) {
				p.Unmake()
				made--
			} else {
				l.Reset()
				p.Generate(&l)
				p.Make(l.Moves[rng.IntN(l.Len())].Move)
				made++
			}
			if rng.IntN(4) == 0 || p.Base().Over {
				continue // several changes at once
			}
			var got, want, without [game.MaxSides]game.Score
			e.Evaluate(&got)
			bound(p).Evaluate(&want)
			if got != want {
				t.Fatalf("%s: %v, want %v", game.Text(p), got, want)
			}
			if terms(p).Evaluate(&without); without != got {
				moved++
			}
		}
	}
	return moved
}
