package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tetrarch/game"
	"tetrarch/movegen/barricade"
	"tetrarch/movegen/gametest"
)

func barricadeVariant(t testing.TB, s game.Setup) game.Variant {
	t.Helper()
	v, err := barricade.Rules.Variant(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// barricadeClassic opens the default variant once for all tests.
var barricadeClassic = sync.OnceValues(func() (game.Variant, error) { return barricade.Rules.Variant(nil) })

func barricadeAt(t testing.TB, text string) (*barricade.Position, *barricadeEval) {
	t.Helper()
	v, err := barricadeClassic()
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*barricade.Position), newBarricade(p).(*barricadeEval)
}

func evaluateBarricade(t testing.TB, text string) [game.MaxSides]game.Score {
	t.Helper()
	_, e := barricadeAt(t, text)
	var to [game.MaxSides]game.Score
	e.Evaluate(&to)
	return to
}

// barricadeGames plays games in which most moves go forward, and hands every
// position that is not over to visit.
func barricadeGames(t testing.TB, seed uint64, games int, s game.Setup, visit func(*barricade.Position)) {
	t.Helper()
	v := barricadeVariant(t, s)
	rng := rand.New(rand.NewPCG(seed, 5))
	var l game.MoveList
	for range games {
		p := v.Start().(*barricade.Position)
		for n := 0; n < 700 && !p.Over; n++ {
			visit(p)
			l.Reset()
			p.Generate(&l)
			m := l.Moves[rng.IntN(l.Len())].Move
			if p.Player != game.Chance && rng.IntN(4) > 0 {
				p.Rank(&l)
				m = slices.MaxFunc(l.Moves, func(a, b game.Scored) int { return int(a.Order - b.Order) }).Move
			}
			p.Make(m)
		}
	}
}

func TestBarricadeContract(t *testing.T) {
	gametest.Run(t, gametest.Config{
		Rules:     barricade.Rules,
		Setups:    []game.Setup{nil, {"homes": "1234", "teams": "13/24"}, {"board": "quick", "homes": "124"}},
		Games:     2,
		Evaluator: Barricade.New,
	})
}

// TestBarricadeSums wants the scores in bounds, summing to the same in every
// position, and explained to the last unit.
func TestBarricadeSums(t *testing.T) {
	for _, s := range []game.Setup{
		nil, {"homes": "124"}, {"homes": "1234"}, {"homes": "1234", "teams": "1/234"}, {"homes": "1234", "teams": "1/2/34"}, {"board": "quick"},
	} {
		var e *barricadeEval
		barricadeGames(t, 1, 2, s, func(p *barricade.Position) {
			if e == nil || e.p != p {
				e = newBarricade(p).(*barricadeEval)
			}
			var to, terms [game.MaxSides]game.Score
			e.Evaluate(&to)
			for _, term := range e.Explain() {
				for side := range terms {
					terms[side] += term.Values[side]
				}
			}
			if terms != to {
				t.Fatalf("%s: terms sum to %v, want %v", game.Text(p), terms, to)
			}
			sides := p.Seating().Sides
			sum := game.Score(0)
			for side := range sides {
				sum += to[side]
				if to[side] < -game.MaxEval || to[side] > game.MaxEval {
					t.Fatalf("%s: %v is out of bounds", game.Text(p), to)
				}
			}
			if sum != game.Score(2-sides)*game.MaxEval {
				t.Fatalf("%s: %v sums to %d", game.Text(p), to, sum)
			}
		})
	}
}

// barricadeImage mirrors ranks from low up of a classic position for two seats;
// swap exchanges the homes too.
func barricadeImage(text string, low, high int, swap bool) string {
	mirror := func(list string) string {
		names := strings.Split(list, ",")
		for i, name := range names {
			if rank, err := strconv.Atoi(name[1:]); err == nil && low <= rank && rank <= high {
				names[i] = string('a'+'q'-name[0]) + name[1:]
			}
		}
		slices.Sort(names)
		return strings.Join(names, ",")
	}
	f := strings.Fields(text)
	f[0] = mirror(f[0])
	homes := strings.Split(f[1], "/")
	for i, h := range homes {
		if n, list, ok := strings.Cut(h, ","); ok {
			homes[i] = n + "," + mirror(list)
		}
	}
	if swap {
		homes[0], homes[3] = homes[3], homes[0]
		f[3] = map[string]string{"1": "4", "4": "1"}[f[3]]
	}
	f[1] = strings.Join(homes, "/")
	return strings.Join(f, " ")
}

// TestBarricadeSymmetry exchanges homes, and mirrors the loop by itself.
func TestBarricadeSymmetry(t *testing.T) {
	barricadeGames(t, 2, 2, nil, func(p *barricade.Position) {
		text := game.Text(p)
		want := evaluateBarricade(t, text)
		if got := evaluateBarricade(t, barricadeImage(text, 11, 13, false)); got != want {
			t.Fatalf("%s: %v, with the loop mirrored %v", text, want, got)
		}
		if got := evaluateBarricade(t, barricadeImage(text, 1, 9, true)); got[0] != want[1] || got[1] != want[0] {
			t.Fatalf("%s: %v, with homes exchanged %v", text, want, got)
		}
	})
}

// due returns the position with a roll known, or due, for a home.
func due(t *testing.T, p game.Position, home int, phase string) game.Position {
	t.Helper()
	f := strings.Fields(game.Text(p))
	f[3], f[4] = strconv.Itoa(home), phase
	q, err := p.(*barricade.Position).Variant().Parse(strings.Join(f, " "))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func eachAction(p game.Position, do func(game.Move)) {
	var l game.MoveList
	p.Generate(&l)
	for _, m := range l.Moves {
		p.Make(m.Move)
		do(m.Move)
		p.Unmake()
	}
}

// TestBarricadeFinish compares the chances to finish with play by the rules.
func TestBarricadeFinish(t *testing.T) {
	// now counts the rolls that win for a home.
	now := func(p game.Position, home int) int {
		n := 0
		for r := 1; r <= 6; r++ {
			won := false
			q := due(t, p, home, strconv.Itoa(r))
			eachAction(q, func(game.Move) { won = won || q.Base().Over })
			if won {
				n++
			}
		}
		return n
	}
	// out holds placements that are in nobody's way here.
	out := []string{"B@a1", "B@b1", "B@q1", "B@p1", "B@a2", "B@q2", "B@a3", "B@q3"}
	two := func(p game.Position, home int) int {
		sum := 0
		for r := 1; r <= 6; r++ {
			q := due(t, p, home, strconv.Itoa(r))
			best := 0
			eachAction(q, func(game.Move) {
				switch {
				case q.Base().Over:
					best = 6
				case q.Phase() == "place":
					for _, action := range out {
						if m, err := q.ParseMove(action); err == nil {
							q.Make(m)
							best = max(best, now(q, home))
							q.Unmake()
							break
						}
					}
				default:
					best = max(best, now(q, home))
				}
			})
			sum += best
		}
		return sum
	}
	rng := rand.New(rand.NewPCG(3, 3))
	near := strings.Fields("i13 h13 j13 g13 k13 f13 l13 d13 a13 q13 p13 a12 b11 i11 k11 c11 i10 i9")
	seen := map[int]bool{}
	for range 60 {
		rng.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
		walls, pawns, more := slices.Clone(near[:1+rng.IntN(3)]), slices.Clone(near[5:5+rng.IntN(4)]), slices.Clone(near[10:10+rng.IntN(3)])
		slices.Sort(walls)
		slices.Sort(pawns)
		slices.Sort(more)
		text := fmt.Sprintf("%s %s/-/-/%s - 1 - 7", strings.Join(walls, ","),
			strings.Join(append([]string{"1"}, pawns...), ","), strings.Join(append([]string{"2"}, more...), ","))
		p, e := barricadeAt(t, text)
		e.measure()
		if want := now(p, 1); e.now != want {
			t.Errorf("%s: %d rolls finish, want %d", text, e.now, want)
		}
		want := two(p, 1)
		if got := e.finishTwo(0); got != want {
			t.Errorf("%s: %d of 36 finish in two rolls, want %d", text, got, want)
		}
		seen[want] = true
	}
	if len(seen) < 8 {
		t.Errorf("only %d different chances were met", len(seen))
	}
}

// TestBarricadeExposure compares the distances that the next roll can cost with
// play by the rules.
func TestBarricadeExposure(t *testing.T) {
	hits := 0
	n := 0
	barricadeGames(t, 4, 2, game.Setup{"homes": "1234"}, func(p *barricade.Position) {
		if n++; p.Player != game.Chance || n%5 != 0 {
			return
		}
		e := newBarricade(p).(*barricadeEval)
		e.measure()
		v := e.view(p.Walls())
		for seat := range p.Seats {
			if seat == p.Turn() {
				continue
			}
			sum := 0
			for r := 1; r <= 6; r++ {
				q := due(t, p, p.HomeOf(p.Turn())+1, strconv.Itoa(r))
				worst := 0
				eachAction(q, func(m game.Move) {
					if _, to, ok := barricade.Moved(m, p.HomeOf(p.Turn())); ok && p.Pawns(seat).Has(to) {
						worst = max(worst, e.homeDistance(seat, v)-int(v.distance[to]))
					}
				})
				sum += worst
			}
			if got := e.f[seat][barricadeHitNow]; got != sum/6 {
				t.Fatalf("%s: seat %d exposed by %d, want %d", game.Text(p), seat, got, sum/6)
			}
			hits += sum
		}
	})
	if hits == 0 {
		t.Error("nobody was exposed")
	}
}

// TestBarricadeBetter wants the second of two positions to be better for home 1 by
// its features; what a network adds is learnt and need not agree.
func TestBarricadeBetter(t *testing.T) {
	const walls = "a3,e3,g7,i10,i11,i13,i3,i9,k7,m3,q3 "
	for _, test := range []struct{ name, worse, better string }{
		{"nearer", walls + "4,c5/-/-/5 - 4 - 9", walls + "4,e5/-/-/5 - 4 - 9"},
		{"a pawn at home is behind", walls + "5/-/-/5 - 4 - 9", walls + "4,g5/-/-/5 - 4 - 9"},
		{"the move", walls + "5/-/-/5 - 4 - 9", walls + "5/-/-/5 - 1 - 9"},
		{"out of reach", walls + "4,i5/-/-/4,k4 - 4 - 9", walls + "4,i5/-/-/4,m1 - 4 - 9"},
		{"no barricade on a choke", "i11 4,i9/-/-/4,a1 - 4 - 9", "a1 4,i9/-/-/4,a2 - 4 - 9"},
		{"a barricade in hand", "a1 4,g7/-/-/4,k7 - 4 - 9", "a1 4,g7/-/-/4,k7 - 1 b 9"},
		{"a roll that hits", "a1 4,g7/-/-/4,j7 - 1 2 9", "a1 4,g7/-/-/4,j7 - 1 3 9"},
		{"near the end", "- 4,f13/-/-/4,a2 - 4 - 9", "- 4,h13/-/-/4,a2 - 4 - 9"},
		{"two near the end", "- 4,h13/-/-/4,a2 - 1 - 9", "- 3,h13,k13/-/-/4,a2 - 1 - 9"},
	} {
		var worse, better [game.MaxSides]game.Score
		p, _ := barricadeAt(t, test.worse)
		newBarricadeTerms(p).Evaluate(&worse)
		p, _ = barricadeAt(t, test.better)
		newBarricadeTerms(p).Evaluate(&better)
		if worse[0] >= better[0] {
			t.Errorf("%s: %d, not better than %d\n%s\n%s", test.name, better[0], worse[0], test.better, test.worse)
		}
	}
}

// TestBarricadeCertain wants what is certain to be so, and known odds exact.
func TestBarricadeCertain(t *testing.T) {
	if got := evaluateBarricade(t, "- 4,i13/-/-/4,h13 - 1 1 9"); got != [4]game.Score{game.MaxEval, -game.MaxEval} {
		t.Errorf("a win to be moved is %v", got)
	}
	low := evaluateBarricade(t, "- 4,i13/-/-/4,h13 - 4 1 9")
	if low[1] == game.MaxEval {
		t.Errorf("%v: a 1 does not win from h13", low)
	}
	// Any of two rolls of six wins at once; all else adds to that.
	if got := Barricade.Scale.Share(evaluateBarricade(t, "- 3,h13,i13/-/-/5 - 1 - 9")[0]); got < 1.0/3 {
		t.Errorf("two rolls win at once, but the share is %.3f", got)
	}
}

func TestBarricadeNoAllocations(t *testing.T) {
	_, e := barricadeAt(t, "a13,b11,d13,f11,f3,g13,g5,i10,i11,i13,j13 0,e7,h9,k1,k3,m1/-/-/0,i1,j5,l3,n1,q2 - 4 6 436")
	var to [game.MaxSides]game.Score
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(&to) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkBarricade(b *testing.B) {
	for _, homes := range []string{"14", "1234"} {
		b.Run(homes, func(b *testing.B) {
			var all []*barricade.Position
			barricadeGames(b, 9, 1, game.Setup{"homes": homes}, func(p *barricade.Position) {
				all = append(all, p.Clone().(*barricade.Position))
			})
			e := newBarricade(all[0]).(*barricadeEval)
			var to [game.MaxSides]game.Score
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.p = all[i%len(all)]
				e.Evaluate(&to)
			}
		})
	}
}

// TestBarricadeExplainsWin wants the chance to win with the next roll among the
// terms: two sixths of the way from a sure loss to a sure win.
func TestBarricadeExplainsWin(t *testing.T) {
	_, e := barricadeAt(t, "- 3,h13,i13/-/-/5 - 1 - 8")
	for _, term := range e.Explain() {
		if term.Name == "win-now" {
			if want := game.MaxEval * 2 / 3; term.Values[0] != want || term.Values[1] != 0 {
				t.Errorf("%v, want %d and 0", term.Values, want)
			}
			return
		}
	}
	t.Error("no term for it")
}
