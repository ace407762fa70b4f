package barricade

import (
	"fmt"
	"slices"
	"strings"

	"tetrarch/game"
	"tetrarch/movegen"
)

// seating is who plays: the homes in turn order, and the teams.
type seating struct {
	game.Seating
	homeOf [game.MaxSeats]uint8  // by seat, 0 to 3
	seatOf [MaxHomes]int8        // by home, -1 if not in play
	ally   [game.MaxSeats][]int8 // the seats of each seat's side, itself included
	text   string                // the teams as position texts write them
	key    uint64
}

// newSeating checks homes such as "14", and teams such as "13/24" or "-".
func newSeating(b *Board, homes, teams string) (*seating, error) {
	s := &seating{seatOf: [MaxHomes]int8{-1, -1, -1, -1}}
	for i := range len(homes) {
		h := homes[i]
		switch {
		case strings.IndexByte(b.Homes(), h) < 0:
			return nil, fmt.Errorf("homes %q: no home %q on this board: want some of %s", homes, h, b.Homes())
		case i > 0 && h <= homes[i-1]:
			return nil, fmt.Errorf("homes %q: %c after %c: want each once, in rising order", homes, h, homes[i-1])
		}
		s.homeOf[i] = h - '1'
		s.seatOf[h-'1'] = int8(i)
		s.Names[i] = string(h)
	}
	if s.Seats = len(homes); s.Seats < 2 {
		return nil, fmt.Errorf("homes %q: want two to four", homes)
	}
	if err := s.readTeams(teams); err != nil {
		return nil, err
	}
	for seat := range s.Seats {
		for other := range s.Seats {
			if s.SideOf[other] == s.SideOf[seat] {
				s.ally[seat] = append(s.ally[seat], int8(other))
			}
		}
	}
	s.key = movegen.Key("barricade/seating/" + homes + "/" + s.text)
	return s, nil
}

// readTeams takes teams as position texts write them: "-" if all play alone,
// else the homes of each team in rising order, teams by their lowest home.
func (s *seating) readTeams(text string) error {
	s.text = text
	if text == "-" {
		s.Sides = s.Seats
		for seat := range s.Seats {
			s.SideOf[seat] = game.Side(seat)
		}
		return nil
	}
	if s.Seats < 3 {
		return fmt.Errorf("teams %q for %d players: want \"-\", as a team needs three or more", text, s.Seats)
	}
	teams := strings.Split(text, "/")
	if len(teams) < 2 || len(teams) == s.Seats {
		return fmt.Errorf("teams %q: number of teams %d for %d players: want at least two and fewer than players, or \"-\"", text, len(teams), s.Seats)
	}
	var seen Set
	for i, team := range teams {
		if team == "" || i > 0 && teams[i-1][0] >= team[0] || !slices.IsSorted([]byte(team)) {
			return fmt.Errorf("teams %q: team %q: want homes in rising order, teams by their lowest home", text, team)
		}
		for _, h := range []byte(team) {
			if h < '1' || h > '4' || s.seatOf[h-'1'] < 0 || seen.Has(h) {
				return fmt.Errorf("teams %q: %q: want every home in play once", text, h)
			}
			seen = seen.Or(Single(h))
			s.SideOf[s.seatOf[h-'1']] = game.Side(i)
		}
	}
	if seen.Len() != s.Seats {
		return fmt.Errorf("teams %q: %d of %d players: want every home in play once", text, seen.Len(), s.Seats)
	}
	s.Sides = len(teams)
	return nil
}
