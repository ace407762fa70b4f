package engine

import (
	"context"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/search/memtest"
)

// TestAnotherHash changes the size of the table, in a process of its own, where
// there is no room for the old and the new one at once, and where there is none
// even for the new one alone: then the old size must stay.
func TestAnotherHash(t *testing.T) {
	if !memtest.Alone(t) {
		return
	}
	const room = 160
	if search.MaxHash() < 1000 {
		t.Skipf("tables of 1000 MB are too much for this machine: %d MB at most", search.MaxHash())
	}
	s := New(WithGames(toyGame))
	defer s.Close()
	try(t, s.SetOption("Hash", "200"))
	try(t, s.SetGamePosition("toy", game.Setup{"dice": "no"}, "", nil))
	think := func(mb int) {
		t.Helper()
		_, err := s.Think(context.Background(), Request{Limits: search.Limits{Depth: 3}}, nil)
		if err != nil || s.table.Megabytes() != mb || s.Options().Hash != mb {
			t.Fatalf("%v, a table of %d MB, option %d: want %d", err, s.table.Megabytes(), s.Options().Hash, mb)
		}
	}
	think(200)
	memtest.Limit(t, room<<20)
	try(t, s.SetOption("Hash", "240"))
	think(240)
	if err := s.SetOption("Hash", "900"); err == nil || !strings.Contains(err.Error(), "900 MB") {
		t.Errorf("900 MB: %v, want an error", err)
	}
	think(240)
	o := s.Options()
	for _, o.Hash = range []int{-1, 0, search.MaxHash() + 1} {
		table := s.table
		if err := s.SetOptions(o); err == nil || s.table != table {
			t.Errorf("%d MB: %v, another table %v: want an error and the table as it was", o.Hash, err, s.table != table)
		}
	}
	before := memtest.Addressed(t)
	try(t, s.SetOption("Hash", "64"))
	const slack = 16 // for what else the process does
	if back := (before - memtest.Addressed(t)) >> 20; back < 240-64-slack {
		t.Errorf("%d MB went back, want about %d", back, 240-64)
	}
	think(64)
}
