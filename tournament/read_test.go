package tournament

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Players in tables of their own are those of the list and come after them; what
// is saved says the same, and another list stands for all of them.
func TestPlayerTables(t *testing.T) {
	d := define(t, `
game = "barca"
players = ["greedy"]
format = "round-robin"

[[player]]
builtin = "mcts"
level = 3
nodes = 500

[[player]]
cmd = ["./engine", "-x", "a, b"]
name = "mine, of course"
tc = "10+0.1"
option = { Hash = 64, "Book File" = "b.txt" }

[player.env]
LEVEL = 3
`)
	m, err := d.entrants()
	if err != nil {
		t.Fatal(err)
	}
	want, err := ParsePlayers(`greedy,mcts,level=3,nodes=500,cmd="./engine -x 'a, b'",name='mine, of course',tc=10+0.1,option.Hash=64,option.Book File=b.txt,env.LEVEL=3`)
	if err != nil {
		t.Fatal(err)
	}
	describe := func(list []Entrant) (all []Entrant) {
		for _, e := range list {
			e.Check, e.Open = nil, nil
			all = append(all, e)
		}
		return all
	}
	if diff := cmp.Diff(describe(want), describe(m)); diff != "" {
		t.Errorf("(-text +tables):\n%s", diff)
	}
	text, err := d.Text()
	if err != nil {
		t.Fatal(err)
	}
	again := define(t, string(text))
	first, err := d.Digest()
	if err != nil {
		t.Fatal(err)
	}
	if second, err := again.Digest(); err != nil || second != first {
		t.Errorf("digest %s, %v, want %s of\n%s", second, err, first, text)
	}
	d.Entries[0]["level"] = int64(4)
	if other, err := d.Digest(); err != nil || other == first {
		t.Errorf("another player has the same digest, %v", err)
	}
	flags := Definition{Players: []string{"random,plain"}}
	again.Take(&flags, func(key string) bool { return key == "players" })
	if list, err := again.entrants(); err != nil || len(list) != 2 || list[1].Name != "plain" {
		t.Errorf("%v, %v: want random and plain", list, err)
	}
}

// What is wrong in a table of a player is shown at its place.
func TestBadPlayerTables(t *testing.T) {
	const head = "[[player]]\nbuiltin = 'random'\n\n"
	for text, want := range map[string]string{
		"[[player]]\n  hasch = 2\nbuiltin = 'tetrarch'\n":         `x.toml:5:3: player tetrarch: option "hasch" is unknown: want name, nodes`,
		"[[player]]\nbuiltin = 'tetrarch'\n\n[player.foo]\nx = 3": `x.toml:8:1: player tetrarch: option "foo.x" is unknown`,
		"[[player]]\nbuiltin = 'tetrarch'\nfoo.x = 3":             `x.toml:6:1: player tetrarch: option "foo.x" is unknown`,
		"[[player]]\nbuiltin = 'tetrarch'\nfoo = { x = 3 }":       `x.toml:6:1: player tetrarch: option "foo.x" is unknown`,
		"[[player]]\nname = 'x'\n":                                `x.toml:4:3: player: want one of the fields builtin and cmd`,
		"[[player]]\nbuiltin = 'plain'\nlevel = 2020-01-01\n":     `x.toml:6:1: player: field level: value 2020-01-01: want a text`,
		"[[player]]\nbuiltin = 'plain'\nname = ''\n":              `x.toml:6:1: player plain: option name has value ""`,
		"[[player]]\nbuiltin = 'bishop'\n":                        `x.toml:5:1: player "bishop" is unknown: want tetrarch`,
		"[[player]]\nlevel = 1\nlevel = 2\n":                      `x.toml:6:1`,
	} {
		d := NewDefinition()
		if err := d.Read("x.toml", []byte(head+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"game = 'barca'\nplayer = [{ builtin = 'random', x = 1 }]\n": "x.toml:2:1: player random",
		"player = 'random'\n":  "x.toml:1:10: key player: want tables, each begun by [[player]]",
		"players = 'random'\n": "x.toml:1:11: key players: want a list of texts",
	} {
		d := NewDefinition()
		if err := d.Read("x.toml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// FuzzDefinition: any text is a definition or an error on one line.
func FuzzDefinition(f *testing.F) {
	for _, s := range []string{wholeDefinition, "[[player]]\nbuiltin='x'\n[player.env]\na=1", "player=[{}]", "a.b.c=[[{}]]", "[[player.x]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := NewDefinition()
		if err := d.Read("x.toml", []byte(text)); err == nil {
			_, _ = d.Text()
		}
	})
}

// A file that never ends is refused, and so is a folder.
func TestReadText(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a.txt", []byte("text"))
	if text, err := ReadText(filepath.Join(dir, "a.txt")); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ReadText(dir); err == nil || !strings.Contains(err.Error(), "is a folder: want a file") {
		t.Errorf("a folder: %v", err)
	}
	if err := os.Truncate(filepath.Join(dir, "a.txt"), maxText+1); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadText(filepath.Join(dir, "a.txt")); err == nil || !strings.Contains(err.Error(), "a.txt has more than") {
		t.Errorf("a long file: %v", err)
	}
}
