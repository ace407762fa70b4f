package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"tetrarch/tournament"
	"tetrarch/tournament/stats"
)

// conditions are what rows must share to stand in one table.
type conditions struct {
	Game      string `json:"game"`
	Setup     string `json:"setup,omitempty"`     // as game.Setup writes it
	Algorithm string `json:"algorithm,omitempty"` // none is the engine's own choice
	Games     int    `json:"games"`               // that were asked for
	Nodes     uint64 `json:"nodes"`               // an action
	Hash      int    `json:"hash"`                // megabytes
	Seed      uint64 `json:"seed"`
}

func conditionsOf(g tournament.Game, o *options) conditions {
	c := conditions{Game: g.Rules.Name, Setup: g.Setup.String(), Games: o.games, Nodes: o.nodes, Hash: o.hash, Seed: o.seed}
	if o.algorithm != "auto" {
		c.Algorithm = o.algorithm
	}
	return c
}

// heading writes what stands above the rows.
func (c conditions) heading(title string) string {
	if c.Setup != "" {
		title += " " + c.Setup
	}
	if c.Algorithm != "" {
		title += ", " + c.Algorithm
	}
	return fmt.Sprintf("%s: %d games a row, %d nodes an action, tables of %d MB, seed %d\n\n"+
		"| feature | Elo of having it ± 95 %% | W-D-L | pairs by points, 0 to 2 | nodes |\n|---|---|---|---|---|\n", title, c.Games, c.Nodes, c.Hash, c.Seed)
}

// row is what is known of one variant.
type row struct {
	Conditions conditions `json:"conditions"`
	Feature    string     `json:"feature"`
	// Off are the features among them that the game's tuning switches off; they
	// were measured as if they were on.
	Off string `json:"off,omitempty"`
	// Alike is the number of decisions that were the same with and without, if
	// all were; then there is no match. With a match it is 0.
	Alike int64 `json:"alike,omitempty"`
	// Elo is what having the features gains, with its 95 % range; an end that is
	// infinite is absent.
	Elo         *float64           `json:"elo,omitempty"`
	EloLow      *float64           `json:"elo_low,omitempty"`
	EloHigh     *float64           `json:"elo_high,omitempty"`
	Wins        int                `json:"wins,omitempty"`
	Draws       int                `json:"draws,omitempty"`
	Losses      int                `json:"losses,omitempty"`
	Pentanomial *stats.Pentanomial `json:"pentanomial,omitempty"`
	Searched    uint64             `json:"searched,omitempty"` // nodes of both players
	Seconds     float64            `json:"seconds,omitempty"`
}

// take fills in the result of the match.
func (r *row) take(p tournament.Plain) {
	with := &p.Players[0]
	r.Elo, r.EloLow, r.EloHigh = with.Elo, with.EloLow, with.EloHigh
	r.Wins, r.Draws, r.Losses, r.Pentanomial = with.Wins, with.Draws, with.Losses, p.Pentanomial
	for i := range p.Players {
		r.Searched += p.Players[i].Nodes
	}
	r.Seconds = p.Seconds
}

// elo returns the Elo difference of the match.
func (r *row) elo() stats.Interval {
	or := func(x *float64, otherwise float64) float64 {
		if x == nil {
			return otherwise
		}
		return *x
	}
	low, high := or(r.EloLow, math.Inf(-1)), or(r.EloHigh, math.Inf(1))
	estimate := high // all games won, or all lost
	if math.IsInf(low, -1) {
		estimate = low
	}
	return stats.Interval{Low: low, Estimate: or(r.Elo, estimate), High: high}
}

// markdown writes the row of the table.
func (r *row) markdown() string {
	name := "`" + r.Feature + "`"
	switch r.Off {
	case "":
	case r.Feature:
		name += " (off by tuning)"
	default:
		name += " (" + r.Off + " off by tuning)"
	}
	if r.Alike > 0 {
		return fmt.Sprintf("| %s | does not apply: %d decisions alike | | | |\n", name, r.Alike)
	}
	pairs := "–" // more sides than two
	if r.Pentanomial != nil {
		pairs = strings.Trim(fmt.Sprint(*r.Pentanomial), "[]")
	}
	return fmt.Sprintf("| %s | %v | %d-%d-%d | %s | %.1f M |\n", name, r.elo(), r.Wins, r.Draws, r.Losses, pairs, float64(r.Searched)/1e6)
}

// rows are those in a file, a line of JSON each; without a file none, and none is
// kept.
type rows struct {
	file *os.File // nil without one
	list []row
}

// openRows reads the file of that name, which is made if there is none. A last
// line that was cut off when the writer died is taken away.
func openRows(name string) (*rows, error) {
	k := &rows{}
	if name == "" {
		return k, nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	k.file = f
	if err := k.read(); err != nil {
		k.close()
		return nil, err
	}
	return k, nil
}

// read reads all rows and leaves the file where the next one goes.
func (k *rows) read() error {
	text, err := io.ReadAll(k.file)
	if err != nil {
		return err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	number := 0
	for line := range bytes.Lines(text[:whole]) {
		number++
		var r row
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("%s:%d: %w: want a row that this command wrote", k.file.Name(), number, err)
		}
		k.list = append(k.list, r)
	}
	if whole < len(text) {
		if err := k.file.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	_, err = k.file.Seek(int64(whole), io.SeekStart)
	return err
}

// find returns the row of a variant under these conditions, nil if there is none.
func (k *rows) find(c conditions, feature string) *row {
	for i := range k.list {
		if r := &k.list[i]; r.Conditions == c && r.Feature == feature {
			return r
		}
	}
	return nil
}

// add writes a row to the file, in one write, and to the disk.
func (k *rows) add(r *row) error {
	if k.file == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := k.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return k.file.Sync()
}

func (k *rows) close() {
	if k.file != nil {
		k.file.Close()
	}
}
