package tournament

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/dgryski/go-farm"

	"tetrarch/game"
)

// mix makes a seed from a purpose and numbers; equal on every machine.
func mix(purpose string, numbers ...uint64) uint64 {
	b := []byte(purpose)
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return farm.Fingerprint64(b)
}

// generator returns a source of random numbers for a purpose.
func generator(purpose string, numbers ...uint64) *rand.Rand {
	return rand.New(rand.NewPCG(mix(purpose, numbers...), mix(purpose+"/2", numbers...)))
}

// dice are the rolls of one block. The n-th roll of a side is the same in every
// game of the block, whatever was played and rolled between: players who
// exchange seats get each other's luck, even where one game has extra turns.
type dice struct {
	match, block uint64
	rolled       [game.MaxSides]uint64
	list         game.MoveList
}

// roll returns an outcome of the roll that is due at p, with the game's odds.
func (d *dice) roll(p game.Position) game.Move {
	side := p.Base().Side
	rng := generator("dice", d.match, d.block, uint64(side), d.rolled[side])
	d.rolled[side]++
	d.list.Reset()
	p.Generate(&d.list)
	roller, weighted := p.(game.Roller)
	if !weighted {
		return d.list.Moves[rng.IntN(d.list.Len())].Move
	}
	_, den := roller.Weight(d.list.Moves[0].Move)
	left := rng.IntN(den)
	for _, s := range d.list.Moves {
		num, _ := roller.Weight(s.Move)
		if left -= num; left < 0 {
			return s.Move
		}
	}
	return d.list.Moves[d.list.Len()-1].Move
}

// arrangement says which player sits where: an index of players for each place,
// a place being a seat, or a side where there are fewer players than seats.
type arrangement []int

// arrangements returns the games of a block of n players. Two exchange places,
// three take all six orders; four rotate, or take all 24 orders.
func arrangements(n int, all bool) []arrangement {
	if n == 3 || all {
		return permutations(n)
	}
	list := make([]arrangement, n)
	for shift := range list {
		for place := range n {
			list[shift] = append(list[shift], (place+shift)%n)
		}
	}
	return list
}

// permutations returns all orders of 0..n-1, the sorted one first.
func permutations(n int) []arrangement {
	if n == 0 {
		return []arrangement{{}}
	}
	var list []arrangement
	for first := range n {
		for _, rest := range permutations(n - 1) {
			p := arrangement{first}
			for _, x := range rest {
				if x >= first {
					x++
				}
				p = append(p, x)
			}
			list = append(list, p)
		}
	}
	return list
}

// bySeat spreads an arrangement over seats: player index by seat.
func (a arrangement) bySeat(s *game.Seating) [game.MaxSeats]int {
	var at [game.MaxSeats]int
	for seat := range s.Seats {
		place := seat
		if len(a) != s.Seats {
			place = int(s.SideOf[seat])
		}
		at[seat] = a[place]
	}
	return at
}
