package tournament

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/record"
	"tetrarch/tournament/pairing"
	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// tableOf is what must be equal between a run and one that was interrupted: all
// but times.
func tableOf(s *Summary) string {
	p := s.Plain()
	p.Seconds = 0
	for i := range p.Players {
		p.Players[i].MeanSeconds, p.Players[i].LongestSeconds = 0, 0
	}
	text := fmt.Sprintf("%+v %v", p.Standings, p.Pentanomial)
	p.Standings, p.Pentanomial, p.SPRT = nil, nil, nil
	for i := range p.Players {
		x := &p.Players[i]
		text += fmt.Sprintf("\n%s %d-%d-%d %v faults %d moves %d nodes %d", x.Name, x.Wins, x.Draws, x.Losses, x.Seats, x.Faults, x.Moves, x.Nodes)
	}
	return text + fmt.Sprintf("\n%d %d %d %d %v", p.Games, p.Blocks, p.Turns, p.Actions, p.Reasons)
}

// formats are tournaments of all kinds, small.
func formats(t testing.TB) map[string]Match {
	return map[string]Match{
		"match":       {Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 10},
		"round robin": {Game: toyGame(t, ""), Players: entrants(t, "greedy,random,random,plain,depth=2,random"), Format: pairing.Format{Kind: pairing.RoundRobin}, Games: 4},
		"of three":    {Game: toyGame(t, "seats=3"), Players: entrants(t, "greedy,random,random,random"), Format: pairing.Format{Kind: pairing.RoundRobin}, Games: 6},
		"gauntlet":    {Game: toyGame(t, "retreat=yes"), Players: entrants(t, "greedy,plain,depth=1,random,random,random"), Format: pairing.Format{Kind: pairing.Gauntlet, Seeds: 2}, Games: 2},
		"swiss":       {Game: toyGame(t, ""), Players: entrants(t, "random,random,greedy,random,greedy"), Format: pairing.Format{Kind: pairing.Swiss, Rounds: 4}, Games: 4},
		"knockout":    {Game: toyGame(t, ""), Players: entrants(t, "random,random,greedy,random,random,random,greedy"), Format: pairing.Format{Kind: pairing.Knockout, Extra: 3}, Games: 2},
		"teams":       {Game: toyGame(t, "seats=4 teams=13/24"), Players: entrants(t, "random,random,greedy"), Format: pairing.Format{Kind: pairing.RoundRobin}, Games: 4},
	}
}

// Every format gives the same games and the same table, however many blocks are
// played at a time.
func TestFormats(t *testing.T) {
	for name, m := range formats(t) {
		m.Seed = 11
		m.Openings = Openings{MinPlies: 1, MaxPlies: 2, Nodes: 20}
		table := ""
		var games map[string]string
		for _, concurrency := range []int{1, 3} {
			var b bytes.Buffer
			m.Concurrency, m.Record = concurrency, &b
			s := mustRun(t, m)
			if s.Games < s.Planned || s.Planned < 2 || s.Format.Kind != pairing.Knockout && s.Games != s.Planned {
				t.Errorf("%s: %d games of %d", name, s.Games, s.Planned)
			}
			all, err := record.ReadAll(&b)
			if err != nil || len(all) != s.Games {
				t.Fatalf("%s: %d records of %d games, %v", name, len(all), s.Games, err)
			}
			points := 0.0
			for i := range s.Players {
				points += s.Players[i].Points()
			}
			if points < float64(s.Games)-1e-6 || points > float64(s.Games)+1e-6 {
				t.Errorf("%s: %v points in %d games", name, points, s.Games)
			}
			got := withoutTimes(all)
			if games == nil {
				games, table = got, tableOf(s)
				continue
			}
			if d := cmp.Diff(games, got); d != "" {
				t.Errorf("%s: games with concurrency 3:\n%s", name, d)
			}
			if tableOf(s) != table {
				t.Errorf("%s with concurrency 3:\n%s\nwant\n%s", name, tableOf(s), table)
			}
			var text strings.Builder
			if err := s.Print(&text); err != nil || !strings.Contains(text.String(), m.Players[1].Name) || !strings.Contains(s.Line(), "Elo") {
				t.Errorf("%s: summary %q, %v", name, text.String(), err)
			}
			if last := len(s.Standings); last > 0 && !strings.Contains(text.String(), "free") {
				t.Errorf("%s: no standings in\n%s", name, text.String())
			}
		}
	}
}

