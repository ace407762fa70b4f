package tricolor

// trail remembers which cells the last changes of a position touched, made and
// unmade, so that an evaluator need not look at all of them.
type trail struct {
	touched [trailLength]Set
	changes uint64
}

// trailLength is how many changes are remembered: between two evaluations there are
// hardly ever more.
const trailLength = 16

func (t *trail) add(s Set) {
	t.touched[t.changes%trailLength] = s
	t.changes++
}

// Changed returns the cells that may have changed since the last call with the same
// counter, and all cells if that is too long ago or the first call of a counter that
// is 0.
func (p *Position) Changed(since *uint64) Set {
	t := &p.trail
	was := *since
	// One more than the changes, so that 0 has seen nothing.
	*since = t.changes + 1
	if was == 0 || t.changes-(was-1) > trailLength {
		return Board
	}
	s := Set(0)
	for i := was - 1; i != t.changes; i++ {
		s |= t.touched[i%trailLength]
	}
	return s
}
