package bench

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tetrarch/engine"
	"tetrarch/positions"
	"tetrarch/search"
)

// stripped runs the signature at a small depth and leaves out times.
func stripped(t *testing.T, o Options) *Report {
	t.Helper()
	r, err := Run(t.Context(), engine.Games(), o)
	if err != nil {
		t.Fatal(err)
	}
	r.Elapsed = 0
	for i := range r.Searches {
		r.Searches[i].Elapsed = 0
	}
	return r
}

// Two runs visit the same nodes and find the same actions, position by
// position: the signature of a build is one number.
func TestSignatureRepeats(t *testing.T) {
	a, b := stripped(t, Options{Depth: 2}), stripped(t, Options{Depth: 2})
	if len(a.Searches) != len(b.Searches) {
		t.Fatalf("%d and %d searches", len(a.Searches), len(b.Searches))
	}
	for i := range a.Searches {
		if a.Searches[i] != b.Searches[i] {
			t.Errorf("first %+v, then %+v", a.Searches[i], b.Searches[i])
		}
	}
	if a.Nodes != b.Nodes || a.Nodes == 0 {
		t.Errorf("signatures %d and %d, want one number above 0", a.Nodes, b.Nodes)
	}
}

// A search of the signature does not depend on the searches before it.
func TestSearchesAreIndependent(t *testing.T) {
	all := stripped(t, Options{Depth: 2})
	at := 0
	for _, g := range engine.Games() {
		r, err := Run(t.Context(), engine.Catalogue{g}, Options{Depth: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Searches {
			s.Elapsed = 0
			if s != all.Searches[at] {
				t.Errorf("alone %+v, after others %+v", s, all.Searches[at])
			}
			at++
		}
	}
}

func TestReportAddsUp(t *testing.T) {
	var told int
	r := stripped(t, Options{Depth: 1, Each: func(Search) { told++ }})
	var nodes uint64
	want := 0
	for _, g := range engine.Games() {
		lines, err := positions.Bench(g.Rules.Name)
		if err != nil {
			t.Fatalf("%s has no positions to measure on: %v", g.Rules.Name, err)
		}
		want += len(lines)
	}
	for _, s := range r.Searches {
		nodes += s.Nodes
		if s.Best == "" || s.FEN == "" || s.Nodes == 0 || s.Depth != 1 {
			t.Errorf("search %+v", s)
		}
	}
	if len(r.Searches) != want || told != want || r.Count != want || len(r.Games) != len(engine.Games()) || nodes != r.Nodes {
		t.Errorf("%d searches, %d told, %d counted, %d games, %d nodes of %d, want %d searches", len(r.Searches), told, r.Count, len(r.Games), nodes, r.Nodes, want)
	}
	var b strings.Builder
	if err := r.Print(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "Bench: ") || len(lines) != 1+want+len(r.Games)+3 {
		t.Errorf("printed:\n%s", b.String())
	}
}

func TestOptionsMatter(t *testing.T) {
	if a, b := stripped(t, Options{Depth: 2}), stripped(t, Options{Depth: 2, Without: search.AllFeatures}); a.Nodes == b.Nodes {
		t.Errorf("%d nodes with and without the features of the search", a.Nodes)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := Run(ctx, engine.Games(), Options{Depth: 30}); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 20*time.Second {
		t.Errorf("error %v after %v, want the deadline soon", err, time.Since(start))
	}
	if d := Depth("no such game", 2); d != defaultDepth {
		t.Errorf("depth of an unknown game %d, want %d", d, defaultDepth)
	}
}
