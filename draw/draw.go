// Package draw shows a [game.Picture] as lines of text. It knows no game: what
// it draws are places, their shades, and who owns what stands there.
//
// A place is drawn as its text, or a dot if it is empty, between two marks that
// tell its shade without any colour:
//
//	.   plain or light        :.  dark        *.  red
//	(.) special               [.] blocked
//
// On a chequered board, where neighbours alternate, only an empty dark place is
// told apart, as a colon.
//
// Colours only repeat what the marks and texts say already, so a drawing loses
// nothing in a log, on paper, or for a reader who sees no colours.
package draw

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"tetrarch/game"
)

// Options says what the reader's screen can show.
type Options struct {
	// Colour allows ANSI colours.
	Colour bool
	// Width is the number of columns; 0 means 80.
	Width int
}

// Detect returns the options that suit w: colours and the true width if w is a
// terminal, as its file descriptor (Fd) says, and no colours if the environment sets NO_COLOR or TERM=dumb.
func Detect(w io.Writer) Options {
	f, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return Options{}
	}
	o := Options{Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil {
		o.Width = width
	}
	return o
}

// Position draws p, or writes its text if it cannot draw itself. The error is
// w's.
func Position(w io.Writer, p game.Position, o Options) error {
	d, ok := p.(game.Drawer)
	if !ok {
		_, err := fmt.Fprintln(w, game.Text(p))
		return err
	}
	return Terminal(w, d.Picture(), o)
}

// Terminal draws p: the board with its coordinates, then the picture's notes. A
// text too long for its place is cut there and written out below the board. The
// error is w's.
func Terminal(w io.Writer, p game.Picture, o Options) error {
	out := bufio.NewWriter(w)
	if len(p.Cells) > 0 {
		newSheet(p, o).draw(out)
	}
	for _, n := range p.Notes {
		fmt.Fprintln(out, n)
	}
	return out.Flush()
}

// marks are what stands left and right of a place's text, by shade.
var marks = [...][2]string{
	game.Plain:   {" ", " "},
	game.Light:   {" ", " "},
	game.Dark:    {":", " "},
	game.Accent:  {"*", " "},
	game.Special: {"(", ")"},
	game.Blocked: {"[", "]"},
}

// Colours of the 256-colour palette. Every place sets both its ground and its
// text, so that it reads the same on a dark and on a light screen.
var (
	grounds = [...]int{game.Plain: 236, game.Light: 240, game.Dark: 234, game.Accent: 52, game.Special: 24, game.Blocked: 236}
	seats   = [game.MaxSeats]int{231, 214, 210, 120}
	nobody  = 250
)

// mark returns the marks of a shade, those of a plain place if it is unknown.
// many says whether dark and red places bear marks.
func mark(s game.Shade, many bool) [2]string {
	if int(s) >= len(marks) || s == game.Dark && !many {
		return marks[game.Plain]
	}
	return marks[s]
}

// empty is what stands for the text on an empty place.
func empty(s game.Shade, many bool) string {
	if s == game.Dark && !many {
		return ":"
	}
	return "."
}

// paint wraps text in the colours of c's ground and owner.
func paint(c game.Cell, text string) string {
	ground, ink := grounds[game.Plain], nobody
	if int(c.Shade) < len(grounds) {
		ground = grounds[c.Shade]
	}
	bold := ""
	if c.Owner >= 0 && int(c.Owner) < len(seats) && c.Text != "" {
		ink, bold = seats[c.Owner], "1;"
	}
	return fmt.Sprintf("\x1b[%s38;5;%d;48;5;%dm%s\x1b[0m", bold, ink, ground, text)
}

// cut shortens a text of more than width columns and ends it with a "+".
func cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:width-1]) + "+"
}

// centre puts text in the middle of width columns.
func centre(text string, width int) string {
	space := max(0, width-utf8.RuneCountInString(text))
	left := space / 2
	return strings.Repeat(" ", left) + text + strings.Repeat(" ", space-left)
}
