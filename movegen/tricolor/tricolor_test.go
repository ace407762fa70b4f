package tricolor

import (
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tetrarch/game"
	"tetrarch/movegen"
	"tetrarch/positions"
)

func variantOf(t testing.TB, options string) game.Variant {
	t.Helper()
	setup, err := game.ParseSetup(strings.Fields(options))
	if err != nil {
		t.Fatal(err)
	}
	v, err := Rules.Variant(setup)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func parse(t testing.TB, v game.Variant, text string) *Position {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return p.(*Position)
}

func legalTexts(p game.Position) []string {
	var l game.MoveList
	p.Generate(&l)
	var texts []string
	for _, m := range l.Moves {
		texts = append(texts, p.FormatMove(m.Move))
	}
	sort.Strings(texts)
	return texts
}

func TestPerft(t *testing.T) {
	tests := []struct {
		options string
		want    []uint64
	}{
		{"", []uint64{1, 88, 7744, 657712, 55831304}},
		{"colours=rbw", []uint64{1, 88, 7744, 657712, 55831304}},
		{"colours=bwr", []uint64{1, 88, 7744, 657712, 55831036}},
		{"colours=brw", []uint64{1, 88, 7744, 657712, 55831036}},
		{"colours=wbr", []uint64{1, 88, 7744, 657712, 55830470}},
		{"colours=wrb", []uint64{1, 88, 7744, 657712, 55830470}},
		{"merge=stronger", []uint64{1, 51, 2601, 133212}},
		{"merge=none", []uint64{1, 14, 196, 3808}},
		{"players=3", []uint64{1, 50, 2499, 124850, 5462163}},
		{"players=3 colours=rbw", []uint64{1, 50, 2499, 124850, 5462163}},
		{"players=3 colours=bwr", []uint64{1, 50, 2499, 122451, 5357377}},
		{"players=3 colours=wbr", []uint64{1, 50, 2451, 117749, 4985769}},
	}
	for _, test := range tests {
		t.Run(test.options, func(t *testing.T) {
			p := variantOf(t, test.options).Start()
			for depth, want := range test.want {
				if testing.Short() && want > 1e7 {
					continue
				}
				if got := movegen.Perft(p, depth); got != want {
					t.Errorf("perft %d = %d, want %d", depth, got, want)
				}
			}
		})
	}
}

// TestAgainstOracle plays random games in every variant and compares every
// position, action list and result with the oracle's.
func TestAgainstOracle(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 3
	}
	for _, players := range []string{"2", "3"} {
		for _, colours := range Rules.Options[1].Values {
			for _, merge := range Rules.Options[2].Values {
				for _, quiet := range []string{"0", "9", "100"} {
					setup := game.Setup{"players": players, "colours": colours, "merge": merge, "quiet": quiet}
					t.Run(setup.String(), func(t *testing.T) {
						rng := rand.New(rand.NewPCG(1, uint64(len(colours))))
						v, err := Rules.Variant(setup)
						if err != nil {
							t.Fatal(err)
						}
						for range max(1, games/6) {
							compareGame(t, v, setup, rng)
						}
					})
				}
			}
		}
	}
}

func compareGame(t *testing.T, v game.Variant, setup game.Setup, rng *rand.Rand) {
	p := v.Start()
	o := newOracle(setup, game.Text(p))
	for range 250 {
		comparePosition(t, v, p.(*Position), o)
		if t.Failed() || p.Base().Over {
			return
		}
		legal := o.legal()
		action := legal[rng.IntN(len(legal))]
		m, err := p.ParseMove(action)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		o.play(action)
	}
}

func comparePosition(t *testing.T, v game.Variant, p *Position, o *oracle) {
	t.Helper()
	text := game.Text(p)
	if want := o.text(); text != want {
		t.Fatalf("text\n%s, want\n%s", text, want)
	}
	if diff := cmp.Diff(o.legal(), legalTexts(p)); diff != "" {
		t.Fatalf("%s: actions (-want +got):\n%s", text, diff)
	}
	if p.Count() != len(o.legal()) {
		t.Fatalf("%s: count %d, want %d", text, p.Count(), len(o.legal()))
	}
	if p.Forced != (o.result == "" && strings.Contains(o.legal()[0], "x")) {
		t.Fatalf("%s: forced is %v", text, p.Forced)
	}
	if result := resultOf(p); result != o.result {
		t.Fatalf("%s: result %q (%s), want %q", text, result, p.Reason(), o.result)
	}
	if again := parse(t, v, text); again.Key != p.Key || game.Text(again) != text {
		t.Fatalf("%s: read back as %s", text, game.Text(again))
	}
	for seat := range p.v.seats {
		if p.Dropped(game.Player(seat)) != strings.Contains(o.dropped, seatLetters[seat:seat+1]) {
			t.Fatalf("%s: dropped(%d) is wrong", text, seat)
		}
	}
}

// resultOf returns "", the winner's letter, or "draw".
func resultOf(p *Position) string {
	if !p.Over {
		return ""
	}
	var shares [game.MaxSides]game.Score
	p.Returns(&shares)
	for seat := range p.v.seats {
		if shares[seat] == game.Whole {
			return seatLetters[seat : seat+1]
		}
	}
	return "draw"
}

func TestReference(t *testing.T) {
	lines, err := positions.Reference("tricolor")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		v, err := Rules.Variant(line.Setup)
		if err != nil {
			t.Fatal(err)
		}
		checkReference(t, v, line)
	}
}

func checkReference(t *testing.T, v game.Variant, r positions.ReferenceLine) {
	t.Helper()
	p := parse(t, v, r.FEN)
	if got := game.Text(p); got != r.FEN {
		t.Errorf("%s: %s is written %s", r.Source, r.FEN, got)
	}
	result := map[string]string{"": "*", "w": "1-0", "b": "0-1", "draw": "1/2-1/2"}[resultOf(p)]
	if p.v.seats == 3 && p.Over {
		result = "win:" + resultOf(p)
	}
	if p.seatName() != r.Actor || result != r.Result || p.Count() != r.N {
		t.Errorf("%s: %s: actor %s, result %s, count %d", r.Source, r.FEN, p.seatName(), result, p.Count())
	}
	if r.Legal != nil && !slices.Equal(legalTexts(p), r.Legal) {
		t.Errorf("%s: %s: actions %v, want %v", r.Source, r.FEN, legalTexts(p), r.Legal)
	}
	for i, want := range r.Perft {
		if got := movegen.Perft(p, i+1); got != want {
			t.Errorf("%s: %s: perft %d = %d, want %d", r.Source, r.FEN, i+1, got, want)
		}
	}
}
