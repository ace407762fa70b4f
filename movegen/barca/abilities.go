package barca

import "tetrarch/game"

// CanPass says that no animal of the actor is scared: nothing is forced then,
// and with sixty moves to choose from having to move is hardly ever a burden.
func (p *Position) CanPass() bool { return p.scared == 0 && !p.Over }

// MakePass gives the turn away. Progress starts anew: no position before a pass
// counts as a repetition of one after it.
func (p *Position) MakePass() {
	p.save(game.NoMove)
	p.Key ^= turnKey
	p.Progress = 0
	p.look()
}

// UnmakePass takes back a MakePass.
func (p *Position) UnmakePass() { p.restore() }

// MoveIndexes is the number of move indexes.
func (p *Position) MoveIndexes() int { return int(Kinds) * squares }

// MoveIndex numbers moves by the kind of animal and the square moved to.
func (p *Position) MoveIndex(m game.Move) int {
	k, _, to := Unpack(m)
	return int(k)*squares + int(to)
}

// CanonicalKey is the least of the keys that the position has under the four
// symmetries: the left-right mirror, top and bottom exchanged together with the
// colours, and both.
func (p *Position) CanonicalKey() uint64 {
	var keys [4]uint64
	for side := range 2 {
		for slot, s := range p.at[side][:Slots] {
			k := slot >> 1
			own, other := &animalKeys[side][k], &animalKeys[side^1][k]
			img := &images[s&127]
			keys[0] ^= own[s&127]
			keys[1] ^= own[img[0]&127]
			keys[2] ^= other[img[1]&127]
			keys[3] ^= other[img[2]&127]
		}
	}
	turn, turned := uint64(p.Player&1)*turnKey, uint64(p.Player&1^1)*turnKey
	return min(keys[0]^turn, keys[1]^turn, keys[2]^turned, keys[3]^turned)
}

// images[s] holds s mirrored left to right, top to bottom, and both.
var images = func() (t [rows][3]Square) {
	t[NoSquare] = [3]Square{NoSquare, NoSquare, NoSquare}
	for s := range onBoard {
		f, r := s.File(), s.Rank()
		t[s] = [3]Square{SquareAt(Size-1-f, r), SquareAt(f, Size-1-r), SquareAt(Size-1-f, Size-1-r)}
	}
	return t
}()

// Picture draws the board. Squares are light and dark because a lion never
// leaves its colour.
func (p *Position) Picture() game.Picture {
	var pic game.Picture
	for rank := Size - 1; rank >= 0; rank-- {
		for file := range Size {
			s := SquareAt(file, rank)
			c := game.Cell{Name: s.String(), X: 2 * file, Y: 2 * (Size - 1 - rank), Owner: game.Chance, Shade: shade(s)}
			for side := range 2 {
				if k, ok := p.kindAt(side, s); ok {
					c.Text, c.Owner = string(letters[side][k]), game.Player(side)
				}
			}
			pic.Cells = append(pic.Cells, c)
		}
	}
	return pic
}

func shade(s Square) game.Shade {
	switch {
	case onHole[s] != 0:
		return game.Special
	case (s.File()+s.Rank())%2 == 0:
		return game.Dark
	default:
		return game.Light
	}
}
