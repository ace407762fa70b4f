package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

var update = flag.Bool("update", false, "write the golden files anew")

// duel makes a match of two in pairs, with results drawn from a seed; the first
// player is the stronger one. Every game of the second player takes longer.
func duel(blocks int, seed uint64, names ...string) (results.Header, []results.Game) {
	h := results.Header{
		Version: results.Version, Game: "toy", Format: "match", Players: names, Seats: []string{"light", "dark"}, Sides: []int{0, 1},
		Size: 2, Planned: 2 * blocks, Seed: seed, Start: time.Unix(1e9, 0).UTC(),
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	var games []results.Game
	now := h.Start
	for b := range blocks {
		for n := range 2 {
			share := []int{12, 12, 12, 6, 0, 0}[rng.IntN(6)]
			g := results.Game{
				Round: 1, Pairing: 1, Block: b + 1, Number: n + 1, Size: 2, Players: []string{names[0], names[1]}, Sides: []int{0, 1},
				Shares: []int{share, 12 - share}, Reason: []string{"goal", "goal", "no-moves"}[rng.IntN(3)], Turns: 20 + rng.IntN(30), Offset: -1,
			}
			if n == 1 {
				g.Players = []string{names[1], names[0]}
				g.Shares = []int{12 - share, share}
			}
			if share == 6 {
				g.Reason, g.Adjudicated = "draw-rule", "draw"
			}
			g.Actions = 2 * g.Turns
			for i, name := range names[:2] {
				d := time.Duration(10+10*i+rng.IntN(10)) * time.Millisecond
				g.Work = append(g.Work, results.Work{Player: name, Moves: g.Turns / 2, Time: d * time.Duration(g.Turns/2), Longest: 3 * d, Nodes: uint64(g.Turns) * 5000, Depth: 4 * g.Turns})
			}
			g.Start = now
			now = now.Add(2 * time.Second)
			g.End = now
			games = append(games, g)
		}
	}
	return h, games
}

// threesome makes blocks of games of three sides in all six orders of seats.
func threesome(blocks int) (results.Header, []results.Game) {
	names := []string{"ada", "bob", "cyd"}
	h := results.Header{
		Version: results.Version, Game: "toy3", Setup: map[string]string{"players": "3"}, Format: "round-robin", Players: names,
		Seats: []string{"red", "green", "blue"}, Sides: []int{0, 1, 2}, Size: 6, Planned: 6 * blocks,
	}
	rng := rand.New(rand.NewPCG(2, 2))
	var games []results.Game
	for b := range blocks {
		for n, p := range [][]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
			g := results.Game{Round: 1, Pairing: 1, Block: b + 1, Number: n + 1, Size: 6, Sides: h.Sides, Reason: "last-standing", Turns: 30, Actions: 31, Offset: -1}
			for _, i := range p {
				g.Players = append(g.Players, names[i])
			}
			g.Shares = [][]int{{12, 0, 0}, {0, 6, 6}, {4, 4, 4}, {0, 0, 12}}[rng.IntN(4)]
			games = append(games, g)
		}
	}
	return h, games
}

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test -update writes it anew); got:\n%s", name, got)
	}
}

