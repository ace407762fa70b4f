package tournament

import (
	"encoding/json"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/tournament/pairing"
	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// randomGames is a match of players that cost next to nothing, in a game that
// the engine ships.
func randomGames(t testing.TB, name string, games int) Match {
	t.Helper()
	g, err := engine.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m := Match{Games: games, Seed: 1, Openings: Openings{MinPlies: -1}}
	if m.Game, err = NewGame(g, nil); err != nil {
		t.Fatal(err)
	}
	for range m.seating().Sides {
		m.Players = append(m.Players, entrants(t, "random")...)
	}
	Distinguish(m.Players)
	return m
}

// What the runner costs for each action, between players that cost next to
// nothing: without and with a folder that keeps the games.
func BenchmarkOverhead(b *testing.B) {
	for _, g := range engine.Games() {
		for _, kept := range []bool{false, true} {
			name := g.Rules.Name
			if kept {
				name += "/kept"
			}
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				actions := 0
				for b.Loop() {
					m := randomGames(b, g.Rules.Name, 10)
					if kept {
						s, err := journaled(b.Context(), m, b.TempDir(), false)
						if err != nil {
							b.Fatal(err)
						}
						actions += s.Actions
						continue
					}
					actions += mustRun(b, m).Actions
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(actions), "µs/action")
			})
		}
	}
}

// longGames is the name of a variable that holds how many games the long test
// plays in all; without it, a few.
const longGames = "TETRARCH_GAMES"

// Random games of all games end without a fault, in memory that does not grow
// with their number.
func TestManyRandomGames(t *testing.T) {
	games := 40
	if text := os.Getenv(longGames); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s=%q: want a number", longGames, text)
		}
		games = n
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, g := range engine.Games() {
		m := randomGames(t, g.Rules.Name, games/len(engine.Games()))
		early, played := uint64(0), 0
		m.Progress = func(o *Outcome, _ *Summary) {
			if o.Faulty >= 0 {
				t.Errorf("%s, game %d.%d: %s", g.Rules.Name, o.Block+1, o.Number+1, o.Fault)
			}
			if played++; played == m.Games/10 {
				early = heap()
			}
		}
		s, err := journaled(t.Context(), m, t.TempDir(), false)
		if err != nil {
			t.Fatal(err)
		}
		late := heap()
		t.Logf("%s: %d games, %d actions, heap %d and %d kB, %v", g.Rules.Name, s.Games, s.Actions, early>>10, late>>10, s.Elapsed)
		if s.Games < m.Games || late > early+4<<20 {
			t.Errorf("%s: %d of %d games, heap %d kB after a tenth and %d kB at the end", g.Rules.Name, s.Games, m.Games, early>>10, late>>10)
		}
	}
}

// Nothing played, one block, all wins: every table can be written.
func TestSummariesOfLittle(t *testing.T) {
	test := &stats.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for _, games := range []int{0, 2, 10} {
		for _, kind := range []pairing.Kind{pairing.Match, pairing.RoundRobin, pairing.Swiss, pairing.Knockout} {
			m := Match{Game: toyGame(t, "dice=no"), Players: entrants(t, "random,random"), Games: games, SPRT: test, Format: pairing.Format{Kind: kind}}
			s := newSummary(&m)
			for block := range games / 2 {
				pair := []*results.Game{}
				for number := range 2 {
					g := &results.Game{Block: block + 1, Number: number + 1, Size: 2, Sides: []int{0, 1}, Reason: "home"}
					g.Players = []string{m.Players[number].Name, m.Players[1-number].Name}
					g.Shares = []int{stats.Unit * (1 - number), stats.Unit * number} // the first player wins all
					pair = append(pair, g)
				}
				s.add(pair)
			}
			var b strings.Builder
			if err := s.Print(&b); err != nil || s.Players[0].Wins != games {
				t.Errorf("%s, %d games: %v\n%s", kind, games, err, b.String())
			}
			text := b.String() + s.Line() + strings.Join(s.liveTable(), " ")
			for _, word := range []string{"NaN", "Inf"} {
				if strings.Contains(text, word) {
					t.Errorf("%s, %d games: %s in\n%s", kind, games, word, text)
				}
			}
			if _, err := json.Marshal(s.Plain()); err != nil {
				t.Errorf("%s, %d games: %v", kind, games, err)
			}
		}
	}
}
