package barragoon

import (
	"fmt"
	"sort"
	"strings"
)

// oracle is a second implementation of the rules, slow and obvious: a grid of
// letters, paths walked one by one, everything read from texts.
type oracle struct {
	grid    [9][7]byte // by rank and file from 0; '.' is empty
	actor   byte       // 'w' or 'b'
	due     string
	quiet   int
	turn    int
	limit   int
	byEntry bool
}

// compass gives the step of each direction letter.
var compass = map[byte][2]int{'N': {1, 0}, 'E': {0, 1}, 'S': {-1, 0}, 'W': {0, -1}}

// allowed lists each face's passages, entering then leaving direction.
var allowed = map[byte]string{
	'x': "",
	'^': "NN", '>': "EE", 'Y': "SS", '<': "WW",
	'|': "NN SS", '-': "EE WW",
	'N': "EN", 'E': "SE", 'S': "WS", 'W': "NW",
	'n': "WN", 'e': "NE", 's': "ES", 'w': "SW",
	'+': "NE NW ES EN SE SW WN WS",
}

func newOracle(text string, limit int, byEntry bool) *oracle {
	o := &oracle{limit: limit, byEntry: byEntry}
	var rows string
	fmt.Sscanf(text, "%s %c %s %d %d", &rows, &o.actor, &o.due, &o.quiet, &o.turn)
	if o.due == "-" {
		o.due = ""
	}
	for i, row := range strings.Split(rows, "/") {
		file := 0
		for _, c := range []byte(row) {
			if c >= '1' && c <= '7' {
				for range c - '0' {
					o.grid[8-i][file] = '.'
					file++
				}
				continue
			}
			o.grid[8-i][file] = c
			file++
		}
	}
	return o
}

func (o *oracle) text() string {
	var b strings.Builder
	for r := 8; r >= 0; r-- {
		gap := 0
		for f := range 7 {
			if o.grid[r][f] == '.' {
				gap++
				continue
			}
			if gap > 0 {
				fmt.Fprint(&b, gap)
			}
			gap = 0
			b.WriteByte(o.grid[r][f])
		}
		if gap > 0 {
			fmt.Fprint(&b, gap)
		}
		if r > 0 {
			b.WriteByte('/')
		}
	}
	due := o.due
	if due == "" {
		due = "-"
	}
	fmt.Fprintf(&b, " %c %s %d %d", o.actor, due, o.quiet, o.turn)
	return b.String()
}

func tilesOf(seat byte) string {
	if seat == 'w' {
		return "ZDV"
	}
	return "zdv"
}

func other(seat byte) byte { return 'w' + 'b' - seat }

func name(r, f int) string { return string([]byte{byte('a' + f), byte('1' + r)}) }

// tileMoves returns the moves of a seat's tiles.
func (o *oracle) tileMoves(seat byte) []string {
	found := map[string]bool{}
	for r := range 9 {
		for f := range 7 {
			v := strings.IndexByte(tilesOf(seat), o.grid[r][f]) + 2
			if v < 2 {
				continue
			}
			for _, length := range []int{v - 1, v} {
				for d1 := range compass {
					for d2 := range compass {
						for before := 1; before <= length; before++ {
							if r2, f2, ok := o.follow(r, f, d1, d2, before, length, v, seat); ok {
								found[name(r, f)+name(r2, f2)] = true
							}
						}
					}
				}
			}
		}
	}
	return sorted(found)
}

// follow walks before steps in direction d1 and the rest in d2.
func (o *oracle) follow(r, f int, d1, d2 byte, before, length, v int, seat byte) (int, int, bool) {
	if before < length && (d1 == d2 || compass[d1][0] == -compass[d2][0] && compass[d1][1] == -compass[d2][1]) {
		return 0, 0, false // no turn by 90°
	}
	last := byte(0)
	for i := 1; i <= length; i++ {
		d := d1
		if i > before {
			d = d2
		}
		if i > 1 { // leave the square between
			c := o.grid[r][f]
			if c != '.' && (isTile(c) || !strings.Contains(allowed[c], string([]byte{last, d}))) {
				return 0, 0, false
			}
		}
		r, f = r+compass[d][0], f+compass[d][1]
		if r < 0 || r > 8 || f < 0 || f > 6 {
			return 0, 0, false
		}
		last = d
	}
	c := o.grid[r][f]
	switch {
	case c == '.':
		return r, f, true
	case length < v:
		return r, f, false
	case isTile(c):
		return r, f, strings.IndexByte(tilesOf(other(seat)), c) >= 0
	case c == '+' && v == 2:
		return r, f, false
	case o.byEntry && c != 'x' && c != '+':
		for _, p := range strings.Fields(allowed[c]) {
			if p[0] == last {
				return r, f, true
			}
		}
		return r, f, false
	default:
		return r, f, true
	}
}

