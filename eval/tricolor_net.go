package eval

import (
	_ "embed"
	"math"
	"math/bits"
	"sync"

	"tetrarch/eval/net"
	"tetrarch/game"
	"tetrarch/movegen/tricolor"
)

// The network of Tricolor with two seats, beside the terms: it adds to each seat's
// strength. docs/networks.md says what it was learnt from, and that one for three
// seats won nothing.
//
//go:embed nets/tricolor.net
var tricolorFile []byte

var tricolorNet = sync.OnceValue(func() *net.Net {
	n, err := net.Parse(tricolorFile, tricolorShape, tricolorTurned())
	if err != nil {
		panic("eval: the network of Tricolor: " + err.Error())
	}
	return n
})

// An input is a unit on a cell: whose it is as the seat sees it, its own or not;
// what it holds, see tricolorKinds; and the cell.
const tricolorKindsHeld = 12

var tricolorShape = net.Shape{Inputs: 2 * tricolorKindsHeld * tricolor.Cells, Symmetries: 6, Roles: 2}

func tricolorInput(seat int, u tricolor.Unit, cell int) int {
	kind := int(tricolorKinds[u])
	if u.Owner() != seat {
		kind += tricolorKindsHeld
	}
	return kind*tricolor.Cells + cell
}

// tricolorTurned says what every input is under every symmetry of the board that
// keeps the colours.
func tricolorTurned() [][]uint16 {
	var turned [][]uint16
	for _, mirror := range tricolor.Mirrors() {
		row := make([]uint16, tricolorShape.Inputs)
		for i := range row {
			kind, cell := i/tricolor.Cells, i%tricolor.Cells
			row[i] = uint16(kind*tricolor.Cells + int(mirror[cell]))
		}
		turned = append(turned, row)
	}
	return turned
}

// tricolorRole is 0 for the seat to move and 1 for the other.
func tricolorRole(p *tricolor.Position, seat int) int {
	if int(p.Player) == seat {
		return 0
	}
	return 1
}

// tricolorNat is how many units of strength a nat of the odds between two seats is.
var tricolorNat = int(math.Round(tricolorOdds / math.Log(3)))

// tricolorSight is what the network sees of a position, kept from one evaluation
// to the next: little changes between two.
type tricolorSight struct {
	net   *net.Net
	cells [2]net.Accumulator
	seen  uint64 // changes of the position
	board [tricolor.Cells]tricolor.Unit
	// sums are those of the evaluator's units, which change with the board too.
	units  *[3][256]int32
	colour [tricolor.Cells]uint8
	sums   [2]int32
	inputs [2][256]int32 // a unit on the first cell, as each seat sees it
	// The cells of inputs that go and come, and what stood on those that go; kept
	// here as look would have to empty them.
	off, on [tricolor.Cells]uint8
	was     [tricolor.Cells]tricolor.Unit
}

// newTricolorSight returns what a network sees of an empty board, beside the terms of
// an evaluator.
func newTricolorSight(n *net.Net, e *tricolorEvaluator) *tricolorSight {
	s := &tricolorSight{net: n, units: &e.units}
	for colour := range e.units {
		for c := e.p.Coloured(colour); c != 0; c &= c - 1 {
			s.colour[bits.TrailingZeros64(c)] = uint8(colour)
		}
	}
	for seat := range s.cells {
		n.Reset(&s.cells[seat])
		for u := range s.inputs[seat] {
			s.inputs[seat][u] = int32(tricolorInput(seat, tricolor.Unit(u), 0))
		}
	}
	return s
}

// look takes in what has changed on the board.
func (s *tricolorSight) look(p *tricolor.Position) {
	off, on, was := &s.off, &s.on, &s.was
	offs, ons := 0, 0
	for c := p.Changed(&s.seen); c != 0; c &= c - 1 {
		cell := bits.TrailingZeros64(c)
		is := p.UnitAt(cell)
		if is == s.board[cell] {
			continue
		}
		units := &s.units[s.colour[cell]]
		if u := s.board[cell]; u != 0 {
			s.sums[u.Owner()&1] -= units[u]
			was[offs], off[offs] = u, uint8(cell)
			offs++
		}
		if is != 0 {
			s.sums[is.Owner()&1] += units[is]
			on[ons] = uint8(cell)
			ons++
		}
		s.board[cell] = is
	}
	for seat := range s.cells {
		a, inputs := &s.cells[seat], &s.inputs[seat]
		n := min(offs, ons)
		for i := range n {
			s.net.Change(a, int(inputs[was[i]])+int(off[i]), int(inputs[s.board[on[i]]])+int(on[i]))
		}
		for i := n; i < offs; i++ {
			s.net.Remove(a, int(inputs[was[i]])+int(off[i]))
		}
		for i := n; i < ons; i++ {
			s.net.Add(a, int(inputs[s.board[on[i]]])+int(on[i]))
		}
	}
}

// strength returns what the network adds to a seat's strength.
func (s *tricolorSight) strength(p *tricolor.Position, seat int) int32 {
	return s.net.Strength(&s.cells[seat], tricolorRole(p, seat), tricolorNat)
}

// tricolorLearner shows a position to a trainer.
func tricolorLearner(at game.Position) *Learner {
	p := at.(*tricolor.Position)
	if !p.Standard() {
		return nil
	}
	terms := newTricolorTerms(p)
	return &Learner{
		Shape: tricolorShape, Turned: tricolorTurned(), Nat: tricolorNat,
		See: func(seat game.Player, to []uint16) ([]uint16, int) {
			for s := tricolor.Board &^ p.Free(); s != 0; s &= s - 1 {
				cell := bits.TrailingZeros64(s)
				to = append(to, uint16(tricolorInput(int(seat), p.UnitAt(cell), cell)))
			}
			return to, tricolorRole(p, int(seat))
		},
		Strengths: func(to *[game.MaxSeats]int32) bool {
			var strength [3]int32
			terms.add(&strength)
			copy(to[:], strength[:])
			return !p.Forced // or quiescence goes on
		},
	}
}
