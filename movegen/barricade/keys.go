package barricade

import (
	"strconv"

	"tetrarch/movegen"
)

// keys are the Zobrist keys of a board, made from the names of its fields.
type keys struct {
	wall [MaxFields]uint64
	pawn [MaxHomes][MaxFields]uint64
	// home[h][n] is for n pawns at home h; 0 pawns count too, as a home with
	// no pawn is not a home out of play.
	home [MaxHomes][Pawns + 1]uint64
	// act is for the home to act; phase for a roll due, 1 to 6 rolled, and a
	// barricade in hand.
	act   [MaxHomes]uint64
	phase [inHand + 1]uint64
}

func (k *keys) build(b *Board) {
	for f, name := range b.names {
		k.wall[f] = movegen.Key("barricade/B/" + name)
	}
	for h := range MaxHomes {
		home := "barricade/" + strconv.Itoa(h+1)
		for f, name := range b.names {
			k.pawn[h][f] = movegen.Key(home + "/" + name)
		}
		for n := range k.home[h] {
			k.home[h][n] = movegen.Key(home + "/home/" + strconv.Itoa(n))
		}
		k.act[h] = movegen.Key(home + "/acts")
	}
	for p := range k.phase {
		k.phase[p] = movegen.Key("barricade/phase/" + strconv.Itoa(p))
	}
}
