package tricolor

import (
	"strconv"

	"tetrarch/game"
)

// Picture draws the board. A unit of up to three men is written from top to
// bottom, a higher one as its owner and its height, such as "w7"; the notes then
// tell its men.
func (p *Position) Picture() game.Picture {
	pic := game.Picture{Hex: true, Cells: make([]game.Cell, 0, Cells)}
	n := 0
	for row, length := range rowLength {
		for i := range length {
			at := int(index[n])
			n++
			c := game.Cell{Name: strconv.Itoa(n), X: 2*i + max(row-4, 4-row), Y: 2 * row,
				Owner: game.Chance, Shade: [3]game.Shade{game.Light, game.Dark, game.Accent}[p.v.colour[class[at]]]}
			if p.occupied()>>at&1 != 0 {
				men := string(p.appendMen(nil, at))
				c.Text, c.Owner = men, game.Player(p.cells[at].unit.Owner())
				if len(men) > 3 {
					c.Text = men[:1] + strconv.Itoa(len(men))
					pic.Notes = append(pic.Notes, c.Name+": "+men)
				}
			}
			pic.Cells = append(pic.Cells, c)
		}
	}
	return pic
}
