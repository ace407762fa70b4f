package eval

import (
	_ "embed"
	"sync"

	"tetrarch/eval/net"
	"tetrarch/game"
	"tetrarch/movegen/barricade"
)

// The network of Barricade with two seats, beside the features: it adds to each
// seat's strength. docs/networks.md says what it was learnt from.
//
//go:embed nets/barricade.net
var barricadeFile []byte

// The inputs, each once for the seat's own and once for the other's: a pawn on a
// field, the number of pawns at home, the roll to be moved, a barricade in hand, and
// how large some of the features are; and once a barricade on a field. The second
// seat sees the board from the other side, so that both homes look alike.
const (
	barricadePawns  = 0
	barricadeWalls  = barricadePawns + 2*barricade.MaxFields
	barricadeHomes  = barricadeWalls + barricade.MaxFields
	barricadeRolls  = barricadeHomes + 2*barricadeCounts
	barricadeHands  = barricadeRolls + 2*6
	barricadeGrades = barricadeHands + 2

	barricadeCounts = 6 // 0 to 5 pawns at home
)

// barricadeGraded are the features that the network sees, each as one of so many
// grades: a grade is so many units of the feature, the last has what is beyond.
var barricadeGraded = [...]struct {
	feature      int
	unit, grades int
}{
	{barricadeForemost, 0, 48}, // by the distance itself
	{barricadeSecond, 1, 48},
	{barricadeRest, 4, 40},
	{barricadeHitNow, 2, 24},
	{barricadeHitLater, 2, 24},
	{barricadeFinish, 3, 12},
	{barricadeAdvance, 3, 12},
	{barricadeChoked, 1, 5},
}

var barricadeInputs = func() int {
	n := barricadeGrades
	for _, g := range barricadeGraded {
		n += 2 * g.grades
	}
	return n
}()

var barricadeShape = net.Shape{Inputs: barricadeInputs, Symmetries: 2, Roles: 2}

// barricadeNetworked says whether a position has the network: it was learnt from games
// without options, in which all barricades and pawns are there from the start to the
// end.
func barricadeNetworked(at game.Position) bool {
	p := at.(*barricade.Position)
	if !p.Usual() {
		return false
	}
	walls := p.Walls().Len()
	if p.InHand() {
		walls++
	}
	for seat := range 2 {
		if p.AtHome(seat)+p.Pawns(seat).Len() != barricade.Pawns {
			return false
		}
	}
	return walls == barricadeBoard().Walls().Len()
}

// barricadeNat is how many units of strength a nat has.
const barricadeNat = 1024

var barricadeNet = sync.OnceValue(func() *net.Net {
	n, err := net.Parse(barricadeFile, barricadeShape, barricadeTurned(barricadeBoard()))
	if err != nil {
		panic("eval: the network of Barricade: " + err.Error())
	}
	return n
})

// barricadeBoard is the board of games without options.
var barricadeBoard = sync.OnceValue(func() *barricade.Board {
	b, err := barricade.OpenBoard("classic")
	if err != nil {
		panic("eval: " + err.Error())
	}
	return b
})

// barricadeTurned says what every input is on the board as it stands and with the
// loop at its top mirrored.
func barricadeTurned(b *barricade.Board) [][]uint16 {
	turned := [][]uint16{make([]uint16, barricadeInputs), make([]uint16, barricadeInputs)}
	for i := range barricadeInputs {
		turned[0][i], turned[1][i] = uint16(i), uint16(i)
		if group, f := i/barricade.MaxFields, i%barricade.MaxFields; i < barricadeHomes && f < b.Fields() {
			turned[1][i] = uint16(group*barricade.MaxFields + int(b.Mirror(uint8(f))))
		}
	}
	return turned
}

// barricadeView says which field a seat sees a field as.
type barricadeView [2][barricade.MaxFields]uint8

// barricadeSides is how the seats see the board: the first as it is, the second with
// left and right exchanged.
var barricadeSides = sync.OnceValue(func() *barricadeView {
	b := barricadeBoard()
	as := new(barricadeView)
	for f := range uint8(b.Fields()) {
		name := b.Name(f)
		other, ok := b.Field(string('a'+'q'-name[0]) + name[1:])
		if !ok {
			panic("eval: " + name + " has no field on the other side of the board")
		}
		as[0][f], as[1][f] = f, other
	}
	return as
})

// pawn is the input of an owner's pawn on a field as a seat sees it.
func (as *barricadeView) pawn(seat, owner int, f uint8) int {
	return barricadePawns + (seat^owner)*barricade.MaxFields + int(as[seat][f])
}

// wall is the input of a barricade on a field as a seat sees it.
func (as *barricadeView) wall(seat int, f uint8) int { return barricadeWalls + int(as[seat][f]) }

// barricadeItem is an input that is on: as the seat sees it that has it, and how
// much further on the other seat does. An item without an input stands for nothing.
type barricadeItem struct {
	input, step int16
	owner       int16
}

