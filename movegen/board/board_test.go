package board

import "testing"

func TestSquareNamesRoundTrip(t *testing.T) {
	for file := range 10 {
		for rank := range 12 {
			name := string(AppendSquare(nil, file, rank))
			f, r, rest, ok := CutSquare(name+"x", 10, 12)
			if f != file || r != rank || rest != "x" || !ok {
				t.Errorf("CutSquare(%q) = %d, %d, %q, %v: want %d, %d, x, true", name+"x", f, r, rest, ok, file, rank)
			}
		}
	}
	if got := string(AppendSquare(nil, 9, 9)); got != "j10" {
		t.Errorf("file 9, rank 9 is named %q: want j10", got)
	}
}

func TestCutSquareRefuses(t *testing.T) {
	for _, s := range []string{"", "a", "k1", "a0", "a01", "a11", "a99", "A1", "1a", "aa", "`1", "a-1"} {
		if f, r, rest, ok := CutSquare(s, 10, 10); ok || rest != s {
			t.Errorf("CutSquare(%q) = %d, %d, %q, %v: want it refused", s, f, r, rest, ok)
		}
	}
}

func TestSlides(t *testing.T) {
	for _, c := range []struct {
		at       int
		occupied uint16
		want     uint16
	}{
		{0, 0, 0b1111111110},
		{9, 0, 0b0111111111},
		{4, 0, 0b1111101111},
		{4, 1 << 4, 0b1111101111},
		{4, 1<<2 | 1<<7, 0b0001101000},
		{4, 1<<3 | 1<<5, 0},
		{0, LineMask, 0},
		{9, 1, 0b0111111110},
	} {
		if got := Slides[c.at][c.occupied]; got != c.want {
			t.Errorf("Slides[%d][%010b] = %010b: want %010b", c.at, c.occupied, got, c.want)
		}
	}
}
