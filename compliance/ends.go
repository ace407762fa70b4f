package compliance

import (
	"tetrarch/engine"
	"tetrarch/game"
)

var endPoints = []row{
	{"end.bestmove", "go at the end of a game answers bestmove none", tgi | known | each, checkGoAtEnd},
	{"end.questions", "at the end turn is none, legal is empty, and the result stands", tgi | known | each, func(t *talk) {
		end := t.finished(nil)
		t.place(nil, end)
		t.answer("turn", "none")
		t.answer("legal", "")
		t.answer("chance", "")
		t.answer("p1turn", "false")
		t.answer("gameover", "true")
		t.answer("result", scores(end))
	}},
	{"end.tools", "eval and roll at the end are refused with bad_state; perft counts nothing", tgi | known | each, checkToolsAtEnd},
	{"end.repetition", "the third occurrence of a position is a draw where the rules say so", tgi | known | each, checkRepetition},
}

func checkGoAtEnd(t *talk) {
	t.place(nil, t.finished(nil))
	for _, line := range []string{"go depth 1", "go movetime 10", "go"} {
		if f := t.sound(0, "%s", line); f.best != "none" || f.ponder != "" {
			t.fail("bestmove "+f.best, "bestmove none")
		}
	}
	t.send("go infinite")
	t.stillSearching()
	if f := t.stop(); f.best != "none" {
		t.fail("bestmove "+f.best, "bestmove none")
	}
}

func checkToolsAtEnd(t *talk) {
	t.place(nil, t.finished(nil))
	t.refuse("bad_state", "eval")
	t.refuse("bad_state", "roll")
	t.send("perft 1")
	if line := t.line("Nodes searched: 0"); line != "Nodes searched: 0" {
		t.fail(line, "Nodes searched: 0")
	}
}

// checkRepetition goes forth and back until the rules end the game.
func checkRepetition(t *talk) {
	if t.game.Rules.Repetition == 0 {
		t.skip("repetition means nothing in this game")
	}
	for seed := range uint64(10) {
		play := t.walk(nil, seed+1, 6)
		for n := 0; n < 40 && !play.Over(); n++ {
			if !t.goBack(play) {
				break
			}
		}
		if play.Over() && play.Reason() == "repetition" {
			t.place(nil, play)
			t.answer("gameover", "true")
			t.answer("result", scores(play))
			t.answer("turn", engine.Turn(play))
			return
		}
	}
	t.skip("no repetition was found")
}

// goBack plays four actions that lead to the same position again, if there are
// such actions; it says whether there were.
func (t *talk) goBack(play *game.Play) bool {
	pos := play.Position().Clone()
	want := pos.Base().Key
	var line [4]game.Move
	var search func(depth int) bool
	search = func(depth int) bool {
		if depth == len(line) {
			return pos.Base().Key == want
		}
		if st := pos.Base(); st.Over || st.Player == game.Chance || st.Progress < int32(depth) {
			return false
		}
		var l game.MoveList
		pos.Generate(&l)
		for _, s := range l.Moves {
			line[depth] = s.Move
			pos.Make(s.Move)
			ok := search(depth + 1)
			pos.Unmake()
			if ok {
				return true
			}
		}
		return false
	}
	if !search(0) {
		return false
	}
	for _, m := range line {
		if !play.Over() {
			play.Push(m)
		}
	}
	return true
}
