package pairing

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// play runs a whole tournament; points says what a meeting brings. It wants the
// same answers when it asks again.
func play(t *testing.T, f Format, players, places int, points func(Meeting) []int) []Played {
	t.Helper()
	if err := f.Check(players, places); err != nil {
		t.Fatal(err)
	}
	var done []Played
	for rounds := 0; ; rounds++ {
		due := f.Next(players, places, done)
		if d := cmp.Diff(due, f.Next(players, places, done)); d != "" {
			t.Fatalf("asked again: %s", d)
		}
		if len(due) == 0 {
			return done
		}
		if rounds > 100 {
			t.Fatal("the tournament does not end")
		}
		for _, m := range due {
			if len(m.Players) != places {
				t.Fatalf("meeting %v, want %d places", m, places)
			}
			done = append(done, Played{m, points(m)})
		}
	}
}

// better lets the better seed win, luck a random one, level nobody.
func better(m Meeting) []int { return append([]int{24}, make([]int, len(m.Players)-1)...) }

func luck(rng *rand.Rand) func(Meeting) []int {
	return func(m Meeting) []int {
		points := make([]int, len(m.Players))
		for range 4 {
			points[rng.IntN(len(points))] += 6
		}
		return points
	}
}

func level(m Meeting) []int {
	points := make([]int, len(m.Players))
	for i := range points {
		points[i] = 12
	}
	return points
}

func sets(done []Played) map[string]int {
	seen := map[string]int{}
	for _, p := range done {
		seen[fmt.Sprint(p.Players)]++
	}
	return seen
}

func TestRoundRobin(t *testing.T) {
	for _, c := range []struct{ players, places, want int }{{2, 2, 1}, {3, 2, 3}, {4, 2, 6}, {7, 2, 21}, {8, 2, 28}, {3, 3, 1}, {5, 3, 10}, {6, 4, 15}} {
		f := Format{Kind: RoundRobin}
		done := play(t, f, c.players, c.places, better)
		if len(done) != c.want || len(sets(done)) != c.want || f.Meetings(c.players, c.places) != c.want {
			t.Errorf("%d players, %d places: %d meetings, %d different, want %d", c.players, c.places, len(done), len(sets(done)), c.want)
		}
	}
	// Nobody waits: in the first meetings of eight everybody plays once.
	first := Format{Kind: RoundRobin}.Next(8, 2, nil)[:4]
	seen := map[int]bool{}
	for _, m := range first {
		seen[m.Players[0]], seen[m.Players[1]] = true, true
	}
	if len(seen) != 8 {
		t.Errorf("the first meetings %v hold %d players, want 8", first, len(seen))
	}
}

