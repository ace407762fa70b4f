package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/tournament"
	"tetrarch/tournament/stats"
)

func open(t *testing.T, name string, setup game.Setup) tournament.Game {
	t.Helper()
	g, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := tournament.NewGame(g, setup)
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// small are options of a measurement that takes no time.
func small(features ...string) options {
	return options{algorithm: "auto", features: features, games: 4, nodes: 50, hash: 1, seed: 1, probe: 2, concurrency: 2}
}

func table(t *testing.T, g tournament.Game, o options) string {
	t.Helper()
	var out, errs strings.Builder
	if err := run(t.Context(), g, o, &out, &errs); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != 4+len(o.features) {
		t.Errorf("%d lines of text, want %d:\n%s", n, 4+len(o.features), out.String())
	}
	return out.String()
}

// What applies to a game is seen from what the search does in it.
func TestApplies(t *testing.T) {
	for _, c := range []struct {
		game, features string
		alike, long    bool
	}{
		{game: "barca", features: "star1+star2", alike: true},
		{game: "barca", features: "selective", alike: true},
		{game: "barca", features: "history"},
		{game: "barca", features: "selective+history"},
		{game: "barca", features: "forced-extension"},
		{game: "barricade", features: "star2"},
		{game: "barricade", features: "within-turns"},
		{game: "barricade", features: "null-move", alike: true, long: true},
	} {
		if c.long && testing.Short() {
			continue
		}
		variants, err := parseVariants([]string{c.features}, "auto")
		if err != nil {
			t.Fatal(err)
		}
		o := small()
		decisions, alike, err := probe(t.Context(), open(t, c.game, nil), &o, variants[0])
		if err != nil || alike != c.alike || alike != (decisions > 0) {
			t.Errorf("%s, %s: %d decisions, alike %v, error %v: want alike %v", c.game, c.features, decisions, alike, err, c.alike)
		}
	}
}

func TestTable(t *testing.T) {
	text := table(t, open(t, "barca", nil), small("forced-extension", "star1"))
	for _, want := range []string{
		"Barca: 4 games a row, 50 nodes an action, tables of 1 MB, seed 1\n\n| feature |",
		"\n| `forced-extension` (off by tuning) | ", "\n| `star1` | does not apply: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("text\n%s\nlacks %q", text, want)
		}
	}
}

