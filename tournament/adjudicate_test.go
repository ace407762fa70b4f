package tournament

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/record"
)

// scoring plays the first legal action and says a score of its own.
func scoring(score record.Score) func(context.Context, *game.Play) (Decision, error) {
	return func(ctx context.Context, g *game.Play) (Decision, error) {
		d, err := first(ctx, g)
		d.Score = score
		return d, err
	}
}

func centi(v int) record.Score   { return record.Score{Kind: record.Centi, Value: v} }
func decided(v int) record.Score { return record.Score{Kind: record.Decided, Value: v} }

func TestAdjudication(t *testing.T) {
	const long = "dice=no track=8"
	resign := Adjudication{Resign: 300, ResignMoves: 2}
	agreed := resign
	agreed.ResignAgreed = true
	draw := Adjudication{Draw: 10, DrawMoves: 2, DrawAfter: 4}
	none := record.Score{}
	for i, c := range []struct {
		setup  string
		rules  Adjudication
		scores []record.Score
		reason string // empty for another than adjudication
		share  float64
	}{
		{long, Adjudication{}, []record.Score{centi(-900), centi(0)}, "", 0},
		{long, resign, []record.Score{centi(-300), none}, AdjudicatedResign, 0},
		{long, resign, []record.Score{decided(-9), centi(-299)}, AdjudicatedResign, 0},
		{long, resign, []record.Score{centi(-299), centi(900)}, "", 0},
		{long, resign, []record.Score{none, decided(5)}, "", 0},
		{long, agreed, []record.Score{centi(-400), none}, "", 0},
		{long, agreed, []record.Score{centi(-400), centi(299)}, "", 0},
		{long, agreed, []record.Score{centi(-400), centi(300)}, AdjudicatedResign, 0},
		{long, agreed, []record.Score{centi(-400), decided(7)}, AdjudicatedResign, 0},
		{long, draw, []record.Score{centi(10), centi(-10)}, AdjudicatedDraw, 0.5},
		{long, draw, []record.Score{centi(11), centi(0)}, "", 0},
		{long, draw, []record.Score{centi(0), none}, "", 0},
		{long, draw, []record.Score{centi(0), decided(1)}, "", 0},
		{"seats=3 track=8 dice=no", resign, []record.Score{centi(-400), centi(-400), centi(0)}, AdjudicatedResign, 0},
		{"seats=3 track=8 dice=no", resign, []record.Score{centi(-400), centi(0), centi(0)}, "", 0},
		{"seats=3 track=8 dice=no", draw, []record.Score{centi(0), centi(0), centi(0)}, AdjudicatedDraw, 1. / 3},
	} {
		var b bytes.Buffer
		m := Match{Game: toyGame(t, c.setup), Games: 1, Adjudication: c.rules, Openings: Openings{MinPlies: -1}, Record: &b}
		for i, s := range c.scores {
			m.Players = append(m.Players, entrant(fmt.Sprint(i), scoring(s)))
		}
		s := mustRun(t, m)
		if c.reason == "" {
			if s.Reasons[AdjudicatedResign]+s.Reasons[AdjudicatedDraw] > 0 {
				t.Errorf("case %d: ended by %v, want no adjudication", i, s.Reasons)
			}
			continue
		}
		if s.Reasons[c.reason] != s.Games || s.Players[0].Score() < c.share-1e-9 || s.Players[0].Score() > c.share+1e-9 {
			t.Errorf("case %d: ended by %v, first scores %v, want %s and %v", i, s.Reasons, s.Players[0].Score(), c.reason, c.share)
		}
		all, err := record.ReadAll(&b)
		if err != nil || len(all) != s.Games {
			t.Fatalf("%d records, %v", len(all), err)
		}
		for _, r := range all {
			if _, err := r.Replay(toy.Rules); err != nil || r.Get(record.Reason) != c.reason {
				t.Errorf("case %d: record with reason %q, %v", i, r.Get(record.Reason), err)
			}
		}
	}
}

// knowing is a table that knows every position at which a seat has pieces.
type knowing int

func (k knowing) Probe(p game.Position) (outcome, actions int, ok bool) {
	if p.Base().Ply < 4 {
		return 0, 0, false
	}
	outcome = int(k)
	if p.Base().Side == 1 {
		outcome = -outcome // the first side wins, draws or loses
	}
	return outcome, 3, true
}

func TestTablesAdjudicate(t *testing.T) {
	for outcome, want := range map[int]game.Score{1: game.Whole, 0: game.Whole / 2, -1: 0} {
		g := toyGame(t, "dice=no track=8")
		play := game.NewPlay(toy.Rules, g.Variant.Start())
		r := referee{oracle: knowing(outcome)}
		var shares [game.MaxSides]game.Score
		for turn := 0; ; turn++ {
			if reason := r.judge(play, turn, &shares); reason != "" {
				if reason != AdjudicatedTable || shares[0] != want || shares[1] != game.Whole-want || play.Position().Base().Ply != 4 {
					t.Errorf("outcome %d: %s with shares %v at ply %d", outcome, reason, shares, play.Position().Base().Ply)
				}
				break
			}
			if play.Over() {
				t.Fatal("the table was never asked")
			}
			d, _ := first(t.Context(), play)
			if err := play.Make(d.Move); err != nil {
				t.Fatal(err)
			}
		}
	}
	m := Match{Game: toyGame(t, ""), Players: entrants(t, "random,random"), Games: 2, Adjudication: Adjudication{Tables: "x"}}
	if _, err := m.Run(t.Context()); err == nil {
		t.Error("a game without tables is adjudicated by them")
	}
	m.Adjudication = Adjudication{DrawMoves: -1}
	if err := m.Check(); err == nil {
		t.Error("a number below 0 passes")
	}
}
