package tournament

import (
	"time"

	"tetrarch/tournament/results"
)

// header describes the match in the file of results.
func (m *Match) header() results.Header {
	seating := m.seating()
	h := results.Header{
		Version: results.Version, Game: m.Game.Rules.Name, Setup: m.Game.Setup, Format: m.Format.Kind.String(),
		Size: m.BlockSize(), Planned: m.Planned(), Seed: m.Seed, Start: time.Now().UTC(), SPRT: m.SPRT,
	}
	for _, p := range m.Players {
		h.Players = append(h.Players, p.Name)
	}
	for seat := range seating.Seats {
		h.Seats = append(h.Seats, seating.Names[seat])
		h.Sides = append(h.Sides, int(seating.SideOf[seat]))
	}
	return h
}

// written is a finished game as the file of results holds it.
func written(m *Match, t *task, o *Outcome, from *opening, start time.Time) *results.Game {
	g := &results.Game{
		Round: t.meeting.Round, Pairing: t.pairing + 1, Block: o.Block + 1, Number: o.Number + 1, Size: len(t.games),
		Seed: m.Seed, Opening: from.name, Reason: o.Reason, Turns: o.Turns, Actions: o.Actions,
		Start: start.UTC(), End: time.Now().UTC(), Work: o.Work, Offset: -1,
	}
	for seat := range o.seating.Seats {
		g.Players = append(g.Players, m.Players[o.Seats[seat]].Name)
		g.Sides = append(g.Sides, int(o.seating.SideOf[seat]))
	}
	for side := range o.seating.Sides {
		g.Shares = append(g.Shares, int(o.Shares[side]))
	}
	switch o.Reason {
	case TurnCap, AdjudicatedResign, AdjudicatedDraw, AdjudicatedTable:
		g.Adjudicated = o.Reason
	}
	if o.Faulty >= 0 {
		g.Fault = &results.Fault{Player: m.Players[o.Faulty].Name, Seat: o.FaultSeat + 1, Kind: o.Reason, Text: o.Fault}
	}
	return g
}
