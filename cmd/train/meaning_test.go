package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/record"
)

// What a score means is measured: where three points of four follow from 50, a score
// tells half of what it means.
func TestMeaningIsMeasured(t *testing.T) {
	for _, c := range []struct {
		of    meaning
		centi int
		share float64
		power float64
	}{
		{meaning{sides: 2}, 50, 0.75, 2},
		{meaning{sides: 2}, 100, 0.75, 1},
		{meaning{sides: 2}, 200, 0.75, 0.5},
		{meaning{sides: 2}, -100, 0.1, 2},
		{meaning{sides: 2}, 400, 0.5, 1.0 / 3}, // as low as it goes
		{meaning{sides: 2}, 0, 0.5, 1},         // as every other power
		{meaning{scale: eval.Scale{Odds: 300}, sides: 2}, 50, 0.75, 2},
		{meaning{scale: eval.Scale{Odds: 300, Draw: 200}, sides: 2}, 100, 0.75, 1},
		// Among three an equal share is 1/3, at -63 hundredths.
		{meaning{sides: 3}, 0, 0.5, 1},
		{meaning{sides: 3}, 0, 2.0 / 3, 2},
	} {
		g := gauge{c: &collection{}, of: c.of}
		for range 10 {
			g.outcomes = append(g.outcomes, outcome{centi: c.centi, share: c.share})
		}
		m := g.meaning()
		if math.Abs(m.power-c.power) > 0.02 {
			t.Errorf("%+v: a score of %d that brings %.3f is told to the power %.3f, want %.3f", c.of, c.centi, c.share, m.power, c.power)
		}
		if c.power > 0.34 && math.Abs(m.share(c.centi)-c.share) > 0.01 {
			t.Errorf("%+v: a score of %d is told to bring %.3f, want %.3f", c.of, c.centi, m.share(c.centi), c.share)
		}
	}
}

