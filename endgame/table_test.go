package endgame

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/tricolor"
)

// TestProbeKnowsItsLimits: the table answers for two seats with the usual rules
// and few units, and for no win that the limit of quiet moves could forbid.
func TestProbeKnowsItsLimits(t *testing.T) {
	table, stats := solved(t, 3)
	two, _ := solved(t, 2)
	if table.Units() != 3 || two.Units() != 2 {
		t.Errorf("tables of %d and %d units", table.Units(), two.Units())
	}
	board := strings.TrimSuffix(stats.Where, " 0 1")
	for _, c := range []struct {
		table   *Table
		options string
		text    string
		known   bool
	}{
		{table, "", board + " 0 1", true},
		{two, "", board + " 0 1", false},
		{table, "", board + " 45 1", true},
		{table, "", board + " 46 1", false},
		{table, "quiet=54", board + " 0 1", false},
		{table, "quiet=0", board + " 99999 1", true},
		{table, "merge=none", board + " 0 1", false},
		{table, "merge=stronger", board + " 0 1", false},
		{table, "colours=rbw", board + " 0 1", false},
		{table, "players=3", "w4/6/7/8/8b/8/7/6/4r w 0 1", false},
		{table, "", "w4/6/7/8/9/8/7/6/4b w 99 1", true}, // a draw at any time
		{table, "", "w4/6/7/8/7bb/8/7/6/4b w 0 1", false},
	} {
		p := parse(t, variant(t, strings.Fields(c.options)...), c.text)
		if outcome, plies, ok := c.table.Probe(p); ok != c.known {
			t.Errorf("%q %s: %d in %d, known %v, want %v", c.options, c.text, outcome, plies, ok, c.known)
		}
	}
}

// TestKindsSuffice plays positions of equal kinds, but other men, side by side:
// actions and results are the same up to the end.
func TestKindsSuffice(t *testing.T) {
	v := variant(t)
	rng := rand.New(rand.NewPCG(4, 4))
	other := 0
	for range 300 {
		text := randomText(rng, 3+rng.IntN(9))
		if strings.Count(text[:len(text)-6], "w") > 18 || strings.Count(text[:len(text)-6], "b") > 18 {
			continue
		}
		a := parse(t, v, text).(*tricolor.Position)
		b := parse(t, v, twin(a, rng)).(*tricolor.Position)
		if game.Text(a) != game.Text(b) {
			other++
		}
		for ply := 0; ; ply++ {
			var la, lb game.MoveList
			a.Generate(&la)
			b.Generate(&lb)
			var ra, rb [game.MaxSides]game.Score
			if a.Over {
				a.Returns(&ra)
			}
			if b.Over {
				b.Returns(&rb)
			}
			if !sameMoves(la, lb) || a.Over != b.Over || ra != rb {
				t.Fatalf("after %d plies the twins differ:\n%s\n%s", ply, game.Text(a), game.Text(b))
			}
			if a.Over || ply == 150 {
				break
			}
			m := la.Moves[rng.IntN(la.Len())].Move
			a.Make(m)
			b.Make(m)
		}
	}
	if other < 200 {
		t.Errorf("only %d positions had another twin", other)
	}
}

func sameMoves(a, b game.MoveList) bool {
	if a.Len() != b.Len() {
		return false
	}
	for _, m := range a.Moves {
		if !b.Contains(m.Move) {
			return false
		}
	}
	return true
}

// twin writes a position with units of the same kinds.
func twin(p *tricolor.Position, rng *rand.Rand) string {
	at := map[int]string{}
	for i := range cells {
		for seat := range 2 {
			if p.Units(game.Player(seat))>>i&1 == 0 {
				continue
			}
			own, foreign := "wb"[seat:seat+1], "bw"[seat:seat+1]
			k := kindOf(p.UnitAt(i))
			unit := own
			switch {
			case k == mixedPair:
				unit += foreign
			case k == pair:
				unit += own
			case k == tower:
				unit += own + own
			case k == mixedTower:
				hidden := []string{foreign + own, own + foreign, foreign + foreign}
				unit += hidden[rng.IntN(len(hidden))]
			}
			if len(unit) > 1 {
				unit = "(" + unit + ")"
			}
			at[tricolor.Number(i)-1] = unit
		}
	}
	return board(at) + " " + "wb"[p.Player:][:1] + " 0 1"
}