// journaled runs a match in a folder, with a digest that stands for its plan.
func journaled(ctx context.Context, m Match, dir string, resume bool) (*Summary, error) {
	open := func() (*Journal, error) { return NewJournal(dir, []byte("game = 'toy'\n"), "plan") }
	if resume {
		open = func() (*Journal, error) { return ResumeJournal(dir, "plan") }
	}
	j, err := open()
	if err != nil {
		return nil, err
	}
	m.Journal = j
	s, err := m.Run(ctx)
	return s, errors.Join(err, j.Close())
}

// A folder that is cut off anywhere, as a kill leaves it, is resumed to the table
// of a run that was never disturbed, and its games are whole.
func TestResumeAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for name, m := range formats(t) {
		m.Seed, m.Concurrency = 5, 3
		m.Openings = Openings{MinPlies: 1, MaxPlies: 2, Nodes: 20}
		dir := t.TempDir()
		s, err := journaled(t.Context(), m, dir, false)
		if err != nil {
			t.Fatal(err)
		}
		want := tableOf(s)
		if _, err := journaled(t.Context(), m, dir, false); err == nil || !strings.Contains(err.Error(), "holds a run already") {
			t.Errorf("%s: a second run in the folder: %v", name, err)
		}
		lines := read(t, dir, ResultsFile)
		games := read(t, dir, GamesFile)
		for range 4 {
			// The record is written before the line that says where it is.
			at := rng.IntN(len(lines) + 1)
			file, err := results.Read(bytes.NewReader(lines[:at]))
			if err != nil {
				file = &results.File{}
			}
			end := int64(0)
			for _, g := range file.Games {
				end = max(end, g.Offset+g.Length)
			}
			more := rng.IntN(min(len(games)-int(end), 400) + 1)
			write(t, dir, ResultsFile, lines[:at])
			write(t, dir, GamesFile, games[:int(end)+more])
			s, err := journaled(t.Context(), m, dir, true)
			if err != nil {
				t.Fatalf("%s cut at %d: %v", name, at, err)
			}
			if got := tableOf(s); got != want {
				t.Fatalf("%s cut at %d:\n%s\nwant\n%s", name, at, got, want)
			}
			checkFolder(t, dir, s.Games)
		}
	}
}

