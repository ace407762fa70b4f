package barragoon

import "strings"

// face is what a barragoon shows. Faces are numbered in the order of their
// letters in faceLetters.
type face uint8

const (
	noWay    face = 0
	allTurns face = 15
	faces         = 16

	oneWays   face = 1  // + direction
	twoWays   face = 5  // north–south, then east–west
	leftTurns face = 7  // + direction of leaving
	rightTurn face = 11 // + direction of leaving

	faceLetters = "x^>Y<|-NESWnesw+"
)

// A passage is a way through a square, named by how it turns and where it
// leaves. Sets of passages have bit
//
//	e        straight on, leaving in direction e
//	4 + 2e   a left turn, leaving in direction e
//	5 + 2e   a right turn, leaving in direction e
const passages = 12

func straightOn(e direction) uint16  { return 1 << e }
func leftTurnTo(e direction) uint16  { return 1 << (4 + 2*e) }
func rightTurnTo(e direction) uint16 { return 1 << (5 + 2*e) }
func leaving(p int) direction {
	if p < 4 {
		return direction(p)
	}
	return direction(p-4) / 2
}

// entering returns the direction of travel in which passage p is entered.
func entering(p int) direction {
	e := leaving(p)
	switch {
	case p < 4:
		return e
	case p%2 == 0:
		return e.right() // a left turn to e comes from where e is left
	default:
		return e.left()
	}
}

func (f face) String() string { return faceLetters[f : f+1] }

func parseFace(c byte) (f face, ok bool) {
	i := strings.IndexByte(faceLetters, c)
	return face(i), i >= 0
}

// passages returns the passages that f allows, as the table of faces in the
// rules lists them.
func (f face) passages() uint16 {
	switch {
	case f == noWay:
		return 0
	case f == allTurns:
		return 1<<passages - 1<<4
	case f < twoWays:
		return straightOn(direction(f - oneWays))
	case f == twoWays:
		return straightOn(north) | straightOn(south)
	case f < leftTurns:
		return straightOn(east) | straightOn(west)
	case f < rightTurn:
		return leftTurnTo(direction(f - leftTurns))
	default:
		return rightTurnTo(direction(f - rightTurn))
	}
}

// entries returns the directions of travel in which f can be entered, bit d for
// direction d.
func (f face) entries() uint8 {
	var ds uint8
	for p := range passages {
		if f.passages()>>p&1 != 0 {
			ds |= 1 << entering(p)
		}
	}
	return ds
}

// mirrored returns the face's image when left and right are exchanged.
func (f face) mirrored() face {
	flip := func(d face) face { return (4 - d) & 3 }
	switch {
	case f >= oneWays && f < twoWays:
		return oneWays + flip(f-oneWays)
	case f >= leftTurns && f < rightTurn:
		return rightTurn + flip(f-leftTurns)
	case f >= rightTurn && f < allTurns:
		return leftTurns + flip(f-rightTurn)
	default:
		return f
	}
}

// passable has the passages of each face on each square that both come from the
// board and stay on it: at edges and in corners fewer than the face allows.
var passable = func() (t [squares][faces]uint16) {
	for s := range squares {
		for p := range passages {
			if step(1<<s, leaving(p)) == 0 || step(1<<s, (entering(p)+2)&3) == 0 {
				continue
			}
			for f := range faces {
				t[s][f] |= face(f).passages() & (1 << p)
			}
		}
	}
	return t
}()

// alikeFaces returns for each square and face the first face that can be passed
// and captured there in the same ways. All turns stands alone since 2-tiles
// never capture it.
func alikeFaces(enter *[faces]uint8) (t [squares][faces]uint8) {
	for s := range squares {
		var from uint8 // the directions in which the square can be entered
		for d := range directions {
			if step(1<<s, (d+2)&3) != 0 {
				from |= 1 << d
			}
		}
		for f := range faces {
			for g := range f + 1 {
				if passable[s][f] == passable[s][g] && enter[f]&from == enter[g]&from && (face(f) == allTurns) == (face(g) == allTurns) {
					t[s][f] = uint8(g)
					break
				}
			}
		}
	}
	return t
}
