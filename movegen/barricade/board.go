package barricade

import (
	"embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"tetrarch/movegen/board"
)

// Limits of a board.
const (
	MaxFields = 128
	MaxHomes  = 4
	// Pawns is how many pawns a player has.
	Pawns = 5

	maxColumns = 26 // files a to z
	maxLines   = 99
	maxText    = 1 << 14
)

// Board is a board with its barricades as they stand at the start, and all
// tables that follow from it. It is immutable.
//
// Fields are numbered in the byte order of their names, so that the fields of a
// set come in the order in which texts list them.
type Board struct {
	fields int
	files  int
	ranks  int
	names  []string
	column []uint8         // by field, from 0 at the left
	line   []uint8         // by field, from 0 at the top
	index  map[uint16]int  // field by file<<8 | rank
	next   [][]uint8       // neighbours by field
	last   uint8           // the last field
	exit   [MaxHomes]int16 // the field in front of each home, -1 without the home
	walls  Set             // barricades at the start
	all    Set

	// distance counts the steps from one field to another as if there were no
	// barricade.
	distance [MaxFields][MaxFields]uint8
	walks    walks
	ahead    [sources][]ahead
	mirror   [MaxFields]uint8 // the board's own symmetry, or the identity
	mirrored bool             // whether mirror is more than the identity
	keys     keys
}

//go:embed boards/*.txt
var boards embed.FS

// Boards names the boards that need no file.
var Boards = []string{"classic", "quick"}

// OpenBoard returns one of [Boards], or else the board in the file of that name.
func OpenBoard(name string) (*Board, error) {
	if slices.Contains(Boards, name) {
		text, err := boards.ReadFile("boards/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		return ParseBoard(string(text))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("board %q: %w: want %s or a readable file", name, err, strings.Join(Boards, ", "))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxText+1))
	if err != nil {
		return nil, fmt.Errorf("board %q: %w", name, err)
	}
	b, err := ParseBoard(string(text))
	if err != nil {
		return nil, fmt.Errorf("board %q: %w", name, err)
	}
	return b, nil
}

// ParseBoard reads a board drawn as text, the highest rank first: '.' is a
// field, 'B' a field with a barricade, 'G' the last field, '1' to '4' the field
// in front of that home, a blank nothing. Fields are neighbours if they touch in
// a line or a column. An error names the line and the column, both from 1.
func ParseBoard(text string) (*Board, error) {
	lines, err := boardLines(text)
	if err != nil {
		return nil, err
	}
	b := &Board{ranks: len(lines), exit: [MaxHomes]int16{-1, -1, -1, -1}}
	if err := b.readFields(lines); err != nil {
		return nil, err
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	b.measure()
	b.walks.build(b)
	b.lookAhead()
	b.findMirror()
	b.keys.build(b)
	return b, nil
}

func boardLines(text string) ([]string, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("line 1 column 1: the board's text is longer than %d bytes", maxText)
	}
	text = strings.TrimPrefix(text, "\ufeff") // editors that mark a file as UTF-8
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), " \n"), "\n")
	if len(lines) > maxLines {
		return nil, fmt.Errorf("line %d column 1: one line too many: want at most %d", maxLines+1, maxLines)
	}
	return lines, nil
}

// spot is a symbol of the board's text at its place.
type spot struct {
	name         string
	symbol       byte
	column, line int
}

func (s spot) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d column %d: %s", s.line+1, s.column+1, fmt.Sprintf(format, args...))
}

// readFields numbers the fields and notes what their symbols say.
func (b *Board) readFields(lines []string) error {
	var spots []spot
	for y, line := range lines {
		for x := range len(line) {
			s := spot{symbol: line[x], column: x, line: y}
			switch {
			case s.symbol == ' ':
				continue
			case strings.IndexByte(".BG1234", s.symbol) < 0:
				r, _ := utf8.DecodeRuneInString(line[x:])
				return s.errorf("symbol %q: want '.', 'B', 'G', '1' to '4' or a blank", r)
			case x >= maxColumns:
				return s.errorf("a field beyond column %d", maxColumns)
			case len(spots) == MaxFields:
				return s.errorf("one field too many: want at most %d", MaxFields)
			}
			s.name = string(board.AppendSquare(nil, x, b.ranks-1-y))
			spots = append(spots, s)
			b.files = max(b.files, x+1)
		}
	}
	slices.SortFunc(spots, func(s, t spot) int { return strings.Compare(s.name, t.name) })
	b.index = make(map[uint16]int, len(spots))
	last := -1
	for f, s := range spots {
		b.names = append(b.names, s.name)
		b.column = append(b.column, uint8(s.column))
		b.line = append(b.line, uint8(s.line))
		b.index[uint16(s.column)<<8|uint16(b.ranks-1-s.line)] = f
		b.all = b.all.Or(Single(uint8(f)))
		switch s.symbol {
		case 'B':
			b.walls = b.walls.Or(Single(uint8(f)))
		case 'G':
			if last >= 0 {
				return s.errorf("a second last field 'G'; the other is %s", b.names[last])
			}
			last = f
		case '1', '2', '3', '4':
			home := s.symbol - '1'
			if b.exit[home] >= 0 {
				return s.errorf("a second exit of home %c; the other is %s", s.symbol, b.names[b.exit[home]])
			}
			b.exit[home] = int16(f)
		}
	}
	b.fields = len(spots)
	if last < 0 {
		return fmt.Errorf("line 1 column 1: no last field: want one 'G'")
	}
	b.last = uint8(last)
	b.join()
	return nil
}

