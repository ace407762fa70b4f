package endgame

import (
	"strings"
	"sync"

	"tetrarch/movegen/tricolor"
)

// tally counts what is solved.
type tally struct {
	Statistics
	mu        sync.Mutex
	each      func(done, all uint64)
	done, all uint64
}

// add counts a layout.
func (t *tally) add(r *result) {
	var of [256]uint64
	for _, v := range r.values {
		of[v]++
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done += uint64(r.layout.size)
	for v := range int(unused) {
		n := of[v]
		t.Positions += n
		switch {
		case value(v) == draw:
			t.Draws += n
		case v&1 == 0:
			t.Wins += n
		default:
			t.Losses += n
		}
		if n > 0 && v-1 > t.Longest {
			t.Longest, t.Where = v-1, r.example(value(v))
		}
	}
	if t.each != nil {
		t.each(t.done, t.all)
	}
}

// example writes the first position of a value as a text of the game, with
// White to move.
func (r *result) example(v value) string {
	for index, got := range r.values {
		if p, _, ok := r.layout.place(uint32(index)); ok && got == v {
			return r.layout.text(p)
		}
	}
	return ""
}

// text writes a position with White to move.
func (l *layout) text(p place) string {
	columns := [2][kinds]string{
		{"w", "(ww)", "(wb)", "(www)", "(wwb)"},
		{"b", "(bb)", "(bw)", "(bbb)", "(bbw)"},
	}
	var at [cells]string
	for side, a := range l.army {
		for i, k := range a.kinds[:a.n] {
			at[tricolor.Number(int(p[side*most+i]))-1] = columns[side][k]
		}
	}
	var b strings.Builder
	n := 0
	for row, length := range [9]int{5, 6, 7, 8, 9, 8, 7, 6, 5} {
		if row > 0 {
			b.WriteByte('/')
		}
		empty := 0
		for _, unit := range at[n : n+length] {
			if unit == "" {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
				empty = 0
			}
			b.WriteString(unit)
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		n += length
	}
	return b.String() + " w 0 1"
}
