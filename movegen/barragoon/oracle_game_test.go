package barragoon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tetrarch/game"
)

func variantOf(t testing.TB, options ...string) game.Variant {
	t.Helper()
	s, err := game.ParseSetup(options)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func parse(t testing.TB, text string, options ...string) *Position {
	t.Helper()
	p, err := variantOf(t, options...).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

// actionsOf returns the texts of all legal actions, sorted.
func actionsOf(p game.Position) []string {
	var l game.MoveList
	p.Generate(&l)
	texts := []string{}
	for _, m := range l.Moves {
		texts = append(texts, p.FormatMove(m.Move))
	}
	slices.Sort(texts)
	return texts
}

// TestOracle plays random games and compares actions, texts and results with the
// oracle's at every step.
func TestOracle(t *testing.T) {
	for _, c := range []struct {
		options []string
		limit   int
		entry   bool
	}{
		{nil, 100, false},
		{[]string{"open=true"}, 100, false},
		{[]string{"capture=entry", "quiet=30"}, 30, true},
		{[]string{"capture=entry", "open", "quiet=0"}, 0, true},
	} {
		ends := map[string]int{}
		for seed := range uint64(3) {
			rng := rand.New(rand.NewPCG(seed, 7))
			p := variantOf(t, c.options...).Start()
			o := newOracle(game.Text(p), c.limit, c.entry)
			for range 1500 {
				compare(t, p.(*Position), o)
				if p.Base().Over {
					break
				}
				a := choose(rng, actionsOf(p), o)
				m, err := p.ParseMove(a)
				if err != nil {
					t.Fatal(err)
				}
				p.Make(m)
				o.play(a)
			}
			ends[p.Reason()]++
		}
		t.Log(c.options, ends)
	}
}

// choose prefers captures, so that games come to an end.
func choose(rng *rand.Rand, actions []string, o *oracle) string {
	a := actions[rng.IntN(len(actions))]
	if rng.IntN(3) > 0 {
		for _, b := range actions {
			if o.due == "" && o.grid[b[3]-'1'][b[2]-'a'] != '.' {
				return b
			}
		}
	}
	return a
}

func compare(t *testing.T, p *Position, o *oracle) {
	t.Helper()
	text := game.Text(p)
	if text != o.text() {
		t.Fatalf("position %q, oracle %q", text, o.text())
	}
	if got, want := actionsOf(p), o.actions(); !slices.Equal(got, want) {
		t.Fatalf("%s: actions %v, oracle %v", text, got, want)
	}
	if p.Count() != len(o.actions()) {
		t.Fatalf("%s: Count %d, oracle %d", text, p.Count(), len(o.actions()))
	}
	reason, winner := o.result()
	if p.Reason() != reason || p.Over != (reason != "") {
		t.Fatalf("%s: reason %q, over %v; oracle %q", text, p.Reason(), p.Over, reason)
	}
	if !p.Over {
		if p.Player != game.Player(map[byte]int{'w': 0, 'b': 1}[o.actor]) || p.Midturn != (o.due != "") {
			t.Fatalf("%s: player %d, midturn %v", text, p.Player, p.Midturn)
		}
		return
	}
	var got [game.MaxSides]game.Score
	p.Returns(&got)
	want := map[byte][game.MaxSides]game.Score{'w': {12, 0}, 'b': {0, 12}, 0: {6, 6}}[winner]
	if got != want {
		t.Fatalf("%s: returns %v, want %v", text, got, want)
	}
}

// TestOracleDead compares the test for dead positions with the oracle's. Walls
// of all turns, which no 2-tile captures and none passes where they stand side
// by side, make both answers occur.
func TestOracleDead(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	reasons := map[string]int{}
	for i := range 4000 {
		o := &oracle{actor: "wb"[i&1], turn: 1, limit: 100, byEntry: i&2 != 0}
		options := []string{"capture=any"}
		if o.byEntry {
			options = []string{"capture=entry"}
		}
		for r := range o.grid {
			for f := range o.grid[r] {
				o.grid[r][f] = '.'
			}
		}
		for _, r := range rng.Perm(9)[:1+rng.IntN(3)] {
			for f := range o.grid[r] {
				o.grid[r][f] = '+'
			}
			if rng.IntN(2) == 0 {
				o.grid[r][rng.IntN(7)] = ".|^<Ns"[rng.IntN(6)]
			}
		}
		for _, letters := range []string{"Z", "z", "ZzZzDdVv"} {
			o.grid[rng.IntN(9)][rng.IntN(7)] = letters[rng.IntN(len(letters))]
		}
		if o.count("Z")+o.count("V")+o.count("D") == 0 || o.count("z") == 0 {
			continue
		}
		p := parse(t, o.text(), options...)
		reason, _ := o.result()
		if p.Reason() != reason {
			t.Fatalf("%s %v: reason %q, oracle %q", o.text(), options, p.Reason(), reason)
		}
		reasons[reason]++
	}
	if reasons["dead"] < 50 || reasons[""] < 50 || reasons["blockade"] < 5 {
		t.Errorf("ends %v: too few for the comparison to mean anything", reasons)
	}
	t.Log(reasons)
}
