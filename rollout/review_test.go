package rollout

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

// toyGame starts a game of the toy race.
func toyGame(t testing.TB, options game.Setup, text string) *game.Play {
	t.Helper()
	return game.NewPlay(toy.Rules, toyRoot(t, options, text).Position)
}

func toyJudge(s search.Searcher, depth int) Judge {
	return Judge{Searcher: s, Limits: search.Limits{Depth: depth}, Root: func(p *game.Play) search.Root {
		r := rootOf(p.Position().Clone())
		r.History, r.Repetition = p.History(), toy.Rules.Repetition
		return r
	}}
}

// ahead is the oracle: the value for a side one action ahead.
func ahead(t *testing.T, pos game.Position, side game.Side, only game.Move) (best float64) {
	t.Helper()
	p, err := newPlayer(rootOf(pos), Options{})
	if err != nil {
		t.Fatal(err)
	}
	actor := p.st.Side
	p.pos.Generate(&p.actions)
	top := Values{}
	for i, m := range p.actions.Moves {
		if only != game.NoMove && m.Move != only {
			continue
		}
		var v Values
		p.pos.Make(m.Move)
		p.value(&v)
		p.pos.Unmake()
		if i == 0 || v[actor] > top[actor] || only != game.NoMove {
			top = v
		}
	}
	return top[side]
}

// TestReview compares a review one action deep with the oracle.
func TestReview(t *testing.T) {
	for _, options := range []game.Setup{nil, {"seats": "3"}, {"seats": "4", "teams": "13/24"}} {
		actions := strings.Fields("3 L3 1 R1 2 L2 1 L1 3 R3")
		if options == nil {
			actions = strings.Fields("3 L3 1 L1 1 R1 2 L2 home 3 R3 2 R2")
		}
		got, err := Review(context.Background(), toyGame(t, options, ""), actions, toyJudge(search.NewGreedy(), 1))
		if err != nil {
			t.Fatalf("%v: %v", options, err)
		}
		play := toyGame(t, options, "")
		seats := make([]Account, play.Position().Seating().Seats)
		turn, decision := -1, 0
		for _, text := range actions {
			pos := play.Position()
			m, err := pos.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			st := pos.Base()
			side := st.Side
			if st.Player == game.Chance {
				turn, decision = turn+1, 0
				luck, mean := 0.0, 0.0
				for n, weight := range []float64{3. / 6, 2. / 6, 1. / 6} {
					after := pos.Clone()
					o, _ := after.ParseMove(string(rune('1' + n)))
					after.Make(o)
					v := ahead(t, after, side, game.NoMove)
					mean += v * weight
					if o == m {
						luck = v
					}
				}
				luck -= mean
				play.Push(m)
				seat := play.Position().Base().Player
				seats[seat].Luck += luck
				seats[seat].Rolls++
				if g := got.Turns[turn]; g.Roll != text || g.Seat != seat || g.Number != turn+1 || math.Abs(g.Luck-luck) > 1e-9 {
					t.Errorf("%v: turn %d: %+v, want luck %.5f for seat %d", options, turn+1, g, luck, seat)
				}
				continue
			}
			d := got.Turns[turn].Decisions[decision]
			decision++
			want := ahead(t, pos, side, game.NoMove) - ahead(t, pos, side, m)
			if d.Only {
				want = 0
			} else {
				seats[st.Player].Decisions++
			}
			seats[st.Player].Error += want
			if d.Played != text || d.Seat != st.Player || math.Abs(d.Error-want) > 1e-9 || (d.Best == d.Played) != (d.Error == 0) {
				t.Errorf("%v: %s: %+v, want an error of %.5f", options, text, d, want)
			}
			if want > 0 {
				seats[st.Player].Errors++
			}
			play.Push(m)
		}
		if len(got.Turns) != turn+1 {
			t.Errorf("%v: %d turns, want %d", options, len(got.Turns), turn+1)
		}
		for seat := range seats {
			a, b := seats[seat], got.Seats[seat]
			if math.Abs(a.Luck-b.Luck)+math.Abs(a.Error-b.Error) > 1e-9 || a.Rolls != b.Rolls || a.Decisions != b.Decisions || a.Errors != b.Errors {
				t.Errorf("%v: seat %d: %+v, want %+v", options, seat, b, a)
			}
		}
	}
}

// TestReviewFindsBlunder reviews a game that gives away a win, with alpha-beta;
// with the same search again it says the same.
func TestReviewFindsBlunder(t *testing.T) {
	review := func() Game {
		table, err := search.NewTable(1)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Review(context.Background(), toyGame(t, nil, "g,5/g,4 - - w"), strings.Fields("1 R1"), toyJudge(search.NewAuto(table), 4))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := review()
	if turn := g.Turns[0]; len(g.Turns) != 1 || turn.Luck <= 0 || turn.Decisions[0].Error != 0 {
		t.Errorf("a winning roll: %+v", g)
	}
	if again := review(); !reflect.DeepEqual(g, again) {
		t.Errorf("a second review says %+v, the first %+v", again, g)
	}

	table, _ := search.NewTable(1)
	g, err := Review(context.Background(), toyGame(t, game.Setup{"dice": "no"}, "g,4/4,g - - w"), strings.Fields("R1 L2"), toyJudge(search.NewAuto(table), 5))
	if err != nil {
		t.Fatal(err)
	}
	d := g.Turns[0].Decisions[0]
	if d.Best != "R2" || d.Error < 0.3 || d.Value != 1 || g.Turns[0].Roll != "" || g.Seats[0].Errors != 1 || g.Seats[0].Rolls != 0 {
		t.Errorf("a win given away: %+v", g)
	}
}

func TestReviewRefuses(t *testing.T) {
	judge := toyJudge(search.NewGreedy(), 1)
	for actions, want := range map[string]string{
		"3 L2": "action 2: ", "7": "action 1: ", "L3": "action 1: ",
	} {
		if _, err := Review(context.Background(), toyGame(t, nil, ""), strings.Fields(actions), judge); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", actions, err, want)
		}
	}
	if _, err := Review(context.Background(), toyGame(t, nil, "g,g/0,0 - - w"), []string{"1"}, judge); err == nil || !strings.Contains(err.Error(), "the game is over (race)") {
		t.Errorf("after the end: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Review(ctx, toyGame(t, nil, ""), []string{"3"}, judge); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: error %v", err)
	}
}
