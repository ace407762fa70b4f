package gametest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tetrarch/game"
)

// A playthrough shows at most so many actions, and so many of each list.
const (
	playthroughPlies = 80
	playthroughList  = 120
)

// checkPlaythrough compares one random game with the golden file, or writes it.
func checkPlaythrough(t TB, c *Config, _ game.Setup) {
	t.Helper()
	got := playthrough(t, c)
	if Update() {
		if err := os.MkdirAll(filepath.Dir(c.Playthrough), 0o755); err != nil {
			t.Fatalf("golden playthrough: %v", err)
		}
		if err := os.WriteFile(c.Playthrough, []byte(got), 0o644); err != nil {
			t.Fatalf("golden playthrough: %v", err)
		}
		return
	}
	b, err := os.ReadFile(c.Playthrough)
	if err != nil {
		t.Fatalf("golden playthrough: %v; write it with -update", err)
	}
	want := string(b)
	if got == want {
		return
	}
	a, z := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < len(a) && n < len(z) && a[n] == z[n] {
		n++
	}
	line := func(lines []string) string {
		if n < len(lines) {
			return lines[n]
		}
		return "the end"
	}
	t.Fatalf("%s:%d: the game now says\n\t%s\nwant\n\t%s\nWrite the file anew with -update if that is right.", c.Playthrough, n+1, line(a), line(z))
}

// playthrough tells every fact of one random game.
func playthrough(t TB, c *Config) string {
	s := c.Setups[0]
	play := game.NewPlay(c.Rules, open(t, c, s).Start())
	pos := play.Position()
	rng := rngFor(c.Seed, -3)
	var b strings.Builder
	fmt.Fprintf(&b, "One random game of %s (%s), %s: every fact of every position.\n", c.Rules.Title, c.Rules.Name, setupName(s))
	for range playthroughPlies {
		describe(&b, c, pos)
		if play.Over() {
			break
		}
		moves := list(pos.Generate)
		m := moves[rng.IntN(len(moves))]
		fmt.Fprintf(&b, "\naction     %s\n", pos.FormatMove(m))
		play.Push(m)
	}
	if play.Over() {
		var to [game.MaxSides]game.Score
		play.Returns(&to)
		fmt.Fprintf(&b, "\nend        %s %v\n", play.Reason(), to[:pos.Seating().Sides])
	}
	return b.String()
}

// describe writes the facts of one position, one a line.
func describe(b *strings.Builder, c *Config, pos game.Position) {
	st := pos.Base()
	fact := func(name, format string, args ...any) {
		fmt.Fprintf(b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	fact("position", "%s", game.Text(pos))
	fact("key", "%016x", st.Key)
	if s, ok := pos.(game.Symmetric); ok {
		fact("canonical", "%016x", s.CanonicalKey())
	}
	fact("ply", "%d, progress %d", st.Ply, st.Progress)
	if st.Over {
		fact("over", "%s", pos.Reason())
		return
	}
	fact("actor", "%s, side %d, %s", actor(pos), st.Side, pos.Phase())
	if st.Forced || st.Midturn {
		fact("state", "forced %v, midturn %v", st.Forced, st.Midturn)
	}
	actions := func(name string, moves []game.Move) {
		texts := make([]string, 0, len(moves))
		for i, m := range moves {
			if i == playthroughList {
				texts = append(texts, "…")
				break
			}
			texts = append(texts, weighted(pos, m))
		}
		fact(name, "%s", strings.Join(append([]string{strconv.Itoa(len(moves))}, texts...), " "))
	}
	actions("actions", list(pos.Generate))
	if t, ok := pos.(game.Tactical); ok && st.Player != game.Chance {
		actions("tactical", list(t.GenerateTactical))
	}
	if s, ok := pos.(game.Selective); ok && st.Player != game.Chance {
		actions("selective", list(s.GenerateSelective))
	}
	if n, ok := pos.(game.Passer); ok {
		fact("null move", "%v", n.CanPass())
	}
	if c.Evaluator != nil {
		var to [game.MaxSides]game.Score
		c.Evaluator(pos).Evaluate(&to)
		fact("evaluation", "%v", to[:pos.Seating().Sides])
	}
}

// weighted writes an action, and its chance if it is an outcome.
func weighted(pos game.Position, m game.Move) string {
	text := pos.FormatMove(m)
	if r, ok := pos.(game.Roller); ok && pos.Base().Player == game.Chance {
		num, den := r.Weight(m)
		text += fmt.Sprintf(":%d/%d", num, den)
	}
	return text
}
