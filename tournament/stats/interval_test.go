package stats

import (
	"encoding/json"
	"math"
	"testing"
)

func TestIntervalIsWritten(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		i          Interval
		text, json string
	}{
		{Interval{-inf, 0, inf}, "unknown", `{"value":0,"low":null,"high":null}`},
		{Interval{120, inf, inf}, "> +120.0", `{"value":null,"low":120,"high":null}`},
		{Interval{-inf, -inf, -33}, "< -33.0", `{"value":null,"low":null,"high":-33}`},
		{Interval{-5, 10, 25}, "+10.0 ± 15.0", `{"value":10,"low":-5,"high":25}`},
		{Interval{-5, 10, 28.8}, "+10.0 ± 16.9", `{"value":10,"low":-5,"high":28.8}`},
		{Interval{-5, 10, 28.9}, "+10.0 (-5.0 to +28.9)", `{"value":10,"low":-5,"high":28.9}`},
		{Interval{-28.9, -10, 5}, "-10.0 (-28.9 to +5.0)", `{"value":-10,"low":-28.9,"high":5}`},
	} {
		if got := c.i.String(); got != c.text {
			t.Errorf("%v %v %v is written %q, want %q", c.i.Low, c.i.Estimate, c.i.High, got, c.text)
		}
		if got, err := json.Marshal(c.i); err != nil || string(got) != c.json {
			t.Errorf("%s in JSON is %s, %v; want %s", c.text, got, err, c.json)
		}
	}
}

func TestSeatScore(t *testing.T) {
	var s SeatScore
	if s.Score() != 0 {
		t.Errorf("score %v without a game, want 0", s.Score())
	}
	for _, share := range []int{Unit, Unit / 2, 0, 0} {
		s.Add(share)
	}
	if got, err := json.Marshal(s); err != nil || string(got) != `{"games":4,"score":0.375}` {
		t.Errorf("%s, %v; want a score of 0.375 in 4 games", got, err)
	}
}
