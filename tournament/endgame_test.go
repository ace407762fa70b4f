package tournament

import (
	"errors"

	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// listener is a table of endgames that knows nothing and counts the questions.
type listener struct{ asked *atomic.Int64 }

func (l listener) Probe(game.Position) (outcome, actions int, ok bool) {
	l.asked.Add(1)
	return 0, 0, false
}

// TestBuiltinsAskTables: a built-in player that can ask the table it is given
// does so, and no other.
func TestBuiltinsAskTables(t *testing.T) {
	var asked atomic.Int64
	plain := toyGame(t, "dice=no track=8")
	tabled := plain
	g := *plain.Game
	g.Endgame = &engine.Endgame{File: "toy.endgame", Open: func(file string) (search.Oracle, error) {
		data, err := os.ReadFile(file)
		if err == nil && string(data) != "a table" {
			err = errors.New("not a table")
		}
		return listener{&asked}, err
	}}
	tabled.Game = &g
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	for file, text := range map[string]string{good: "a table", bad: "something"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		game   Game
		player string
		asks   bool
		fails  string
	}{
		{tabled, "tetrarch,depth=2,hash=1,endgame=" + good, true, ""},
		{tabled, "alphabeta,depth=2,hash=1,endgame=" + good, true, ""},
		{tabled, "alphabeta,depth=2,hash=1,endgame=none", false, ""},
		{tabled, "alphabeta,depth=2,hash=1", false, ""}, // no file beside the program
		{tabled, "random,endgame=none", false, ""},
		{plain, "alphabeta,depth=2,hash=1,endgame=none", false, ""},
		{tabled, "random,endgame=" + good, false, "random asks no tables"},
		{tabled, "plain,depth=2,hash=1,endgame=" + good, false, "plain asks no tables"},
		{plain, "alphabeta,depth=2,hash=1,endgame=" + good, false, "has no tables of endgames"},
		{tabled, "alphabeta,depth=2,hash=1,endgame=" + bad, false, "not a table"},
		{tabled, "alphabeta,depth=2,hash=1,endgame=" + good + "x", false, "no such file"},
	} {
		asked.Store(0)
		m := Match{Game: c.game, Players: entrants(t, c.player+",name=one,random"), Games: 2}
		_, err := m.Run(t.Context())
		switch {
		case c.fails == "" && err != nil:
			t.Errorf("%s: %v", c.player, err)
		case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
			t.Errorf("%s: error %v, want one that says %q", c.player, err, c.fails)
		case asked.Load() > 0 != c.asks:
			t.Errorf("%s: the table was asked %d times", c.player, asked.Load())
		}
	}
	if _, err := ParsePlayers("alphabeta,endgame="); err == nil {
		t.Error("an empty name of a table passes")
	}
}
