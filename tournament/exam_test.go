package tournament

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tetrarch/positions"
	"tetrarch/search"
)

// exam returns positions of Tricolor, two wins in one and three that need more,
// for some players.
func exam(t *testing.T, players string) *Exam {
	t.Helper()
	const text = `
3w1/6/2(wwwwbbbbwwww)4/8/5(bb)3/5(www)2/5(wwwwwbbbbbbbb)1/6/5 w 4 35 ;win 1 ;best 41x32
5/6/7/8/1(bbb)7/6(www)1/6(bbbbwwwwwbbbbbb)/6/5 b 11 39 ;win 1 ;best 50x42
5/6/7/8/3(wwwwbbbwwww)5/8/5(bb)1/5(ww)/5 w 1 44 ;win 3 ;best 30-54
5/w5/7/2(bbww)3(bbbbwwwbbbbbb)1/9/8/7/6/1(bbbbb)3 b 1 35 ;win 1 ;best 21x6
1w3/6/7/8/4b4/8/7/6/3(bb)1 w 0 30 ;setup quiet=0 ;group moved ;moves 2-3 60-55 ;best 3-2 3-4 3-8 3-9
`
	lines, err := positions.Parse("suite", text)
	if err != nil {
		t.Fatal(err)
	}
	return &Exam{Game: realGame(t, "tricolor", nil).Game, Lines: lines, Players: entrants(t, players), Limits: search.Limits{Nodes: 3000}, Seed: 1}
}

// TestExam: all that the search knows is found, a player at random finds less,
// and the counts are those of the tries.
func TestExam(t *testing.T) {
	e := exam(t, "tetrarch,hash=1,random")
	done := 0
	e.Each = func(n int) { done = n }
	got, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if done != 5 || len(got.Tries) != 5 {
		t.Fatalf("%d positions done, %d told of", done, len(got.Tries))
	}
	for i, try := range got.Tries {
		for who, solved := range try.Solved {
			if solved != slices.Contains(try.Best, try.Played[who]) {
				t.Errorf("%s: %s counts as solved %v", try.Source, try.Played[who], solved)
			}
		}
		if !try.Solved[0] {
			t.Errorf("%s: the search played %s, want %v", try.Source, try.Played[0], try.Best)
		}
		if want := e.Lines[i].Source; try.Source != want {
			t.Errorf("source %s, want %s", try.Source, want)
		}
	}
	if fen := got.Tries[4].FEN; fen != "2w2/6/7/8/4b4/8/7/4(bb)1/5 w 2 31" {
		t.Errorf("after the moves of the line: %s", fen)
	}
	var names []string
	var counts []int
	for _, g := range got.Groups {
		names, counts = append(names, g.Name), append(counts, g.Positions)
		if g.Solved[0] != g.Positions || g.Nodes[0] == 0 {
			t.Errorf("group %s: %+v", g.Name, g)
		}
	}
	if want := []string{"moved", "win in 1", "win in 3", "all"}; !slices.Equal(names, want) || !slices.Equal(counts, []int{1, 3, 1, 5}) {
		t.Errorf("groups %v of %v positions, want %v", names, counts, want)
	}
	missed := 5 - got.Groups[3].Solved[1]
	if p := got.Pairs[0]; len(got.Pairs) != 1 || p.OnlyFirst != missed || p.OnlySecond != 0 || missed == 0 || p.P != signTest(missed, 0) {
		t.Errorf("pairs %+v, %d missed", got.Pairs, missed)
	}
	again, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again, cmpopts.IgnoreFields(ExamGroup{}, "Time")); diff != "" {
		t.Errorf("a second run differs (-first +second):\n%s", diff)
	}
	var b strings.Builder
	if err := got.Print(&b, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"100.0 %", "tetrarch,hash=1 against random: ", "suite:", "random played "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestExamSurvivesFaults: a program that crashes has not solved the position and
// tries the next one.
func TestExamSurvivesFaults(t *testing.T) {
	lines, err := positions.Parse("suite", strings.Repeat("startpos ;setup dice=no track=4 ;best L1 L2 R1 R2\n", 3))
	if err != nil {
		t.Fatal(err)
	}
	e := &Exam{Game: toyGame(t, "").Game, Lines: lines, Players: entrants(t, fake(t, "crash", 1, ",nodes=10")+",greedy")}
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for _, try := range r.Tries {
		if try.Faults != nil && strings.Contains(try.Faults[0], "exit status 3") && !try.Solved[0] && try.Faults[1] == "" {
			faults++
		}
	}
	if faults != 3 || r.Groups[0].Solved[1] != 3 {
		t.Errorf("%d faults, tries %+v", faults, r.Tries)
	}
}

func TestExamRefuses(t *testing.T) {
	for _, c := range []struct{ line, players, want string }{
		{"", "random", "the suite is empty"},
		{"startpos", "random", "suite:1: the field best is missing"},
		{"startpos ;best 1-3", "random", `suite:1: field best: action "1-3"`},
		{"startpos ;setup merge=often ;best 12-19", "random", "suite:1: "},
		{"5/6/7/8/9/8/7/6/4b w 0 1 ;best 61-60", "random", "the game is over"},
		{"startpos ;best 12-19", "tetrarch", "has no limit"},
		{"startpos ;best 12-19", "tetrarch,tc=1+1", "has a clock"},
	} {
		lines, err := positions.Parse("suite", c.line)
		if err != nil {
			t.Fatal(err)
		}
		e := &Exam{Game: realGame(t, "tricolor", nil).Game, Lines: lines, Players: entrants(t, c.players)}
		if _, err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %s: error %v, want %q", c.line, c.players, err, c.want)
		}
	}
	e := exam(t, "random")
	e.Game = realGame(t, "barricade", nil).Game
	e.Lines = []positions.Line{{Text: "startpos", Source: "suite:1", Fields: map[string]string{"best": "6"}}}
	if _, err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "a roll is due") {
		t.Errorf("a position before a roll: error %v", err)
	}
}

func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{0, 0, 1}, {1, 0, 1}, {5, 0, 0.0625}, {2, 8, 0.109375}, {7, 7, 1}, {3000, 3000, 1}} {
		if got := signTest(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d to %d: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if p := signTest(3000, 4000); p > 1e-20 || p <= 0 {
		t.Errorf("3000 to 4000: %v", p)
	}
}
