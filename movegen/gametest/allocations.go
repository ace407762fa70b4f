package gametest

import (
	"runtime"

	"tetrarch/game"
)

// checkAllocations wants the calls that search makes at every node to allocate
// nothing once memory has grown.
func checkAllocations(t TB, c *Config, s game.Setup) {
	v := open(t, c, s)
	for _, pos := range stations(t, c, s, 4) {
		p := &probe{TB: t, c: c, v: v, pos: pos, where: c.Rules.Name + " with " + setupName(s)}
		var l, child game.MoveList
		calls := map[string]func(){
			"Generate": func() { l.Reset(); pos.Generate(&l) },
			"Make and Unmake": func() {
				for i := range l.Moves {
					pos.Make(l.Moves[i].Move)
					child.Reset()
					pos.Generate(&child)
					pos.Unmake()
				}
			},
			"Legal": func() {
				for i := range l.Moves {
					pos.Legal(l.Moves[i].Move)
					pos.Legal(^l.Moves[i].Move)
				}
			},
		}
		if x, ok := pos.(game.Counter); ok {
			calls["Count"] = func() { x.Count() }
		}
		if x, ok := pos.(game.Tactical); ok {
			calls["GenerateTactical"] = func() { child.Reset(); x.GenerateTactical(&child) }
		}
		if x, ok := pos.(game.Selective); ok {
			calls["GenerateSelective"] = func() { child.Reset(); x.GenerateSelective(&child) }
		}
		if x, ok := pos.(game.Ranker); ok {
			calls["Rank"] = func() { x.Rank(&l) }
		}
		if x, ok := pos.(game.Symmetric); ok {
			calls["CanonicalKey"] = func() { x.CanonicalKey() }
		}
		if x, ok := pos.(game.Passer); ok && x.CanPass() {
			calls["MakePass and UnmakePass"] = func() { x.MakePass(); x.UnmakePass() }
		}
		if c.Evaluator != nil && !pos.Base().Over {
			e := c.Evaluator(pos)
			var to [game.MaxSides]game.Score
			calls["Evaluate"] = func() { e.Evaluate(&to) }
		}
		calls["Generate"]()
		for name, call := range calls {
			if n := allocations(call); n > 0 {
				p.failf("%s allocates %d times", name, n)
			}
		}
	}
}

// allocations returns how often one call of f allocates, after a call that lets
// memory grow. Other goroutines may allocate meanwhile, so the least of several
// counts is taken.
func allocations(f func()) uint64 {
	const runs, tries = 4, 8
	f()
	least := ^uint64(0)
	for range tries {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			f()
		}
		runtime.ReadMemStats(&after)
		least = min(least, (after.Mallocs-before.Mallocs)/runs)
		if least == 0 {
			break
		}
	}
	return least
}
