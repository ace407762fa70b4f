package endgame

import (
	"context"
	"fmt"
)

// Verify reads the whole table as it stands in its file and makes sure that every
// value follows from those of its successors, as the option Check does while a
// table is made. It returns what the table holds. Values of one number of units
// are in memory at a time, and those of fewer. each is told how far the work is,
// in indexes; it may be nil.
func (t *Table) Verify(ctx context.Context, each func(done, all uint64)) (Statistics, error) {
	known := make([][]value, upTo[MaxUnits])
	s := &solver{of: func(l *layout, p place) value { return known[l.id][l.index(&p)] }}
	sum := tally{Statistics: Statistics{Units: t.units}, each: each}
	for _, l := range layouts[:upTo[t.units]] {
		sum.all += uint64(l.size)
	}
	for _, l := range layouts[:upTo[t.units]] {
		if l.twin.id < l.id {
			continue
		}
		if err := ctx.Err(); err != nil {
			return Statistics{}, err
		}
		results, err := t.read(l)
		if err != nil {
			return Statistics{}, err
		}
		if err := s.check(results); err != nil {
			return Statistics{}, fmt.Errorf("the endgame table is wrong: %w", err)
		}
		for _, r := range results {
			sum.add(r)
			if r.layout.army[0].n+r.layout.army[1].n < t.units {
				known[r.layout.id] = r.values
			}
		}
	}
	return sum.Statistics, nil
}

// read returns the values of a layout and its twin.
func (t *Table) read(l *layout) ([]*result, error) {
	pair := []*layout{l}
	if l.twin != l {
		pair = append(pair, l.twin)
	}
	var all []*result
	for _, l := range pair {
		r := &result{layout: l, values: make([]value, l.size)}
		for index := range l.size {
			if _, _, ok := l.place(index); !ok {
				r.values[index] = unused
				continue
			}
			v, err := t.at(l, index)
			if err != nil {
				return nil, err
			}
			if v > longest {
				return nil, fmt.Errorf("%v, index %d: the endgame table says %d, which is no value", l, index, v)
			}
			r.values[index] = v
		}
		all = append(all, r)
	}
	return all, nil
}
