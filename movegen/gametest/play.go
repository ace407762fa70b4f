package gametest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"tetrarch/game"
	"tetrarch/movegen"
)

func rngFor(seed uint64, n int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(n))) }

// walker plays random games of one set-up and remembers across them.
type walker struct {
	probe
	rng *rand.Rand
	// facts maps a key to the actions that all positions with it must have.
	facts map[uint64]uint64
	// canon maps a canonical key to the least text of the images with it.
	canon map[uint64]string
	// foreign holds actions seen anywhere in the set-up.
	foreign     []game.Move
	foreignText []string
	// legalCalls is what is left to spend on [Config.Encodable].
	legalCalls int
}

// checkPlay plays random games and inspects every position of them.
func checkPlay(t TB, c *Config, s game.Setup) {
	games := c.Games
	if brief() {
		games = (games + 3) / 4
	}
	w := &walker{facts: map[uint64]uint64{}, canon: map[uint64]string{}, legalCalls: 2_000_000}
	w.TB, w.c, w.v = t, c, open(t, c, s)
	for n := range games {
		w.where = fmt.Sprintf("%s with %s, seed %d, random game %d", c.Rules.Name, setupName(s), c.Seed, n)
		w.rng = rngFor(c.Seed, n)
		w.play()
	}
}

// play plays one random game to its end or to the limit, then takes it all back.
func (w *walker) play() {
	w.pos, w.actions = w.v.Start(), nil
	var standing game.Evaluator
	if w.c.Evaluator != nil {
		standing = w.c.Evaluator(w.pos)
	}
	var trail []snapshot
	last := map[uint64]int{} // key to the latest ply it stood at
	for ply := 0; ; ply++ {
		w.inspect(w.rng)
		w.inspectKey(last, ply)
		w.inspectLegal()
		w.inspectStanding(standing)
		if ply%5 == 0 {
			w.inspectClone()
		}
		moves := list(w.pos.Generate)
		if len(moves) == 0 || ply >= w.c.Plies {
			break
		}
		trail = append(trail, snap(w.pos))
		m := moves[w.rng.IntN(len(moves))]
		w.remember(m)
		w.actions = append(w.actions, w.pos.FormatMove(m))
		w.pos.Make(m)
	}
	for _, want := range slices.Backward(trail) {
		w.pos.Unmake()
		if got := snap(w.pos); got != want {
			w.failf("taking back the whole game leaves %+v, want %+v", got, want)
		}
		w.inspectStanding(standing)
	}
}

func (w *walker) remember(m game.Move) {
	if len(w.foreign) < 2000 {
		w.foreign = append(w.foreign, m)
		w.foreignText = append(w.foreignText, w.pos.FormatMove(m))
	}
}

// inspectKey wants equal keys to mean equal actions, no repetition across an
// action that cannot be taken back, and canonical keys that tell apart what no
// symmetry maps to one another.
func (w *walker) inspectKey(last map[uint64]int, ply int) {
	st := w.pos.Base()
	if at, ok := last[st.Key]; ok && ply-at > int(st.Progress) {
		w.failf("the position stood at ply %d too, but Progress is %d at ply %d", at, st.Progress, ply)
	}
	last[st.Key] = ply
	if st.Over {
		return
	}
	h := fnv.New64a()
	fmt.Fprint(h, st.Player, st.Side, w.pos.Phase(), formatAll(w.pos, list(w.pos.Generate)))
	if old, ok := w.facts[st.Key]; ok && old != h.Sum64() {
		w.failf("key %#x was met before with another actor, phase or other actions", st.Key)
	}
	w.facts[st.Key] = h.Sum64()
	if s, ok := w.pos.(game.Symmetric); ok && ply%4 == 0 {
		least := w.leastImage()
		key := s.CanonicalKey()
		if old, ok := w.canon[key]; ok && old != least {
			w.failf("canonical key %#x is also that of %q, which no symmetry given maps here", key, old)
		}
		w.canon[key] = least
	}
}

// leastImage names the position up to symmetry, by the least of the keys of all
// its images.
func (w *walker) leastImage() string {
	seen := map[string]bool{}
	todo := []string{game.Text(w.pos)}
	least := fmt.Sprintf("%016x", w.pos.Base().Key)
	for len(todo) > 0 {
		text := todo[0]
		todo = todo[1:]
		if seen[text] {
			continue
		}
		seen[text] = true
		if q, err := w.v.Parse(text); err == nil {
			least = min(least, fmt.Sprintf("%016x", q.Base().Key))
		}
		for _, sym := range w.c.Symmetries {
			if image := sym.Map(text); image != "" && !sym.Keyless {
				todo = append(todo, image)
			}
		}
	}
	return least
}

// inspectLegal tries values that are not generated here.
func (w *walker) inspectLegal() {
	legal := map[game.Move]bool{}
	texts := map[string]bool{}
	moves := list(w.pos.Generate)
	for _, m := range moves {
		legal[m] = true
		texts[w.pos.FormatMove(m)] = true
	}
	try := func(m game.Move) {
		if w.pos.Legal(m) != legal[m] {
			w.failf("Legal(%#x) is %v, but generated is %v", m, !legal[m], legal[m])
		}
	}
	for range 64 {
		try(game.Move(w.rng.Uint32()))
		try(game.Move(w.rng.Uint32() >> w.rng.IntN(32)))
	}
	for _, m := range sample(w.rng, moves, 32) {
		for bit := range 32 {
			try(m ^ 1<<bit)
		}
	}
	for _, m := range sample(w.rng, w.foreign, 200) {
		try(m)
	}
	for range min(8, len(w.foreignText)) {
		s := w.foreignText[w.rng.IntN(len(w.foreignText))]
		if m, err := w.pos.ParseMove(s); err == nil && !legal[m] {
			w.failf("ParseMove(%q) is %#x, which is not legal", s, m)
		} else if err == nil && !texts[s] {
			w.failf("ParseMove(%q) reads %s by another name", s, w.pos.FormatMove(m))
		}
	}
	if w.c.Encodable != nil && w.legalCalls > 0 && w.rng.IntN(4) == 0 {
		for m := range w.c.Encodable {
			try(m)
			w.legalCalls--
		}
	}
}

