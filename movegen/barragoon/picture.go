package barragoon

import (
	"fmt"

	"tetrarch/game"
)

// Picture draws the board with the letters of its texts, in which actions are
// given too.
func (p *Position) Picture() game.Picture {
	pic := game.Picture{Cells: make([]game.Cell, 0, squares)}
	for rank := ranks - 1; rank >= 0; rank-- {
		for file := range files {
			s := rank*files + file
			c := game.Cell{Name: squareName(s), X: 2 * file, Y: 2 * (ranks - 1 - rank), Owner: game.Chance}
			if l := p.letterAt(s); l != 0 {
				c.Text = string(l)
			}
			for seat := range p.tiles {
				if p.side(seat)&(1<<s) != 0 {
					c.Owner = game.Player(seat)
				}
			}
			if p.barragoons&(1<<s) != 0 {
				c.Shade = game.Blocked
			}
			pic.Cells = append(pic.Cells, c)
		}
	}
	pic.Notes = append(p.notes(),
		"Tiles: Z z move 2 or 1, D d 3 or 2, V v 4 or 3; White's are capitals",
		"Faces: x none; ^ > Y < one way; | - two ways; + all turns, never straight",
		"  N E S W left turn, n e s w right turn, by where it leaves")
	return pic
}

func (p *Position) notes() []string {
	names := [2]string{"White", "Brown"}
	us := p.phase.actor()
	var now string
	switch {
	case p.Over:
		now = "Game over: " + p.Reason()
	case p.phase >= whiteThenBrown:
		now = fmt.Sprintf("%s places a barragoon, then %s", names[us], names[us^1])
	case p.phase.placing():
		now = names[us] + " places a barragoon"
	default:
		now = names[us] + " moves a tile"
	}
	return []string{
		fmt.Sprintf("Turn %d. %s", p.turn, now),
		fmt.Sprintf("%d tile moves since the last capture", p.quiet),
	}
}
