package results

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func sample(block, number int) Game {
	return Game{
		Round: 1, Pairing: 1, Block: block, Number: number, Size: 2, Seed: 7, Opening: "random:1",
		Players: []string{"a", "b"}, Sides: []int{0, 1}, Shares: []int{12, 0}, Reason: "three-holes",
		Fault: &Fault{Player: "b", Seat: 2, Kind: "illegal-move", Text: "went \"home\"", Stderr: "b.txt"},
		Turns: 9, Actions: 11, Work: []Work{{Player: "a", Moves: 5, Time: time.Second, Longest: time.Second, Nodes: 1 << 60, Depth: 9}, {Player: "b"}},
		Start: time.Unix(1, 0).UTC(), End: time.Unix(2, 5).UTC(), Offset: 12,
	}
}

func file(t *testing.T, games ...Game) []byte {
	t.Helper()
	var b bytes.Buffer
	h := Header{Version: Version, Plan: "x", Game: "toy", Players: []string{"a", "b"}, Seats: []string{"w", "b"}, Sides: []int{0, 1}, Size: 2, Planned: 4}
	if err := Append(&b, &h); err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if err := Append(&b, &games[i]); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// Cut anywhere, a file reads as the games whose lines are whole.
func TestCutAnywhere(t *testing.T) {
	games := []Game{sample(1, 2), sample(1, 1)}
	all := file(t, games...)
	head := bytes.IndexByte(all, '\n') + 1
	for n := range len(all) + 1 {
		f, err := Read(bytes.NewReader(all[:n]))
		if n < head {
			if !errors.Is(err, ErrEmpty) {
				t.Fatalf("%d bytes: error %v, want ErrEmpty", n, err)
			}
			continue
		}
		want := bytes.Count(all[head:n], []byte("\n"))
		if err != nil || len(f.Games) != want || f.Whole != int64(bytes.LastIndexByte(all[:n], '\n')+1) {
			t.Fatalf("%d bytes: %+v, %v, want %d games", n, f, err, want)
		}
		if d := cmp.Diff(games[:want], f.Games, cmp.Transformer("nil", func(g []Game) []Game { return append([]Game{}, g...) })); want > 0 && d != "" {
			t.Fatal(d)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	bad := sample(1, 1)
	bad.Shares = []int{12, 12}
	beyond := sample(1, 3)
	good := string(file(t, sample(1, 1)))
	for name, c := range map[string]struct{ text, want string }{
		"header":  {"nonsense\n" + good, "line 1"},
		"version": {strings.Replace(good, `"version":1`, `"version":9`, 1), "version 9: want 1"},
		"middle":  {strings.Replace(good, "\n", "\n{\"block\":\n", 1), "line 2"},
		"shares":  {string(file(t, bad)), "line 2: block 1, game 1 of 2 does not add up"},
		"number":  {string(file(t, beyond)), "does not add up"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// A machine that dies may leave anything in the last line.
func TestLastLine(t *testing.T) {
	good := file(t, sample(1, 1))
	f, err := Read(strings.NewReader(string(good) + "\x00\x00\n"))
	if err != nil || len(f.Games) != 1 || f.Whole != int64(len(good)) {
		t.Errorf("%+v, %v, want one game and %d bytes", f, err, len(good))
	}
}

func TestBlocks(t *testing.T) {
	twice := sample(3, 1)
	twice.Reason = "again"
	got := Blocks([]Game{sample(3, 2), sample(1, 1), sample(3, 1), twice, sample(2, 1), sample(1, 2)})
	want := [][]Game{{sample(1, 1), sample(1, 2)}, {sample(3, 1), sample(3, 2)}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestShare(t *testing.T) {
	g := Game{Players: []string{"a", "b", "a", "b"}, Sides: []int{0, 1, 0, 1}, Shares: []int{4, 8}}
	if s, ok := g.Share("b"); !ok || s != 8 {
		t.Errorf("share %d, %v, want 8", s, ok)
	}
	if _, ok := g.Share("c"); ok {
		t.Error("a stranger has a share")
	}
	if d := cmp.Diff([]string{"a", "b"}, g.Field()); d != "" {
		t.Error(d)
	}
}
