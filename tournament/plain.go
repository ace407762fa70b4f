package tournament

import (
	"tetrarch/tournament/pairing"
	"tetrarch/tournament/stats"
)

// Plain is the summary as data: numbers that are infinite are absent.
type Plain struct {
	Game        string             `json:"game"`
	Setup       map[string]string  `json:"setup,omitempty"`
	Format      string             `json:"format"`
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
	SPRT        *PlainTest         `json:"sprt,omitempty"`
	Standings   []PlainRank        `json:"standings,omitempty"`
}

// PlainTest is what a sequential test knows, in a [Plain].
type PlainTest struct {
	stats.SPRT
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"` // "H0", "H1", empty for none yet
}

// PlainRank is a row of the table of a format with rounds, in a [Plain].
type PlainRank struct {
	Player string  `json:"player"`
	Points float64 `json:"points"` // of meetings
	Scored float64 `json:"scored"` // of games
	Games  float64 `json:"games"`
	Free   int     `json:"free,omitempty"`
	Out    int     `json:"out,omitempty"` // round of a knockout in which it lost
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
		Game: s.Game, Setup: s.Setup, Format: s.Format.Kind.String(), Planned: s.Planned, Games: s.Games, Blocks: s.Blocks, Pentanomial: s.Pentanomial,
		Reasons: s.Reasons, Faults: s.Faults, Turns: s.Turns, Actions: s.Actions, Seconds: s.Elapsed.Seconds(),
	}
	if s.Test != nil {
		t := &PlainTest{SPRT: *s.Test, LLR: s.LLR}
		t.Lower, t.Upper = s.Test.Bounds()
		switch s.Verdict {
		case stats.AcceptH0:
			t.Verdict = "H0"
		case stats.AcceptH1:
			t.Verdict = "H1"
		}
		p.SPRT = t
	}
	for _, x := range s.Standings {
		p.Standings = append(p.Standings, PlainRank{
			Player: s.Players[x.Player].Name, Points: float64(x.Points) / pairing.Unit,
			Scored: float64(x.Scored) / stats.Unit, Games: float64(x.Most) / stats.Unit, Free: x.Free, Out: x.Out,
		})
	}
	for i := range s.Players {
		x := &s.Players[i]
		elo, nelo := x.Elo(), x.NElo()
		row := PlainStanding{
			Name: x.Name, Wins: x.Wins, Draws: x.Draws, Losses: x.Losses, Score: x.Score(),
			Elo: stats.Finite(elo.Estimate), EloLow: stats.Finite(elo.Low), EloHigh: stats.Finite(elo.High), NElo: stats.Finite(nelo.Estimate), LOS: x.LOS(),
			Faults: x.Faults, Moves: x.Work.Moves, Nodes: x.Work.Nodes,
			MeanSeconds: x.Work.MeanTime().Seconds(), LongestSeconds: x.Work.Longest.Seconds(),
		}
		for _, seat := range x.Seats {
			row.Seats = append(row.Seats, seat.Score())
		}
		p.Players = append(p.Players, row)
	}
	return p
}
