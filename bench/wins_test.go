package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/movegen/solve"
	"tetrarch/positions"
	"tetrarch/search"
)

// winNodes is how many nodes the search may take for a win of the suites.
const winNodes = 3_000_000

// effort is what the wins of a suite took.
type effort struct {
	wins        int
	nodes, most uint64
	time        time.Duration
}

func (e *effort) add(nodes uint64, d time.Duration) {
	e.wins++
	e.nodes, e.most, e.time = e.nodes+nodes, max(e.most, nodes), e.time+d
}

func (e effort) String() string {
	return fmt.Sprintf("%d wins: %d nodes, at most %d for one, %v", e.wins, e.nodes, e.most, e.time.Round(time.Millisecond))
}

// eachSuite runs a test of every game that has a suite of wins, with a table of
// its own.
func eachSuite(t *testing.T, test func(t *testing.T, g *engine.Game, table *search.Table, lines []positions.Line)) {
	for _, g := range engine.Games() {
		lines, err := positions.Wins(g.Rules.Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Run(g.Rules.Name, func(t *testing.T) {
			table, err := search.NewTable(Hash)
			if err != nil {
				t.Fatal(err)
			}
			test(t, g, table, lines)
		})
	}
}

// TestForcedWinsAreFound gives the search every position of the suites of wins:
// it must announce a win that is no longer than the shortest, and begin it with
// an action that the exhaustive solver found to keep it.
func TestForcedWinsAreFound(t *testing.T) {
	eachSuite(t, func(t *testing.T, g *engine.Game, table *search.Table, lines []positions.Line) {
		ab, work := search.NewAlphaBeta(table), effort{}
		for _, line := range lines {
			play, win, best := openWin(t, g.Rules, line)
			ab.NewGame()
			ctx, cancel := context.WithCancel(context.Background())
			res, err := ab.Search(ctx, g.Root(play), search.Limits{Nodes: winNodes}, search.Config{}, func(r search.Report) {
				if r.Bound == search.Exact && r.Score >= search.Mate-game.Score(win) {
					cancel()
				}
			})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			rep := res.Report()
			work.add(rep.Nodes, rep.Elapsed)
			if move := play.Position().FormatMove(res.Best); rep.Score < search.Mate-game.Score(win) || !slices.Contains(best, move) {
				t.Errorf("%s: %s with score %d after %d nodes, want one of %v with a win within %d actions",
					line.Source, move, rep.Score, rep.Nodes, best, win)
			}
		}
		t.Logf("%v", work)
	})
}

// TestSuitesOfWinsAreTrue solves the shorter wins of the suites again.
func TestSuitesOfWinsAreTrue(t *testing.T) {
	for _, g := range engine.Games() {
		lines, err := positions.Wins(g.Rules.Name)
		if err != nil {
			continue
		}
		if len(lines) < 40 {
			t.Errorf("%s: %d wins, want at least 40", g.Rules.Name, len(lines))
		}
		for _, line := range lines {
			play, win, best := openWin(t, g.Rules, line)
			if win > 3 || testing.Short() && win > 1 {
				continue
			}
			s, err := solve.New(context.Background(), play.Position())
			if err != nil {
				t.Fatal(err)
			}
			moves, err := s.Winners(win)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, m := range moves {
				texts = append(texts, play.Position().FormatMove(m))
			}
			slices.Sort(texts)
			if sooner, _ := s.Win(win - 1); sooner || !slices.Equal(texts, best) {
				t.Errorf("%s: winners %v (sooner: %v), want %v", line.Source, texts, sooner, best)
			}
		}
	}
}

func openWin(t *testing.T, r *game.Rules, line positions.Line) (play *game.Play, win int, best []string) {
	t.Helper()
	play, err := line.Open(r)
	if err != nil {
		t.Fatal(err)
	}
	win, err = strconv.Atoi(line.Fields["win"])
	if err != nil {
		t.Fatalf("%s: field win: %v", line.Source, err)
	}
	return play, win, strings.Fields(line.Fields["best"])
}

// TestForcedWinsAreProven gives the proof search every position of the suites of
// wins: it must prove the win in the fewest own turns, begin it with an action
// that the exhaustive solver found, and show a line of as many turns. With -v
// this test and the one before tell what it took.
func TestForcedWinsAreProven(t *testing.T) {
	eachSuite(t, func(t *testing.T, g *engine.Game, table *search.Table, lines []positions.Line) {
		prover, work := search.NewProver(table, search.NewRandom()), effort{}
		for _, line := range lines {
			play, win, best := openWin(t, g.Rules, line)
			prover.NewGame()
			res, err := prover.Search(context.Background(), g.Root(play), search.Limits{Mate: win, Nodes: winNodes}, search.Config{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			work.add(res.Proof.Nodes, res.Lines[0].Elapsed)
			pos := play.Position()
			turns := search.Turns(pos, res.Lines[0].PV, len(res.Lines[0].PV))
			if res.Proof.Verdict != search.Won || turns != res.Proof.Turns || !slices.Contains(best, pos.FormatMove(res.Best)) {
				t.Errorf("%s: %v, action %s, line of %d turns, want one of %v with a win within %d actions",
					line.Source, res.Proof, pos.FormatMove(res.Best), turns, best, win)
			}
		}
		t.Logf("%v", work)
	})
}