func isTile(c byte) bool { return strings.IndexByte("ZDVzdv", c) >= 0 }

func (o *oracle) count(letters string) int {
	n := 0
	for r := range 9 {
		for f := range 7 {
			if strings.IndexByte(letters, o.grid[r][f]) >= 0 {
				n++
			}
		}
	}
	return n
}

// result returns why the game is over and who has won, if it is over.
func (o *oracle) result() (reason string, winner byte) {
	switch {
	case o.due != "":
		return "", 0
	case o.count(tilesOf(o.actor)) == 0:
		return "no-tile", other(o.actor)
	case len(o.tileMoves(o.actor)) == 0:
		return "blockade", other(o.actor)
	case len(o.tileMoves(other(o.actor))) > 0 && !o.canEverCapture():
		return "dead", 0
	case o.limit > 0 && o.quiet >= o.limit:
		return "quiet-limit", 0
	}
	return "", 0
}

// canEverCapture says whether any tile, alone on the board with the barragoons,
// can walk to where it captures a barragoon or meets an enemy on its walks.
func (o *oracle) canEverCapture() bool {
	type piece struct {
		c    byte
		r, f int
	}
	var pieces []piece
	alone := *o
	for r := range 9 {
		for f := range 7 {
			if c := o.grid[r][f]; isTile(c) {
				pieces = append(pieces, piece{c, r, f})
				alone.grid[r][f] = '.'
			}
		}
	}
	full := make([]map[string]bool, len(pieces)) // squares where a full move can end
	been := make([]map[string]bool, len(pieces)) // squares where it can stand
	for i, p := range pieces {
		full[i], been[i] = map[string]bool{}, map[string]bool{name(p.r, p.f): true}
		seat := byte('w')
		if p.c >= 'a' {
			seat = 'b'
		}
		for todo := []string{name(p.r, p.f)}; len(todo) > 0; todo = todo[1:] {
			here := alone
			r, f := int(todo[0][1]-'1'), int(todo[0][0]-'a')
			here.grid[r][f] = p.c
			v := strings.IndexByte(tilesOf(seat), p.c) + 2
			for _, m := range here.tileMoves(seat) {
				to := m[2:]
				r2, f2 := int(to[1]-'1'), int(to[0]-'a')
				if here.grid[r2][f2] != '.' {
					return true
				}
				if (abs(r2-r)+abs(f2-f))%2 == v%2 {
					full[i][to] = true
				}
				if !been[i][to] {
					been[i][to] = true
					todo = append(todo, to)
				}
			}
		}
	}
	for i, p := range pieces {
		for j, q := range pieces {
			if (p.c >= 'a') == (q.c >= 'a') {
				continue
			}
			for to := range full[i] {
				if been[j][to] {
					return true
				}
			}
		}
	}
	return false
}

func abs(x int) int { return max(x, -x) }

// actions returns all legal actions, sorted.
func (o *oracle) actions() []string {
	if reason, _ := o.result(); reason != "" {
		return nil
	}
	if o.due == "" {
		return o.tileMoves(o.actor)
	}
	found := map[string]bool{}
	for r := range 9 {
		for f := range 7 {
			if o.grid[r][f] == '.' {
				for c := range allowed {
					found[string(c)+"@"+name(r, f)] = true
				}
			}
		}
	}
	return sorted(found)
}

// play makes an action.
func (o *oracle) play(action string) {
	r, f := int(action[3]-'1'), int(action[2]-'a')
	mover := o.actor
	if o.due != "" {
		mover = o.due[len(o.due)-1]
		o.grid[r][f] = action[0]
		o.due = o.due[1:]
	} else {
		r0, f0 := int(action[1]-'1'), int(action[0]-'a')
		taken := o.grid[r][f]
		o.grid[r][f], o.grid[r0][f0] = o.grid[r0][f0], '.'
		o.quiet++
		if taken != '.' {
			o.quiet = 0
		}
		switch {
		case taken == '.':
		case !isTile(taken):
			o.due = string(mover)
		case o.count(tilesOf(other(mover))) > 0:
			o.due = string([]byte{other(mover), mover})
		}
	}
	if o.due != "" {
		o.actor = o.due[0]
		return
	}
	o.actor = other(mover)
	if mover == 'b' {
		o.turn++
	}
}

func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for s := range set {
		list = append(list, s)
	}
	sort.Strings(list)
	return list
}
