package tricolor

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// oracle plays Tricolor from its rules, cell by cell and man by man, with no
// thought of speed. A column is a string of men from top to bottom.
type oracle struct {
	seats       string // "wb" or "wbr"
	colours     string // of classes 0, 1, 2
	merge       string
	limit       int
	men         map[spot]string
	player      string
	quiet, turn int
	result      string // "", or the winner, or "draw"
	dropped     string
}

type spot struct{ row, i int }

func oracleSpots() (all []spot) {
	for row, n := range []int{5, 6, 7, 8, 9, 8, 7, 6, 5} {
		for i := range n {
			all = append(all, spot{row, i})
		}
	}
	return all
}

func (s spot) exists() bool {
	return s.row >= 0 && s.row <= 8 && s.i >= 0 && s.i < 9-max(s.row-4, 4-s.row)
}

// step goes one cell in one of six directions, all named by sight.
func (s spot) step(direction string) spot {
	upper := s.row < 4  // the row below is longer
	under := s.row <= 4 // the row above is shorter
	switch direction {
	case "left":
		return spot{s.row, s.i - 1}
	case "right":
		return spot{s.row, s.i + 1}
	case "down-left":
		if upper {
			return spot{s.row + 1, s.i}
		}
		return spot{s.row + 1, s.i - 1}
	case "down-right":
		if upper {
			return spot{s.row + 1, s.i + 1}
		}
		return spot{s.row + 1, s.i}
	case "up-left":
		if under {
			return spot{s.row - 1, s.i - 1}
		}
		return spot{s.row - 1, s.i}
	case "up-right":
		if under {
			return spot{s.row - 1, s.i}
		}
		return spot{s.row - 1, s.i + 1}
	}
	panic(direction)
}

func (s spot) number() int { return slices.Index(oracleSpots(), s) + 1 }

func (o *oracle) strength(s spot, men string) int {
	q, z := s.i-min(s.row, 4), s.row-4
	colour := o.colours[((q-z)%3+3)%3]
	return min(len(men), 3) * (strings.IndexByte("wbr", colour) + 1)
}

func newOracle(setup map[string]string, text string) *oracle {
	o := &oracle{seats: "wb", colours: "rwb", merge: "free", limit: 100, men: map[spot]string{}}
	for name, value := range setup {
		switch name {
		case "players":
			o.seats = map[string]string{"2": "wb", "3": "wbr"}[value]
		case "colours":
			o.colours = value
		case "merge":
			o.merge = value
		case "quiet":
			o.limit, _ = strconv.Atoi(value)
		}
	}
	fields := strings.Fields(text)
	rest := strings.ReplaceAll(fields[0], "/", "")
	for spots := oracleSpots(); len(spots) > 0; {
		switch c := rest[0]; {
		case c >= '1' && c <= '9':
			spots, rest = spots[c-'0':], rest[1:]
		case c == '(':
			end := strings.Index(rest, ")")
			o.men[spots[0]] = rest[1:end]
			spots, rest = spots[1:], rest[end+1:]
		default:
			o.men[spots[0]] = rest[:1]
			spots, rest = spots[1:], rest[1:]
		}
	}
	o.player = fields[1]
	o.quiet, _ = strconv.Atoi(fields[2])
	o.turn, _ = strconv.Atoi(fields[3])
	for _, c := range o.seats {
		if !o.hasUnit(string(c)) {
			o.dropped += string(c)
		}
	}
	o.judge()
	return o
}

func (o *oracle) hasUnit(seat string) bool {
	for _, men := range o.men {
		if men[:1] == seat {
			return true
		}
	}
	return false
}

// moves lists what can be done, attacks apart.
func (o *oracle) moves() (quiet, attacks []string) {
	for from, men := range o.men {
		if men[:1] != o.player {
			continue
		}
		for _, d := range []string{"left", "right", "up-left", "up-right", "down-left", "down-right"} {
			to := from
			for range min(len(men), 3) {
				to = to.step(d)
				if !to.exists() {
					break
				}
				other, taken := o.men[to]
				name := func(sign string) string { return fmt.Sprint(from.number(), sign, to.number()) }
				a, b := o.strength(from, men), o.strength(to, other)
				switch {
				case !taken:
					quiet = append(quiet, strings.ReplaceAll(name("-"), " ", ""))
					continue
				case other[:1] != o.player && a > b:
					attacks = append(attacks, strings.ReplaceAll(name("x"), " ", ""))
				case other[:1] == o.player && (o.merge == "free" || o.merge == "stronger" && a > b):
					quiet = append(quiet, strings.ReplaceAll(name("-"), " ", ""))
				}
				break
			}
		}
	}
	return quiet, attacks
}

func (o *oracle) legal() []string {
	if o.result != "" {
		return nil
	}
	quiet, attacks := o.moves()
	if len(attacks) > 0 {
		quiet = attacks
	}
	if len(quiet) == 0 {
		quiet = []string{"pass"}
	}
	sort.Strings(quiet)
	return quiet
}

func (o *oracle) play(action string) {
	o.quiet++
	if action != "pass" {
		o.enter(action)
	}
	for _, c := range o.seats {
		if seat := string(c); !strings.Contains(o.dropped, seat) && !o.hasUnit(seat) {
			o.dropped += seat
			for s, men := range o.men {
				if len(o.seats) == 3 {
					o.men[s] = strings.ReplaceAll(men, seat, "")
				}
			}
		}
	}
	for {
		i := strings.Index(o.seats, o.player) + 1
		if i == len(o.seats) {
			i = 0
			o.turn++
		}
		o.player = o.seats[i : i+1]
		if len(o.seats) == 2 || !strings.Contains(o.dropped, o.player) {
			break
		}
	}
	o.judge()
}

func (o *oracle) enter(action string) {
	spots := oracleSpots()
	var numbers [2]int
	fmt.Sscan(strings.NewReplacer("-", " ", "x", " ").Replace(action), &numbers[0], &numbers[1])
	from, to := spots[numbers[0]-1], spots[numbers[1]-1]
	men, other := o.men[from], o.men[to]
	if other != "" {
		o.quiet = 0
	}
	if strings.Contains(action, "x") && o.strength(from, men) >= 2*o.strength(to, other) {
		kept := ""
		for _, c := range other {
			if string(c) == o.player {
				kept += string(c)
			}
		}
		other = kept
	}
	delete(o.men, from)
	o.men[to] = men + other
}

func (o *oracle) judge() {
	in := ""
	for _, c := range o.seats {
		if !strings.Contains(o.dropped, string(c)) {
			in += string(c)
		}
	}
	if len(in) == 1 {
		o.result = in
		return
	}
	quiet, attacks := o.moves()
	if len(quiet)+len(attacks) == 0 && len(in) == 2 {
		o.result = strings.ReplaceAll(in, o.player, "")
	} else if o.limit > 0 && o.quiet >= o.limit {
		o.result = "draw"
	}
}

func (o *oracle) text() string {
	var b strings.Builder
	row, empty := 0, 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&b, empty)
			empty = 0
		}
	}
	for _, s := range oracleSpots() {
		if s.row != row {
			flush()
			b.WriteByte('/')
			row = s.row
		}
		switch men := o.men[s]; len(men) {
		case 0:
			empty++
		case 1:
			flush()
			b.WriteString(men)
		default:
			flush()
			b.WriteString("(" + men + ")")
		}
	}
	flush()
	return fmt.Sprintf("%s %s %d %d", b.String(), o.player, o.quiet, o.turn)
}
