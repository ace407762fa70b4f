package barricade

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// oracle is the rules page in slow, obvious code: a grid of symbols, maps, and a
// depth-first search step by step. It shares nothing with the package.
type oracle struct {
	grid     map[point]byte
	height   int
	mustMove bool
	closed   int

	walls map[point]bool
	pawns map[point]int // home 1 to 4
	home  map[int]int   // pawns at home, by home in play
	teams string
	act   int
	phase byte // '-', '1' to '6', 'b'
	turn  int
	over  bool
}

type point struct{ x, rank int }

func (p point) String() string { return fmt.Sprintf("%c%d", 'a'+p.x, p.rank) }

func newOracle(board, homes, teams string, mustMove bool, closed int) *oracle {
	o := &oracle{
		grid: map[point]byte{}, walls: map[point]bool{}, pawns: map[point]int{}, home: map[int]int{},
		teams: teams, mustMove: mustMove, closed: closed, phase: '-', turn: 1, act: int(homes[0] - '0'),
	}
	lines := strings.Split(strings.TrimRight(board, "\n "), "\n")
	o.height = len(lines)
	for y, line := range lines {
		for x := range len(line) {
			if line[x] == ' ' {
				continue
			}
			p := point{x, o.height - y}
			o.grid[p] = line[x]
			if line[x] == 'B' {
				o.walls[p] = true
			}
		}
	}
	for _, h := range homes {
		o.home[int(h-'0')] = 5
	}
	return o
}

func (o *oracle) exit(home int) point {
	for p, s := range o.grid {
		if s == '0'+byte(home) {
			return p
		}
	}
	panic("no exit")
}

func (o *oracle) friends(a, b int) bool {
	for _, team := range strings.Split(o.teams, "/") {
		if strings.Contains(team, fmt.Sprint(a)) && strings.Contains(team, fmt.Sprint(b)) {
			return true
		}
	}
	return a == b
}

// walk collects the fields on which a move of n more steps may end.
func (o *oracle) walk(at point, from *point, n int, ends map[point]bool) {
	if n == 0 {
		if h, taken := o.pawns[at]; !taken || !o.friends(h, o.act) {
			ends[at] = true
		}
		return
	}
	if o.walls[at] {
		return
	}
	for _, to := range []point{{at.x - 1, at.rank}, {at.x + 1, at.rank}, {at.x, at.rank - 1}, {at.x, at.rank + 1}} {
		if o.grid[to] != 0 && (from == nil || *from != to) {
			o.walk(to, &at, n-1, ends)
		}
	}
}

func (o *oracle) legal() []string {
	var list []string
	switch {
	case o.over:
	case o.phase == '-':
		list = strings.Fields("1 2 3 4 5 6")
	case o.phase == 'b':
		for p, s := range o.grid {
			if _, taken := o.pawns[p]; !taken && !o.walls[p] && s != 'G' && p.rank > o.closed {
				list = append(list, "B@"+p.String())
			}
		}
	default:
		n := int(o.phase - '0')
		if o.home[o.act] > 0 {
			ends := map[point]bool{}
			o.walk(o.exit(o.act), nil, n-1, ends)
			for p := range ends {
				list = append(list, "P@"+p.String())
			}
		}
		for at, h := range o.pawns {
			if h == o.act {
				ends := map[point]bool{}
				o.walk(at, nil, n, ends)
				for p := range ends {
					list = append(list, at.String()+p.String())
				}
			}
		}
		if !o.mustMove || len(list) == 0 {
			list = append(list, "pass")
		}
	}
	sort.Strings(list)
	return list
}

func (o *oracle) read(s string) point {
	for p := range o.grid {
		if p.String() == s {
			return p
		}
	}
	panic("no field " + s)
}

func (o *oracle) play(action string) {
	switch {
	case o.phase == '-':
		o.phase = action[0]
		return
	case action == "pass":
	case o.phase == 'b':
		o.walls[o.read(action[2:])] = true
	default:
		var to point
		if action[1] == '@' {
			o.home[o.act]--
			to = o.read(action[2:])
		} else {
			cut := 1 + strings.IndexFunc(action[1:], func(r rune) bool { return r >= 'a' })
			delete(o.pawns, o.read(action[:cut]))
			to = o.read(action[cut:])
		}
		if victim, hit := o.pawns[to]; hit {
			o.home[victim]++
		}
		o.pawns[to] = o.act
		o.over = o.grid[to] == 'G'
		if o.walls[to] {
			delete(o.walls, to)
			o.phase = 'b'
			return
		}
	}
	o.phase = '-'
	o.turn++
	for {
		o.act = o.act%4 + 1
		if _, plays := o.home[o.act]; plays {
			return
		}
	}
}

func (o *oracle) text() string {
	list := func(of func(point) bool) []string {
		var names []string
		for p := range o.grid {
			if of(p) {
				names = append(names, p.String())
			}
		}
		slices.Sort(names)
		return names
	}
	walls := strings.Join(list(func(p point) bool { return o.walls[p] }), ",")
	if walls == "" {
		walls = "-"
	}
	var homes []string
	for h := 1; h <= 4; h++ {
		n, plays := o.home[h]
		if !plays {
			homes = append(homes, "-")
			continue
		}
		pawns := list(func(p point) bool { return o.pawns[p] == h })
		homes = append(homes, strings.Join(append([]string{fmt.Sprint(n)}, pawns...), ","))
	}
	return fmt.Sprintf("%s %s %s %d %c %d", walls, strings.Join(homes, "/"), o.teams, o.act, o.phase, o.turn)
}
