package tournament

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/record"
	"tetrarch/search"
	"tetrarch/tournament/process/processtest"
	"tetrarch/tournament/stats"
)

func TestMain(m *testing.M) {
	processtest.Main()
	goleak.VerifyTestMain(m)
}

func toyGame(t testing.TB, setup string) Game {
	t.Helper()
	s, err := game.ParseSetup(strings.Fields(setup))
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(&engine.Game{Rules: toy.Rules, Model: eval.Model{New: toy.Evaluator}}, s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func entrants(t testing.TB, text string) []Entrant {
	t.Helper()
	e, err := ParsePlayers(text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mustRun(t testing.TB, m Match) *Summary {
	t.Helper()
	s, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// scripted is a player made of a function.
type scripted struct {
	choose func(context.Context, *game.Play) (Decision, error)
	closed *int
}

func (s scripted) NewGame(context.Context, *game.Play, uint64) error { return nil }

func (s scripted) Choose(ctx context.Context, g *game.Play, _ search.Limits) (Decision, error) {
	return s.choose(ctx, g)
}

func (s scripted) Close() error {
	if s.closed != nil {
		*s.closed++
	}
	return nil
}

func entrant(name string, choose func(context.Context, *game.Play) (Decision, error)) Entrant {
	return Entrant{Name: name, Open: func(Game) (Player, error) { return scripted{choose: choose}, nil }}
}

// first plays the first legal action.
func first(_ context.Context, g *game.Play) (Decision, error) {
	var l game.MoveList
	g.Position().Generate(&l)
	return Decision{Move: g.Position().FormatMove(l.Moves[0].Move)}, nil
}

// withoutTimes removes what may differ between two runs of a match.
func withoutTimes(all []*record.Record) map[string]string {
	games := map[string]string{}
	for _, r := range all {
		for i := range r.Actions {
			r.Actions[i].Time = 0
		}
		b, err := r.Append(nil)
		if err != nil {
			panic(err)
		}
		games[r.Get(record.Round)] = string(b)
	}
	return games
}

// The same plan gives the same games, however many are played at a time, and
// every record replays to its result.
func TestReproducible(t *testing.T) {
	var want map[string]string
	var table string
	for _, concurrency := range []int{1, 2, 5} {
		var b bytes.Buffer
		m := Match{
			Game: toyGame(t, "retreat=yes"), Players: entrants(t, "tetrarch,nodes=300,hash=1,plain,depth=2"), Games: 24,
			Seed: 42, Concurrency: concurrency, Record: &b, Openings: Openings{MinPlies: 1, MaxPlies: 3, Nodes: 50},
		}
		s := mustRun(t, m)
		all, err := record.ReadAll(&b)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 24 || s.Games != 24 || s.Blocks != 12 {
			t.Fatalf("%d records, %d games in %d blocks, want 24 in 12", len(all), s.Games, s.Blocks)
		}
		for _, r := range all {
			if _, err := r.Replay(toy.Rules); err != nil {
				t.Errorf("game %s: %v", r.Get(record.Round), err)
			}
		}
		for i := range s.Players {
			s.Players[i].Work.Time, s.Players[i].Work.Longest = 0, 0
		}
		got := withoutTimes(all)
		p := s.Plain()
		p.Seconds = 0
		text := fmt.Sprintf("%+v", p.Reasons) + fmt.Sprint(p.Turns, p.Actions, p.Pentanomial, s.Players)
		if want == nil {
			want, table = got, text
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("games with concurrency %d (-1 +%d):\n%s", concurrency, concurrency, d)
		}
		if text != table {
			t.Errorf("summary with concurrency %d:\n%s\nwant\n%s", concurrency, text, table)
		}
	}
	var b bytes.Buffer
	other := Match{Game: toyGame(t, "retreat=yes"), Players: entrants(t, "tetrarch,nodes=300,hash=1,plain,depth=2"), Games: 24, Seed: 43, Record: &b, Openings: Openings{MinPlies: 1, MaxPlies: 3, Nodes: 50}}
	mustRun(t, other)
	all, _ := record.ReadAll(&b)
	for _, r := range all {
		r.Set(record.Seed, "42")
	}
	if cmp.Equal(want, withoutTimes(all)) {
		t.Error("another seed gives the same games")
	}
}

// Two players that play alike and take nothing from chance must share every
// block: the opening, the dice and the seats are then all that differs.
func TestBlocksAreFair(t *testing.T) {
	for _, setup := range []string{"", "dice=no", "seats=3", "seats=4", "seats=4 teams=13/24", "seats=3 drop=yes"} {
		g := toyGame(t, setup)
		sides := g.Variant.Start().Seating().Sides
		m := Match{Game: g, Games: 60, Seed: 3, Concurrency: 2}
		for i := range sides {
			m.Players = append(m.Players, entrant(fmt.Sprint("first", i), first))
		}
		s := mustRun(t, m)
		for _, p := range s.Players {
			if v := p.Variance(); v > 1e-12 || p.Score() < p.Par-1e-9 || p.Score() > p.Par+1e-9 {
				t.Errorf("%q: %s scores %.3f with block variance %g, want %.3f and none", setup, p.Name, p.Score(), v, p.Par)
			}
		}
		if sides == 2 && s.Pentanomial[2] != s.Blocks {
			t.Errorf("%q: pairs %v, want all of one point", setup, *s.Pentanomial)
		}
	}
}

func TestSeatsAndBlocks(t *testing.T) {
	for _, c := range []struct {
		setup, players string
		all            bool
		size           int
	}{
		{"", "greedy,random", false, 2},
		{"seats=3", "greedy,random,random", false, 6},
		{"seats=3", "tetrarch,nodes=100,hash=1,paranoid,depth=1,hash=1,maxn,depth=2,hash=1", false, 6},
		{"seats=4", "greedy,random,random,random", false, 4},
		{"seats=4", "greedy,random,random,random", true, 24},
		{"seats=4 teams=13/24", "greedy,random", false, 2},
		{"seats=4 teams=13/24", "greedy,random,random,random", false, 4},
		{"seats=3 teams=12/3", "greedy,random", false, 2},
	} {
		m := Match{Game: toyGame(t, c.setup), Players: entrants(t, c.players), Games: 1, AllSeatings: c.all, Seed: 1}
		s := mustRun(t, m)
		if s.Games != c.size || s.Size != c.size || s.Planned != c.size {
			t.Errorf("%q: %d games of %d in blocks of %d, want %d", c.setup, s.Games, s.Planned, s.Size, c.size)
		}
		seats := s.seating.Seats
		for _, p := range s.Players {
			for seat, x := range p.Seats {
				if len(s.Players) == seats && x.Games != c.size/seats {
					t.Errorf("%q: %s has %d games at seat %d, want %d", c.setup, p.Name, x.Games, seat+1, c.size/seats)
				}
			}
		}
		var b strings.Builder
		if err := s.Print(&b); err != nil || !strings.Contains(b.String(), s.Players[0].Name) {
			t.Errorf("%q: summary %q, %v", c.setup, b.String(), err)
		}
	}
}

func TestStrengthShows(t *testing.T) {
	s := mustRun(t, Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 200, Seed: 5, Concurrency: 2})
	if e := s.Players[0].Elo(); e.Low < 0 || s.Players[0].LOS() < 0.99 {
		t.Errorf("greedy against random: Elo %v, LOS %v, want surely above 0", e, s.Players[0].LOS())
	}
	if a, b := s.Players[0].Score(), s.Players[1].Score(); a+b < 1-1e-9 || a+b > 1+1e-9 {
		t.Errorf("scores %v and %v, want a sum of 1", a, b)
	}
}

// Every kind of player plays, those of two sides against one other only.
func TestBuiltins(t *testing.T) {
	for _, k := range kinds() {
		for _, setup := range []string{"", "seats=3"} {
			if k.TwoSides && setup != "" {
				continue
			}
			players := k.Name + ",nodes=200,random"
			if setup != "" {
				players += ",random"
			}
			m := Match{Game: toyGame(t, setup), Players: entrants(t, players), Games: 1, Seed: 5}
			s := mustRun(t, m)
			if p := s.Players[0]; s.Faults != 0 || p.Work.Moves == 0 {
				t.Errorf("%s in toy %s: %d faults, %d moves", k.Name, setup, s.Faults, p.Work.Moves)
			}
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, setup, reason, text string
		choose                    func(context.Context, *game.Play) (Decision, error)
		share                     float64
	}{
		{"illegal", "", IllegalMove, `"Z9"`, func(context.Context, *game.Play) (Decision, error) { return Decision{Move: "Z9"}, nil }, 0},
		{"empty", "dice=no", IllegalMove, "", func(context.Context, *game.Play) (Decision, error) { return Decision{}, nil }, 0},
		{"error", "", PlayerError, "out of {ideas}", func(context.Context, *game.Play) (Decision, error) { return Decision{}, errors.New("out of\n{ideas}") }, 0},
		{"of three", "seats=3", PlayerError, "gone", func(context.Context, *game.Play) (Decision, error) { return Decision{}, errors.New("gone") }, 0},
		{"of teams", "seats=4 teams=13/24", PlayerError, "gone", func(context.Context, *game.Play) (Decision, error) { return Decision{}, errors.New("gone") }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := toyGame(t, c.setup)
			closed, opened := 0, 0
			bad := Entrant{Name: "bad", Open: func(Game) (Player, error) {
				opened++
				return scripted{c.choose, &closed}, nil
			}}
			m := Match{Game: g, Players: []Entrant{bad}, Games: 12, Seed: 9}
			for i := 1; i < g.Variant.Start().Seating().Sides; i++ {
				m.Players = append(m.Players, entrant(fmt.Sprint("good", i), first))
			}
			var b bytes.Buffer
			m.Record = &b
			s := mustRun(t, m)
			if s.Reasons[c.reason] != 12 || s.Faults != 12 || s.Players[0].Faults != 12 || s.Players[0].Losses != 12 {
				t.Errorf("reasons %v, %d faults, %d losses, want 12 times %s", s.Reasons, s.Faults, s.Players[0].Losses, c.reason)
			}
			want := 1 / float64(len(m.Players)-1)
			if x := s.Players[1].Score(); x < want-1e-9 || x > want+1e-9 {
				t.Errorf("the others score %v, want %v", x, want)
			}
			if opened != 12 || closed != 12 {
				t.Errorf("opened %d times, closed %d times, want a fresh player after each fault", opened, closed)
			}
			all, err := record.ReadAll(&b)
			if err != nil || len(all) != 12 {
				t.Fatalf("%d records, %v", len(all), err)
			}
			text := strings.NewReplacer("{", "(", "}", ")").Replace(c.text)
			if f := all[0].Get(record.Fault); !strings.Contains(f, "bad at seat") || !strings.Contains(f, text) {
				t.Errorf("fault %q, want it to name the player and %q", f, text)
			}
			if _, err := all[0].Replay(toy.Rules); err != nil {
				t.Error(err)
			}
			var table strings.Builder
			if s.Print(&table); !strings.Contains(table.String(), "faults: 12") {
				t.Errorf("summary does not tell of the faults:\n%s", table.String())
			}
		})
	}
}

func TestTurnCap(t *testing.T) {
	for _, setup := range []string{"dice=no track=8", "track=8 seats=3"} {
		g := toyGame(t, setup)
		m := Match{Game: g, Games: 6, MaxTurns: 3, Openings: Openings{MinPlies: -1}}
		for i := range g.Variant.Start().Seating().Sides {
			m.Players = append(m.Players, entrant(fmt.Sprint(i), first))
		}
		s := mustRun(t, m)
		if s.Reasons[TurnCap] != 6 || s.Turns != 18 || s.Players[0].Draws != 6 {
			t.Errorf("%q: reasons %v, %d turns, %d draws, want 6 draws after 3 turns", setup, s.Reasons, s.Turns, s.Players[0].Draws)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hang := func(ctx context.Context, g *game.Play) (Decision, error) {
		<-ctx.Done()
		return first(ctx, g)
	}
	games := 0
	m := Match{Game: toyGame(t, ""), Players: []Entrant{entrant("a", first), entrant("b", first)}, Games: 1000, Concurrency: 2}
	m.Progress = func(*Outcome, *Summary) {
		if games++; games == 20 {
			cancel()
		}
	}
	s, err := m.Run(ctx)
	if !errors.Is(err, context.Canceled) || s == nil || s.Games >= 1000 || s.Games < 2 || s.Games%2 != 0 {
		t.Errorf("summary %+v, error %v, want some whole blocks and context.Canceled", s, err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	m = Match{Game: toyGame(t, ""), Players: []Entrant{entrant("a", hang), entrant("b", hang)}, Games: 2}
	s, err = m.Run(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || s.Games != 0 {
		t.Errorf("hanging players: %d games, error %v, want none and the deadline", s.Games, err)
	}
	var b strings.Builder
	if err := s.Print(&b); err != nil || !strings.Contains(b.String(), "0 of 2 games") || !strings.Contains(b.String(), "unknown") {
		t.Errorf("summary of nothing:\n%s", b.String())
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestRefusals(t *testing.T) {
	two := entrants(t, "random,random")
	for name, c := range map[string]struct {
		m    Match
		want string
	}{
		"players": {Match{Game: toyGame(t, "seats=3"), Players: two, Games: 2}, "the number of players is 2: want 3 for toy"},
		"teams":   {Match{Game: toyGame(t, "seats=4 teams=13/24"), Players: two[:1], Games: 2}, "want 4, one a seat, or 2, one a side"},
		"games":   {Match{Game: toyGame(t, ""), Players: two}, "the number of games is 0: want at least 1"},
		"sides":   {Match{Game: toyGame(t, "seats=3"), Players: entrants(t, "alphabeta,random,random"), Games: 2, Limits: search.Limits{Depth: 1}}, "player alphabeta plays games of two sides, and here are 3"},
		"name":    {Match{Game: toyGame(t, ""), Players: []Entrant{entrant("a\nb", first), two[0]}, Games: 2}, "player 1 has the name"},
		"limits":  {Match{Game: toyGame(t, ""), Players: entrants(t, "plain,depth=1,tetrarch"), Games: 2}, "player tetrarch has no limit"},
		"record":  {Match{Game: toyGame(t, ""), Players: two, Games: 2, Record: failing{}}, "disk full"},
	} {
		if _, err := c.m.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestProgressAndPlain(t *testing.T) {
	calls, last := 0, 0
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,greedy"), Games: 10, Concurrency: 3, Seed: 2}
	m.Progress = func(o *Outcome, s *Summary) {
		calls++
		if s.Games < last || s.Games > calls || !strings.Contains(s.Line(), "greedy") {
			t.Errorf("call %d tells of %d games: %s", calls, s.Games, s.Line())
		}
		last = s.Games
	}
	s := mustRun(t, m)
	if calls != 10 || last != 10 {
		t.Errorf("%d calls, the last with %d games, want 10 and 10", calls, last)
	}
	p := s.Plain()
	if p.Games != 10 || len(p.Players) != 2 || p.Players[1].Name != "greedy#2" || len(p.Players[0].Seats) != 2 || p.Players[0].Moves == 0 {
		t.Errorf("plain summary %+v", p)
	}
	one := Summary{Players: []Standing{{Name: "x", Sample: stats.Sample{Par: 0.5}}}}
	if x := one.Plain().Players[0]; x.EloLow != nil || x.EloHigh != nil || *x.Elo != 0 {
		t.Errorf("plain summary of nothing %+v, want open ends absent", x)
	}
}

func BenchmarkRandomGames(b *testing.B) {
	b.ReportAllocs()
	actions := 0
	for b.Loop() {
		s := mustRun(b, Match{Game: toyGame(b, ""), Players: entrants(b, "random,random"), Games: 20, Seed: 1})
		actions += s.Actions
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(actions), "µs/action")
}
