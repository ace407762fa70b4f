package engine

import (
	"strings"
	"testing"
	"time"

	"tetrarch/search"
)

func TestWords(t *testing.T) {
	for names, want := range map[string]string{"": "", "a": "a", "a b": "a or b", "a b c": "a, b or c"} {
		if got := Either(strings.Fields(names)); got != want {
			t.Errorf("Either(%s) = %q, want %q", names, got, want)
		}
	}
	for text, want := range map[string]time.Duration{"500ms": 500 * time.Millisecond, "2s": 2 * time.Second, "20": 20 * time.Millisecond,
		"0": 0, "-1s": 0, "soon": 0, "": 0, "99999999999": 0} {
		if got, ok := ParseTime(text); ok != (want > 0) || ok && got != want {
			t.Errorf("ParseTime(%q) = %v, %v: want %v", text, got, ok, want)
		}
	}
	if a, b := PerSecond(3000, 1500*time.Millisecond), PerSecond(5, 0); a != 2000 || b != 5000 {
		t.Errorf("PerSecond gives %d and %d, want 2000 and 5000", a, b)
	}
	if Limited(search.Limits{Mate: 3}) || !Limited(search.Limits{Nodes: 1}) || !Limited(search.Limits{Depth: 1}) || !Limited(search.Limits{MoveTime: 1}) {
		t.Error("Limited mistakes limits that end a search for others")
	}
}
