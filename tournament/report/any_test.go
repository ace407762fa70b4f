package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// anyGame draws a line that package results lets pass, however odd.
func anyGame(t *rapid.T) results.Game {
	name := rapid.SampledFrom([]string{"a", "b", "c", "", "<b>", "\x00"})
	number := rapid.OneOf(rapid.IntRange(1, 3), rapid.Just(math.MaxInt))
	g := results.Game{
		Block: number.Draw(t, "block"), Size: rapid.IntRange(1, 3).Draw(t, "size"), Reason: name.Draw(t, "reason"),
		Turns: rapid.SampledFrom([]int{math.MinInt, -1, 0, 7, 90, math.MaxInt}).Draw(t, "turns"), Actions: rapid.Int().Draw(t, "actions"),
		Start: time.Unix(rapid.Int64Range(-1e12, 1e12).Draw(t, "start"), 0), End: time.Unix(rapid.Int64Range(-1e12, 1e12).Draw(t, "end"), 0),
	}
	g.Number = rapid.IntRange(1, g.Size).Draw(t, "number")
	sides := rapid.IntRange(1, 4).Draw(t, "sides")
	for range rapid.IntRange(1, 5).Draw(t, "seats") {
		g.Players = append(g.Players, name.Draw(t, "player"))
		g.Sides = append(g.Sides, rapid.IntRange(0, sides-1).Draw(t, "side"))
	}
	g.Shares = make([]int, sides)
	g.Shares[rapid.IntRange(0, sides-1).Draw(t, "best")] = stats.Unit - rapid.IntRange(0, 12).Draw(t, "rest")
	sum := 0
	for _, s := range g.Shares {
		sum += s
	}
	g.Shares[0] += stats.Unit - sum
	for range rapid.IntRange(0, 2).Draw(t, "work") {
		g.Work = append(g.Work, results.Work{
			Player: name.Draw(t, "worker"), Moves: rapid.SampledFrom([]int{-1, 0, 1, 50, math.MaxInt}).Draw(t, "moves"),
			Time: time.Duration(rapid.Int64().Draw(t, "time")), Longest: time.Duration(rapid.Int64().Draw(t, "longest")), Nodes: rapid.Uint64().Draw(t, "nodes"), Depth: rapid.Int().Draw(t, "depth"),
		})
	}
	if rapid.Bool().Draw(t, "faulty") {
		g.Fault = &results.Fault{Player: name.Draw(t, "culprit"), Kind: "crash"}
	}
	return g
}

// Whatever the lines say, there is a report in every form, without NaN.
func TestAnything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := results.Header{
			Version: results.Version, Players: rapid.SampledFrom([][]string{nil, {"a"}, {"a", "b"}, {"a", "a"}}).Draw(rt, "players"),
			Seats: rapid.SampledFrom([][]string{nil, {"x", "y"}}).Draw(rt, "seats"), Sides: rapid.SampledFrom([][]int{nil, {0, 1}, {-7}}).Draw(rt, "sides"),
			Size: rapid.Int().Draw(rt, "size"), Planned: rapid.Int().Draw(rt, "planned"),
			SPRT: rapid.SampledFrom([]*stats.SPRT{nil, {}, {Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}}).Draw(rt, "test"),
		}
		var file bytes.Buffer
		if err := results.Append(&file, &h); err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(0, 9).Draw(rt, "games") {
			g := anyGame(rt)
			if err := results.Append(&file, &g); err != nil {
				rt.Skip(err) // a year that JSON has no text for
			}
		}
		f, err := results.Read(&file)
		if err != nil {
			rt.Fatal(err)
		}
		r := New(f.Header, f.Games, Options{Resamples: 5})
		plain := string(text(t, r))
		html := page1(t, r)
		outline(t, html)
		if strings.Contains(plain, "NaN") || strings.Contains(html, "NaN") {
			rt.Fatalf("NaN in the report:\n%s", plain)
		}
		if _, err := json.Marshal(r); err != nil {
			rt.Fatal(err)
		}
	})
}

func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, 100), rapid.Float64Range(0, 1e15), rapid.Just(3.0)), 0, 300).Draw(t, "values")
		s := spread(values, rapid.Bool().Draw(t, "whole"))
		sum := 0
		for i, b := range s.Bins {
			sum += b.Count
			if !(b.From < b.To) || i > 0 && b.From < s.Bins[i-1].From {
				t.Fatalf("bin %d of %+v", i, s.Bins)
			}
		}
		if sum != len(values) || s.Count != sum || len(s.Bins) > 2*mostBins {
			t.Fatalf("%d of %d values in %d bins", sum, len(values), len(s.Bins))
		}
		if sum > 0 && !(s.Least <= s.Median && s.Median <= s.Most && s.Least <= s.Mean*1.0001 && s.Mean <= s.Most*1.0001) {
			t.Fatalf("%+v", s)
		}
	})
}
