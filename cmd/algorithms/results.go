package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tetrarch/game"
	"tetrarch/tournament"
)

// result is what a case showed: a line of the file of results.
type result struct {
	Case       string     `json:"case"`
	Game       string     `json:"game"`
	Setup      game.Setup `json:"setup,omitempty"`
	Limit      string     `json:"limit"`
	Seed       uint64     `json:"seed"`
	Games      int        `json:"games"`
	Blocks     int        `json:"blocks"`
	Turns      int        `json:"turns"`
	LostOnTime int        `json:"lost_on_time"` // games
	Faults     int        `json:"faults"`       // games lost by any fault, on time among them
	Algorithms []score    `json:"algorithms"`
	// Plan is equal for plans that give the same games.
	Plan string `json:"plan"`
}

// score is what an algorithm reached in a case. Shares are from 0 to 1, Low and
// High the ends of the 95 % range of the mean share.
type score struct {
	Name           string  `json:"name"`
	Games          int     `json:"games"`
	Share          float64 `json:"share"`
	Low            float64 `json:"low"`
	High           float64 `json:"high"`
	Wins           int     `json:"wins"`
	Draws          int     `json:"draws"`
	Losses         int     `json:"losses"`
	Faults         int     `json:"faults"`
	MeanSeconds    float64 `json:"mean_seconds"` // an action
	LongestSeconds float64 `json:"longest_seconds"`
	MeanNodes      float64 `json:"mean_nodes"` // an action
}

// result draws up what a case showed.
func (p *plan) result(s *tournament.Summary) result {
	r := result{
		Case: p.name, Game: s.Game, Setup: s.Setup, Limit: limit(&p.definition), Seed: p.definition.Seed, Games: s.Games, Blocks: s.Blocks,
		Turns: s.Turns, LostOnTime: s.Reasons[tournament.TimeForfeit], Faults: s.Faults, Plan: p.digest,
	}
	for i := range s.Players {
		x := &s.Players[i]
		in, moves := x.Interval95(), float64(max(1, x.Work.Moves))
		r.Algorithms = append(r.Algorithms, score{
			Name: x.Name, Games: x.Games, Share: x.Score(), Low: in.Low, High: in.High, Wins: x.Wins, Draws: x.Draws, Losses: x.Losses,
			Faults: x.Faults, MeanSeconds: x.Work.Time.Seconds() / moves, LongestSeconds: x.Work.Longest.Seconds(), MeanNodes: float64(x.Work.Nodes) / moves,
		})
	}
	return r
}

// winner returns the algorithm with the largest share, empty if two are level at
// the top, and whether its range is clear of that of the next.
func (r *result) winner() (name string, certain bool) {
	order := slices.Clone(r.Algorithms)
	slices.SortStableFunc(order, func(a, b score) int {
		switch {
		case a.Share > b.Share:
			return -1
		case a.Share < b.Share:
			return 1
		}
		return 0
	})
	if order[0].Share == order[1].Share {
		return "", false
	}
	return order[0].Name, order[0].Low > order[1].High
}

// resultsFile holds the results of cases that are finished, a line each. It only
// grows.
type resultsFile struct {
	file *os.File // nil if nothing is kept
	list []result
}

// openResults reads a file, which need not be there, and makes it ready to be
// added to. A last line that a program was killed in is removed. Without a path
// nothing is kept.
func openResults(path string) (*resultsFile, error) {
	if path == "" {
		return &resultsFile{}, nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	f := &resultsFile{file: file}
	if err := f.read(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

func (f *resultsFile) read() error {
	text, err := io.ReadAll(f.file)
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	n := 0
	for line := range bytes.Lines(whole) {
		n++
		var r result
		if err := json.Unmarshal(line, &r); err != nil || len(r.Algorithms) < 2 || r.Plan == "" {
			return fmt.Errorf("%s:%d: the line is no result of a case: want a file that --out has written", f.file.Name(), n)
		}
		f.list = append(f.list, r)
	}
	if err := f.file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	_, err = f.file.Seek(int64(len(whole)), io.SeekStart)
	return err
}

// find returns the result of a plan.
func (f *resultsFile) find(plan string) (result, bool) {
	at := slices.IndexFunc(f.list, func(r result) bool { return r.Plan == plan })
	if at < 0 {
		return result{}, false
	}
	return f.list[at], true
}

// add writes a result through to the disk.
func (f *resultsFile) add(r result) error {
	if f.file == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := f.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return f.file.Sync()
}

func (f *resultsFile) close() {
	if f.file != nil {
		f.file.Close()
	}
}
