package compliance

import (
	"slices"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
)

var seatPoints = []row{
	{"seat.order", "seats act in the order of the rules, along whole games, and drop out by them", tgi | known | each, checkSeatOrder},
	{"seat.actor", "with more than two seats, go answers for the seat that acts", tgi | crowd | each, checkSeatActor},
	{"turn.several", "in a turn of several actions query turn and phase tell who acts next, and go answers for it", tgi | multi | each, checkMidturn},
	{"turn.one", "bestmove is one action, also where a turn has several", tgi | multi | each, checkOneAction},
}

// seatings returns the setups that differ in who plays.
func seatings(r *game.Rules) []game.Setup {
	var list []game.Setup
	var seen []game.Seating
	for _, s := range setups(r) {
		v, err := r.Variant(s)
		if err != nil {
			continue
		}
		if seating := *v.Start().Seating(); !slices.Contains(seen, seating) {
			seen = append(seen, seating)
			list = append(list, s)
		}
	}
	return list
}

// checkSeatOrder looks at every position of the first part of a game, and at
// its end.
func checkSeatOrder(t *talk) {
	for _, s := range seatings(t.game.Rules) {
		for n := range 40 {
			play := t.walk(s, 50, n)
			t.place(s, play)
			t.answer("turn", engine.Turn(play))
		}
		end := t.finished(s)
		for back := 4; back >= 0; back-- {
			play := game.NewPlay(t.game.Rules, t.variant(s).Start())
			for _, m := range end.Moves()[:max(0, len(end.Moves())-back)] {
				play.Push(m)
			}
			t.place(s, play)
			t.answer("turn", engine.Turn(play))
		}
		t.answer("result", scores(end))
	}
}

func checkSeatActor(t *talk) {
	for _, s := range seatings(t.game.Rules) {
		v := t.variant(s)
		for seat := range v.Start().Seating().Seats {
			play := t.seek(s, func(p *game.Play) bool {
				return int(p.Position().Base().Player) == seat && len(engine.Legal(p)) > 1
			})
			if play == nil {
				continue
			}
			t.place(s, play)
			f := t.sound(0, "go depth 1")
			t.legal(&f, play)
		}
	}
}

// midturn returns positions in the middle of a turn, of different seats.
func (t *talk) midturn() []*game.Play {
	var list []*game.Play
	for seat := range t.variant(nil).Start().Seating().Seats {
		play := t.seek(nil, func(p *game.Play) bool {
			st := p.Position().Base()
			return st.Midturn && int(st.Player) == seat
		})
		if play != nil {
			list = append(list, play)
		}
	}
	if len(list) == 0 {
		t.skip("no position was found in the middle of a turn")
	}
	return list
}

func checkMidturn(t *talk) {
	for _, play := range t.midturn() {
		t.place(nil, play)
		t.answer("turn", engine.Turn(play))
		t.answer("phase", phase(play))
		f := t.sound(0, "go depth 1")
		t.legal(&f, play)
		if err := play.Make(f.best); err != nil {
			t.fail("bestmove "+f.best, "a legal action: %v", err)
		}
		t.place(nil, play)
		t.answer("turn", engine.Turn(play))
		t.answer("phase", phase(play))
	}
}

func checkOneAction(t *talk) {
	play := t.midturn()[0]
	before := game.NewPlay(t.game.Rules, t.variant(nil).Start())
	for _, m := range play.Moves()[:len(play.Moves())-1] {
		before.Push(m)
	}
	t.place(nil, before)
	first := play.Texts()[len(play.Texts())-1]
	if before.Position().Base().Player == game.Chance {
		t.skip("the turn begins with a roll")
	}
	f := t.sound(0, "go depth 1 searchmoves %s", first)
	if f.best != first || strings.ContainsAny(f.best, " ,;") {
		t.fail("bestmove "+f.best, "bestmove %s", first)
	}
}
