package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/record"
)

func TestBook(t *testing.T) {
	g := toyGame(t, "dice=no")
	// Two positions and lines of the game, in every way they may be written.
	play := game.NewPlay(toy.Rules, g.Variant.Start())
	var moves []string
	for range 2 {
		d, _ := first(t.Context(), play)
		moves = append(moves, d.Move)
		if err := play.Make(d.Move); err != nil {
			t.Fatal(err)
		}
	}
	line := strings.Join(moves, " ")
	here := game.Text(play.Position())
	next, _ := first(t.Context(), play)
	text := "# openings\nstartpos\n\nstartpos moves " + line + "\nstartpos ;moves " + line + "\n" + here + "\nfen " + here + " moves " + next.Move + "\n"
	book, err := ParseBook(g, "x.txt", text)
	if err != nil || book.Len() != 5 {
		t.Fatalf("%v, %v, want 5 openings", book, err)
	}
	for i, want := range []int{0, 2, 2, 0, 1} {
		if got := len(book.list[i].moves); got != want {
			t.Errorf("opening %d has %d actions, want %d", i+1, got, want)
		}
	}
	for _, shuffled := range []bool{false, true} {
		var b bytes.Buffer
		m := Match{Game: g, Players: entrants(t, "random,random"), Games: 20, Seed: 4, Record: &b, Openings: Openings{Book: book, Shuffled: shuffled}}
		mustRun(t, m)
		all, err := record.ReadAll(&b)
		if err != nil || len(all) != 20 {
			t.Fatalf("%d records, %v", len(all), err)
		}
		seen := map[string]int{}
		for n, r := range all {
			if _, err := r.Replay(toy.Rules); err != nil {
				t.Errorf("game %s: %v", r.Get(record.Round), err)
			}
			count := 0
			fmt.Sscan(r.Get(record.Opening), &count)
			start := r.Get(record.Start)
			for _, a := range r.Actions[:count] {
				start += " " + a.Text
			}
			seen[start]++
			if want := book.list[n/2%5]; !shuffled && (r.Get(record.Start) != want.text || count != len(want.moves)) {
				t.Errorf("game %s begins with %q, want opening %s", r.Get(record.Round), start, want.name)
			}
		}
		// Two of the five are the same; each is played twice by each pair.
		if len(seen) != 4 {
			t.Errorf("shuffled %v: openings %v, want 4 different ones", shuffled, seen)
		}
	}
	order := ""
	for block := range 20 {
		order += book.at(block, true, 1).name
	}
	other := ""
	for block := range 20 {
		other += book.at(block, true, 2).name
	}
	if order == other {
		t.Error("another seed gives the same order")
	}
	for _, c := range []struct{ text, want string }{
		{"", "x.txt holds no openings"},
		{"startpos\nrubbish\n", "x.txt:2"},
		{"startpos moves Z9\n", "x.txt:1: action 1"},
		{"startpos ;setup dice=yes\n", "x.txt:1: setup"},
	} {
		if _, err := ParseBook(g, "x.txt", c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// The openings that come with the engine: enough for every game with its usual
// rules and for the further seats, all to different positions at the begin of a
// turn, and none that a short search takes for won.
func TestShippedBook(t *testing.T) {
	for _, c := range []struct {
		game  string
		setup game.Setup
		least int
	}{
		{"barca", nil, 100}, {"barragoon", game.Setup{"open": "false"}, 100}, {"barricade", nil, 100}, {"tricolor", game.Setup{"players": "2"}, 100},
		{"tricolor", game.Setup{"players": "3"}, 60}, {"barricade", game.Setup{"homes": "124"}, 60}, {"barricade", game.Setup{"homes": "1234"}, 60},
	} {
		g := realGame(t, c.game, c.setup)
		book, err := ShippedBook(g)
		if err != nil {
			t.Fatal(err)
		}
		if book.Len() < c.least {
			t.Errorf("%s %s: %d openings, want %d", c.game, c.setup, book.Len(), c.least)
		}
		judge, err := newOpener(g, Openings{Nodes: 300}, 1)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[uint64]bool{}
		for i, o := range book.list {
			play := game.NewPlay(g.Rules, o.position(&g))
			for _, m := range o.moves {
				play.Push(m)
			}
			st := play.Position().Base()
			if seen[st.Key] || st.Midturn || play.Over() {
				t.Errorf("%s %s: opening %d is known, ends within a turn or ends the game", c.game, c.setup, i+1)
			}
			seen[st.Key] = true
			if i%10 != 0 {
				continue
			}
			if off, err := judge.unevenness(t.Context(), play); err != nil || off > 120 {
				t.Errorf("%s %s: opening %d is uneven by %d, %v", c.game, c.setup, i+1, off, err)
			}
		}
	}
	g := realGame(t, "barca", nil)
	players := entrants(t, "random,random")
	book, err := ShippedBook(g)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	s := mustRun(t, Match{Game: g, Players: players, Games: 4, Seed: 1, MaxTurns: 12, Record: &b, Openings: Openings{Book: book}})
	if s.Games != 4 || !strings.Contains(b.String(), "Opening: ") {
		t.Errorf("%d games from the suite", s.Games)
	}
	if _, err := ShippedBook(realGame(t, "tricolor", game.Setup{"colours": "brw"})); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "there are none for tricolor with colours=brw") {
		t.Errorf("no openings: error %v", err)
	}
}
