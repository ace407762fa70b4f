package barragoon

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tetrarch/game"
)

func onBoard(set uint64) int { return bits.OnesCount64(set) }

// AppendText appends the position's text: rows from rank 9 down, actor,
// placements due, tile moves since the last capture, turn number.
func (p *Position) AppendText(b []byte) ([]byte, error) {
	for rank := ranks - 1; rank >= 0; rank-- {
		gap := byte(0)
		for file := range files {
			c := p.letterAt(rank*files + file)
			if c == 0 {
				gap++
				continue
			}
			if gap > 0 {
				b = append(b, '0'+gap)
				gap = 0
			}
			b = append(b, c)
		}
		if gap > 0 {
			b = append(b, '0'+gap)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', "wb"[p.phase.actor()], ' ')
	b = append(b, due[p.phase]...)
	b = strconv.AppendInt(append(b, ' '), int64(p.quiet), 10)
	return strconv.AppendInt(append(b, ' '), int64(p.turn), 10), nil
}

// letterAt returns the letter of what stands on s, 0 for nothing.
func (b *board) letterAt(s int) byte {
	bit := uint64(1) << s
	if b.barragoons&bit != 0 {
		return faceLetters[b.faceAt(s)]
	}
	for seat, letters := range tileLetters {
		if k := b.kindAt(seat, bit); k >= 0 {
			return letters[k]
		}
	}
	return 0
}

// Parse reads a position text. It accepts fewer pieces than play would leave,
// and refuses any text but the canonical one.
func (v *variant) Parse(text string) (game.Position, error) {
	p := &Position{variant: v}
	p.witness = noWitness
	fields := strings.Split(text, " ")
	if len(fields) != 5 {
		return nil, fmt.Errorf("barragoon position %q: %d fields: want 5, parted by one space: rows, actor, placements due, quiet moves, turn", text, len(fields))
	}
	if err := p.parseRows(fields[0]); err != nil {
		return nil, fmt.Errorf("barragoon position %q: %w", text, err)
	}
	if err := p.parsePhase(fields[1], fields[2]); err != nil {
		return nil, fmt.Errorf("barragoon position %q: %w", text, err)
	}
	if err := p.parseCounters(fields[3], fields[4]); err != nil {
		return nil, fmt.Errorf("barragoon position %q: %w", text, err)
	}
	if !p.phase.placing() {
		p.settle()
	}
	return p, nil
}

func (p *Position) parseRows(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return fmt.Errorf("%d rows: want %d, from rank 9 down, parted by /", len(rows), ranks)
	}
	for i, row := range rows {
		rank, file, digit := ranks-1-i, 0, false
		for j := range len(row) {
			c := row[j]
			width := 1
			if c >= '1' && c <= '0'+files {
				if digit {
					return fmt.Errorf("row %q of rank %d: two numbers side by side: want their sum", row, rank+1)
				}
				width = int(c - '0')
			}
			digit = c >= '1' && c <= '0'+files
			if file+width > files {
				return fmt.Errorf("row %q of rank %d: more than %d squares", row, rank+1, files)
			}
			if !digit && !p.put(c, rank*files+file) {
				return fmt.Errorf("row %q of rank %d: letter %q: want one of ZDV zdv %s or a number from 1 to %d", row, rank+1, c, faceLetters, files)
			}
			file += width
		}
		if file != files {
			return fmt.Errorf("row %q of rank %d: %d squares: want %d", row, rank+1, file, files)
		}
	}
	for seat, letters := range tileLetters {
		for k, most := range inPlay {
			if n := onBoard(p.tiles[seat][k]); n > most {
				return fmt.Errorf("%d tiles %c: want at most %d", n, letters[k], most)
			}
		}
	}
	return nil
}

// put sets up the piece of a letter on s; it says whether the letter is one.
func (p *Position) put(c byte, s int) bool {
	for seat, letters := range tileLetters {
		if k := strings.IndexByte(letters, c); k >= 0 {
			p.tiles[seat][k] |= 1 << s
			p.xorKeys(tileKeys[seat][k][s], tileKeys[seat][k][mirrored(s)])
			return true
		}
	}
	f, ok := parseFace(c)
	if ok {
		p.toggleKeyed(f, s)
	}
	return ok
}

// parsePhase reads who decides what. The last of the placements due is the
// mover's, who has just captured with a tile that still stands; before it comes
// that of the seat that has lost a tile, but not its last.
func (p *Position) parsePhase(actor, placements string) error {
	if actor != "w" && actor != "b" {
		return fmt.Errorf("actor %q: want w or b", actor)
	}
	seat := strings.Index("wb", actor)
	i := slices.Index(due[:], placements)
	if i < 0 {
		return fmt.Errorf("placements due %q: want -, w, b, wb or bw", placements)
	}
	h := phase(i)
	if !h.placing() {
		h = whiteMoves + phase(seat)
	}
	if h.actor() != seat {
		return fmt.Errorf("actor %q with placements due %q: want the first of those who place", actor, placements)
	}
	if h.placing() {
		mover := strings.IndexByte("wb", placements[len(placements)-1])
		if p.side(mover) == 0 {
			return fmt.Errorf("placements due %q: %c has captured and needs a tile", placements, "wb"[mover])
		}
	}
	if n := onBoard(p.side(seat)); h >= whiteThenBrown && (n == 0 || n == 7) {
		return fmt.Errorf("placements due %q: %s has just lost a tile, but not the last: want 1 to 6 tiles, not %d", placements, actor, n)
	}
	held := len(strings.Trim(placements, "-"))
	if n := onBoard(p.barragoons) + held; n > supply {
		return fmt.Errorf("%d barragoons, those in hand included: want at most %d", n, supply)
	}
	p.xorKeys(phaseKeys[p.phase], phaseKeys[p.phase])
	p.enterPhase(h)
	return nil
}

func (p *Position) parseCounters(quiet, turn string) (err error) {
	most := int32(maxCount)
	if p.phase.placing() {
		most = 0 // a capture has just been made
	} else if p.variant.quiet > 0 {
		most = p.variant.quiet
	}
	if p.quiet, err = parseCount(quiet, 0, most); err != nil {
		return fmt.Errorf("tile moves since the last capture: %w", err)
	}
	if p.turn, err = parseCount(turn, 1, maxCount); err != nil {
		return fmt.Errorf("turn number: %w", err)
	}
	return nil
}

// parseCount reads a canonical decimal number.
func parseCount(t string, least, most int32) (int32, error) {
	n, err := strconv.ParseInt(t, 10, 32)
	if err != nil || strconv.FormatInt(n, 10) != t || int32(n) < least || int32(n) > most {
		return 0, fmt.Errorf("%q: want a number from %d to %d", t, least, most)
	}
	return int32(n), nil
}

// FormatMove writes a tile move as "d2d5" and a placement as "x@a1".
func (p *Position) FormatMove(m game.Move) string {
	if isPlacement(m) {
		return placedFace(m).String() + "@" + squareName(target(m))
	}
	return squareName(source(m)) + squareName(target(m))
}

// ParseMove reads an action that is legal here.
func (p *Position) ParseMove(t string) (game.Move, error) {
	switch {
	case p.Over:
		return game.NoMove, fmt.Errorf("action %q: the game is over (%s)", t, p.Reason())
	case p.phase.placing():
		return p.parsePlacement(t)
	default:
		return p.parseTileMove(t)
	}
}

func (p *Position) parsePlacement(t string) (game.Move, error) {
	if len(t) == 4 && t[1] == '@' {
		f, known := parseFace(t[0])
		s, ok := parseSquare(t[2:])
		if known && ok {
			if p.empty()&(1<<s) == 0 {
				return game.NoMove, fmt.Errorf("placement %q: %s is not empty", t, t[2:])
			}
			return place(f, s), nil
		}
	}
	return game.NoMove, fmt.Errorf("action %q: a placement is due: want a face of %s, @ and a square, as in x@a1", t, faceLetters)
}

func (p *Position) parseTileMove(t string) (game.Move, error) {
	if len(t) == 4 {
		from, ok := parseSquare(t[:2])
		to, ok2 := parseSquare(t[2:])
		if ok && ok2 {
			k := p.kindAt(p.phase.actor(), 1<<from)
			if k < 0 {
				return game.NoMove, fmt.Errorf("tile move %q: no tile of %s stands on %s", t, game.TwoSeats.Names[p.Player], t[:2])
			}
			if p.targets(k, 1<<from)&(1<<to) == 0 {
				return game.NoMove, fmt.Errorf("tile move %q: the %d-tile on %s cannot move to %s", t, k+lowestValue, t[:2], t[2:])
			}
			return tileMove(k, from, to), nil
		}
	}
	return game.NoMove, fmt.Errorf("action %q: a tile move is due: want two squares, as in d2d5", t)
}