func text(t testing.TB, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.Text(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestText(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.05}
	h, games := duel(60, 1, "new", "base")
	h.SPRT = &test
	games[7].Fault = &results.Fault{Player: "base", Seat: 1, Kind: "illegal-move", Text: "went \"home\"\n\x1b[2J", Stderr: "err-4.txt"}
	golden(t, "match.txt", text(t, New(h, games, Options{})))
	golden(t, "cut.txt", text(t, New(h, games[:31], Options{})))
	golden(t, "nothing.txt", text(t, New(h, nil, Options{})))
	h, games = threesome(8)
	golden(t, "three.txt", text(t, New(h, games, Options{SPRT: &test})))
}

// Eight players in two halves that never meet, and one who has not played.
func TestGroups(t *testing.T) {
	h, _ := duel(0, 6, "a", "b")
	h.Format, h.Players = "swiss", strings.Split("abcdefghi", "")
	var games []results.Game
	for i, pair := range []string{"ab", "cd", "bc", "da", "ef", "gh", "fg", "he"} {
		_, block := duel(1, uint64(i), strings.Split(pair, "")...)
		for _, g := range block {
			g.Block = i + 1
			games = append(games, g)
		}
	}
	h.Planned = len(games)
	r := New(h, games, Options{})
	golden(t, "groups.txt", text(t, r))
	if r.Match != nil || r.SPRT != nil {
		t.Error("nine players have a match of two")
	}
	for i, a := range r.Standings {
		for k, b := range r.Standings {
			if c := r.Crosstable[i][k]; a.Group != b.Group && (c.Superior != 0.5 || c.Games() != 0) {
				t.Errorf("%s and %s of different groups: %+v", a.Player, b.Player, c)
			}
		}
	}
}

// What is counted adds up, whatever the table shows.
func TestCounts(t *testing.T) {
	h, games := duel(50, 3, "a", "b")
	games = append(games, games[0]) // a game twice counts once
	r := New(h, games, Options{})
	if r.Games != 100 || r.Blocks != 50 || r.Played != 101 {
		t.Errorf("%d games in %d blocks of %d, want 100 in 50 of 101", r.Games, r.Blocks, r.Played)
	}
	points, n := 0.0, 0
	for i, s := range r.Standings {
		points += s.Points
		if s.Wins+s.Draws+s.Losses != s.Games || s.Games != 100 || s.Par != 0.5 {
			t.Errorf("%+v does not add up", s)
		}
		other := r.Crosstable[i][1-i]
		if other.Wins != s.Wins || other.Points != s.Points || other.Games() != s.Games {
			t.Errorf("crosstable %+v, standing %+v", other, s)
		}
		if seats := s.Seats[0].Score()*50 + s.Seats[1].Score()*50; seats < s.Points-1e-6 || seats > s.Points+1e-6 {
			t.Errorf("%v points at the seats, %v in all", seats, s.Points)
		}
	}
	if points != 100 || r.Match.Pentanomial.Blocks() != 50 {
		t.Errorf("%v points, %v, want 100 and 50 blocks", points, r.Match.Pentanomial)
	}
	for _, e := range r.Endings {
		n += e.Games
	}
	for _, s := range []Spread{r.Turns, r.Actions} {
		sum := 0
		for _, b := range s.Bins {
			sum += b.Count
		}
		if sum != 100 || s.Count != 100 {
			t.Errorf("bins hold %d of %d values, want 100", sum, s.Count)
		}
	}
	if n != 100 || r.MoveTime.Count != 200 {
		t.Errorf("%d endings, %d times, want 100 and 200", n, r.MoveTime.Count)
	}
	if k := r.Standings[0].KNPS; k < 100 || k > 5000 {
		t.Errorf("%v thousand nodes a second", k)
	}
}

// A test that has reached a bound keeps its verdict, whatever came later.
func TestVerdictStays(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	h, games := duel(80, 4, "a", "b")
	h.SPRT = &test
	for i := range games {
		games[i].Shares = []int{12, 0}
		if (i%2 == 0) != (i < 80) { // a wins the first blocks, b the others
			games[i].Shares = []int{0, 12}
		}
	}
	r := New(h, games, Options{})
	if r.SPRT == nil || r.SPRT.Verdict != stats.AcceptH1.String() || r.SPRT.Decided == 0 || r.SPRT.Decided > 40 {
		t.Fatalf("%+v, want H1 accepted within 40 blocks", r.SPRT)
	}
	if r.SPRT.LLR > 0 || len(r.SPRT.History) != 80 {
		t.Errorf("LLR %v after %d points, want below 0 after 80", r.SPRT.LLR, len(r.SPRT.History))
	}
}

func TestJSON(t *testing.T) {
	h, games := duel(3, 5, "a", "b")
	for n := range len(games) + 1 {
		b, err := json.Marshal(New(h, games[:n], Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 && !strings.Contains(string(b), `"elo":{"value":0,"low":null,"high":null}`) {
			t.Errorf("an open range is not null: %s", b)
		}
	}
}