// seen is the input of an item as a seat sees it.
func (x barricadeItem) seen(seat int) int {
	if seat == int(x.owner) {
		return int(x.input)
	}
	return int(x.input + x.step)
}

// barricadeItems are the items that are no field's.
type barricadeItems [4 + 2*len(barricadeGraded)]barricadeItem

// items fills in what is no field's. The features must be measured.
func (e *barricadeEval) items(to *barricadeItems) {
	p := e.p
	for owner := range 2 {
		to[owner] = barricadeItem{int16(barricadeHomes + p.AtHome(owner)), barricadeCounts, int16(owner)}
	}
	to[2], to[3] = barricadeItem{}, barricadeItem{}
	switch die := p.Die(); {
	case p.InHand():
		to[3] = barricadeItem{barricadeHands, 1, int16(p.Turn())}
	case die > 0:
		to[2] = barricadeItem{int16(barricadeRolls + die - 1), 6, int16(p.Turn())}
	}
	n, at := 4, barricadeGrades
	for i := range barricadeGraded {
		g := &barricadeGraded[i]
		for owner := range 2 {
			x := e.lead[owner]
			if g.unit > 0 {
				x = (e.f[owner][g.feature] + g.unit - 1) / g.unit
			}
			to[n] = barricadeItem{int16(at + min(max(x, 0), g.grades-1)), int16(g.grades), int16(owner)}
			n++
		}
		at += 2 * g.grades
	}
}

// barricadeSight is what the network sees of a position, kept from one evaluation
// to the next.
type barricadeSight struct {
	net   *net.Net
	as    *barricadeView
	cells [2]net.Accumulator
	pawns [2]barricade.Set
	walls barricade.Set
	items barricadeItems
}

func newBarricadeSight(n *net.Net) *barricadeSight {
	s := &barricadeSight{net: n, as: barricadeSides()}
	for seat := range s.cells {
		n.Reset(&s.cells[seat])
	}
	return s
}

// look takes in what has changed.
func (s *barricadeSight) look(e *barricadeEval) {
	p := e.p
	for owner := range s.pawns {
		now := p.Pawns(owner)
		for c := now.Xor(s.pawns[owner]); !c.Empty(); c = c.Rest() {
			f := c.First()
			for seat := range s.cells {
				s.set(seat, now.Has(f), s.as.pawn(seat, owner, f))
			}
		}
		s.pawns[owner] = now
	}
	walls := p.Walls()
	for c := walls.Xor(s.walls); !c.Empty(); c = c.Rest() {
		f := c.First()
		for seat := range s.cells {
			s.set(seat, walls.Has(f), s.as.wall(seat, f))
		}
	}
	s.walls = walls
	var items barricadeItems
	e.items(&items)
	for i, x := range items {
		was := s.items[i]
		if x == was {
			continue
		}
		for seat := range s.cells {
			switch {
			case was.input == 0:
				s.net.Add(&s.cells[seat], x.seen(seat))
			case x.input == 0:
				s.net.Remove(&s.cells[seat], was.seen(seat))
			default:
				s.net.Change(&s.cells[seat], was.seen(seat), x.seen(seat))
			}
		}
	}
	s.items = items
}

// set switches an input of a seat on or off.
func (s *barricadeSight) set(seat int, on bool, input int) {
	if on {
		s.net.Add(&s.cells[seat], input)
	} else {
		s.net.Remove(&s.cells[seat], input)
	}
}

// role is 0 for the seat that rolls next or has rolled, 1 for the other.
func (e *barricadeEval) role(seat int) int {
	if seat == e.first {
		return 0
	}
	return 1
}

// strength returns what the network adds to a seat's strength.
func (s *barricadeSight) strength(e *barricadeEval, seat int) int {
	return int(s.net.Strength(&s.cells[seat], e.role(seat), barricadeNat))
}

// barricadeLearner shows a position to a trainer.
func barricadeLearner(at game.Position) *Learner {
	if !barricadeNetworked(at) {
		return nil
	}
	p := at.(*barricade.Position)
	e := newBarricadeTerms(p)
	as := barricadeSides()
	return &Learner{
		Shape: barricadeShape, Turned: barricadeTurned(e.b), Nat: barricadeNat,
		See: func(player game.Player, to []uint16) ([]uint16, int) {
			seat := int(player)
			e.measure()
			var items barricadeItems
			e.items(&items)
			for _, x := range items {
				if x.input > 0 {
					to = append(to, uint16(x.seen(seat)))
				}
			}
			for owner := range 2 {
				for c := p.Pawns(owner); !c.Empty(); c = c.Rest() {
					to = append(to, uint16(as.pawn(seat, owner, c.First())))
				}
			}
			for c := p.Walls(); !c.Empty(); c = c.Rest() {
				to = append(to, uint16(as.wall(seat, c.First())))
			}
			return to, e.role(seat)
		},
		Strengths: func(to *[game.MaxSeats]int32) bool {
			e.measure()
			for seat := range e.seats {
				to[seat] = int32(e.strength(seat))
			}
			return e.now == 0 // what wins at once is no matter of strength
		},
	}
}
