package compliance

import (
	"slices"
	"strconv"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
)

var dicePoints = []row{
	{"dice.need-roll", "go at a roll is refused with bad_state need_roll", tgi | chance | each, checkNeedRoll},
	{"dice.go-roll", "go roll evaluates before the roll and answers bestmove roll", tgi | chance | each, checkGoRoll},
	{"dice.no-roll", "go roll where none is due is refused with bad_state", tgi | known, func(t *talk) {
		t.place(nil, t.decision(nil))
		t.refuse("bad_state", "go roll depth 1")
	}},
	{"dice.roll", "roll SEED plays an outcome, the same for the same seed", tgi | chance | each, checkRollSeed},
	{"dice.roll-fair", "roll plays every outcome", tgi | chance | each, checkRollAll},
	{"dice.roll-refused", "roll where none is due is refused with bad_state, a bad seed with bad_value", tgi | chance | each, checkRollRefused},
	{"dice.moves", "outcomes stand among the actions as bare texts; a missing one is an illegal action", tgi | chance | each, checkRollsInMoves},
	{"dice.never", "the engine never rolls unless asked", tgi | chance | each, checkNeverRolls},
}

// atRoll returns a position where a roll is due.
func (t *talk) atRoll(s game.Setup) *game.Play {
	play := t.seek(s, func(p *game.Play) bool { return len(p.Moves()) > 4 && engine.Chances(p) != nil })
	if play == nil {
		t.skip("no position was found where a roll is due")
	}
	return play
}

func checkNeedRoll(t *talk) {
	t.place(nil, t.atRoll(nil))
	for _, line := range []string{"go", "go depth 1", "go infinite"} {
		detail := t.refuse("bad_state", "%s", line)
		if word, _, _ := strings.Cut(detail, " "); word != "need_roll" {
			t.fail("error bad_state "+detail, "error bad_state need_roll …")
		}
	}
}

func checkGoRoll(t *talk) {
	for _, s := range seatings(t.game.Rules) {
		play := t.atRoll(s)
		t.place(s, play)
		f := t.sound(0, "go roll depth 1")
		if f.best != "roll" || f.ponder != "" {
			t.fail("bestmove "+f.best, "bestmove roll")
		}
		if len(f.infos) == 0 {
			t.fail("bestmove alone", "an info line before bestmove")
		}
		for _, in := range f.infos {
			if len(in.value) != play.Position().Seating().Seats {
				t.fail(in.line, "value with one number a seat")
			}
			t.follow(play, &in)
		}
	}
}

// rolled reads the answer to roll and returns the outcome.
func (t *talk) rolled(lines []string) string {
	if len(lines) != 1 || !strings.HasPrefix(lines[0], "response roll ") {
		t.fail(strings.Join(lines, " / "), "response roll OUTCOME")
	}
	return strings.TrimPrefix(lines[0], "response roll ")
}

func checkRollSeed(t *talk) {
	play := t.atRoll(nil)
	for seed := range 5 {
		first := ""
		for range 2 {
			t.place(nil, play)
			got := t.rolled(t.ask("roll %d", seed))
			if first == "" {
				first = got
			}
			if got != first {
				t.fail("response roll "+got, "response roll %s, as before with this seed", first)
			}
			after := t.walk(nil, 1, 0)
			for _, text := range append(slices.Clone(play.Texts()), got) {
				if err := after.Make(text); err != nil {
					t.fail("response roll "+got, "an outcome of the roll: %v", err)
				}
			}
			t.answer("fen", game.Text(after.Position()))
			t.answer("turn", engine.Turn(after))
		}
	}
}

func checkRollAll(t *talk) {
	play := t.atRoll(nil)
	missing := map[string]bool{}
	for _, o := range engine.Chances(play) {
		missing[o.Text] = true
	}
	for seed := 1; len(missing) > 0 && seed <= 200; seed++ {
		t.place(nil, play)
		delete(missing, t.rolled(t.ask("roll %d", seed)))
	}
	for text := range missing {
		t.fail("200 seeds without the outcome "+text, "every outcome now and then")
	}
}

func checkRollRefused(t *talk) {
	t.place(nil, t.decision(nil))
	t.unchanged(func() {
		t.refuse("bad_state", "roll")
		t.refuse("bad_state", "roll 7")
	})
	t.place(nil, t.atRoll(nil))
	t.unchanged(func() {
		t.refuse("bad_value", "roll seed")
		t.refuse("bad_value", "roll -1")
		t.refuse("bad_command", "roll 1 2")
	})
}

func checkRollsInMoves(t *talk) {
	play := t.atRoll(nil)
	t.place(nil, play)
	command := t.command(nil, play)
	t.unchanged(func() {
		for _, bad := range []string{"0", "7777", "pass"} {
			if _, err := play.Position().ParseMove(bad); err != nil {
				detail := t.refuse("illegal_move", "%s %s", command, bad)
				if want := strconv.Itoa(len(play.Moves())+1) + " " + bad; !strings.HasPrefix(detail, want) {
					t.fail("error illegal_move "+detail, "error illegal_move %s …", want)
				}
			}
		}
	})
	for _, o := range engine.Chances(play) {
		t.quiet("%s %s", command, o.Text)
		play.Push(o.Move)
		t.answer("turn", engine.Turn(play))
		play.Undo()
	}
}

func checkNeverRolls(t *talk) {
	play := t.atRoll(nil)
	t.place(nil, play)
	t.sound(0, "go roll depth 1")
	t.ask("eval")
	t.ask("d")
	t.answer("turn", "chance")
	t.answer("moves", strings.Join(play.Texts(), " "))
}