// TestCheckFindsErrors changes one value of a solved layout.
func TestCheckFindsErrors(t *testing.T) {
	prepare()
	found, all := 0, 0
	s := &solver{of: func(*layout, place) value { return draw }}
	for _, l := range layouts[:upTo[2]] {
		results, err := s.pair(l)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.check(results); err != nil {
			t.Fatal(err)
		}
		values := results[0].values
		for index, v := range values {
			if v == unused {
				continue
			}
			values[index] = v ^ 2
			all++
			if s.check(results) != nil {
				found++
			}
			values[index] = v
			if all%7 == 0 {
				break
			}
		}
	}
	if found != all || all < 9 {
		t.Errorf("%d of %d errors were found", found, all)
	}
}

// TestDamagedFiles: a file that is not a table, is cut off or of another version
// is refused with a reason; a block that is damaged answers nothing.
func TestDamagedFiles(t *testing.T) {
	solved(t, 2)
	good, err := os.ReadFile(filepath.Join(folder, "2"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "table")
	for _, c := range []struct {
		want   string
		change func([]byte) []byte
	}{
		{"no endgame table", func(b []byte) []byte { return nil }},
		{"no endgame table", func(b []byte) []byte { return b[:20] }},
		{"no endgame table", func(b []byte) []byte { b[3] ^= 1; return b }},
		{"version 2", func(b []byte) []byte { b[16] = 2; return b }},
		{"of 9 units", func(b []byte) []byte { b[20] = 9; return b }},
		{"cut off", func(b []byte) []byte { return b[:len(b)-1] }},
		{"cut off", func(b []byte) []byte { b[20] = 3; return b }},
		{"damaged", func(b []byte) []byte { b[len(b)-1] = 255; return b }},
	} {
		if err := os.WriteFile(file, c.change(append([]byte(nil), good...)), 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := Open(file)
		if err == nil {
			table.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
			t.Errorf("error %v, want one of %s that says %q", err, file, c.want)
		}
	}
	if _, err := Open(file + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v of a file that is not there", err)
	}

	p := parse(t, variant(t), "5/6/7/8/4w3(bbb)/8/7/6/5 w 0 1")
	silent := 0
	for i := headerSize; i < len(good)-8*upTo[2]; i += 11 {
		bad := append([]byte(nil), good...)
		bad[i] ^= 0x55
		if err := os.WriteFile(file, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := table.Probe(p); !ok {
			silent++
		}
		table.Close()
	}
	if silent == 0 {
		t.Error("a damaged block is believed")
	}
}

// TestSolveStops ends with its context and leaves no file.
func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	if _, err := Solve(ctx, filepath.Join(dir, "table"), Options{Units: 3, Threads: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	for _, units := range []int{1, 5} {
		if _, err := Solve(t.Context(), filepath.Join(dir, "table"), Options{Units: units}); err == nil {
			t.Errorf("%d units are solved", units)
		}
	}
	for _, file := range []string{dir, ""} {
		solved := false
		o := Options{Units: 2, Threads: 1, Each: func(uint64, uint64) { solved = true }}
		if _, err := Solve(t.Context(), file, o); err == nil || solved {
			t.Errorf("file %q: error %v, solved %v, want a refusal first", file, err, solved)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("files %v, error %v", files, err)
	}
}

// TestProbeFromManySides probes the same blocks from several goroutines, which
// must agree, without allocating.
func TestProbeFromManySides(t *testing.T) {
	units := 3
	if testing.Short() {
		units = 2
	}
	table, _ := solved(t, units)
	v := variant(t)
	rng := rand.New(rand.NewPCG(5, 5))
	var list []game.Position
	var want []value
	for len(list) < 500 {
		if p := parse(t, v, randomText(rng, units)); !p.Base().Over {
			list = append(list, p)
			want = append(want, probe(t, table, p))
		}
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range list {
				if got := probe(t, table, list[i]); got != want[i] {
					t.Errorf("%s: %d, want %d", game.Text(list[i]), got, want[i])
				}
			}
		})
	}
	group.Wait()
	i := 0
	if n := testing.AllocsPerRun(1000, func() { table.Probe(list[i%len(list)]); i++ }); n > 0 {
		t.Errorf("a probe allocates %v times", n)
	}
}

func BenchmarkProbe(b *testing.B) {
	table, _ := solved(b, 3)
	v := variant(b)
	rng := rand.New(rand.NewPCG(6, 6))
	var list []game.Position
	for range 1000 {
		list = append(list, parse(b, v, randomText(rng, 3)))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		table.Probe(list[i%len(list)])
	}
}
