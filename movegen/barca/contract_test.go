package barca

import (
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest"
	"tetrarch/positions"
)

func TestContract(t *testing.T) {
	lines, err := positions.Reference("barca")
	if err != nil {
		t.Fatal(err)
	}
	image := func(f func(oracle) oracle) func(string) string {
		return func(text string) string {
			o := f(readOracle(text))
			return o.text()
		}
	}
	gametest.Run(t, gametest.Config{
		Rules: Rules,
		Symmetries: []gametest.Symmetry{
			{Name: "left and right exchanged", Map: image(mirror)},
			{Name: "top and bottom exchanged with the colours", Map: image(turned)},
		},
		Reference: lines,
		Games:     6,
		Encodable: func(yield func(game.Move) bool) {
			for m := range game.Move(1 << 16) {
				if !yield(m) {
					return
				}
			}
		},
		Playthrough: "testdata/playthrough.txt",
	})
}

func FuzzText(f *testing.F) { gametest.Fuzz(f, Rules) }
