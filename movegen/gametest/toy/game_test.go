package toy_test

import (
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest"
	"tetrarch/movegen/gametest/toy"
)

var setups = []game.Setup{
	nil,
	{"dice": "no"},
	{"dice": "no", "retreat": "yes"},
	{"retreat": "yes", "track": "4"},
	{"seats": "3", "drop": "yes"},
	{"seats": "3", "dice": "no", "retreat": "yes", "track": "5"},
	{"seats": "4", "teams": "13/24", "retreat": "yes", "track": "4", "drop": "yes"},
	{"seats": "4", "teams": "1/234", "dice": "no", "drop": "yes", "track": "8"},
}

// mirror exchanges the lanes.
var mirror = gametest.Symmetry{Name: "mirror", Map: func(text string) string {
	f := strings.Fields(text)
	seats := strings.Split(f[0], "/")
	for i, s := range seats {
		rest, marked := strings.CutSuffix(s, "*")
		left, right, _ := strings.Cut(rest, ",")
		seats[i] = right + "," + left
		if marked {
			seats[i] += "*"
		}
	}
	f[0] = strings.Join(seats, "/")
	f[2] = strings.NewReplacer("L", "R", "R", "L").Replace(f[2])
	return strings.Join(f, " ")
}}

func TestGame(t *testing.T) {
	gametest.Run(t, gametest.Config{
		Rules:      toy.Rules,
		Setups:     setups,
		Symmetries: []gametest.Symmetry{mirror},
		Games:      12,
		Encodable: func(yield func(game.Move) bool) {
			for m := range game.Move(0x100) {
				if !yield(m) {
					return
				}
			}
		},
		Evaluator:   toy.Evaluator,
		Playthrough: "testdata/playthrough.txt",
	})
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, toy.Rules, setups...) }
