package barricade

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest"
	"tetrarch/positions"
)

func config(t testing.TB) gametest.Config {
	t.Helper()
	reference, err := positions.Reference("barricade")
	if err != nil {
		t.Fatal(err)
	}
	return gametest.Config{
		Rules: Rules,
		Setups: []game.Setup{
			nil,
			{"homes": "124", "must-move": "true"},
			{"homes": "1234", "teams": "13/24", "no-wall-rows": "1"},
		},
		Symmetries:  []gametest.Symmetry{{Name: "loop", Map: mirror(11, 13, 'q')}},
		Reference:   reference,
		Games:       8,
		Encodable:   encodable,
		Playthrough: "testdata/playthrough.txt",
	}
}

func TestGame(t *testing.T) { gametest.Run(t, config(t)) }

func FuzzGame(f *testing.F) { gametest.Fuzz(f, Rules, config(f).Setups...) }

// TestQuickGame plays on the small board.
func TestQuickGame(t *testing.T) {
	gametest.Run(t, gametest.Config{
		Rules: Rules,
		Setups: []game.Setup{
			{"board": "quick", "homes": "1234", "teams": "1/234", "no-wall-rows": "2"},
			{"board": "quick", "homes": "23", "must-move": "true"},
		},
		Symmetries: []gametest.Symmetry{{Name: "loop", Map: mirror(5, 7, 'i')}},
		Games:      8,
	})
}

// encodable yields every value whose parts the packing could hold, and one kind
// beyond.
func encodable(yield func(game.Move) bool) {
	for m := range game.Move(kindPlace+2) << 16 {
		if !yield(m) {
			return
		}
	}
}

// mirror returns the symmetry that mirrors some ranks of a board whose files go
// from a to right.
func mirror(low, high int, right byte) func(string) string {
	names := func(list string) string {
		fields := strings.Split(list, ",")
		for i, name := range fields {
			if rank, err := strconv.Atoi(name[1:]); err == nil && low <= rank && rank <= high {
				fields[i] = string('a'+right-name[0]) + name[1:]
			}
		}
		slices.Sort(fields)
		return strings.Join(fields, ",")
	}
	return func(text string) string {
		fields := strings.Split(text, " ")
		fields[0] = names(fields[0])
		homes := strings.Split(fields[1], "/")
		for i, home := range homes {
			if pawns, list, ok := strings.Cut(home, ","); ok {
				homes[i] = pawns + "," + names(list)
			}
		}
		fields[1] = strings.Join(homes, "/")
		return strings.Join(fields, " ")
	}
}

// TestNotes wants what stands beside the board to say who has what.
func TestNotes(t *testing.T) {
	v := variant(t, "classic", "homes=124", "teams=1/24")
	got := parse(t, v, "- 1,c1/0/-/5 1/24 2 b 7").Picture().Notes
	want := []string{"home 1, beside c1: 1 pawn, team 1", "home 2, beside g1: 0 pawns, team 2", "home 4, beside o1: 5 pawns, team 2", "home 2 has a barricade in hand"}
	if !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
}
