package tricolor

import (
	"slices"
	"testing"
)

// TestClasses compares the classes with lists of printed numbers.
func TestClasses(t *testing.T) {
	want := [3][]int{
		{3, 7, 10, 12, 15, 18, 21, 24, 28, 31, 34, 38, 41, 44, 47, 50, 52, 55, 59},
		{1, 4, 8, 11, 13, 16, 19, 22, 25, 29, 32, 35, 36, 39, 42, 45, 48, 53, 56, 57, 60},
		{2, 5, 6, 9, 14, 17, 20, 23, 26, 27, 30, 33, 37, 40, 43, 46, 49, 51, 54, 58, 61},
	}
	for c, cells := range want {
		var got []int
		for n, at := range index {
			if int(class[at]) == c {
				got = append(got, n+1)
			}
		}
		if !slices.Equal(got, cells) || count(classes[c]) != len(cells) {
			t.Errorf("class %d: %v, want %v", c, got, cells)
		}
	}
}

// TestSteps compares every step of every cell with the oracle's, and steps of
// sets with steps of their cells.
func TestSteps(t *testing.T) {
	sight := [dirs]string{"right", "up-left", "down-left", "left", "down-right", "up-right"}
	spots := oracleSpots()
	for n, s := range spots {
		at := index[n]
		if int(number[at]) != n {
			t.Fatalf("cell %d has number %d", n+1, number[at]+1)
		}
		for d, name := range sight {
			to, want := s, Set(0)
			for k := range 3 {
				to = to.step(name)
				w, cell := 3*d+k, -1
				if to.exists() {
					cell = int(index[to.number()-1])
				} else {
					to = spot{-99, 0}
				}
				if int(target[w][at]) != cell {
					t.Fatalf("way %d from %d leads to %d, want %d", w, n+1, target[w][at], cell)
				}
				if cell >= 0 && (between[w][at] != want || int(wayTo[at][cell]) != w) {
					t.Fatalf("way %d from %d passes %x, want %x", w, n+1, between[w][at], want)
				}
				if k == 0 {
					one := Set(0)
					if cell >= 0 {
						one = 1 << cell
					}
					if forth[d].step(1<<at) != one || one != 0 && back[d].step(one) != 1<<at {
						t.Fatalf("direction %d from %d steps wrongly", d, n+1)
					}
				}
				if cell >= 0 {
					want |= 1 << cell
				}
			}
		}
	}
}

// TestMirrors checks that the mirrors differ and keep classes and neighbours.
func TestMirrors(t *testing.T) {
	for i := range mirrors {
		for j := range i {
			if mirrors[i] == mirrors[j] {
				t.Errorf("mirrors %d and %d are the same", i, j)
			}
		}
		for a := range Cells {
			if i == 0 && int(mirrors[i][a]) != a || class[mirrors[i][a]] != class[a] {
				t.Errorf("mirror %d moves %d to %d", i, a, mirrors[i][a])
			}
			for b := range Cells {
				near := wayTo[a][b] >= 0 && wayTo[a][b]%3 == 0
				there := wayTo[mirrors[i][a]][mirrors[i][b]]
				if near != (there >= 0 && there%3 == 0) {
					t.Errorf("mirror %d parts %d and %d", i, a, b)
				}
			}
		}
	}
}
