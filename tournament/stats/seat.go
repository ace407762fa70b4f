package stats

import "encoding/json"

// SeatScore is what was scored at one seat: games, and shares of them in
// [Unit] parts. In JSON it is the games and the score.
type SeatScore struct{ Games, Shares int }

// Add adds a game's share, 0 to [Unit].
func (s *SeatScore) Add(share int) {
	s.Games++
	s.Shares += share
}

// Score returns the mean share at the seat, 0 to 1; 0 if there is no game.
func (s SeatScore) Score() float64 { return float64(s.Shares) / float64(Unit*max(1, s.Games)) }

// MarshalJSON implements [json.Marshaler].
func (s SeatScore) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Games int     `json:"games"`
		Score float64 `json:"score"`
	}{s.Games, s.Score()})
}
