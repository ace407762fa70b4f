package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/eval/net"
	"tetrarch/game"
	"tetrarch/tournament"
)

// games plays some quick games of a game and returns the file of their records.
func games(t *testing.T, name string, setup game.Setup, players string, n int) string {
	t.Helper()
	e, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := tournament.NewGame(e, setup)
	if err != nil {
		t.Fatal(err)
	}
	entrants, err := tournament.ParsePlayers(players)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name+".rec")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := tournament.Match{Game: g, Players: entrants, Games: n, Seed: 3, Record: f, Openings: tournament.Openings{MinPlies: 4, MaxPlies: 8, Nodes: 10}}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return file
}

// do runs the command and returns what it prints.
func do(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	c := newCommand()
	c.SetArgs(args)
	c.SetOut(&out)
	err := c.ExecuteContext(t.Context())
	return out.String(), err
}

// A network is learnt from games, and is such as the evaluator reads.
func TestTrain(t *testing.T) {
	for _, c := range []struct {
		name, players string
		games         int
	}{
		{"tricolor", "tetrarch,nodes=30,name=a,tetrarch,nodes=50,name=b", 40},
		{"barricade", "tetrarch,nodes=10,name=a,random,name=b", 24},
	} {
		name := c.name
		file := games(t, name, nil, c.players, c.games)
		out := filepath.Join(t.TempDir(), "out.net")
		text, err := do(t, "--out", out, "--filters", "2", "--epochs", "2", "--batch", "64", file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, want := range []string{fmt.Sprintf("%s: %d games are too few to measure what scores mean: taken as told by today's scale\n", file, c.games), fmt.Sprintf("%s: %d games, 0 left out", name, c.games), "deviance in nats: without a network 0.", "epoch  learnt   tested\n    1  0.", "\n    2  0."} {
			if !strings.Contains(text, want) {
				t.Errorf("%s prints\n%swant %q", name, text, want)
			}
		}
		e, _ := engine.Find(name)
		v, err := e.Rules.Variant(nil)
		if err != nil {
			t.Fatal(err)
		}
		learner := e.Model.Learner(v.Start())
		network, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := net.Parse(network, learner.Shape, learner.Turned); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// The same games again are copies, by which nothing is measured either.
		text, err = do(t, "--out", out, "--epochs", "1", "--filters", "1", file, file)
		if err != nil || !strings.Contains(text, fmt.Sprintf("%[1]d games, %[1]d left out", c.games)) || strings.Count(text, file+":") != 1 {
			t.Errorf("%s twice: error %v, prints\n%s", name, err, text)
		}
	}
}

func TestTrainRefuses(t *testing.T) {
	two := games(t, "tricolor", nil, "greedy,name=a,random,name=b", 2)
	three := games(t, "tricolor", game.Setup{"players": "3"}, "greedy,greedy,name=b,random", 6)
	other := games(t, "barca", nil, "greedy,name=a,random,name=b", 2)
	whole, err := os.ReadFile(two)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.rec")
	if err := os.WriteFile(cut, bytes.TrimRight(whole, "end\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty.rec")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	out := "--out=" + filepath.Join(t.TempDir(), "x.net")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "no file: want files of records"},
		{[]string{two}, "no --out: want a file for the network"},
		{[]string{"--out=/no/where/x.net", two}, "/no/where"},
		{[]string{out, "nowhere.rec"}, "nowhere.rec"},
		{[]string{out, filepath.Dir(two)}, filepath.Dir(two) + ": want a file that can be read twice"},
		{[]string{out, "--filters", "0", two}, "--filters 0: want at least 1"},
		{[]string{out, "--filters", "40", two}, "a network of 40 filters: want 1 to 32"},
		{[]string{out, "--search", "2", two}, "--search 2: want 0 to 1"},
		{[]string{out, "--search", "nan", two}, "--search NaN: want 0 to 1"},
		{[]string{out, "--epochs", "0", two}, "--epochs 0: want at least 1"},
		{[]string{out, "--batch", "0", two}, "--batch 0: want at least 1"},
		{[]string{out, "--rate", "0", two}, "--rate 0: want more than 0 and at most 1"},
		{[]string{out, "--rate", "nan", two}, "--rate NaN: want more than 0 and at most 1"},
		{[]string{out, "--later", "1.5", two}, "--later 1.5: want 0 to 1"},
		{[]string{out, "--later", "nan", two}, "--later NaN: want 0 to 1"},
		{[]string{out, "--later", "0.5", "--search", "0", two}, "--later 0.5 with --search 0: want something learnt from searches"},
		{[]string{out, "--threads", "1000", two}, "--threads 1000: want 1 to 256"},
		{[]string{out, other}, "game 1: barca has no network"},
		{[]string{out, three}, "game 1: tricolor players=3 has no network"},
		{[]string{out, two, other}, `game "barca" after "tricolor": want one game with the same rules`},
		{[]string{out, cut}, "the record is cut off"},
		{[]string{out, empty}, "no game: want files with records"},
		{[]string{out, two}, "and 0 to test with: want some of both"},
	} {
		if _, err := do(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.args, err, c.want)
		}
	}
}

func TestTrainStops(t *testing.T) {
	file := games(t, "tricolor", nil, "tetrarch,nodes=30,name=a,tetrarch,nodes=50,name=b", 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := newCommand()
	c.SetArgs([]string{"--out", filepath.Join(t.TempDir(), "x.net"), file})
	c.SetOut(&bytes.Buffer{})
	if err := c.ExecuteContext(ctx); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
