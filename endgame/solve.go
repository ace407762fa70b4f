package endgame

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// The analysis goes backward from the ends of games (Thompson 1986). Layouts are
// solved a pair at a time, a layout and its twin: steps lead from one to the
// other, and all other moves to fewer units, which are solved before.
//
// First every position is looked at once. Where an attack is compulsory or no
// step is possible, its value follows from fewer units and is final. Elsewhere
// the best merge is noted and the steps are counted. Then values spread from
// position to predecessor in the order of their distance: a loss makes a win of
// every predecessor that has no sooner one, a win takes one step off the count
// of each, and who has no step left has lost. Whatever no value reaches is a
// draw.
//
// Mirror images share an entry. A position that keeps k of the six symmetries
// has 6/k images; if m moves lead from it to the images of a second, which
// keeps j, then m*j/k moves lead back. So steps are counted in 6/k-ths, and a
// position that is found to be won takes off 6/j for every move back.

// result is a solved layout.
type result struct {
	layout *layout
	values []value // by index; 255 where the index is not used
}

const unused value = 255

// half is one layout of a pair under analysis.
type half struct {
	layout *layout
	values []value
	merges []value  // of the best merge, where there is one
	steps  []uint16 // steps left that are not known to lose, in sixths
	queue  [longest + 2][]uint32
}

// Counts of steps that mean something else.
const (
	closed  = 0xFFFF // the value is final without steps
	neverIn = 0xFFFE // a merge draws or wins, so that losing steps do not matter
)

// solver holds what the analysis of a pair needs of others.
type solver struct {
	of func(*layout, place) value
}

// pair solves a layout and its twin.
func (s *solver) pair(l *layout) ([]*result, error) {
	halves := []*half{newHalf(l)}
	if l.twin != l {
		halves = append(halves, newHalf(l.twin))
	}
	other := func(i int) *half { return halves[len(halves)-1-i] }
	for _, h := range halves {
		s.open(h)
	}
	for v := lost; v < longest; v++ {
		for i, h := range halves {
			for _, index := range h.queue[v] {
				if err := h.spread(index, v, other(i)); err != nil {
					return nil, err
				}
			}
			h.queue[v] = nil
		}
	}
	var all []*result
	for _, h := range halves {
		if len(h.queue[longest]) > 0 {
			return nil, fmt.Errorf("a win or loss of %v takes more than %d plies", h.layout, longest-1)
		}
		all = append(all, &result{h.layout, h.values})
	}
	return all, nil
}

func newHalf(l *layout) *half {
	return &half{layout: l, values: make([]value, l.size), merges: make([]value, l.size), steps: make([]uint16, l.size)}
}

// open looks at every position of a layout once.
func (s *solver) open(h *half) {
	for index := range h.layout.size {
		p, kept, ok := h.layout.place(index)
		if !ok {
			h.values[index], h.steps[index] = unused, closed
			continue
		}
		c := look(h.layout, p, s.of, nil)
		switch {
		case c.forced || c.steps == 0 && c.merges > 0:
			h.steps[index], h.values[index] = closed, c.best
			h.push(index, c.best)
		case c.steps == 0:
			h.steps[index], h.values[index] = closed, lost
			h.push(index, lost)
		case c.merges == 0:
			h.steps[index] = uint16(c.steps * symmetries / kept)
		case c.best != draw && c.best&1 == 1:
			h.steps[index], h.merges[index] = uint16(c.steps*symmetries/kept), c.best
		default:
			h.steps[index], h.merges[index] = neverIn, c.best
			h.push(index, c.best)
		}
	}
}

// push takes a decided position to those whose turn comes at its distance.
func (h *half) push(index uint32, v value) {
	if v != draw {
		v = min(v, longest)
		h.queue[v] = append(h.queue[v], index)
	}
}

// spread takes the value of a position to the positions before it, in which the
// other side moves.
func (h *half) spread(index uint32, v value, before *half) error {
	if h.values[index] == draw {
		h.values[index] = v // the merge is the soonest win
	}
	if h.values[index] != v {
		return nil // a step wins sooner than the merge
	}
	p, kept, ok := h.layout.place(index)
	if !ok {
		return fmt.Errorf("index %d of %v is reached but not used", index, h.layout)
	}
	occupied := uint64(0)
	own, other := &h.layout.army[0], &h.layout.army[1]
	for i := range own.n {
		occupied |= 1 << p[i]
	}
	for i := range other.n {
		occupied |= 1 << p[most+i]
	}
	weight := uint16(symmetries / kept)
	q := p.exchanged()
	for i := range other.n {
		at := q[i]
		for d := range directions {
			for n := range heights[other.kinds[i]] {
				from := reach[d*distances+n][at]
				if from < 0 || occupied>>from&1 != 0 {
					break
				}
				q[i] = uint8(from)
				before.receive(before.layout.index(&q), v, weight)
			}
		}
		q[i] = at
	}
	return nil
}