func TestGauntlet(t *testing.T) {
	for _, c := range []struct{ players, places, seeds, want int }{{5, 2, 0, 4}, {5, 2, 1, 4}, {5, 2, 2, 6}, {5, 3, 2, 6}, {6, 4, 1, 10}} {
		f := Format{Kind: Gauntlet, Seeds: c.seeds}
		done := play(t, f, c.players, c.places, better)
		if len(done) != c.want || len(sets(done)) != c.want {
			t.Errorf("%+v: %d meetings, want %d", c, len(done), c.want)
		}
		for _, p := range done {
			if p.Players[0] >= max(1, c.seeds) || p.Players[1] < max(1, c.seeds) {
				t.Errorf("%+v: meeting %v, want one seed", c, p.Players)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	for places := range 4 {
		places++
		if done := play(t, Format{}, places, places, better); len(done) != 1 {
			t.Errorf("%d places: %d meetings, want 1", places, len(done))
		}
	}
}

// Whatever happens, nobody meets anybody twice while that can be, and free
// rounds go around.
func TestSwiss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, players := range []int{2, 3, 4, 5, 6, 7, 8, 11, 16, 33} {
		for range 5 {
			f := Format{Kind: Swiss}
			if players > 4 {
				f.Rounds = 1 + rng.IntN(players/2)
			}
			done := play(t, f, players, 2, luck(rng))
			if want := f.rounds(players) * (players / 2); len(done) != want || f.Meetings(players, 2) != want {
				t.Fatalf("%d players: %d meetings, want %d", players, len(done), want)
			}
			for set, n := range sets(done) {
				if n > 1 {
					t.Errorf("%d players, %d rounds: %s meet %d times", players, f.rounds(players), set, n)
				}
			}
			busy := map[int]int{}
			for _, p := range done {
				busy[p.Players[0]]++
				busy[p.Players[1]]++
			}
			for p := range players {
				if busy[p] < f.rounds(players)-1 {
					t.Errorf("%d players: %d plays %d meetings of %d rounds", players, p, busy[p], f.rounds(players))
				}
			}
		}
	}
	f := Format{Kind: Swiss, Rounds: 4}
	done := play(t, f, 9, 2, better)
	table := f.Standings(9, 2, done)
	if table[0].Player != 0 || table[0].Points != 4*Unit || table[0].Free != 0 {
		t.Errorf("the best seed stands %+v", table[0])
	}
	if last := table[8]; last.Player < 5 {
		t.Errorf("the last is %+v", last)
	}
	// As many rounds as can be: everybody meets everybody.
	if done := play(t, Format{Kind: Swiss, Rounds: 5}, 6, 2, level); len(done) != 15 {
		t.Errorf("%d meetings, want 15", len(done))
	}
}

func TestSwissOfMorePlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ players, places int }{{6, 3}, {7, 3}, {9, 4}, {3, 3}} {
		f := Format{Kind: Swiss, Rounds: 3}
		done := play(t, f, c.players, c.places, luck(rng))
		if want := 3 * (c.players / c.places); len(done) != want {
			t.Errorf("%+v: %d meetings, want %d", c, len(done), want)
		}
		for _, s := range f.Standings(c.players, c.places, done) {
			if s.Free > 1 {
				t.Errorf("%+v: player %d is free %d times", c, s.Player, s.Free)
			}
		}
	}
}

func TestKnockout(t *testing.T) {
	for players := 2; players <= 17; players++ {
		f := Format{Kind: Knockout}
		done := play(t, f, players, 2, better)
		if len(done) != players-1 || f.Meetings(players, 2) != players-1 {
			t.Errorf("%d players: %d meetings", players, len(done))
		}
		if last := done[len(done)-1].Players; last[0] != 0 || last[1] != 1 {
			t.Errorf("%d players: the last meeting is %v, want the best two seeds", players, last)
		}
		table := f.Standings(players, 2, done)
		if last := table[players-1]; last.Points != 0 || last.Free != 0 {
			t.Errorf("%d players: the last stands %+v, want no points", players, last)
		}
		if table[0].Player != 0 || table[0].Out != 0 || table[1].Player != 1 {
			t.Errorf("%d players: standings %+v", players, table)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	done := play(t, Format{Kind: Knockout, Extra: 3}, 12, 2, luck(rng))
	if n := len(done); n < 11 {
		t.Errorf("%d meetings of 12 players", n)
	}
	// Level meetings are played on, and then the better seed goes through.
	done = play(t, Format{Kind: Knockout, Extra: 2}, 4, 2, level)
	extra := 0
	for _, p := range done {
		if p.Extra {
			extra++
		}
	}
	if len(done) != 9 || extra != 6 || done[8].Players[1] != 1 {
		t.Errorf("%d meetings, %d extra, the last %v: want 9, 6 and the best two", len(done), extra, done[8])
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		f               Format
		players, places int
		want            string
	}{
		{Format{}, 3, 2, "want 2 for a match"},
		{Format{Kind: RoundRobin}, 2, 3, "want at least 3"},
		{Format{Kind: Gauntlet, Seeds: 3}, 3, 2, "want at least 1 others"},
		{Format{Kind: Knockout}, 6, 3, "a knockout of games with 3 places: want 2"},
		{Format{Kind: Swiss, Rounds: 6}, 6, 2, "want fewer rounds than players"},
	} {
		if err := c.f.Check(c.players, c.places); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v of %d: error %v, want %q", c.f, c.players, err, c.want)
		}
	}
	for _, name := range Kinds() {
		if k, err := ParseKind(name); err != nil || k.String() != name {
			t.Errorf("%s reads %v, %v", name, k, err)
		}
	}
	if _, err := ParseKind("cup"); err == nil || !strings.Contains(err.Error(), "want match, round-robin") {
		t.Errorf("cup: %v", err)
	}
}
