package eval

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/barricade"
)

// TestBarricadeMirror wants the loop of rows 11 to 13, mirrored by itself, to
// change no value: the search keeps one entry for a roll and its mirror image.
func TestBarricadeMirror(t *testing.T) {
	between := map[string]string{"14": "/-/-/", "1234": "/5/5/"}
	for _, homes := range []string{"14", "1234"} {
		v := barricadeVariant(t, game.Setup{"homes": homes}).(*barricade.Variant)
		differ := 0
		check := func(p game.Position) {
			text := game.Text(p)
			q := barricadeParsed(t, v, mirrored(text))
			var own, image [game.MaxSides]game.Score
			newBarricade(p).Evaluate(&own)
			newBarricade(q).Evaluate(&image)
			if own != image {
				t.Fatalf("%s: value %v, its mirror image %s %v", text, own, game.Text(q), image)
			}
			if game.Text(q) != text {
				differ++
			}
		}
		barricadeGames(t, 11, 1, game.Setup{"homes": homes}, func(p *barricade.Position) { check(p) })
		// Two foremost pawns as far, one of them before the barricade on i11.
		check(barricadeParsed(t, v, strings.Replace("d13,f13,i11 3,h11,i10/5/5/5 - 1 - 1", "/5/5/", between[homes], 1)))
		rng := rand.New(rand.NewPCG(11, 12))
		for range 1500 {
			check(scattered(t, rng, v, homes))
		}
		if differ < 1000 {
			t.Errorf("homes %s: only %d positions differed from their mirror images", homes, differ)
		}
	}
}

// mirrored writes the text of a position's mirror image.
func mirrored(text string) string {
	parts := strings.Split(text, " ")
	sets := append(strings.Split(parts[1], "/"), parts[0])
	for i, set := range sets {
		fields := strings.Split(set, ",")
		for j, f := range fields {
			if len(f) == 3 && f[1] == '1' && f[2] >= '1' && f[2] <= '3' {
				fields[j] = string('a'+'q'-f[0]) + f[1:]
			}
		}
		slices.Sort(fields) // the number of pawns at home stays in front
		sets[i] = strings.Join(fields, ",")
	}
	parts[1], parts[0] = strings.Join(sets[:4], "/"), sets[4]
	return strings.Join(parts, " ")
}

// scattered strews barricades and pawns over the board, above all over its upper
// half.
func scattered(t *testing.T, rng *rand.Rand, v *barricade.Variant, homes string) game.Position {
	t.Helper()
	b := v.Board()
	var free []string
	for f := range uint8(b.Fields()) {
		name := b.Name(f)
		if f != b.Last() && (len(name) == 3 || rng.IntN(3) == 0) {
			free = append(free, name)
		}
	}
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	take := func(n int) []string {
		some := slices.Clone(free[:n])
		free = free[n:]
		slices.Sort(some)
		return some
	}
	parts := []string{strings.Join(take(10), ",")}
	for h := range 4 {
		home := "-"
		if strings.Contains(homes, string('1'+rune(h))) {
			out := rng.IntN(barricade.Pawns + 1)
			home = strings.Join(append([]string{string('0' + rune(barricade.Pawns-out))}, take(out)...), ",")
		}
		parts = append(parts, home)
	}
	text := parts[0] + " " + strings.Join(parts[1:], "/") + " - 1 " + []string{"-", "3", "6", "b"}[rng.IntN(4)] + " 1"
	return barricadeParsed(t, v, text)
}

func barricadeParsed(t *testing.T, v game.Variant, text string) game.Position {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
