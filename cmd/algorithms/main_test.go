package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/search"
)

// tiny are the flags of two short cases: a match of two and a round robin of
// four algorithms for three seats.
func tiny(more ...string) []string {
	return append([]string{"--nodes", "20", "--games", "2", "--max-turns", "12", "--cases", "barca,tricolor3", "--quiet"}, more...)
}

// command runs a command line that is to end with a code.
func command(t *testing.T, code int, args ...string) (out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(t.Context(), args, &stdout, &stderr); got != code {
		t.Fatalf("%q ends with code %d, want %d: %s", args, got, code, &stderr)
	}
	return stdout.String(), stderr.String()
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The same command gives the same table, whatever is played at a time, and goes
// on from the file of results and from the folder of games.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	file, games := filepath.Join(dir, "out.jsonl"), filepath.Join(dir, "games")
	table, _ := command(t, 0, tiny("--concurrency", "2", "--out", file, "--dir", games)...)
	rows := strings.Split(strings.TrimSpace(table), "\n")
	if len(rows) != 4 {
		t.Fatalf("prints\n%s", table)
	}
	if want := "| case | games | limit | `alphabeta` | `maxn` | `paranoid` | `best-reply` | `mcts` | W-D-L | lost on time | winner | `auto` today |"; rows[0] != want {
		t.Errorf("head %s, want %s", rows[0], want)
	}
	// Four meetings of three, of a block of six each.
	for i, want := range []string{"| barca | 2 | 20 nodes an action | ", "| tricolor3 | 24 | 20 nodes an action | – | "} {
		if !strings.HasPrefix(rows[i+2], want) {
			t.Errorf("row %s, want %s", rows[i+2], want)
		}
	}
	written := read(t, file)
	if again, _ := command(t, 0, tiny("--out", file)...); again != table || read(t, file) != written {
		t.Errorf("with its results prints\n%s, want\n%s", again, table)
	}
	// A program was killed while it wrote the second line.
	first := strings.Index(written, "\n") + 1
	if err := os.WriteFile(file, []byte(written[:first+30]), 0o644); err != nil {
		t.Fatal(err)
	}
	if again, _ := command(t, 0, tiny("--concurrency", "1", "--out", file)...); again != table {
		t.Errorf("without its second result prints\n%s, want\n%s", again, table)
	}
	if again, _ := command(t, 0, tiny("--dir", games)...); again != table {
		t.Errorf("with its games prints\n%s, want\n%s", again, table)
	}
	var r result
	if err := json.Unmarshal([]byte(written[first:]), &r); err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Algorithms {
		if a.Games != 18 || a.Wins+a.Draws+a.Losses != 18 {
			t.Errorf("%s played %d games with %d-%d-%d, want three of four meetings", a.Name, a.Games, a.Wins, a.Draws, a.Losses)
		}
	}
	if _, errs := command(t, 1, tiny("--seed", "2", "--dir", games)...); !strings.Contains(errs, "a run of another plan") {
		t.Errorf("another seed in the same folder: %s", errs)
	}
}

func TestRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.jsonl")
	if err := os.WriteFile(file, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{2, `case "chess" is unknown: want barca, `, []string{"--cases", "chess"}},
		{2, "case barca is named twice", []string{"--cases", "barca,barca"}},
		{2, `algorithm "auto" is unknown: want alphabeta, `, []string{"--algorithms", "auto,mcts"}},
		{2, "case barricade3: number of algorithms that can play it 1: want at least 3", []string{"--algorithms", "alphabeta,mcts"}},
		{2, "more than one of --tc,", []string{"--nodes", "5", "--tc", "1+0.01"}},
		{2, `--movetime is "soon"`, []string{"--movetime", "soon"}},
		{2, "--games is 0", []string{"--games", "0"}},
		{2, "concurrency is 0", []string{"--concurrency", "0"}},
		{2, `argument "barca" is too many`, []string{"barca"}},
		{1, "out.jsonl:1: the line is no result", tiny("--out", file)},
	} {
		if out, errs := command(t, c.code, c.args...); out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q prints %q and says %q, want %q", c.args, out, errs, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := run(ctx, tiny(), &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), "case barca: interrupted after 0 of 2 games") {
		t.Errorf("an interrupt ends with code %d: %s", code, &stderr)
	}
}

