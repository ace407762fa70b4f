package engine

import (
	"strings"
	"unicode/utf8"

	"tetrarch/game"
)

// Draw returns the position as lines of text: the board if the game can draw
// itself, with the names of the places at the left and below on square boards,
// and the notes beside it; else the position's text. Every line ends in "\n".
func Draw(p game.Position) string {
	d, ok := p.(game.Drawer)
	if !ok {
		return game.Text(p) + "\n"
	}
	picture := d.Picture()
	var b strings.Builder
	for _, row := range grid(&picture) {
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	for _, n := range picture.Notes {
		b.WriteString(n)
		b.WriteByte('\n')
	}
	return b.String()
}

// grid puts the picture's cells on lines of characters. A half cell is as wide
// as the widest text needs, so that neighbours keep apart.
func grid(p *game.Picture) [][]rune {
	width, height, widest := 0, 0, 1
	for i := range p.Cells {
		c := &p.Cells[i]
		width, height = max(width, c.X), max(height, c.Y)
		widest = max(widest, utf8.RuneCountInString(mark(c)))
	}
	half := (widest + 2) / 2
	rows := make([][]rune, height/2+1)
	for i := range rows {
		rows[i] = []rune(strings.Repeat(" ", width*half+widest))
	}
	for i := range p.Cells {
		c := &p.Cells[i]
		copy(rows[c.Y/2][c.X*half:], []rune(mark(c)))
	}
	if p.Hex {
		return rows
	}
	return label(p, rows, half)
}

// mark is what stands on a cell, or a sign for its kind if nothing does.
func mark(c *game.Cell) string {
	switch {
	case c.Text != "":
		return c.Text
	case c.Shade == game.Special:
		return "o"
	case c.Shade == game.Blocked:
		return "#"
	default:
		return "."
	}
}

// label adds ranks at the left and files below, read off the cells' names.
func label(p *game.Picture, rows [][]rune, half int) [][]rune {
	ranks := make([]string, len(rows))
	files := []rune(strings.Repeat(" ", len(rows[0])))
	for i := range p.Cells {
		c := &p.Cells[i]
		at := strings.IndexFunc(c.Name, func(r rune) bool { return r >= '0' && r <= '9' })
		if at <= 0 {
			return rows // not named by file and rank
		}
		ranks[c.Y/2] = c.Name[at:]
		copy(files[c.X*half:], []rune(c.Name[:at]))
	}
	for i, row := range rows {
		rows[i] = append([]rune(pad(ranks[i])), row...)
	}
	return append(rows, append([]rune(pad("")), files...))
}

func pad(s string) string { return strings.Repeat(" ", max(0, 2-len(s))) + s + "  " }
