package endgame

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestVerify: a sound file holds what solving it counted; one in which a single
// value differs, well packed though it is, is found out.
func TestVerify(t *testing.T) {
	units := 3
	if testing.Short() {
		units = 2
	}
	table, want := solved(t, units)
	last := uint64(0)
	got, err := table.Verify(t.Context(), func(done, all uint64) {
		if done <= last || done > all {
			t.Errorf("%d of %d after %d", done, all, last)
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what was solved and what was read differ:\n%s", diff)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := table.Verify(ended, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the end", err)
	}
}

// TestVerifyFindsErrors writes tables with one wrong value each.
func TestVerifyFindsErrors(t *testing.T) {
	solved(t, 2)
	file := filepath.Join(t.TempDir(), "table")
	for n := range 6 {
		w, err := newWriter(file, 2)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		_, err = solveAll(t.Context(), Options{Units: 2, Threads: 1}, func(r *result) error {
			values := append([]value(nil), r.values...)
			for index, v := range values {
				if v == unused {
					continue
				}
				if count == n*900 {
					values[index] = v ^ 2
				}
				count++
			}
			return w.add(&result{r.layout, values})
		})
		if err := errors.Join(err, w.finish()); err != nil {
			t.Fatal(err)
		}
		table, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.Verify(t.Context(), nil); err == nil {
			t.Errorf("a table with value %d changed passes", n*900)
		}
		if err := errors.Join(table.Close(), os.Remove(file)); err != nil {
			t.Fatal(err)
		}
	}
}
