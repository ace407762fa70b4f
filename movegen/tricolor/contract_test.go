package tricolor

import (
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest"
	"tetrarch/positions"
)

// image maps texts by moving every unit and renaming every man. Where the seats
// are renamed the turn becomes that of one with the other to move.
func image(at func(spot) spot, rename func(string) string) func(string) string {
	return func(text string) string {
		o := newOracle(map[string]string{"players": "3"}, text)
		men := map[spot]string{}
		for s, column := range o.men {
			men[at(s)] = rename(column)
		}
		o.men, o.player = men, rename(o.player)
		return o.text()
	}
}

func same[T any](x T) T { return x }

func upsideDown(s spot) spot { return spot{8 - s.row, s.i} }

// third turns the board by a third of a circle.
func third(s spot) spot {
	q, z := s.i-min(s.row, 4), s.row-4
	q, z = z, -q-z
	return spot{z + 4, q + min(z+4, 4)}
}

func exchanged(men string) string { return strings.NewReplacer("w", "b", "b", "w").Replace(men) }

func TestContract(t *testing.T) {
	lines, err := positions.Reference("tricolor")
	if err != nil {
		t.Fatal(err)
	}
	symmetries := []gametest.Symmetry{
		{Name: "upside down", Map: image(upsideDown, same[string])},
		{Name: "a third of a turn", Map: image(third, same[string])},
	}
	encodable := func(yield func(game.Move) bool) {
		for m := range game.Move(1 << 20) {
			if !yield(m) {
				return
			}
		}
	}
	t.Run("two", func(t *testing.T) {
		exchange := gametest.Symmetry{Name: "White and Black exchanged", Map: image(same[spot], exchanged), Keyless: true}
		gametest.Run(t, gametest.Config{
			Rules:       Rules,
			Setups:      []game.Setup{nil, {"colours": "bwr", "merge": "stronger", "quiet": "12"}, {"colours": "wrb", "merge": "none"}},
			Symmetries:  append([]gametest.Symmetry{exchange}, symmetries...),
			Reference:   lines,
			Games:       4,
			Encodable:   encodable,
			Playthrough: "testdata/two.txt",
		})
	})
	t.Run("three", func(t *testing.T) {
		gametest.Run(t, gametest.Config{
			Rules:       Rules,
			Setups:      []game.Setup{{"players": "3"}, {"players": "3", "colours": "rbw", "merge": "stronger"}},
			Symmetries:  symmetries,
			Games:       4,
			Encodable:   encodable,
			Playthrough: "testdata/three.txt",
		})
	})
}

func FuzzText(f *testing.F) { gametest.Fuzz(f, Rules) }
