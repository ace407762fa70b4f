package engine

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/rollout"
	"tetrarch/search"
)

func TestRollout(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	try(t, s.SetOption("Threads", "2"))
	try(t, s.SetGamePosition("toy", game.Setup{"seats": "4", "teams": "13/24"}, "", nil))
	request := RolloutRequest{Options: rollout.Options{Games: 2 * rollout.Block, Turns: 8}}
	if err := s.Rollout(request, RolloutEvents{}); !errors.Is(err, ErrNeedRoll) {
		t.Errorf("at a roll: %v, want %v", err, ErrNeedRoll)
	}
	request.Roll = true
	reports := 0
	o, err := s.RollOut(context.Background(), request, func(RolloutOutcome) { reports++ })
	try(t, err)
	if len(o.Lines) != 1 || o.Best != "" || o.Lines[0].Text != "*" || reports != 2 || o.Played != 2*rollout.Block || o.Turns <= o.Played {
		t.Errorf("a roll: %+v after %d reports", o, reports)
	}
	l, sum := o.Lines[0], 0
	for seat, v := range l.Values {
		sum += v
		side := seat % 2
		if math.Abs(float64(v)-500*l.Mean[side]) > 1 || math.Abs(l.Errors[seat]-500*l.Error[side]) > 1e-9 {
			t.Errorf("seat %d has %d ± %.2f of sides' %v ± %v", seat+1, v, l.Errors[seat], l.Mean, l.Error)
		}
	}
	if sum != 1000 || len(l.Values) != 4 {
		t.Errorf("values %v: want a sum of 1000", l.Values)
	}

	try(t, s.SetPosition("5,3/2,0/0,0/0,0 1 - w", nil))
	if err := s.Rollout(request, RolloutEvents{}); !errors.Is(err, ErrNoRoll) {
		t.Errorf("without a roll: %v, want %v", err, ErrNoRoll)
	}
	request.Roll = false
	o, err = s.RollOut(context.Background(), request, nil)
	if err != nil || o.Best != "L1" || len(o.Lines) != 2 || o.Lines[0].Centi <= o.Lines[1].Centi {
		t.Errorf("a choice: %+v, %v", o, err)
	}
	request.Moves = []string{"R1"}
	if o, err = s.RollOut(context.Background(), request, nil); err != nil || o.Best != "R1" || len(o.Lines) != 1 {
		t.Errorf("one action: %+v, %v", o, err)
	}
	request.Moves = []string{"R1", "R7"}
	var move *MoveError
	if err := s.Rollout(request, RolloutEvents{}); !errors.As(err, &move) || move.Number != 2 {
		t.Errorf("an action that is not legal: %v", err)
	}
	request.Moves = nil
	try(t, s.SetPosition("g,5/0,0/0,0/0,0 1 - w", []string{"R1"}))
	if o, err = s.RollOut(context.Background(), request, nil); err != nil || !o.Over || o.Best != "" {
		t.Errorf("at the end: %+v, %v", o, err)
	}
}

// TestRolloutStops wants a rollout that is busy, and soon over once stopped.
func TestRolloutStops(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	begun, done := make(chan struct{}, 1), make(chan RolloutOutcome, 1)
	report := func(RolloutOutcome) {
		select {
		case begun <- struct{}{}:
		default:
		}
	}
	endless := RolloutRequest{Roll: true, Options: rollout.Options{Games: rollout.MaxGames}}
	try(t, s.Rollout(endless, RolloutEvents{Report: report, Done: func(o RolloutOutcome) { done <- o }}))
	<-begun
	if err := s.Rollout(endless, RolloutEvents{}); !errors.Is(err, ErrBusy) {
		t.Errorf("a second rollout: %v, want %v", err, ErrBusy)
	}
	if s.PonderHit() {
		t.Error("a rollout ponders")
	}
	s.Stop()
	if o := <-done; o.Err != nil || o.Played == 0 || o.Played == rollout.MaxGames {
		t.Errorf("stopped: %+v", o)
	}
	s.Wait()
	endless.MoveTime = 1
	if o, err := s.RollOut(context.Background(), endless, nil); err != nil || len(o.Lines) != 1 || o.Lines[0].Games > rollout.MaxGames/2 {
		t.Errorf("out of time: %+v, %v", o, err)
	}
	diceless := *toyGame.Rules
	diceless.Chance = false
	n := New(WithGames(&Game{Rules: &diceless, Model: toyGame.Model}))
	defer n.Close()
	if err := n.Rollout(endless, RolloutEvents{}); !errors.Is(err, rollout.ErrNoChance) {
		t.Errorf("without dice: %v, want %v", err, rollout.ErrNoChance)
	}
}

// TestReview wants a review of the game under way that leaves it as it is.
func TestReview(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	try(t, s.SetOption("Hash", "1"))
	actions := strings.Fields("1 L1 2 R2 2 L2")
	try(t, s.SetPosition("1,1/2,0 - - b", actions))
	var texts []string
	var history []uint64
	look := func(p *game.Play) {
		texts, history = append([]string{}, p.Texts()...), append([]uint64{}, p.History()...)
	}
	s.View(look)
	before := history
	calls := 0
	g, err := s.Review(context.Background(), search.Limits{Depth: 2}, func(n int) {
		if calls++; n != calls {
			t.Errorf("call %d says %d actions", calls, n)
		}
	})
	try(t, err)
	if len(g.Turns) != 3 || g.Turns[0].Seat != 1 || g.Turns[1].Seat != 0 || g.Seats[1].Rolls != 2 || calls != len(actions) {
		t.Errorf("review %+v", g)
	}
	if s.View(look); !reflect.DeepEqual(texts, actions) || !reflect.DeepEqual(history, before) {
		t.Errorf("the game has become %v", texts)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Review(ctx, search.Limits{Depth: 100}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
