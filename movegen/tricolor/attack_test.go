package tricolor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
)

// TestEveryAttack puts a white column within reach of a black one on every two
// cells and for every height of both: the attack is legal if strength is greater,
// and destroys or captures as the two strengths say. Captures are 3 against 2, 4
// against 3, 6 against 4 and 9 against 6 alone.
func TestEveryAttack(t *testing.T) {
	v := variantOf(t, "")
	captures := map[string]bool{}
	worth := func(at int) int { return [3]int{3, 1, 2}[class[at]] } // red, white, black
	for from := range Cells {
		for w := range ways {
			to := int(target[w][from])
			if to < 0 {
				continue
			}
			for h := w%3 + 1; h <= 4; h++ {
				for d := 1; d <= 4; d++ {
					attacker := strings.Repeat("w", h)
					defender := "b" + strings.Repeat("w", d/2) + strings.Repeat("b", (d-1)/2)
					text := boardOf(map[int]string{from: attacker, to: defender}) + " w 7 3"
					p := parse(t, v, text)
					action := fmt.Sprintf("%dx%d", number[from]+1, number[to]+1)
					a, b := min(h, 3)*worth(from), min(d, 3)*worth(to)
					m, err := p.ParseMove(action)
					if (err == nil) != (a > b) {
						t.Fatalf("%s %s: %d against %d: error %v", text, action, a, b, err)
					}
					if d >= 3 && class[to] == 0 && err == nil {
						t.Fatalf("%s %s: a column of three on red is attacked", text, action)
					}
					if err != nil {
						continue
					}
					joined := strings.ReplaceAll(defender, "b", "")
					if a < 2*b {
						joined = defender
						captures[fmt.Sprintf("%d:%d", a, b)] = true
					}
					p.Make(m)
					if got, want := game.Text(p), boardOf(map[int]string{to: attacker + joined})+" b 0 3"; got != want {
						t.Fatalf("%s %s: %s, want %s", text, action, got, want)
					}
				}
			}
		}
	}
	var list []string
	for c := range captures {
		list = append(list, c)
	}
	slices.Sort(list)
	if want := []string{"3:2", "4:3", "6:4", "9:6"}; !slices.Equal(list, want) {
		t.Errorf("captures %v, want %v", list, want)
	}
}

// boardOf writes columns by index.
func boardOf(men map[int]string) string {
	o := &oracle{men: map[spot]string{}, player: "w"}
	spots := oracleSpots()
	for at, column := range men {
		o.men[spots[number[at]]] = column
	}
	board, _, _ := strings.Cut(o.text(), " ")
	return board
}