// A run goes on after the rows of its file, whatever the first one's end, and
// measures again under other conditions.
func TestGoesOn(t *testing.T) {
	g := open(t, "barca", nil)
	o := small("hints")
	o.out = filepath.Join(t.TempDir(), "rows")
	first := table(t, g, o)
	whole := read(t, o.out)
	if strings.Count(whole, "\n") != 1 {
		t.Fatalf("the file holds %q, want a line", whole)
	}

	if err := os.WriteFile(o.out, []byte(whole+`{"conditions":{"ga`), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := table(t, g, o); again != first || read(t, o.out) != whole {
		t.Errorf("again it printed\n%sand left %q, want\n%sand %q", again, read(t, o.out), first, whole)
	}

	o.features = []string{"scout", "hints"}
	table(t, g, o)
	if got := read(t, o.out); !strings.HasPrefix(got, whole) || strings.Count(got, "\n") != 2 {
		t.Errorf("with a further feature the file holds %q", got)
	}

	o.features, o.seed = []string{"hints"}, 2
	table(t, g, o)
	if got := read(t, o.out); strings.Count(got, "\n") != 3 {
		t.Errorf("with another seed the file holds %q", got)
	}

	if err := os.WriteFile(o.out, []byte(whole+"x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), g, o, &strings.Builder{}, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "rows:2: ") {
		t.Errorf("a bad line gives the error %v", err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestVariants(t *testing.T) {
	for algorithm, want := range map[string]search.Features{
		"auto": search.AllFeatures &^ search.TreeFeatures &^ search.FeatureCutoffs,
		"mcts": search.TreeFeatures,
	} {
		all, err := parseVariants(nil, algorithm)
		if err != nil {
			t.Fatal(err)
		}
		got := search.Features(0)
		for _, v := range all {
			got |= v.features
		}
		if got != want {
			t.Errorf("%s: measured are %q, want %q", algorithm, got, want)
		}
	}
	some, err := parseVariants([]string{"cutoffs", "futility+null-move"}, "auto")
	if err != nil || len(some) != 2 || some[0].name != "cutoffs" || some[1].name != "null-move+futility" ||
		some[1].features != search.FeatureNullMove|search.FeatureFutility {
		t.Errorf("variants %v, error %v", some, err)
	}
}

// A game in which a feature is switched on stays the same in all else, and so
// does the game of the catalogue.
func TestSwitchedOn(t *testing.T) {
	g := open(t, "barca", nil)
	v := variant{"forced-extension", search.FeatureForcedExtension}
	on := v.on(g)
	if v.off(g) != v.features || v.off(on) != 0 || g.Tuning.Without != search.FeatureForcedExtension {
		t.Errorf("off are %q, then %q", v.off(g), v.off(on))
	}
	if on.Tuning.Without = g.Tuning.Without; on.Tuning != g.Tuning {
		t.Errorf("tuning %+v, want %+v", on.Tuning, g.Tuning)
	}
}

func TestMarkdown(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	for want, r := range map[string]row{
		"| `a+b` (b off by tuning) | +10.0 ± 5.0 | 3-2-1 | 0 1 1 0 1 | 2.5 M |\n": {
			Feature: "a+b", Off: "b", Elo: number(10), EloLow: number(5), EloHigh: number(15),
			Wins: 3, Draws: 2, Losses: 1, Pentanomial: &stats.Pentanomial{0, 1, 1, 0, 1}, Searched: 2500000,
		},
		"| `a` | > +80.0 | 4-0-0 | 0 0 0 0 2 | 0.0 M |\n":     {Feature: "a", EloLow: number(80), Wins: 4, Pentanomial: &stats.Pentanomial{0, 0, 0, 0, 2}},
		"| `a` | < -80.0 | 0-0-4 | 2 0 0 0 0 | 0.0 M |\n":     {Feature: "a", EloHigh: number(-80), Losses: 4, Pentanomial: &stats.Pentanomial{2, 0, 0, 0, 0}},
		"| `a` | does not apply: 7 decisions alike | | | |\n": {Feature: "a", Alike: 7},
	} {
		if got := r.markdown(); got != want {
			t.Errorf("row %q, want %q", got, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for want, change := range map[string]func(*options){
		`--algorithm "greedy": `:       func(o *options) { o.algorithm = "greedy" },
		"--games 0: ":                  func(o *options) { o.games = 0 },
		"--nodes 0: ":                  func(o *options) { o.nodes = 0 },
		"--hash 0: ":                   func(o *options) { o.hash = 0 },
		"--probe 0: ":                  func(o *options) { o.probe = 0 },
		"--concurrency 0: ":            func(o *options) { o.concurrency = 0 },
		`feature "magic" is unknown`:   func(o *options) { o.features = []string{"magic"} },
		"--features: a name is missi":  func(o *options) { o.features = []string{""} },
		"scout+hints is given twice":   func(o *options) { o.features = []string{"hints+scout", "scout+hints"} },
		"no/such: no such file or dir": func(o *options) { o.out = filepath.Join(t.TempDir(), "rows", "no", "such") },
	} {
		o := small("hints")
		change(&o)
		var out strings.Builder
		if err := run(t.Context(), open(t, "barca", nil), o, &out, &out); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("error %v after %q, want %q", err, out.String(), want)
		}
	}
}

// With three sides one player has the feature and two go without; MCTS has
// features of its own.
func TestOtherAlgorithmsAndSides(t *testing.T) {
	o := small("late-move-pruning")
	o.nodes = 200
	text := table(t, open(t, "tricolor", game.Setup{"players": "3"}), o)
	if !strings.Contains(text, "Tricolor players=3: 4 games") || !strings.Contains(text, "| – |") {
		t.Errorf("three sides:\n%s", text)
	}
	o = small("priors", "scout")
	o.algorithm = "mcts"
	text = table(t, open(t, "barca", nil), o)
	if !strings.Contains(text, "Barca, mcts: 4 games") || strings.Contains(text, "`priors` | does not apply") {
		t.Errorf("mcts:\n%s", text)
	}
}

// An interrupted run leaves no row, and says what ended it.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := small("hints")
	o.out = filepath.Join(t.TempDir(), "rows")
	err := run(ctx, open(t, "barca", nil), o, &strings.Builder{}, &strings.Builder{})
	if err == nil || !strings.HasPrefix(err.Error(), "hints: ") || read(t, o.out) != "" {
		t.Errorf("error %v, file %q", err, read(t, o.out))
	}
}
