package eval

import (
	"slices"
	"strings"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/barricade"
)

// What the network sees is the same whatever was evaluated before.
func TestBarricadeSightFollows(t *testing.T) {
	terms := func(p game.Position) game.Evaluator { return newBarricadeTerms(p.(*barricade.Position)) }
	if moved := follows(t, barricadeVariant(t, nil), 400, newBarricade, terms); moved < 3000 {
		t.Errorf("the network changed %d values: want nearly all", moved)
	}
}

// A trainer sees the inputs that the evaluator has on.
func TestBarricadeLearner(t *testing.T) {
	n := barricadeNet()
	decided, held, rolled := 0, 0, 0
	barricadeGames(t, 33, 3, nil, func(p *barricade.Position) {
		l := barricadeLearner(p)
		e := newBarricadeTerms(p)
		e.measure()
		s := newBarricadeSight(n)
		s.look(e)
		var strengths [game.MaxSeats]int32
		if l.Strengths(&strengths) != (e.now == 0) {
			t.Fatalf("%s: a win at once in %d sixths is learnt from, or others are not", game.Text(p), e.now)
		}
		if e.now > 0 {
			decided++
		}
		if p.InHand() {
			held++
		}
		if p.Die() > 0 {
			rolled++
		}
		for seat := range 2 {
			inputs, role := l.See(game.Player(seat), nil)
			acts := (seat == p.Turn()) != p.InHand() // rolls next or has rolled
			if slices.Max(inputs) >= uint16(l.Shape.Inputs) || (role == 0) != acts || role != e.role(seat) {
				t.Fatalf("%s: seat %d sees inputs %v in role %d", game.Text(p), seat, inputs, role)
			}
			fresh := newBarricadeSight(n)
			for _, i := range inputs {
				n.Add(&fresh.cells[seat], int(i))
			}
			if fresh.cells[seat] != s.cells[seat] {
				t.Fatalf("%s: seat %d sees other inputs than the evaluator", game.Text(p), seat)
			}
			if int(strengths[seat]) != e.strength(seat) {
				t.Fatalf("%s: strength %d, want %d", game.Text(p), strengths[seat], e.strength(seat))
			}
		}
	})
	if decided == 0 || held == 0 || rolled == 0 {
		t.Errorf("%d positions with a win at once, %d with a barricade in hand, %d with a roll: want some of each", decided, held, rolled)
	}
}

// Both seats see the same board, each from its own side: with left and right, the
// seats and the turn exchanged the values are exchanged too.
func TestBarricadeSidesAlike(t *testing.T) {
	v := barricadeVariant(t, nil).(*barricade.Variant)
	b := v.Board()
	for seat, as := range barricadeSides() {
		for f := range uint8(b.Fields()) {
			for g := range uint8(b.Fields()) {
				if b.Distance(as[f], as[g]) != b.Distance(f, g) {
					t.Fatalf("seat %d: %s and %s are seen at another distance", seat, b.Name(f), b.Name(g))
				}
			}
		}
	}
	checked := 0
	barricadeGames(t, 35, 2, nil, func(p *barricade.Position) {
		text := game.Text(p)
		q := barricadeParsed(t, v, exchanged(text))
		var own, other [game.MaxSides]game.Score
		newBarricade(p).Evaluate(&own)
		newBarricade(q).Evaluate(&other)
		if own[0] != other[1] || own[1] != other[0] {
			t.Fatalf("%s: value %v, exchanged %s %v", text, own, game.Text(q), other)
		}
		checked++
	})
	if checked < 100 {
		t.Errorf("%d positions: want at least 100", checked)
	}
}

// exchanged writes the text of a position with left and right, the homes 1 and 4,
// and the turn exchanged.
func exchanged(text string) string {
	parts := strings.Split(text, " ")
	flip := func(set string) string {
		fields := strings.Split(set, ",")
		for i, f := range fields {
			if len(f) > 1 {
				fields[i] = string('a'+'q'-f[0]) + f[1:]
			}
		}
		slices.Sort(fields) // the number of pawns at home stays in front
		return strings.Join(fields, ",")
	}
	homes := strings.Split(parts[1], "/")
	homes[0], homes[3] = flip(homes[3]), flip(homes[0])
	parts[0], parts[1] = flip(parts[0]), strings.Join(homes, "/")
	parts[3] = map[string]string{"1": "4", "4": "1"}[parts[3]]
	return strings.Join(parts, " ")
}

// Only the rules that the network was learnt for have it, and what scores mean goes
// with that.
func TestBarricadeNetworkKnowsItsRules(t *testing.T) {
	for _, c := range []struct {
		setup game.Setup
		want  bool
	}{
		{nil, true},
		{game.Setup{"homes": "14"}, true},
		{game.Setup{"homes": "12"}, false},
		{game.Setup{"homes": "124"}, false},
		{game.Setup{"homes": "1234", "teams": "13/24"}, false},
		{game.Setup{"board": "quick"}, false},
		{game.Setup{"must-move": "true"}, false},
		{game.Setup{"no-wall-rows": "1"}, false},
	} {
		v, err := barricade.Rules.Variant(c.setup)
		if err != nil {
			t.Fatal(err)
		}
		checkBarricadeNetwork(t, v.Start(), c.want)
	}
}

func checkBarricadeNetwork(t *testing.T, p game.Position, want bool) {
	t.Helper()
	e := newBarricade(p).(*barricadeEval)
	if (e.sight != nil) != want || (barricadeLearner(p) != nil) != want {
		t.Errorf("%s: a network %v, want %v", game.Text(p), e.sight != nil, want)
	}
	sharp := Barricade.Terms.Sharp
	if want {
		sharp = Barricade.Scale.Sharp
	}
	if got := Barricade.ScaleOf(p).Sharp; got != sharp {
		t.Errorf("%s: scores are sharpened by %v, want %v", game.Text(p), got, sharp)
	}
}

// Positions that no game has are none that it has learnt from.
func TestBarricadeNetworkKnowsItsPositions(t *testing.T) {
	v := barricadeVariant(t, nil)
	for text, want := range map[string]bool{
		"a3,e3,g7,i10,i11,i13,i3,i9,k7,m3,q3 4,e5/-/-/5 - 4 - 9":    true,
		"a3,e3,g7,i10,i11,i3,i9,k7,m3,q3 4,e5/-/-/5 - 4 b 9":        true,
		"a3,e3,g7,i10,i11,i3,i9,k7,m3,q3 4,e5/-/-/5 - 4 - 9":        false, // ten barricades
		"a3,e3,g7,i10,i11,i13,i3,i9,k7,m3 4,e5/-/-/5 - 4 - 9":       false,
		"- 4,e5/-/-/5 - 4 - 9":                                      false,
		"a3,e3,g7,i10,i11,i13,i3,i9,k7,m3,q3 3,e5/-/-/5 - 4 - 9":    false, // nine pawns
		"a3,e3,g7,i10,i11,i13,i3,i9,k7,m3,q3 0,e5/-/-/0,c1 - 4 - 9": false,
	} {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		checkBarricadeNetwork(t, p, want)
	}
}
