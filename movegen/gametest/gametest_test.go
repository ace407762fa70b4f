package gametest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/positions"
)

// Actions of toy, as it packs them.
const (
	runL1 = game.Move(0x21)
	runR1 = game.Move(0x29)
)

// TestHonest shows that the harness of the mutants breaks nothing by itself.
func TestHonest(t *testing.T) {
	if got := verdict(func(r TB) { runAll(r, broken(&bug{})) }); got != "" {
		t.Errorf("the honest game fails:\n%s", got)
	}
}

// TestMutants breaks one promise at a time and wants it noticed by the check
// that is there for it.
func TestMutants(t *testing.T) {
	memory := map[full]uint64{}
	for _, c := range []struct {
		name, want string
		bug        bug
	}{
		{"key not restored", "Unmake leave", bug{unmake: func(p full) {
			k := p.Base().Key
			p.Unmake()
			p.Base().Key = k
		}}},
		{"ply not restored", "Unmake leave", bug{unmake: func(p full) { p.Unmake(); p.Base().Ply++ }}},
		{"unmake does nothing", "Unmake leave", bug{unmake: func(full) {}}},
		{"key drifts in Make", "when read from its text", bug{make: func(p full, m game.Move) { p.Make(m); p.Base().Key ^= 1 }}},
		{"key leaves out the die", "met before with another", bug{
			make:     func(p full, m game.Move) { p.Make(m); p.Base().Key = keyWithoutDie(p) },
			makePass: func(p full) { p.MakePass(); p.Base().Key = keyWithoutDie(p) },
			parse: func(v game.Variant, s string) (game.Position, error) {
				p, err := v.Parse(s)
				if err == nil {
					p.Base().Key = keyWithoutDie(p)
				}
				return p, err
			},
		}},
		{"ply not counted", "from ply", bug{make: func(p full, m game.Move) { p.Make(m); p.Base().Ply-- }}},
		{"progress never counted", "Progress is", bug{make: func(p full, m game.Move) { p.Make(m); p.Base().Progress = 0 }}},
		{"progress jumps", "from Progress", bug{make: func(p full, m game.Move) { p.Make(m); p.Base().Progress++ }}},
		{"action listed twice", "twice", bug{generate: func(p full, l *game.MoveList) {
			p.Generate(l)
			if n := l.Len(); n > 1 {
				l.Add(l.Moves[n-1].Move)
			}
		}}},
		{"NoMove listed", "NoMove", bug{generate: func(p full, l *game.MoveList) { p.Generate(l); l.Add(game.NoMove) }}},
		{"list emptied first", "add to a list", bug{generate: func(p full, l *game.MoveList) { l.Reset(); p.Generate(l) }}},
		{"no actions at a hit", "Over is false with 0", bug{generate: func(p full, l *game.MoveList) {
			if !p.Base().Midturn {
				p.Generate(l)
			}
		}, count: func(p full) int {
			if p.Base().Midturn {
				return 0
			}
			return p.Count()
		}}},
		{"actions after the end", "Over is true with", bug{generate: func(p full, l *game.MoveList) {
			p.Generate(l)
			if p.Base().Over {
				l.Add(runL1)
			}
		}, legal: func(p full, m game.Move) bool { return p.Legal(m) || p.Base().Over && m == runL1 }}},
		{"generator has moods", "and then", bug{generate: func(p full, l *game.MoveList) {
			memory[p]++
			p.Generate(l)
			if n := l.Len(); n > 1 && memory[p]%7 == 0 {
				l.Moves[n-1], l.Moves[n-2] = l.Moves[n-2], l.Moves[n-1]
			}
		}}},
		{"Legal refuses a legal action", "but it is generated", bug{legal: func(p full, m game.Move) bool { return m != runR1 && p.Legal(m) }}},
		{"Legal accepts an unused bit", "but generated is false", bug{legal: func(p full, m game.Move) bool { return p.Legal(m &^ 0x8000) }}},
		{"Legal accepts one foreign value", "but generated is false", bug{legal: func(p full, m game.Move) bool { return m == 0xe7 || p.Legal(m) }}},
		{"Legal accepts NoMove", "Legal(NoMove)", bug{legal: func(p full, m game.Move) bool { return m == game.NoMove || p.Legal(m) }}},
		{"side of the wrong seat", "Side is", bug{make: func(p full, m game.Move) {
			p.Make(m)
			if st := p.Base(); st.Midturn {
				st.Side = (st.Side + 1) % game.Side(p.Seating().Sides)
			}
		}, parse: wrongSide}},
		{"clone shares memory", "leaves the original", bug{clone: func(p full) game.Position { return p }}},
		{"clone is one action behind", "the clone is", bug{clone: func(p full) game.Position {
			q := p.Clone()
			q.Base().Ply = 0
			return q
		}}},
		{"text leaves out the hit", "Parse refuses the position's own text", bug{appendText: func(p full, b []byte) ([]byte, error) {
			return append(b, without(p, 2)...), nil
		}}},
		{"text leaves out the die", "when read from its text", bug{appendText: func(p full, b []byte) ([]byte, error) {
			return append(b, without(p, 1)...), nil
		}}},
		{"text forgets the prefix", "AppendText", bug{appendText: func(p full, b []byte) ([]byte, error) { return p.AppendText(b[:0]) }}},
		{"two actions of one name", "no other action has", bug{format: func(p full, m game.Move) string {
			return strings.Replace(p.FormatMove(m), "R", "L", 1)
		}}},
		{"ParseMove guesses", "want an error", bug{parseMove: func(p full, s string) (game.Move, error) {
			if m, err := p.ParseMove(strings.TrimSpace(s)); err == nil {
				return m, nil
			}
			return p.ParseMove(s)
		}}},
		{"ParseMove reads illegal actions", "not legal", bug{parseMove: func(p full, s string) (game.Move, error) {
			if s == "L1" {
				return runL1, nil
			}
			return p.ParseMove(s)
		}}},
		{"ParseMove gives no reason", "error without text", bug{parseMove: func(p full, s string) (game.Move, error) {
			m, err := p.ParseMove(s)
			if err != nil {
				err = errors.New("")
			}
			return m, err
		}}},
		{"ParseMove changes the position", "refusing actions changed the position", bug{parseMove: func(p full, s string) (game.Move, error) {
			if len(s) > 1000 {
				p.Base().Ply++
			}
			return p.ParseMove(s)
		}}},
		{"shares sum to 11", "sums to 11", bug{returns: func(p full, to *[game.MaxSides]game.Score) {
			p.Returns(to)
			for i := range to {
				if to[i] > 0 {
					to[i]--
					return
				}
			}
		}}},
		{"shares are added", "Returns fills", bug{returns: func(p full, to *[game.MaxSides]game.Score) {
			old := *to
			p.Returns(to)
			for i := range to {
				to[i] += old[i]
			}
		}}},
		{"no reason", "Reason is", bug{reason: func(full) string { return "" }}},
		{"reason too early", "not over", bug{reason: func(full) string { return "race" }}},
		{"phase forgets the roll", "Phase is", bug{phase: func(full) string { return "move" }}},
		{"miscounts", "Count is", bug{count: func(p full) int { return max(1, p.Count()) }}},
		{"loaded die", "weights sum", bug{weight: func(p full, m game.Move) (int, int) { return 1, 6 }}},
		{"die without a side", "has weight", bug{weight: func(p full, m game.Move) (int, int) {
			n, d := p.Weight(m)
			return n - 1, d
		}}},
		{"tactical action that is illegal", "GenerateTactical adds", bug{tactical: func(p full, l *game.MoveList) {
			p.GenerateTactical(l)
			l.Add(runL1)
		}}},
		{"selection of nothing", "GenerateSelective adds nothing", bug{selective: func(p full, l *game.MoveList) {}}},
		{"rank drops an action", "Rank turns", bug{rank: func(p full, l *game.MoveList) {
			p.Rank(l)
			l.Moves[0] = l.Moves[len(l.Moves)-1]
		}}},
		{"rank leaves orders", "Rank gives", bug{rank: func(p full, l *game.MoveList) {}}},
		{"index out of range", "MoveIndex", bug{index: func(p full, m game.Move) int { return int(m) + 0x40 }}},
		{"index depends on the position", "MoveIndex", bug{index: func(p full, m game.Move) int { return int(p.Base().Key % 100) }}},
		{"null move not taken back", "MakePass and UnmakePass", bug{unmakePass: func(p full) { p.UnmakePass(); p.Base().Progress++ }}},
		{"null move keeps the turn", "MakePass leaves", bug{makePass: func(p full) {
			st := *p.Base()
			p.MakePass()
			k := p.Base().Key
			*p.Base() = st
			p.Base().Key = k
		}}},
		{"null move while forced", "CanPass is true", bug{canPass: func(p full) bool { return !p.Base().Over }}},
		{"canonical key knows no symmetry", "canonical key", bug{canonical: func(p full) uint64 { return p.Base().Key }}},
		{"canonical key mixes positions", "canonical key", bug{canonical: func(p full) uint64 { return p.CanonicalKey() & 0xff }}},
		{"parser takes anything", "want one that says why", bug{parse: func(v game.Variant, s string) (game.Position, error) {
			p, err := v.Parse(s)
			if err != nil {
				return v.Start(), nil
			}
			return p, nil
		}}},
		{"evaluation is not zero sum", "zero sum", bug{evaluate: func(to *[game.MaxSides]game.Score) { to[0]++ }}},
		{"evaluation without bounds", "Evaluate fills", bug{evaluate: func(to *[game.MaxSides]game.Score) {
			to[0], to[1] = to[0]*1000, to[1]*1000
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			clear(memory)
			got := verdict(func(r TB) { runAll(r, broken(&c.bug)) })
			if !strings.Contains(got, c.want) {
				t.Errorf("reported %q, want %q in it", got, c.want)
			}
		})
	}
}

// without returns the text of a toy position with one field left out.
func without(p game.Position, field int) string {
	f := strings.Fields(game.Text(p))
	f[field] = "-"
	return strings.Join(f, " ")
}

// keyWithoutDie returns the key of the position before its roll.
func keyWithoutDie(p game.Position) uint64 {
	v, err := toy.Rules.Variant(game.Setup{"seats": strconv.Itoa(p.Seating().Seats), "drop": "yes"})
	if err != nil {
		panic(err)
	}
	q, err := v.Parse(without(p, 1))
	if err != nil {
		panic(err)
	}
	return q.Base().Key
}

// wrongSide reads a position that says of a hit what its mutant says.
func wrongSide(v game.Variant, text string) (game.Position, error) {
	p, err := v.Parse(text)
	if err == nil && p.Base().Midturn {
		p.Base().Side = (p.Base().Side + 1) % game.Side(p.Seating().Sides)
	}
	return p, err
}

func TestAllocationIsNoticed(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	var sink []int
	b := &bug{make: func(p full, m game.Move) { p.Make(m); sink = append([]int(nil), 1, 2, 3) }}
	c := broken(b)
	c.setDefaults()
	got := verdict(func(r TB) { checkAllocations(r, &c, nil) })
	if !strings.Contains(got, "Make and Unmake allocates") {
		t.Errorf("reported %q; %v", got, sink)
	}
}

func TestRulesAreChecked(t *testing.T) {
	for name, change := range map[string]func(*game.Rules){
		"name":            func(r *game.Rules) { r.Name = "Toy Race" },
		"title":           func(r *game.Rules) { r.Title = "" },
		"seats":           func(r *game.Rules) { r.MaxSeats = 1 },
		"board":           func(r *game.Rules) { r.Board = "big" },
		"repetition":      func(r *game.Rules) { r.Repetition = 1 },
		"default":         func(r *game.Rules) { r.Options[0].Default = "5" },
		"senseless value": func(r *game.Rules) { r.Open = func(game.Setup) (game.Variant, error) { return toy.Rules.Variant(nil) } },
	} {
		rules := *toy.Rules
		rules.Options = append([]game.Option(nil), toy.Rules.Options...)
		change(&rules)
		if got := verdict(func(r TB) { checkRules(r, &Config{Rules: &rules}, nil) }); !strings.Contains(got, name) {
			t.Errorf("%s: reported %q", name, got)
		}
	}
}

func TestReferenceIsChecked(t *testing.T) {
	honest := positions.ReferenceLine{
		FEN: "g,4/g,0 2 - w", Actor: "w", Legal: []string{"R2"}, N: 1, Perft: []uint64{1, 0}, Result: "*", Source: "here",
	}
	over := positions.ReferenceLine{FEN: "g,g/g,5 - - w", Actor: "w", Result: "1/2-1/2"}
	three := positions.ReferenceLine{
		FEN: "0,0/g,g/0,0 - - b", Actor: "b", Result: "win:b", Setup: game.Setup{"seats": "3"},
	}
	check := func(line positions.ReferenceLine) string {
		c := Config{Rules: toy.Rules, Reference: []positions.ReferenceLine{line}}
		return verdict(func(r TB) { checkReference(r, &c, nil) })
	}
	for _, line := range []positions.ReferenceLine{honest, over, three} {
		if got := check(line); got != "" {
			t.Errorf("%+v: reported %q", line, got)
		}
	}
	for want, change := range map[string]func(*positions.ReferenceLine){
		"seats":                           func(l *positions.ReferenceLine) { l.FEN = "g,4 2 - w" },
		"result is *, want 0-1":           func(l *positions.ReferenceLine) { l.Result = "0-1" },
		"actor is w, want chance":         func(l *positions.ReferenceLine) { l.Actor = "chance" },
		`["R2"] should not be there, ["L`: func(l *positions.ReferenceLine) { l.Legal = []string{"L2"} },
		"1 actions, want 2":               func(l *positions.ReferenceLine) { l.N = 2 },
		"perft 2 is 0, want 7":            func(l *positions.ReferenceLine) { l.Perft = []uint64{1, 7} },
	} {
		line := honest
		change(&line)
		if got := check(line); !strings.Contains(got, want) {
			t.Errorf("reported %q, want %q in it", got, want)
		}
	}
}

func TestPlaythroughIsCompared(t *testing.T) {
	c := Config{Rules: toy.Rules, Playthrough: filepath.Join(t.TempDir(), "p.txt")}
	c.setDefaults()
	check := func() string { return verdict(func(r TB) { checkPlaythrough(r, &c, nil) }) }
	if Update() {
		t.Skip("golden files are being written")
	}
	if got := check(); !strings.Contains(got, "-update") {
		t.Errorf("no file: reported %q", got)
	}
	text := playthrough(t, &c)
	write := func(s string) {
		if err := os.WriteFile(c.Playthrough, []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(text)
	if got := check(); got != "" {
		t.Errorf("same file: reported %q", got)
	}
	write(strings.Replace(text, "actor", "actress", 1))
	if got := check(); !strings.Contains(got, "actress") || !strings.Contains(got, ":6:") {
		t.Errorf("changed file: reported %q", got)
	}
	write(text[:len(text)/2])
	if got := check(); got == "" {
		t.Errorf("cut file: reported nothing")
	}
}