// receive learns that a step of the position leads to one of value v.
func (h *half) receive(index uint32, v value, weight uint16) {
	if h.steps[index] == closed || h.values[index] != draw {
		return
	}
	if v&1 == 1 { // the other side loses
		if m := h.merges[index]; m != draw && m&1 == 0 && m <= v+1 {
			return
		}
		h.values[index] = v + 1
		h.push(index, v+1)
		return
	}
	if h.steps[index] == neverIn {
		return
	}
	if h.steps[index] -= weight; h.steps[index] == 0 {
		h.values[index] = max(v+1, h.merges[index])
		h.push(index, h.values[index])
	}
}

// Options say what to solve and how.
type Options struct {
	// Units is how many units there may be on the board, 2 to MaxUnits.
	Units int
	// Threads is how many pairs are solved at a time, at least 1.
	Threads int
	// Check makes sure that every value follows from those of its successors.
	Check bool
	// Each is told how far the work is, in positions; it may be nil. It is
	// called from several goroutines.
	Each func(done, all uint64)
}

// Statistics say what a table holds.
type Statistics struct {
	// Units is the largest number of units.
	Units                          int
	Positions, Wins, Losses, Draws uint64
	// Longest is the greatest number of plies of a win or loss, and Where an
	// example.
	Longest int
	Where   string
}

// Solve solves all positions of up to o.Units units and writes them to a file,
// which replaces one that is there only when all is done. It stops early when
// ctx ends, with an error.
func Solve(ctx context.Context, file string, o Options) (Statistics, error) {
	if o.Units < 2 || o.Units > MaxUnits {
		return Statistics{}, fmt.Errorf("a table of %d units: want 2 to %d", o.Units, MaxUnits)
	}
	prepare()
	w, err := newWriter(file, o.Units)
	if err != nil {
		return Statistics{}, err
	}
	defer w.discard()
	stats, err := solveAll(ctx, o, w.add)
	if err != nil {
		return Statistics{}, err
	}
	return stats, w.finish()
}

// solveAll solves layouts of two units, then of three, and so on, and gives each
// to add.
func solveAll(ctx context.Context, o Options, add func(*result) error) (Statistics, error) {
	solved := make([][]value, upTo[MaxUnits])
	s := &solver{of: func(l *layout, p place) value { return solved[l.id][l.index(&p)] }}
	t := tally{Statistics: Statistics{Units: o.Units}, each: o.Each}
	for _, l := range layouts[:upTo[o.Units]] {
		t.all += uint64(l.size)
	}
	for units := 2; units <= o.Units; units++ {
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(max(1, o.Threads))
		for _, l := range layouts[upTo[units-1]:upTo[units]] {
			if l.twin.id < l.id {
				continue
			}
			group.Go(func() error {
				if err := ctx.Err(); err != nil {
					return err
				}
				results, err := s.pair(l)
				if err != nil {
					return err
				}
				if o.Check {
					if err := s.check(results); err != nil {
						return err
					}
				}
				for _, r := range results {
					t.add(r)
					if units < o.Units {
						solved[r.layout.id] = r.values
					}
					if err := add(r); err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return Statistics{}, err
		}
	}
	return t.Statistics, nil
}

// check compares every value with those of the successors, which a look at the
// position finds; nothing of the way back enters.
func (s *solver) check(results []*result) error {
	for i, r := range results {
		next := results[len(results)-1-i]
		for index := range r.layout.size {
			p, _, ok := r.layout.place(index)
			if !ok {
				continue
			}
			best, any := draw, false
			c := look(r.layout, p, s.of, func(q place) {
				q = q.exchanged()
				if v := before(next.values[next.layout.index(&q)]); !any || better(v, best) {
					best, any = v, true
				}
			})
			switch {
			case c.forced || c.merges > 0 && (!any || better(c.best, best)):
				best = c.best
			case !any:
				best = lost
			}
			if got := r.values[index]; got != best {
				return fmt.Errorf("%v, index %d: the value is %d and the successors make it %d", r.layout, index, got, best)
			}
		}
	}
	return nil
}
