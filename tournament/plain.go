package tournament

import (
	"math"

	"tetrarch/tournament/stats"
)

// Plain is the summary as data: numbers that are infinite are absent.
type Plain struct {
	Game        string             `json:"game"`
	Setup       map[string]string  `json:"setup,omitempty"`
	Planned     int                `json:"planned"`
	Games       int                `json:"games"`
	Blocks      int                `json:"blocks"`
	Players     []PlainStanding    `json:"players"`
	Pentanomial *stats.Pentanomial `json:"pentanomial,omitempty"`
	Reasons     map[string]int     `json:"reasons"`
	Faults      int                `json:"faults"`
	Turns       int                `json:"turns"`
	Actions     int                `json:"actions"`
	Seconds     float64            `json:"seconds"`
}

// PlainStanding is a player in a [Plain].
type PlainStanding struct {
	Name           string    `json:"name"`
	Wins           int       `json:"wins"`
	Draws          int       `json:"draws"`
	Losses         int       `json:"losses"`
	Score          float64   `json:"score"`
	Elo            *float64  `json:"elo,omitempty"`
	EloLow         *float64  `json:"elo_low,omitempty"`
	EloHigh        *float64  `json:"elo_high,omitempty"`
	NElo           *float64  `json:"nelo,omitempty"`
	LOS            float64   `json:"los"`
	Seats          []float64 `json:"seats"`
	Faults         int       `json:"faults"`
	Moves          int       `json:"moves"`
	Nodes          uint64    `json:"nodes"`
	MeanSeconds    float64   `json:"mean_seconds"`
	LongestSeconds float64   `json:"longest_seconds"`
}

// Plain returns the summary as data for JSON.
func (s *Summary) Plain() Plain {
	p := Plain{
		Game: s.Game, Setup: s.Setup, Planned: s.Planned, Games: s.Games, Blocks: s.Blocks, Pentanomial: s.Pentanomial,
		Reasons: s.Reasons, Faults: s.Faults, Turns: s.Turns, Actions: s.Actions, Seconds: s.Elapsed.Seconds(),
	}
	for i := range s.Players {
		x := &s.Players[i]
		elo, nelo := x.Elo(), x.NElo()
		row := PlainStanding{
			Name: x.Name, Wins: x.Wins, Draws: x.Draws, Losses: x.Losses, Score: x.Score(),
			Elo: finite(elo.Estimate), EloLow: finite(elo.Low), EloHigh: finite(elo.High), NElo: finite(nelo.Estimate), LOS: x.LOS(),
			Faults: x.Faults, Moves: x.Work.Moves, Nodes: x.Work.Nodes,
			MeanSeconds: x.Work.Time.Seconds() / float64(max(1, x.Work.Moves)), LongestSeconds: x.Work.Longest.Seconds(),
		}
		for _, seat := range x.Seats {
			row.Seats = append(row.Seats, seat.Score())
		}
		p.Players = append(p.Players, row)
	}
	return p
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
