package barricade

import "slices"

// Sources of walks: field f is source f, home h (0 to 3) is source 128+h.
const (
	homeSource = MaxFields
	sources    = MaxFields + MaxHomes
)

// HomeSource returns the source of walks that is a home, 0 to 3.
func HomeSource(home int) uint8 { return uint8(homeSource + home) }

// Walk is one way from a source to a field with an exact roll.
type Walk struct {
	// Over holds the fields passed on the way; a barricade on any of them bars
	// the walk. Source and target are in it only if they are passed.
	Over Set
	To   uint8
	Roll uint8
}

// walks holds all walks of a board, twice: by roll for listing moves, and by
// target for asking about one. Of the walks with the same source, roll and
// target only those stay that no other one covers: if a walk is open, so is one
// that passes a part of its fields.
//
//	byRoll   sorted by source, roll, target:  rollFrom[source*8+roll]
//	byTarget sorted by source, target, roll:  toFrom[source*128+target]
type walks struct {
	byRoll, byTarget []Walk
	rollFrom         [sources*8 + 1]uint32
	toFrom           [sources*MaxFields + 1]uint32
	// near[source] holds every field to which a walk leads.
	near [sources]Set
}

func (w *walks) build(b *Board) {
	for s := range sources {
		for roll := range 8 {
			w.rollFrom[s*8+roll] = uint32(len(w.byRoll))
			if roll >= 1 && roll <= 6 {
				w.byRoll = append(w.byRoll, b.walksFrom(s, uint8(roll))...)
			}
		}
	}
	w.rollFrom[sources*8] = uint32(len(w.byRoll))
	for s := range sources {
		first := len(w.byTarget)
		w.byTarget = append(w.byTarget, w.byRoll[w.rollFrom[s*8]:w.rollFrom[s*8+8]]...)
		slices.SortStableFunc(w.byTarget[first:], func(a, b Walk) int { return int(a.To) - int(b.To) })
		for to := range MaxFields {
			w.toFrom[s*MaxFields+to] = uint32(first)
			for first < len(w.byTarget) && int(w.byTarget[first].To) == to {
				w.near[s] = w.near[s].Or(Single(uint8(to)))
				first++
			}
		}
	}
	w.toFrom[sources*MaxFields] = uint32(len(w.byTarget))
}

// walksFrom lists the walks of a source with a roll, by target.
func (b *Board) walksFrom(source int, roll uint8) []Walk {
	var found []Walk
	var over Set
	switch {
	case source < b.fields:
		b.walk(&found, uint8(source), nowhere, roll, over)
	case source >= homeSource && b.exit[source-homeSource] >= 0:
		// The exit is the first field of a walk from home.
		b.walk(&found, uint8(b.exit[source-homeSource]), nowhere, roll-1, over)
	}
	slices.SortStableFunc(found, func(a, b Walk) int { return int(a.To) - int(b.To) })
	for i := range found {
		found[i].Roll = roll
		if source < homeSource {
			continue
		}
		if roll > 1 {
			found[i].Over = found[i].Over.Or(Single(uint8(b.exit[source-homeSource])))
		}
	}
	return uncovered(found)
}

const nowhere = 255

// walk follows every way of the given number of steps that never turns straight
// back. over holds the fields entered so far.
func (b *Board) walk(found *[]Walk, at, from uint8, steps uint8, over Set) {
	if steps == 0 {
		*found = append(*found, Walk{To: at, Over: over})
		return
	}
	if from != nowhere {
		over = over.Or(Single(at))
	}
	for _, to := range b.next[at] {
		if to != from {
			b.walk(found, to, at, steps-1, over)
		}
	}
}

// uncovered drops every walk that passes all fields of another one with the
// same target. found is sorted by target.
func uncovered(found []Walk) []Walk {
	var kept []Walk
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].To == found[0].To {
			n++
		}
		group := found[:n]
		found = found[n:]
		for i, w := range group {
			covers := func(v Walk) bool { return v.Over.Without(w.Over).Empty() }
			smaller := func(v Walk) bool { return v.Over != w.Over && covers(v) }
			if !slices.ContainsFunc(group[:i], covers) && !slices.ContainsFunc(group[i+1:], smaller) {
				kept = append(kept, w)
			}
		}
	}
	return kept
}

// WalksFrom returns the walks from a source with a roll of 1 to 6, sorted by
// target. The caller does not change it.
func (b *Board) WalksFrom(source, roll uint8) []Walk {
	i := int(source)*8 + int(roll)
	return b.walks.byRoll[b.walks.rollFrom[i]:b.walks.rollFrom[i+1]]
}

// WalksBetween returns the walks from a source to a field, sorted by roll. The
// caller does not change it.
func (b *Board) WalksBetween(source, to uint8) []Walk {
	i := int(source)*MaxFields + int(to)
	return b.walks.byTarget[b.walks.toFrom[i]:b.walks.toFrom[i+1]]
}

// Near holds every field to which some walk leads from a source, barricades
// aside. Walks between fields can be reversed: they lead from there, too.
func (b *Board) Near(source uint8) Set { return b.walks.near[source] }

// ahead is a field on a shortest way from a source to the last field.
type ahead struct{ field, steps uint8 }

// farAhead is how many steps ahead a barricade is thought to matter.
const farAhead = 8

// lookAhead lists for every source the fields that lie up to farAhead steps
// ahead of it on a shortest way.
func (b *Board) lookAhead() {
	for s := range b.fields {
		b.ahead[s] = b.aheadOf(uint8(s), 0)
	}
	for h, f := range b.exit {
		if f >= 0 {
			b.ahead[homeSource+h] = append([]ahead{{uint8(f), 1}}, b.aheadOf(uint8(f), 1)...)
		}
	}
}

func (b *Board) aheadOf(from, extra uint8) []ahead {
	var list []ahead
	to := b.distance[from][b.last]
	for f := range b.fields {
		d := b.distance[from][f]
		if d > 0 && d+extra <= farAhead && d+b.distance[f][b.last] == to && uint8(f) != b.last {
			list = append(list, ahead{uint8(f), d + extra})
		}
	}
	return list
}
