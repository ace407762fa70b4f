package barricade

import (
	"fmt"

	"tetrarch/game"
)

// Picture draws the board: barricades are "B", pawns the digits of their homes.
func (p *Position) Picture() game.Picture {
	b := p.v.board
	pic := game.Picture{Cells: make([]game.Cell, 0, b.fields)}
	for f := range b.fields {
		pic.Cells = append(pic.Cells, p.cell(uint8(f)))
	}
	for seat := range p.Seats {
		exit := b.names[b.exit[p.seating.homeOf[seat]]]
		pawns := "pawns"
		if p.home[seat] == 1 {
			pawns = "pawn"
		}
		note := fmt.Sprintf("home %s, beside %s: %d %s", p.Names[seat], exit, p.home[seat], pawns)
		if p.seating.text != "-" {
			note += fmt.Sprintf(", team %d", p.SideOf[seat]+1)
		}
		pic.Notes = append(pic.Notes, note)
	}
	switch {
	case p.Over:
		pic.Notes = append(pic.Notes, "a pawn is on the last field")
	case p.phase == rollDue:
		pic.Notes = append(pic.Notes, "home "+p.Names[p.seat]+" is to roll")
	case p.phase == inHand:
		pic.Notes = append(pic.Notes, "home "+p.Names[p.seat]+" has a barricade in hand")
	default:
		pic.Notes = append(pic.Notes, fmt.Sprintf("home %s has rolled %d", p.Names[p.seat], p.phase))
	}
	return pic
}

func (p *Position) cell(f uint8) game.Cell {
	b := p.v.board
	c := game.Cell{Name: b.names[f], X: 2 * int(b.column[f]), Y: 2 * int(b.line[f]), Owner: game.Chance}
	for home, exit := range b.exit {
		if exit == int16(f) && p.seatOf[home] >= 0 {
			c.Shade = game.Light
		}
	}
	switch {
	case f == b.last:
		c.Shade = game.Special
	case p.walls.Has(f):
		c.Text, c.Shade = "B", game.Blocked
	}
	for seat := range p.Seats {
		if p.pawns[seat].Has(f) {
			c.Text, c.Owner = p.Names[seat], game.Player(seat)
		}
	}
	return c
}