// join lists the neighbours of every field.
func (b *Board) join() {
	b.next = make([][]uint8, b.fields)
	for f := range b.fields {
		x, rank := int(b.column[f]), b.ranks-1-int(b.line[f])
		for _, d := range [4][2]int{{0, 1}, {-1, 0}, {1, 0}, {0, -1}} {
			if g, ok := b.at(x+d[0], rank+d[1]); ok {
				b.next[f] = append(b.next[f], uint8(g))
			}
		}
	}
}

// at returns the field on a file and a rank, both from 0.
func (b *Board) at(file, rank int) (int, bool) {
	if file < 0 || rank < 0 {
		return 0, false
	}
	f, ok := b.index[uint16(file)<<8|uint16(rank)]
	return f, ok
}

func (b *Board) spot(f int) spot {
	return spot{name: b.names[f], column: int(b.column[f]), line: int(b.line[f])}
}

// check refuses a board that cannot be played on.
func (b *Board) check() error {
	if n := len(b.next[b.last]); n != 1 {
		return b.spot(int(b.last)).errorf("the last field has %d neighbours: want one, as it is a dead end", n)
	}
	if homes := b.Homes(); len(homes) < 2 {
		return fmt.Errorf("line %d column 1: %d of the exits '1' to '4': want at least two", b.ranks, len(homes))
	}
	reached := b.steps(b.last)
	for f := range b.fields {
		if reached[f] == unreached {
			return b.spot(f).errorf("field %s is not connected with the last field", b.names[f])
		}
	}
	if need := b.walls.Len() + Pawns*len(b.Homes()) + 1; b.fields-1 < need {
		return fmt.Errorf("line 1 column 1: number of fields besides the last %d: want at least %d, for all barricades, all pawns and one more",
			b.fields-1, need)
	}
	return nil
}

const unreached = 255

// steps returns the distances of all fields from f.
func (b *Board) steps(f uint8) []uint8 {
	d := slices.Repeat([]uint8{unreached}, b.fields)
	d[f] = 0
	for queue := []uint8{f}; len(queue) > 0; queue = queue[1:] {
		for _, g := range b.next[queue[0]] {
			if d[g] == unreached {
				d[g] = d[queue[0]] + 1
				queue = append(queue, g)
			}
		}
	}
	return d
}

func (b *Board) measure() {
	for f := range b.fields {
		copy(b.distance[f][:], b.steps(uint8(f)))
	}
}

// Fields returns how many fields the board has; they are numbered from 0.
func (b *Board) Fields() int { return b.fields }

// Name returns the name of field f, such as "i14".
func (b *Board) Name(f uint8) string { return b.names[f] }

// Field returns the field of a name and whether there is one.
func (b *Board) Field(name string) (uint8, bool) {
	f, rest, ok := b.cutField(name)
	return f, ok && rest == ""
}

// cutField reads a field's name at the front of s and returns what follows.
func (b *Board) cutField(s string) (f uint8, rest string, ok bool) {
	file, rank, rest, ok := board.CutSquare(s, b.files, b.ranks)
	if !ok {
		return 0, s, false
	}
	at, ok := b.at(file, rank)
	return uint8(at), rest, ok
}

// Neighbours returns the neighbours of field f. The caller does not change it.
func (b *Board) Neighbours(f uint8) []uint8 { return b.next[f] }

// Last returns the last field.
func (b *Board) Last() uint8 { return b.last }

// Exit returns the field in front of a home, 0 to 3, and whether the board has
// the home.
func (b *Board) Exit(home int) (uint8, bool) {
	return uint8(max(0, b.exit[home])), b.exit[home] >= 0
}

// Homes returns the digits of the board's homes, such as "1234".
func (b *Board) Homes() string {
	var s []byte
	for h, f := range b.exit {
		if f >= 0 {
			s = append(s, '1'+byte(h))
		}
	}
	return string(s)
}

// Distance counts the steps from f to g as if there were no barricades.
func (b *Board) Distance(f, g uint8) int { return int(b.distance[f][g]) }

// Walls returns the barricades at the start.
func (b *Board) Walls() Set { return b.walls }

// lowRows returns the fields of the n lowest rows.
func (b *Board) lowRows(n int) Set {
	var s Set
	for f := range b.fields {
		if int(b.line[f]) >= b.ranks-n {
			s = s.Or(Single(uint8(f)))
		}
	}
	return s
}
