package tournament

import (
	"bytes"
	"fmt"
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