// scored are records in which 50 hundredths bring the share of 3/4, at the power of 2:
// of four games, the winner has such a score in three and the loser in one. Decided
// games of a file are taken, as many as are wanted.
func scored(t *testing.T, file string, n int) []*record.Record {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := record.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.Find(all[0].Get(record.Game))
	if err != nil {
		t.Fatal(err)
	}
	var of []*record.Record
	for _, rec := range all {
		play, err := rec.Replay(g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		var shares [game.MaxSides]game.Score
		if !play.Returns(&shares) || shares[0] == shares[1] || len(of) == n {
			continue
		}
		opening, err := rec.OpeningLength()
		if err != nil {
			t.Fatal(err)
		}
		done := map[game.Side]bool{}
		for i := len(rec.Actions) - 1; i >= 0; i-- {
			play.Undo()
			side, a := play.Position().Base().Side, &rec.Actions[i]
			a.Score = record.Score{}
			centi := 50
			if shares[side] == 0 {
				centi = -50
			}
			switch {
			case i < opening:
				a.Score = record.Score{Kind: record.Centi, Value: -20 * centi}
			case done[side]:
				a.Score = record.Score{Kind: record.Decided, Value: -centi}
			case len(of)%4 == 0:
				a.Score = record.Score{Kind: record.Centi, Value: -centi}
			default:
				a.Score = record.Score{Kind: record.Centi, Value: centi}
			}
			done[side] = done[side] || i >= opening
		}
		if len(done) == 2 {
			of = append(of, rec)
		}
	}
	if len(of) < n {
		t.Fatalf("%d decided games in which both sides act: want %d", len(of), n)
	}
	return of
}

// What scores mean is measured by the results of the first games of a file, once each.
func TestMeaningOfFile(t *testing.T) {
	const n = 16 // whose half is a multiple of four, see scored
	recs := scored(t, games(t, "tricolor", nil, "random,name=a,random,name=b", 40), 2*n)
	first := recs[:n]
	// Games with the scores the other way round.
	var wrong []*record.Record
	for _, rec := range recs[n:] {
		wrong = append(wrong, with(rec, func(s record.Score) record.Score { s.Value = -s.Value; return s }))
	}
	copies := []*record.Record{first[0], first[0], first[0], first[4], first[4]}
	var undecided, without []*record.Record
	for _, rec := range wrong {
		cut := *rec
		cut.Actions = rec.Actions[:len(rec.Actions)-1]
		undecided = append(undecided, &cut)
	}
	for _, rec := range first {
		without = append(without, with(rec, func(record.Score) record.Score { return record.Score{} }))
	}
	for _, c := range []struct {
		what        string
		before      []*record.Record
		recs        []*record.Record
		least, most int
		power       float64
		says        string
	}{
		{"enough games", nil, first, n, n, 2, "by 16 games"},
		{"few games", nil, first, n + 1, 2 * n, 1, "16 games are too few to measure what scores mean: taken as told by today's scale"},
		{"others after them", nil, slices.Concat(first, wrong), n, n, 2, "by 16 games"},
		{"copies", nil, slices.Concat(copies, first), n, 2 * n, 2, "by 16 games"},
		{"copies of another file", wrong, slices.Concat(wrong, first), n, 2 * n, 2, "by 16 games"},
		{"only copies", first, first, 1, 2 * n, 1, ""},
		{"no end", nil, slices.Concat(undecided, first), n, 2 * n, 2, "by 16 games"},
		{"no scores before them", nil, slices.Concat(without[:n/2], first[n/2:]), n / 2, n / 2, 2, "by 8 games"},
		{"no scores", nil, without, 0, 2 * n, 1, ""},
		{"no games", nil, nil, 0, 2 * n, 1, ""},
	} {
		var out bytes.Buffer
		l := collection{out: &out, search: 1, least: c.least, most: c.most, seen: map[uint64]bool{}}
		if c.before != nil {
			if err := l.readFile(t.Context(), written(t, c.before)); err != nil {
				t.Fatal(err)
			}
			out.Reset()
		}
		file := written(t, c.recs)
		if err := l.readFile(t.Context(), file); err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if math.Abs(l.meaning.power-c.power) > 0.02 {
			t.Errorf("%s: power %.3f, want %.3f", c.what, l.meaning.power, c.power)
		}
		want := ""
		switch {
		case c.power != 1:
			want = fmt.Sprintf("%s: scores to the power %.2f, %s\n", file, l.meaning.power, c.says)
		case c.says != "":
			want = fmt.Sprintf("%s: %s\n", file, c.says)
		}
		if out.String() != want {
			t.Errorf("%s: printed %q, want %q", c.what, out.String(), want)
		}
	}
}

// with returns a record with other scores.
func with(rec *record.Record, score func(record.Score) record.Score) *record.Record {
	other := *rec
	other.Actions = slices.Clone(rec.Actions)
	for i := range other.Actions {
		other.Actions[i].Score = score(other.Actions[i].Score)
	}
	return &other
}

// written returns a file with records.
func written(t *testing.T, recs []*record.Record) string {
	t.Helper()
	var text bytes.Buffer
	if err := record.Write(&text, recs...); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.rec")
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A game of other rules is refused whether it is met when scores are measured or after.
func TestMixedGames(t *testing.T) {
	a := games(t, "tricolor", nil, "greedy,name=a,random,name=b", 2)
	b := games(t, "barricade", nil, "greedy,name=a,random,name=b", 2)
	const want = `game 3: game "barricade" after "tricolor": want one game with the same rules`
	for _, most := range []int{0, 2, 10} {
		var out bytes.Buffer
		l := collection{out: &out, most: most, seen: map[uint64]bool{}}
		file := written(t, slices.Concat(scored(t, a, 2), scored(t, b, 2)))
		if err := l.readFile(t.Context(), file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("measured by %d games: error %v, want one with %q", most, err, want)
		}
		if (out.Len() > 0) != (most == 2) {
			t.Errorf("measured by %d games: printed %q", most, out.String())
		}
	}
}

// A pipe is refused, and not waited for.
func TestPipe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipe")
	if err := exec.CommandContext(t.Context(), "mkfifo", file).Run(); err != nil {
		t.Skip("needs mkfifo")
	}
	l := collection{out: io.Discard, seen: map[uint64]bool{}}
	if err := l.readFile(t.Context(), file); err == nil || err.Error() != file+": want a file that can be read twice" {
		t.Errorf("error %v, want one that says what is wanted", err)
	}
}

// What is learnt of an action mixes what its search expected with what later ones did
// and the result.
func TestTold(t *testing.T) {
	rec := scored(t, games(t, "tricolor", nil, "greedy,name=a,random,name=b", 10), 1)[0]
	g, err := engine.Find("tricolor")
	if err != nil {
		t.Fatal(err)
	}
	opening, err := rec.OpeningLength()
	if err != nil {
		t.Fatal(err)
	}
	// Scores of all kinds, and none.
	n := 0
	for i := range rec.Actions {
		rec.Actions[i].Score = record.Score{Kind: []record.ScoreKind{record.Centi, record.Centi, record.Unknown, record.Decided}[i%4], Value: 37 * (i%9 - 4)}
		if i >= opening && i%4 < 2 {
			n++
		}
	}
	end, err := rec.Replay(g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.Clone(end.Texts())
	var shares [game.MaxSides]game.Score
	end.Returns(&shares)
	won := float32(shares[0]) / float32(game.Whole)
	of := meaning{scale: eval.Scale{Odds: 100}, sides: 2, power: 1}
	// told returns what is learnt, last first, and what every search expected for the
	// first side.
	told := func(search, later float32) (all, own []float32) {
		c := collection{search: search, later: later, meaning: of}
		play, err := rec.Replay(g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.told(play, rec, func(shares *[game.MaxSides]float32) error {
			if math.Abs(float64(shares[0]+shares[1]-1)) > 1e-6 {
				t.Fatalf("shares %v", *shares)
			}
			at := len(play.Texts())
			if !slices.Equal(play.Texts(), texts[:at]) {
				t.Fatalf("told after %v", play.Texts())
			}
			x := float32(of.share(rec.Actions[at].Score.Value))
			if play.Position().Base().Side == 1 {
				x = 1 - x
			}
			all, own = append(all, shares[0]), append(own, x)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return all, own
	}
	alone, own := told(1, 0)
	mixed, _ := told(1, 0.75)
	half, _ := told(0.5, 0)
	result, _ := told(0, 0)
	if n < 3 || len(alone) != n || len(mixed) != n || len(half) != n || len(result) != n {
		t.Fatalf("%d, %d, %d and %d of %d actions are told: want all, and some", len(alone), len(mixed), len(half), len(result), n)
	}
	later := won
	for i := range alone {
		later = 0.25*own[i] + 0.75*later
		for what, pair := range map[string][2]float32{
			"alone": {alone[i], own[i]}, "with later ones": {mixed[i], later}, "with the result": {half[i], (own[i] + won) / 2}, "the result": {result[i], won},
		} {
			if math.Abs(float64(pair[0]-pair[1])) > 1e-5 {
				t.Errorf("score %d from the end, %s: %v, want %v", i+1, what, pair[0], pair[1])
			}
		}
	}
}

// What a search leaves, the others divide as the result does.
func TestExpectedAmongThree(t *testing.T) {
	c := collection{meaning: meaning{sides: 3, power: 1}}
	for _, x := range []struct{ result, want [game.MaxSides]float32 }{
		{[game.MaxSides]float32{0, 0.75, 0.25}, [game.MaxSides]float32{0.5, 0.375, 0.125}},
		{[game.MaxSides]float32{1, 0, 0}, [game.MaxSides]float32{0.5, 0.25, 0.25}},
	} {
		if got := c.expected(0, 3, 0, &x.result); got != x.want {
			t.Errorf("result %v: %v, want %v", x.result, got, x.want)
		}
	}
}

// Reading ends early without an error only where it is meant to.
func TestEachRecordStops(t *testing.T) {
	text, err := os.ReadFile(games(t, "tricolor", nil, "greedy,name=a,random,name=b", 4))
	if err != nil {
		t.Fatal(err)
	}
	other := errors.New("other")
	for _, c := range []struct{ err, want error }{{nil, nil}, {errStop, nil}, {other, other}} {
		n := 0
		err := eachRecord(t.Context(), "x.rec", bytes.NewReader(text), func(*record.Record) error { n++; return c.err })
		if !errors.Is(err, c.want) || (n == 4) != (c.err == nil) {
			t.Errorf("%v after the first: %d read, error %v", c.err, n, err)
		}
	}
}
