package gametest

import (
	"flag"
	"sync"

	"pgregory.net/rapid"

	"tetrarch/game"
)

// setRapid makes property tests deterministic and keeps them from writing
// files; flags given on the command line win.
var setRapid = sync.OnceFunc(func() {
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.nofailfile": "true", "rapid.shrinktime": "3s"} {
		if !given[name] {
			if err := flag.Set(name, value); err != nil {
				panic(err)
			}
		}
	}
})

// machine is a position beside the plainest model of it: the snapshots that
// taking back must lead through. Random calls in any order keep the two equal.
// Unlike a random game it takes back at any time, mixes in null moves and
// clones, and shrinks a failure to a short line.
type machine struct {
	probe
	model  []snapshot // before each action that can be taken back
	passed []bool     // whether that action was a null move
	now    snapshot
	others []other
}

// other is a position left behind when a clone took over.
type other struct {
	pos game.Position
	was snapshot
}

// checkMachine runs the machine from the start of a set-up.
func checkMachine(t rapid.TB, c *Config, s game.Setup) {
	setRapid()
	v := open(t, c, s)
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{probe: probe{TB: rt, c: c, v: v, pos: v.Start(), where: c.Rules.Name + " with " + setupName(s)}}
		m.now = snap(m.pos)
		rt.Repeat(map[string]func(*rapid.T){
			"":       m.check,
			"make":   m.make,
			"make2":  m.make, // games are longer than their take-backs
			"make3":  m.make,
			"unmake": m.unmake,
			"pass":   m.pass,
			"clone":  m.clone,
		})
	})
}

func (m *machine) check(t *rapid.T) {
	if got := snap(m.pos); got != m.now {
		m.failf("the position is %+v, want %+v", got, m.now)
	}
	for _, o := range m.others {
		if got := snap(o.pos); got != o.was {
			m.failf("a position left alone is %+v, want %+v", got, o.was)
		}
	}
}

func (m *machine) push(text string, passed bool) {
	m.model = append(m.model, m.now)
	m.passed = append(m.passed, passed)
	m.actions = append(m.actions, text)
	m.now = snap(m.pos)
}

func (m *machine) make(t *rapid.T) {
	moves := list(m.pos.Generate)
	if len(moves) == 0 {
		t.Skip("over")
	}
	move := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "action")]
	text := m.pos.FormatMove(move)
	m.pos.Make(move)
	q, err := m.v.Parse(game.Text(m.pos))
	if err != nil {
		m.failf("after %s: Parse refuses the text: %v", text, err)
	}
	m.push(text, false)
	m.sameState(q, "read from its text")
}

func (m *machine) unmake(t *rapid.T) {
	n := len(m.model) - 1
	if n < 0 {
		t.Skip("nothing to take back")
	}
	if m.passed[n] {
		m.pos.(game.Passer).UnmakePass()
	} else {
		m.pos.Unmake()
	}
	m.now = m.model[n]
	m.model, m.passed = m.model[:n], m.passed[:n]
	m.actions = append(m.actions, "(unmake)")
}

func (m *machine) pass(t *rapid.T) {
	p, ok := m.pos.(game.Passer)
	if !ok || !p.CanPass() {
		t.Skip("no null move")
	}
	p.MakePass()
	m.push("(null)", true)
}

// clone goes on with a clone, which need not take back what came before.
func (m *machine) clone(t *rapid.T) {
	m.others = append(m.others, other{m.pos, m.now})
	m.pos = m.pos.Clone()
	m.model, m.passed = nil, nil
	m.actions = append(m.actions, "(clone)")
}
