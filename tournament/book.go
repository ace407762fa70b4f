package tournament

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"tetrarch/game"
	"tetrarch/positions"
	"tetrarch/record"
)

// Book is a list of openings that games begin with.
type Book struct {
	list []*opening
}

// ShippedBook returns the balanced openings that the project ships for a game with
// its rule options. The error wraps fs.ErrNotExist if there are none.
func ShippedBook(g Game) (*Book, error) {
	lines, err := positions.Openings(g.Rules.Name)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l positions.Line) bool { return !g.setUp(l.Setup) })
	if len(lines) == 0 {
		return nil, fmt.Errorf("there are none for %s with %s: want a file of openings, or random ones: %w", g.Rules.Name, g.Setup, fs.ErrNotExist)
	}
	return newBook(&g, lines)
}

// setUp says that rule options mean the same as those of the game.
func (g *Game) setUp(setup game.Setup) bool {
	for _, o := range g.Rules.Options {
		given, ours := o.Default, o.Default
		if v, ok := setup[o.Name]; ok {
			given = v
		}
		if v, ok := g.Setup[o.Name]; ok {
			ours = v
		}
		if given != ours {
			return false
		}
	}
	return true
}

// ParseBook reads openings, one a line, as package positions writes positions, or
// as the protocol sets them:
//
//	startpos moves e2e5 d9c8
//	TEXT ;moves A B
//	fen TEXT moves A B
//
// TEXT is a position of the game; actions are written as the game's page says,
// outcomes of rolls among them. A position that cannot be, an action that is not
// legal and an opening that ends the game are errors that give the line after
// name.
func ParseBook(g Game, name, text string) (*Book, error) {
	lines, err := positions.Parse(name, text)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s holds no openings: want a position or startpos on a line", name)
	}
	return newBook(&g, lines)
}

func newBook(g *Game, lines []positions.Line) (*Book, error) {
	b := &Book{}
	for i, l := range lines {
		o, err := newOpening(g, l)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Source, err)
		}
		o.name = fmt.Sprintf("file:%d", i+1)
		b.list = append(b.list, o)
	}
	return b, nil
}

// Len returns the number of openings.
func (b *Book) Len() int { return len(b.list) }

// newOpening makes an opening of a line.
func newOpening(g *Game, l positions.Line) (*opening, error) {
	if l.Setup != nil && !g.setUp(l.Setup) {
		return nil, fmt.Errorf("setup %q: want that of the match, %q", l.Setup, g.Setup)
	}
	where := strings.TrimPrefix(l.Text, "fen ")
	where, more, _ := strings.Cut(where+" ", " moves ")
	moves := append(strings.Fields(more), l.Moves...)
	o := &opening{text: record.StartPos}
	if where = strings.TrimSpace(where); where != record.StartPos {
		p, err := g.Variant.Parse(where)
		if err != nil {
			return nil, err
		}
		o.start, o.text = p, game.Text(p)
	}
	play := game.NewPlay(g.Rules, o.position(g))
	for i, m := range moves {
		if err := play.Make(m); err != nil {
			return nil, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	if play.Over() {
		return nil, errors.New("the game is over (" + play.Reason() + "): want an opening that leaves it open")
	}
	o.moves = append(o.moves, play.Moves()...)
	return o, nil
}

// at returns the opening of a block: the lines in their order again and again, or
// shuffled, each time in another way.
func (b *Book) at(block int, shuffled bool, seed uint64) *opening {
	n := len(b.list)
	i := block % n
	if shuffled {
		i = generator("order", seed, uint64(block/n)).Perm(n)[i]
	}
	return b.list[i]
}
