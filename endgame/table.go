package endgame

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"github.com/klauspost/compress/zstd"

	"tetrarch/game"
	"tetrarch/movegen/tricolor"
)

// Table is an endgame table opened for probing, from any number of goroutines.
// The file is mapped into memory where the system can do that; blocks are
// unpacked when they are first asked for, and a fixed number of them is kept.
type Table struct {
	units     int
	data      []byte
	directory []uint64
	first     []int // block of each layout
	decoder   *zstd.Decoder
	slots     []slot
	release   func() error
}

// slot keeps one of the blocks whose numbers have a remainder.
type slot struct {
	mu    sync.Mutex
	block int // + 1
	data  []byte
}

// slots is how many blocks are kept: at most 32 MB.
const slots = 2048

// FileName is the usual name of a table's file.
const FileName = "tricolor.endgame"

// Open opens a table. The caller closes it when nobody probes it any more.
func Open(file string) (*Table, error) {
	prepare()
	data, release, err := mapFile(file)
	if err != nil {
		return nil, err
	}
	t := &Table{data: data, release: release, slots: make([]slot, slots)}
	if t.units, t.directory, err = readDirectory(data); err == nil {
		t.decoder, err = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(1<<20))
	}
	if err != nil {
		_ = release()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t.first, _ = firstBlocks(t.units)
	return t, nil
}

// Close lets go of the file.
func (t *Table) Close() error {
	t.decoder.Close()
	return t.release()
}

// Units returns how many units the table covers.
func (t *Table) Units() int { return t.units }

// Probe returns the outcome of a position that is not over under best play: 1 if
// the side to move wins, -1 if it loses, 0 for a draw; and for a win or loss the
// plies to the end of the game, if the winner hurries and the loser delays. It
// is false if the table does not know, which includes every win that could come
// after the limit of quiet moves: the table counts none.
func (t *Table) Probe(pos game.Position) (outcome, plies int, ok bool) {
	p, ok := pos.(*tricolor.Position)
	if !ok || ones(p.Units(0)|p.Units(1)) > t.units || !p.Standard() {
		return 0, 0, false
	}
	v, err := t.value(p)
	if err != nil {
		return 0, 0, false
	}
	if v == draw {
		return 0, 0, true
	}
	plies = int(v) - 1
	if quiet, limit := p.Quiet(); limit > 0 && quiet+plies > limit {
		return 0, 0, false
	}
	return 2*(plies&1) - 1, plies, true
}

// value looks a position up that has few enough units.
func (t *Table) value(p *tricolor.Position) (value, error) {
	m := menOf(p)
	l := byArmies[m.army[0].code()][m.army[1].code()]
	if l == nil {
		return 0, errCovered
	}
	return t.at(l, l.index(&m.place))
}

// menOf returns the units of a position, at most MaxUnits.
func menOf(p *tricolor.Position) (m men) {
	for side := range 2 {
		seat := (p.Player + game.Player(side)) & 1
		a := &m.army[side]
		for s := p.Units(seat); s != 0 && a.n < most; s &= s - 1 {
			at := bits.TrailingZeros64(s)
			a.kinds[a.n], m.place[side*most+a.n] = kindOf(p.UnitAt(at)), uint8(at)
			a.n++
		}
		m.settle(side)
	}
	return m
}

var errCovered = errors.New("the position is not one of the table's")

// at returns the value of an index.
func (t *Table) at(l *layout, index uint32) (value, error) {
	block := t.first[l.id] + int(index>>blockShift)
	d := t.directory[block]
	packed := t.data[d>>24:][:d&(1<<24-1)]
	if len(packed) == 1 {
		return packed[0], nil
	}
	s := &t.slots[block%slots]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.block != block+1 {
		if s.data == nil {
			s.data = make([]byte, 0, blockSize)
		}
		s.block = 0
		data, err := t.decoder.DecodeAll(packed, s.data[:0])
		if err != nil {
			return 0, fmt.Errorf("block %d of the endgame table: %w", block, err)
		}
		s.data, s.block = data, block+1
	}
	i := int(index & (blockSize - 1))
	if i >= len(s.data) {
		return 0, fmt.Errorf("block %d of the endgame table is too short", block)
	}
	return s.data[i], nil
}