// A machine that dies between two blocks may lose records of lines that it kept:
// the run goes on without these lines. When more is missing, nothing is touched.
func TestResumeWithoutRecords(t *testing.T) {
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 12, Seed: 5, Openings: Openings{MinPlies: 1, MaxPlies: 2, Nodes: 20}}
	dir := t.TempDir()
	s, err := journaled(t.Context(), m, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	want := tableOf(s)
	whole, games := read(t, dir, ResultsFile), read(t, dir, GamesFile)
	file, err := results.Read(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	for lost := 1; lost <= 4; lost++ {
		write(t, dir, ResultsFile, whole)
		write(t, dir, GamesFile, games[:file.Games[len(file.Games)-lost].Offset+3])
		s, err := journaled(t.Context(), m, dir, true)
		switch {
		case lost <= 2 && err != nil:
			t.Errorf("%d records lost: %v", lost, err)
		case lost <= 2:
			if got := tableOf(s); got != want {
				t.Errorf("%d records lost:\n%s\nwant\n%s", lost, got, want)
			}
			checkFolder(t, dir, s.Games)
		case err == nil || !strings.Contains(err.Error(), fmt.Sprintf("end before the record of game %d of 12", 13-lost)):
			t.Errorf("%d records lost: error %v", lost, err)
		case !bytes.Equal(read(t, dir, ResultsFile), whole):
			t.Errorf("%d records lost: the results have changed", lost)
		}
	}
}

// A folder whose run finished no game can be taken for another.
func TestFolderWithoutGames(t *testing.T) {
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 4, Seed: 5, Openings: Openings{MinPlies: 1, MaxPlies: 2, Nodes: 20}}
	dir := t.TempDir()
	refused := m
	refused.Players = slices.Clone(m.Players)
	refused.Players[1].Open = func(Game) (Player, error) { return nil, errors.New("not today") }
	if _, err := journaled(t.Context(), refused, dir, false); err == nil {
		t.Fatal("no error")
	}
	s, err := journaled(t.Context(), m, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	checkFolder(t, dir, s.Games)
	j, err := ResumeJournal(dir, "plan")
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := NewJournal(dir, nil, "plan"); err == nil || !strings.Contains(err.Error(), "in use by another run") {
		t.Errorf("a run under way: error %v", err)
	}
}

// checkFolder wants every line of the results to find its game.
func checkFolder(t *testing.T, dir string, games int) {
	t.Helper()
	text := read(t, dir, GamesFile)
	all, err := record.ReadAll(bytes.NewReader(text))
	if err != nil || len(all) != games {
		t.Fatalf("%d records, %v, want %d", len(all), err, games)
	}
	file, err := results.Read(bytes.NewReader(read(t, dir, ResultsFile)))
	if err != nil || len(file.Games) != games {
		t.Fatalf("%d results, %v, want %d", len(file.Games), err, games)
	}
	for i, g := range file.Games {
		one, err := record.ReadAll(bytes.NewReader(text[g.Offset : g.Offset+g.Length]))
		if err != nil || len(one) != 1 || one[0].Get(record.Round) != fmt.Sprintf("%d.%d", g.Block, g.Number) || all[i].Get(record.Reason) != g.Reason {
			t.Fatalf("line %d tells of game %d.%d, and there is %v, %v", i+2, g.Block, g.Number, one, err)
		}
	}
}

func read(t testing.TB, dir, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t testing.TB, dir, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestResumeRefuses(t *testing.T) {
	m := formats(t)["round robin"]
	dir := t.TempDir()
	if _, err := journaled(t.Context(), m, dir, false); err != nil {
		t.Fatal(err)
	}
	if _, err := ResumeJournal(dir, "another plan"); err == nil || !strings.Contains(err.Error(), "of another plan") {
		t.Errorf("another digest: %v", err)
	}
	for name, other := range map[string]func(*Match){
		"other players": func(m *Match) { m.Players = entrants(t, "plain,depth=1,random,random,plain,depth=2,random") },
		"another size":  func(m *Match) { *m = formats(t)["of three"] },
		"fewer games":   func(m *Match) { m.Games = 2 },
	} {
		changed := m
		other(&changed)
		if _, err := journaled(t.Context(), changed, dir, true); err == nil || !strings.Contains(err.Error(), "want the results of the same plan") {
			t.Errorf("%s: %v", name, err)
		}
	}
	j, err := ResumeJournal(dir, "plan")
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := ResumeJournal(dir, "plan"); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a folder that is in use: %v", err)
	}
	if _, err := ResumeJournal(filepath.Join(dir, "none"), "plan"); err == nil {
		t.Error("a folder that is not there is resumed")
	}
}

// An interrupted run goes on to the same end.
func TestInterruptAndResume(t *testing.T) {
	m := formats(t)["swiss"]
	m.Concurrency = 2
	want, err := journaled(t.Context(), m, t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for n := 1; ; n++ {
		ctx, cancel := context.WithCancel(t.Context())
		games := 0
		m.Progress = func(*Outcome, *Summary) {
			if games++; games == 7 {
				cancel()
			}
		}
		s, err := journaled(ctx, m, dir, n > 1)
		cancel()
		if err == nil {
			if tableOf(s) != tableOf(want) || n < 2 {
				t.Errorf("after %d runs:\n%s\nwant\n%s", n, tableOf(s), tableOf(want))
			}
			return
		}
		if !errors.Is(err, context.Canceled) || n > 30 {
			t.Fatalf("run %d: %v", n, err)
		}
	}
}

// The sequential test ends the match at the same block however many blocks are
// played at a time and however often it was interrupted.
func TestSPRTCountsInOrder(t *testing.T) {
	test := &stats.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, Scale: stats.Logistic}
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "greedy,random"), Games: 2000, Seed: 3, SPRT: test}
	table := ""
	for _, concurrency := range []int{1, 4} {
		m.Concurrency = concurrency
		s := mustRun(t, m)
		if s.Verdict != stats.AcceptH1 || s.Games >= 2000 || s.LLR < 2.9 {
			t.Fatalf("%d games, LLR %.2f, %s", s.Games, s.LLR, s.Verdict)
		}
		if before := s.Blocks; before < 2 {
			t.Fatalf("a verdict after %d blocks", before)
		}
		if table == "" {
			table = tableOf(s)
		}
		if got := tableOf(s); got != table {
			t.Errorf("with concurrency %d:\n%s\nwant\n%s", concurrency, got, table)
		}
		var b strings.Builder
		if s.Print(&b); !strings.Contains(b.String(), "H1 accepted") || !strings.Contains(s.Line(), "LLR") {
			t.Errorf("no verdict in\n%s%s", b.String(), s.Line())
		}
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	m.Progress = func(*Outcome, *Summary) {
		if games++; games == 5 {
			cancel()
		}
	}
	if _, err := journaled(ctx, m, dir, false); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	m.Progress = nil
	for range 2 { // the second time the verdict is there already
		s, err := journaled(t.Context(), m, dir, true)
		if err != nil || tableOf(s) != table {
			t.Errorf("resumed: %v\n%s\nwant\n%s", err, tableOf(s), table)
		}
	}
	m.Players = entrants(t, "random,random")
	m.Games = 4
	if s := mustRun(t, m); s.Verdict != stats.Continue || s.Games != 4 {
		t.Errorf("%d games of 4, %s", s.Games, s.Verdict)
	}
	m.Players = entrants(t, "random,random,random")
	m.Format.Kind = pairing.RoundRobin
	if err := m.Check(); err == nil || !strings.Contains(err.Error(), "want a match of two") {
		t.Errorf("a test of three players: %v", err)
	}
}

