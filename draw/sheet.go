package draw

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"tetrarch/game"
)

// sheet is a picture with its measures in columns of text.
//
//	label  cell cell cell  label
//	       <pitch>
//
// A cell is a mark, the text and a mark; on hexagons a shifted row starts half a
// pitch further right.
type sheet struct {
	cells  []game.Cell
	texts  map[string]string // by the cell's name, empty places left out
	rows   []int             // the Y of each row, from the top
	text   int               // columns for a text
	pitch  int               // columns from one place to the next in its row
	label  int               // columns for a row's label
	grid   bool              // names are a file and a rank
	many   bool              // dark and red places bear marks
	colour bool
}

func newSheet(p game.Picture, o Options) *sheet {
	s := &sheet{cells: slices.Clone(p.Cells), colour: o.Colour, texts: texts(p.Cells)}
	slices.SortStableFunc(s.cells, func(a, b game.Cell) int {
		if a.Y != b.Y {
			return a.Y - b.Y
		}
		return a.X - b.X
	})
	widest, longest := 0, 1
	chequered := !p.Hex
	for _, c := range s.cells {
		if len(s.rows) == 0 || s.rows[len(s.rows)-1] != c.Y {
			s.rows = append(s.rows, c.Y)
		}
		widest = max(widest, c.X)
		longest = max(longest, utf8.RuneCountInString(s.texts[c.Name]))
		chequered = chequered && c.Shade != game.Accent
		s.many = s.many || c.Shade == game.Dark || c.Shade == game.Accent
	}
	s.many = s.many && !chequered
	s.grid = gridNames(s.cells)
	for _, c := range s.cells {
		n := len(c.Name)
		if s.grid {
			_, rank := split(c.Name)
			n = len(rank)
		}
		s.label = max(s.label, n)
	}
	width := o.Width
	if width <= 0 {
		width = 80
	}
	// An odd number of columns has a middle.
	for s.text = longest | 1; ; s.text -= 2 {
		s.pitch = s.text + 2
		if p.Hex {
			s.pitch++ // half a pitch must be whole
		}
		if s.text == 1 || 2*s.label+2+widest*s.pitch/2+s.text+2 <= width {
			break
		}
	}
	return s
}

// texts returns what is written on each place that is not empty. Where seats
// share a text, the seat's number is added.
func texts(cells []game.Cell) map[string]string {
	owner := map[string]game.Player{}
	shared := map[string]bool{}
	for _, c := range cells {
		if o, seen := owner[c.Text]; seen && o != c.Owner {
			shared[c.Text] = true
		}
		owner[c.Text] = c.Owner
	}
	out := map[string]string{}
	for _, c := range cells {
		switch {
		case c.Text == "":
		case shared[c.Text] && c.Owner != game.Chance:
			out[c.Name] = fmt.Sprint(c.Text, int(c.Owner)+1)
		default:
			out[c.Name] = c.Text
		}
	}
	return out
}

// split cuts a name into its leading letters and the rest.
func split(name string) (file, rank string) {
	rank = strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return name[:len(name)-len(rank)], rank
}

// gridNames says whether every column has one file and every row one rank.
func gridNames(cells []game.Cell) bool {
	files, ranks := map[int]string{}, map[int]string{}
	for _, c := range cells {
		f, r := split(c.Name)
		if f == "" || r == "" || files[c.X] != "" && files[c.X] != f || ranks[c.Y] != "" && ranks[c.Y] != r {
			return false
		}
		files[c.X], ranks[c.Y] = f, r
	}
	return true
}

// column is where a place's first mark stands, counted after the label.
func (s *sheet) column(c game.Cell) int { return c.X * s.pitch / 2 }

func (s *sheet) draw(w io.Writer) {
	for _, y := range s.rows {
		s.row(w, y)
	}
	if s.grid {
		s.files(w)
	}
	if s.many {
		fmt.Fprintf(w, "%*s  : dark  * red\n", s.label, "")
	}
	for _, c := range s.cells {
		if t := s.texts[c.Name]; utf8.RuneCountInString(t) > s.text {
			fmt.Fprintf(w, "%*s  %s = %s\n", s.label, "", c.Name, t)
		}
	}
}

// row draws the places whose Y is y, with the rank before them, or the names of
// the first and the last place around them.
func (s *sheet) row(w io.Writer, y int) {
	var line strings.Builder
	at := 0
	var first, last string
	for _, c := range s.cells {
		if c.Y != y {
			continue
		}
		if first == "" {
			first = c.Name
		}
		last = c.Name
		if gap := s.column(c) - at; gap > 0 {
			line.WriteString(strings.Repeat(" ", gap))
		}
		line.WriteString(s.cell(c))
		at = s.column(c) + s.text + 2
	}
	if s.grid {
		_, rank := split(first)
		first, last = rank, ""
	}
	text := fmt.Sprintf("%*s %s %s", s.label, first, line.String(), last)
	fmt.Fprintln(w, strings.TrimRight(text, " "))
}

func (s *sheet) cell(c game.Cell) string {
	text := s.texts[c.Name]
	if text == "" {
		text = empty(c.Shade, s.many)
	}
	m := mark(c.Shade, s.many)
	text = centre(m[0]+cut(text, s.text)+m[1], s.text+2)
	if s.colour {
		return paint(c, text)
	}
	return text
}

// files writes the file letters below the board.
func (s *sheet) files(w io.Writer) {
	names := map[int]string{}
	end := 0
	for _, c := range s.cells {
		names[s.column(c)], _ = split(c.Name)
		end = max(end, s.column(c))
	}
	var line strings.Builder
	for at := 0; at <= end; {
		if name, ok := names[at]; ok {
			line.WriteString(" " + centre(cut(name, s.text), s.text) + " ")
			at += s.text + 2
			continue
		}
		line.WriteByte(' ')
		at++
	}
	fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%*s %s", s.label, "", line.String()), " "))
}