// inspectStanding wants an evaluator that was bound at the start to agree with a
// fresh one.
func (w *walker) inspectStanding(standing game.Evaluator) {
	if standing == nil || w.pos.Base().Over {
		return
	}
	var a, b [game.MaxSides]game.Score
	standing.Evaluate(&a)
	w.c.Evaluator(w.pos).Evaluate(&b)
	if a != b {
		w.failf("an evaluator bound at the start fills %v, a fresh one %v", a, b)
	}
}

// inspectClone plays on a clone and then on the original and wants each to leave
// the other alone.
func (w *walker) inspectClone() {
	before := snap(w.pos)
	clone := w.pos.Clone()
	if got := snap(clone); got != before {
		w.failf("the clone is %+v, want %+v", got, before)
	}
	if !slices.Equal(list(clone.Generate), list(w.pos.Generate)) {
		w.failf("the clone lists other actions")
	}
	n := w.stroll(clone, 6)
	if got := snap(w.pos); got != before {
		w.failf("playing on the clone leaves the original at %+v, want %+v", got, before)
	}
	far := snap(clone)
	k := w.stroll(w.pos, 6)
	if got := snap(clone); got != far {
		w.failf("playing on the original leaves the clone at %+v, want %+v", got, far)
	}
	for range n {
		clone.Unmake()
	}
	for range k {
		w.pos.Unmake()
	}
	if got := snap(clone); got != before {
		w.failf("taking back on the clone leaves %+v, want %+v", got, before)
	}
	if got := snap(w.pos); got != before {
		w.failf("taking back beside a clone leaves %+v, want %+v", got, before)
	}
}

// stroll makes up to n random actions and returns how many.
func (w *walker) stroll(p game.Position, n int) int {
	for i := range n {
		moves := list(p.Generate)
		if len(moves) == 0 {
			return i
		}
		p.Make(moves[w.rng.IntN(len(moves))])
	}
	return n
}

// stations returns positions along one random game: the start and every tenth
// after it, at most n, each with nothing to take back.
func stations(t TB, c *Config, s game.Setup, n int) []game.Position {
	pos := open(t, c, s).Start()
	rng := rngFor(c.Seed, -1)
	var all []game.Position
	for ply := 0; len(all) < n; ply++ {
		if ply%10 == 0 {
			all = append(all, pos.Clone())
		}
		moves := list(pos.Generate)
		if len(moves) == 0 {
			break
		}
		pos.Make(moves[rng.IntN(len(moves))])
	}
	return all
}

// uncounted hides the abilities of a position.
type uncounted struct{ game.Position }

// checkPerft wants perft to be the same with and without Counter, and for all
// images under symmetries.
func checkPerft(t TB, c *Config, s game.Setup) {
	v := open(t, c, s)
	for _, pos := range stations(t, c, s, 4) {
		p := &probe{TB: t, c: c, v: v, pos: pos, where: c.Rules.Name + " with " + setupName(s)}
		depth := 2
		want := movegen.Perft(pos, depth)
		if want < 3000 {
			depth = 3
			want = movegen.Perft(pos, depth)
		}
		if got := movegen.Perft(uncounted{pos}, depth); got != want {
			p.failf("perft %d is %d, without Counter %d", depth, want, got)
		}
		for _, sym := range c.Symmetries {
			image := sym.Map(game.Text(pos))
			if image == "" {
				continue
			}
			q, err := v.Parse(image)
			if err != nil {
				p.failf("symmetry %s gives %q: %v", sym.Name, image, err)
			}
			if got := movegen.Perft(q, depth); got != want {
				p.failf("perft %d is %d, but %d for the image %q under %s", depth, want, got, image, sym.Name)
			}
		}
	}
}

// checkConcurrent plays on one variant from several goroutines, for the race
// detector, and wants them all to come to the same end.
func checkConcurrent(t TB, c *Config, s game.Setup) {
	v := open(t, c, s)
	var ends [4]string
	var wg sync.WaitGroup
	for i := range ends {
		wg.Go(func() {
			pos := v.Start()
			rng := rngFor(c.Seed, 0)
			for range 40 {
				moves := list(pos.Generate)
				if len(moves) == 0 {
					break
				}
				pos.Make(moves[rng.IntN(len(moves))])
				q, err := v.Parse(game.Text(pos))
				if err != nil {
					ends[i] = err.Error()
					return
				}
				pos = q
			}
			ends[i] = game.Text(pos)
		})
	}
	wg.Wait()
	for _, end := range ends[1:] {
		if end != ends[0] {
			t.Errorf("%s with %s: the same actions lead to different ends:\n%s", c.Rules.Name, setupName(s), strings.Join(ends[:], "\n"))
			return
		}
	}
}
