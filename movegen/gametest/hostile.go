package gametest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tetrarch/game"
)

// garbage is read by no game.
var garbage = []string{
	"", " ", "\x00", "\n", "-1", "0", "?", "*", "#", "..", "chance", "none", "bestmove", "a", "zz99", "e1e4e1", "e1 e4",
	"９", "ａ１ａ２", "\xff\xfe", "%s%d%n", "a0", "k11k12", "99999999999999999999", strings.Repeat("a1", 50_000),
}

// checkHostile gives the parsers what they must refuse or survive.
func checkHostile(t TB, c *Config, s game.Setup) {
	v := open(t, c, s)
	where := c.Rules.Name + " with " + setupName(s)
	rng := rngFor(c.Seed, -2)
	for _, text := range append(garbage, strings.Repeat("/", 1000), strings.Repeat("9/", 1000)+" w 1", "startpos") {
		if _, err := v.Parse(text); err == nil || err.Error() == "" {
			t.Fatalf("%s: Parse(%.80q) gives error %v: want one that says why", where, text, err)
		}
	}
	for _, pos := range stations(t, c, s, 5) {
		p := &probe{TB: t, c: c, v: v, pos: pos, where: where}
		before := snap(pos)
		for _, text := range garbage {
			p.refuses(text)
		}
		if after := snap(pos); after != before {
			p.failf("refusing actions changed the position from %+v", before)
		}
		text := game.Text(pos)
		for i := range len(text) {
			p.survives(text[:i], nil)
			p.survives(text[i:], nil)
		}
		n := 400
		if brief() {
			n = 50
		}
		for range n {
			p.survives(mutate(rng, text), []byte{byte(rng.Uint32()), byte(rng.Uint32()), byte(rng.Uint32())})
		}
	}
}

// mutate changes a text in one to three places.
func mutate(rng *rand.Rand, text string) string {
	const letters = " /-(),0123456789abcdefghijklmnopqrstuvwxyzBCDEGKLMNPRSVWYZ+|*<>^"
	b := []byte(text)
	for range 1 + rng.IntN(3) {
		if len(b) == 0 {
			break
		}
		i := rng.IntN(len(b))
		switch rng.IntN(4) {
		case 0:
			b[i] = letters[rng.IntN(len(letters))]
		case 1:
			b[i] = b[rng.IntN(len(b))]
		case 2:
			b = append(b[:i], b[i+1:]...)
		default:
			b = append(b[:i], append([]byte{b[rng.IntN(len(b))]}, b[i:]...)...)
		}
	}
	return string(b)
}

// survives wants a text to be refused with a reason, or to give a position that
// keeps the contract, from which choices picks some actions.
func (p *probe) survives(text string, choices []byte) {
	p.Helper()
	pos, err := p.v.Parse(text)
	if err != nil {
		if err.Error() == "" || pos != nil {
			p.Fatalf("%s: Parse(%q) gives %v and error %q: want no position and a reason", p.where, text, pos, err)
		}
		return
	}
	q := &probe{TB: p.TB, c: p.c, v: p.v, pos: pos, where: fmt.Sprintf("%s, read from %q", p.where, text)}
	var trail []snapshot
	for _, choice := range choices {
		moves := q.inspectActions()
		q.inspectState(moves)
		q.inspectParse(rngFor(0, int(choice)), moves)
		if len(moves) == 0 {
			break
		}
		m := moves[int(choice)*len(moves)/256]
		trail = append(trail, snap(pos))
		q.actions = append(q.actions, pos.FormatMove(m))
		pos.Make(m)
	}
	q.inspect(rngFor(0, 0))
	for i := len(trail) - 1; i >= 0; i-- {
		pos.Unmake()
		if got := snap(pos); got != trail[i] {
			q.failf("taking back leaves %+v, want %+v", got, trail[i])
		}
	}
}

// Fuzz is a fuzz target for a game: any text is refused or gives a position that
// keeps the contract, and arbitrary actions from it are made and taken back
// exactly. The set-ups default to the default one.
func Fuzz(f *testing.F, r *game.Rules, setups ...game.Setup) {
	c := &Config{Rules: r, Setups: setups}
	c.setDefaults()
	var variants []game.Variant
	for i, s := range c.Setups {
		variants = append(variants, open(f, c, s))
		for _, pos := range stations(f, c, s, 8) {
			f.Add(byte(i), game.Text(pos), []byte("\x00\x80\xff\x37"))
		}
	}
	f.Fuzz(func(t *testing.T, i byte, text string, choices []byte) {
		n := int(i) % len(variants)
		p := &probe{TB: t, c: c, v: variants[n], where: r.Name + " with " + setupName(c.Setups[n])}
		p.survives(text, choices[:min(len(choices), 32)])
	})
}