// Every game has a case for every number of seats.
func TestCases(t *testing.T) {
	cases, err := allCases()
	if err != nil {
		t.Fatal(err)
	}
	seats := map[string][]int{}
	var names []string
	for _, c := range cases {
		v, err := c.game.Rules.Variant(c.setup)
		if err != nil {
			t.Fatal(err)
		}
		seats[c.game.Rules.Name] = append(seats[c.game.Rules.Name], v.Start().Seating().Seats)
		if slices.Contains(names, c.name) {
			t.Errorf("two cases are called %s", c.name)
		}
		names = append(names, c.name)
	}
	for _, c := range cases {
		for n := c.game.Rules.MinSeats; n <= c.game.Rules.MaxSeats; n++ {
			if !slices.Contains(seats[c.game.Rules.Name], n) {
				t.Errorf("%s has no case of %d seats", c.game.Rules.Name, n)
			}
		}
	}
	all := search.AlgorithmNames(search.Algorithms())
	for _, name := range slices.Concat(baselines, manySided) {
		if !slices.Contains(all, name) {
			t.Errorf("there is no algorithm %s", name)
		}
	}
}

// What is said of auto is what it does: of the candidates it visits the nodes of
// that one alone.
func TestAutomatic(t *testing.T) {
	cases, err := allCases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		names, err := c.candidates(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := visited(t, &c, "auto")
		for _, name := range names {
			if same := visited(t, &c, name) == want; same != (name == c.automatic()) {
				t.Errorf("%s: auto searches as %s does: %v; said to be %s", c.name, name, same, c.automatic())
			}
		}
	}
}

// visited returns the number of nodes, and the result, of a short search of the
// first decision of a case.
func visited(t *testing.T, c *match, name string) [3]int {
	t.Helper()
	all := search.Algorithms()
	at := slices.IndexFunc(all, func(a search.Algorithm) bool { return a.Name == name })
	v, err := c.game.Rules.Variant(c.setup)
	if err != nil {
		t.Fatal(err)
	}
	play := game.NewPlay(c.game.Rules, v.Start())
	for play.Position().Base().Player == game.Chance {
		var l game.MoveList
		play.Position().Generate(&l)
		play.Push(l.Moves[0].Move)
	}
	table, err := search.NewTable(1)
	if err != nil {
		t.Fatal(err)
	}
	s := all[at].New(table)
	s.NewGame()
	r, err := s.Search(t.Context(), c.game.Root(play), search.Limits{Depth: 3, Nodes: 3000}, search.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rep := r.Report()
	return [3]int{int(rep.Nodes), int(rep.Score), int(r.Best)}
}

// The winner may be uncertain, and auto surely not it.
func TestVerdictOnTheLast(t *testing.T) {
	r := result{Case: "x", Games: 10, Limit: "depth 1", Algorithms: []score{
		{Name: "a", Share: 0.2, Low: 0.15, High: 0.25}, {Name: "b", Share: 0.45, Low: 0.4, High: 0.5}, {Name: "c", Share: 0.35, Low: 0.3, High: 0.42},
	}}
	for auto, want := range map[string]string{
		"a": "**`a`: differs**", "b": "`b`", "c": "`c`: differs, within the error", "d": "`d`: differs, within the error",
	} {
		if winner, today := r.verdict(auto); winner != "`b`, within the error" || today != want {
			t.Errorf("verdict on %s: %s, %s, want %s", auto, winner, today, want)
		}
	}
}

// A winner is certain if its range is clear of the next one's; where auto takes
// another the table says so.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		shares        [2]float64
		margin        float64
		auto          string
		winner, today string
	}{
		{[2]float64{0.7, 0.3}, 0.1, "a", "**`a`**", "`a`"},
		{[2]float64{0.3, 0.7}, 0.1, "a", "**`b`**", "**`a`: differs**"},
		{[2]float64{0.45, 0.55}, 0.1, "b", "`b`, within the error", "`b`"},
		{[2]float64{0.45, 0.55}, 0.1, "a", "`b`, within the error", "`a`: differs, within the error"},
		{[2]float64{0.5, 0.5}, 0, "a", "level", "`a`"},
	} {
		r := result{Case: "x", Games: 10, Limit: "depth 1", LostOnTime: 2, Faults: 3}
		for i, share := range c.shares {
			r.Algorithms = append(r.Algorithms, score{Name: string(rune('a' + i)), Share: share, Low: share - c.margin, High: share + c.margin, Wins: i})
		}
		got := r.cells([]string{"a", "z"}, c.auto)
		if got[4] != none || got[5] != "0-0-0" || got[6] != "2, and 1 by other faults" || got[7] != c.winner || got[8] != c.today {
			t.Errorf("%v ± %v: cells %q, want %s and %s", c.shares, c.margin, got, c.winner, c.today)
		}
	}
}
