package engine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"tetrarch/game"
	"tetrarch/search"
)

// pages returns the pages of memory that the process has addresses for.
func pages(t *testing.T) uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	var n uint64
	if _, err := fmt.Sscan(string(text), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestAnotherHash changes the size of the table, in a process of its own, where
// there is no room for the old and the new one at once, and where there is none
// even for the new one alone: then the old size must stay.
func TestAnotherHash(t *testing.T) {
	const name, limited = "TestAnotherHash", "TETRARCH_TEST_HASH_LIMIT"
	if os.Getenv(limited) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+name+"$", "-test.v")
		cmd.Env = append(os.Environ(), limited+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), name) {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	const room = 160
	if search.MaxHash() < 1000 {
		t.Skip("a small machine")
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
	limit := pages(t)*uint64(os.Getpagesize()) + room<<20
	if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
		t.Skip(err)
	}
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
	before := pages(t)
	try(t, s.SetOption("Hash", "64"))
	const slack = 16 // for what else the process does
	if back := (before - pages(t)) * uint64(os.Getpagesize()) >> 20; back < 240-64-slack {
		t.Errorf("%d MB went back, want about %d", back, 240-64)
	}
	think(64)
}
