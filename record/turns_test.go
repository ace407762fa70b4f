package record_test

import (
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/record"
)

func TestTurns(t *testing.T) {
	for _, c := range []struct {
		setup, start, actions string
		want                  []record.Turn
	}{
		{"dice=no", "0,0/0,0 - - w", "", nil},
		{"dice=no", "0,0/0,0 - - w", "L1 L1 swap R2", []record.Turn{{Seat: 0, First: 0, End: 1}, {Seat: 1, First: 1, End: 3}, {Seat: 1, First: 3, End: 4}}},
		{"", "startpos", "1 L1 2", []record.Turn{{Seat: 0, First: 0, End: 2}, {Seat: game.Chance, First: 2, End: 3}}},
	} {
		r := &record.Record{}
		r.Set(record.Game, toy.Rules.Name)
		r.Set(record.Setup, c.setup)
		r.Set(record.Start, c.start)
		for _, text := range strings.Fields(c.actions) {
			r.Actions = append(r.Actions, record.Action{Text: text})
		}
		got, err := r.Turns(toy.Rules)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q %q: turns %v, %v, want %v", c.setup, c.actions, got, err, c.want)
		}
	}
	r := &record.Record{Headers: []record.Header{{Key: record.Game, Value: toy.Rules.Name}}, Actions: []record.Action{{Text: "nonsense"}}}
	if _, err := r.Turns(toy.Rules); err == nil || !strings.Contains(err.Error(), "action 1: ") {
		t.Errorf("error %v", err)
	}
	r.Headers[0].Value = "chess"
	if _, err := r.Turns(toy.Rules); err == nil || !strings.Contains(err.Error(), `"chess"`) {
		t.Errorf("error %v", err)
	}
}
