package barca

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tetrarch/game"
)

// oracle is a second, obvious set of rules: a board of letters, walked a step at
// a time. It shares nothing with Position but the texts.
type oracle struct {
	cells [10][10]byte // by rank and file; 0 is empty
	black bool
	turn  int
}

// readOracle reads a valid position text.
func readOracle(text string) oracle {
	var o oracle
	fields := strings.Fields(text)
	for i, row := range strings.Split(fields[0], "/") {
		file := 0
		for row != "" {
			switch {
			case strings.HasPrefix(row, "10"):
				file, row = 10, row[2:]
			case row[0] >= '1' && row[0] <= '9':
				file, row = file+int(row[0]-'0'), row[1:]
			default:
				o.cells[9-i][file] = row[0]
				file, row = file+1, row[1:]
			}
		}
	}
	o.black = fields[1] == "b"
	o.turn, _ = strconv.Atoi(fields[2])
	return o
}

// text writes the position as readOracle reads it.
func (o *oracle) text() string {
	var b strings.Builder
	for rank := 9; rank >= 0; rank-- {
		empty := 0
		for file := range 10 {
			if o.cells[rank][file] == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			b.WriteByte(o.cells[rank][file])
			empty = 0
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	side := " w "
	if o.black {
		side = " b "
	}
	return b.String() + side + strconv.Itoa(o.turn)
}

func isBlack(c byte) bool { return c >= 'a' }

// feared is the enemy animal that an animal fears: a mouse lions, a lion
// elephants, an elephant mice.
var feared = map[byte]byte{'M': 'l', 'L': 'e', 'E': 'm', 'm': 'L', 'l': 'E', 'e': 'M'}

// scaredAt says whether animal c is or would be scared on a square.
func (o *oracle) scaredAt(c byte, rank, file int) bool {
	for r := rank - 1; r <= rank+1; r++ {
		for f := file - 1; f <= file+1; f++ {
			if r >= 0 && r < 10 && f >= 0 && f < 10 && o.cells[r][f] == feared[c] {
				return true
			}
		}
	}
	return false
}

type oracleMove struct{ fromRank, fromFile, toRank, toFile int }

func (m oracleMove) text() string {
	name := func(rank, file int) string { return string(rune('a'+file)) + strconv.Itoa(rank+1) }
	return name(m.fromRank, m.fromFile) + name(m.toRank, m.toFile)
}

// walks lists where the animal on a square can slide to.
func (o *oracle) walks(rank, file int) (moves []oracleMove) {
	c := o.cells[rank][file]
	for dr := -1; dr <= 1; dr++ {
		for df := -1; df <= 1; df++ {
			straight, slanted := (dr == 0) != (df == 0), dr != 0 && df != 0
			switch c {
			case 'M', 'm':
				if !straight {
					continue
				}
			case 'L', 'l':
				if !slanted {
					continue
				}
			default:
				if !straight && !slanted {
					continue
				}
			}
			r, f := rank+dr, file+df
			for r >= 0 && r < 10 && f >= 0 && f < 10 && o.cells[r][f] == 0 {
				moves = append(moves, oracleMove{rank, file, r, f})
				r, f = r+dr, f+df
			}
		}
	}
	return moves
}

// won says which side, 'w' or 'b', stands on three watering holes; 0 if none.
func (o *oracle) won() byte {
	white, black := 0, 0
	for _, h := range [][2]int{{3, 3}, {3, 6}, {6, 3}, {6, 6}} {
		if c := o.cells[h[0]][h[1]]; c != 0 {
			if isBlack(c) {
				black++
			} else {
				white++
			}
		}
	}
	switch {
	case white >= 3:
		return 'w'
	case black >= 3:
		return 'b'
	}
	return 0
}

// moves lists the legal moves, and says whether they are escapes.
func (o *oracle) moves() (legal []oracleMove, forced bool) {
	if o.won() != 0 {
		return nil, false
	}
	var escapes, other []oracleMove
	for rank := range 10 {
		for file := range 10 {
			c := o.cells[rank][file]
			if c == 0 || isBlack(c) != o.black {
				continue
			}
			walks := o.walks(rank, file)
			var safe []oracleMove
			for _, m := range walks {
				o.cells[rank][file] = 0
				if !o.scaredAt(c, m.toRank, m.toFile) {
					safe = append(safe, m)
				}
				o.cells[rank][file] = c
			}
			switch scared := o.scaredAt(c, rank, file); {
			case scared && len(safe) > 0:
				escapes = append(escapes, safe...)
			case scared:
				other = append(other, walks...)
			default:
				other = append(other, safe...)
			}
		}
	}
	if len(escapes) > 0 {
		return escapes, true
	}
	return other, false
}

func (o *oracle) play(m oracleMove) {
	o.cells[m.toRank][m.toFile] = o.cells[m.fromRank][m.fromFile]
	o.cells[m.fromRank][m.fromFile] = 0
	if o.black {
		o.turn++
	}
	o.black = !o.black
}

// moveTexts lists the legal moves as text, sorted.
func (o *oracle) moveTexts() []string {
	legal, _ := o.moves()
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = m.text()
	}
	slices.Sort(texts)
	return texts
}

// randomOracle puts up to all animals on random squares: in style 0 anywhere, in
// 1 close together, where fear and traps are common, in 2 a few of them in a
// corner, where moves are rare, in 3 often on watering holes.
func randomOracle(rng *rand.Rand, style int) oracle {
	o := oracle{black: rng.IntN(2) == 1, turn: 1 + rng.IntN(200)}
	size, missing, corner := 10, 0.1, [2]int{}
	switch style {
	case 1:
		size, missing = 3+rng.IntN(3), 0.25
		corner = [2]int{rng.IntN(11 - size), rng.IntN(11 - size)}
	case 2:
		size, missing = 3, 0.7
		corner = [2]int{7 * rng.IntN(2), 7 * rng.IntN(2)}
	}
	for _, c := range []byte("EEMMLLeemmll") {
		if rng.Float64() < missing {
			continue
		}
		for range 20 {
			r, f := corner[0]+rng.IntN(size), corner[1]+rng.IntN(size)
			if style == 3 && rng.IntN(3) == 0 {
				r, f = 3+3*rng.IntN(2), 3+3*rng.IntN(2)
			}
			if o.cells[r][f] == 0 {
				o.cells[r][f] = c
				break
			}
		}
	}
	return o
}

// sortedTexts lists the legal moves of p as text, sorted.
func sortedTexts(p *Position) []string {
	var l game.MoveList
	p.Generate(&l)
	texts := make([]string, 0, l.Len())
	for _, m := range l.Moves {
		texts = append(texts, p.FormatMove(m.Move))
	}
	slices.Sort(texts)
	return texts
}
