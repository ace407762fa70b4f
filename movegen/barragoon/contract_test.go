package barragoon

import (
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest"
	"tetrarch/positions"
)

// mapText rewrites a position text: the letters by pairs "from,to", each row
// reversed, and the rows and seats too where the board is turned.
func mapText(text, from, to string, turn bool) string {
	rows, rest, _ := strings.Cut(text, " ")
	out := strings.Split(rows, "/")
	for i, row := range out {
		b := []byte(row)
		slices.Reverse(b)
		out[i] = string(b)
	}
	letters := make([]string, 0, 2*len(from))
	for i := range from {
		letters = append(letters, from[i:i+1], to[i:i+1])
	}
	if turn {
		slices.Reverse(out)
		fields := strings.Fields(rest)
		seats := strings.NewReplacer("w", "b", "b", "w")
		rest = seats.Replace(fields[0]) + " " + seats.Replace(fields[1]) + " " + fields[2] + " " + fields[3]
	}
	return strings.NewReplacer(letters...).Replace(strings.Join(out, "/")) + " " + rest
}

// mirrorText exchanges left and right.
func mirrorText(text string) string {
	return mapText(text, "><NESWnesw", "<>nwseNWSE", false)
}

// turnText turns the board by 180° and exchanges the colours.
func turnText(text string) string {
	return mapText(text, "^>Y<NESWneswZDVzdv", "Y<^>SWNEswnezdvZDV", true)
}

func config(t testing.TB) gametest.Config {
	lines, err := positions.Reference("barragoon")
	if err != nil {
		t.Fatal(err)
	}
	return gametest.Config{
		Rules: Rules,
		Setups: []game.Setup{
			nil,
			{"open": "true", "quiet": "10"},
			{"capture": "entry", "quiet": "0"},
		},
		Symmetries: []gametest.Symmetry{
			{Name: "left and right exchanged", Map: mirrorText},
			{Name: "turned, with the colours exchanged", Map: turnText, Keyless: true},
		},
		Reference: lines,
		Games:     4,
		Encodable: func(yield func(game.Move) bool) {
			for m := range game.Move(1 << 15) {
				if !yield(m) {
					return
				}
			}
		},
		Playthrough: "testdata/playthrough.txt",
	}
}

func TestContract(t *testing.T) { gametest.Run(t, config(t)) }

func FuzzText(f *testing.F) { gametest.Fuzz(f, Rules, config(f).Setups...) }