func TestStrict(t *testing.T) {
	bad := entrant("bad", func(ctx context.Context, g *game.Play) (Decision, error) {
		if len(g.Moves()) > 6 {
			return Decision{}, errors.New("tired")
		}
		return first(ctx, g)
	})
	m := Match{Game: toyGame(t, "dice=no track=8"), Players: []Entrant{bad, entrant("good", first)}, Games: 20, Strict: true, Openings: Openings{MinPlies: -1}}
	dir := t.TempDir()
	s, err := journaled(t.Context(), m, dir, false)
	var fault *FaultError
	if !errors.As(err, &fault) || fault.Game != "1.1" || !strings.Contains(err.Error(), "bad at seat 1: tired") || s == nil {
		t.Fatalf("%v, want the fault of game 1.1", err)
	}
	file, err := results.Read(bytes.NewReader(read(t, dir, ResultsFile)))
	if err != nil || len(file.Games) != 1 {
		t.Fatalf("%+v, %v, want one game", file, err)
	}
	g := file.Games[0]
	want := &results.Fault{Player: "bad", Seat: 1, Kind: PlayerError, Text: "bad at seat 1: tired"}
	if d := cmp.Diff(want, g.Fault); d != "" || g.Shares[0] != 0 || g.Shares[1] != stats.Unit || g.Reason != PlayerError {
		t.Errorf("%+v\n%s", g, d)
	}
	if _, err := all(t, dir)[0].Replay(toy.Rules); err != nil {
		t.Error(err)
	}
}

func all(t testing.TB, dir string) []*record.Record {
	t.Helper()
	list, err := record.ReadAll(bytes.NewReader(read(t, dir, GamesFile)))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Players that are not in a slot's meetings are closed, and all at the end.
func TestManyPlayers(t *testing.T) {
	opened, closed, most := 0, 0, 0
	m := Match{Game: toyGame(t, ""), Format: pairing.Format{Kind: pairing.RoundRobin}, Games: 2}
	for i := range 9 {
		m.Players = append(m.Players, Entrant{Name: fmt.Sprint(i), Open: func(Game) (Player, error) {
			opened++
			most = max(most, opened-closed)
			return scripted{choose: first, closed: &closed}, nil
		}})
	}
	mustRun(t, m)
	if opened != closed || most > maxSeated+2 || opened < 9 {
		t.Errorf("%d opened, %d closed, %d at once, want at most %d", opened, closed, most, maxSeated+2)
	}
}
