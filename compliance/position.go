package compliance

import (
	"fmt"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
)

// How many random games a point walks through, how far, and how often it looks.
const (
	walks    = 3
	walkStep = 37 // actions between two looks
	looks    = 4
)

var positionPoints = []row{
	{"position.startpos", "position startpos goes to the start of the game", known | tgi | each, func(t *talk) {
		t.quiet("game %s", t.game.Rules.Name)
		t.quiet("position startpos")
		t.answer("fen", game.Text(t.variant(nil).Start()))
	}},
	{"position.moves", "position startpos moves A … makes the actions, rolls among them", tgi | known | each, checkMoves},
	{"position.fen", "position fen TEXT sets what query fen gave", tgi | known | each, checkFen},
	{"position.fen-moves", "position fen TEXT moves A … makes actions from there", tgi | known | each, checkFenMoves},
	{"position.game", "position game NAME KEY=VALUE … sets game and position in one line", tgi | known | each, checkOneLine},
	{"position.bad-text", "a text that is no position is refused with illegal_position; the old position stays", tgi | known | each, checkBadText},
	{"position.illegal", "an action that is not legal is refused with illegal_move N A …; the old position stays", tgi | known | each, checkIllegalMove},
	{"position.after-end", "an action after the end of the game is refused with illegal_move", tgi | known | each, checkMoveAfterEnd},
	{"position.incomplete", "a position command without its words is refused with bad_command; the old position stays", tgi | known, checkBadPosition},
	{"position.undo", "a shorter list of actions goes back", tgi | known, checkShorter},
	{"position.accepted", "position startpos is taken without an error", 0, func(t *talk) {
		t.setting()
		if lines := t.ask("position startpos"); len(lines) > 0 && strings.HasPrefix(lines[0], "error") {
			t.fail(lines[0], "no error")
		}
	}},
}

// along calls look at positions along random games: some games by the usual
// rules, one by each of the other setups.
func (t *talk) along(look func(s game.Setup, play *game.Play)) {
	for i, s := range setups(t.game.Rules) {
		games := uint64(1)
		if i == 0 {
			games = walks
		}
		for seed := range games {
			for n := range looks {
				play := t.walk(s, seed+1, n*walkStep)
				look(s, play)
				if play.Over() {
					break
				}
			}
		}
	}
}

func checkMoves(t *talk) {
	t.along(func(s game.Setup, play *game.Play) {
		t.place(s, play)
		t.answer("fen", game.Text(play.Position()))
		t.answer("moves", strings.Join(play.Texts(), " "))
	})
}

func checkFen(t *talk) {
	t.along(func(s game.Setup, play *game.Play) {
		t.quiet("%s", strings.TrimSpace("game "+play.Rules().Name+" "+s.String()))
		text := game.Text(play.Position())
		t.quiet("position fen %s", text)
		t.answer("fen", text)
		t.answer("moves", "")
	})
}

func checkFenMoves(t *talk) {
	for seed := range uint64(walks) {
		whole := t.walk(nil, seed+1, 40)
		half := t.walk(nil, seed+1, 0)
		for i := 0; i < len(whole.Moves())/2; i++ {
			half.Push(whole.Moves()[i])
		}
		rest := strings.Join(whole.Texts()[len(half.Moves()):], " ")
		t.quiet("game %s", t.game.Rules.Name)
		t.quiet("position fen %s moves %s", game.Text(half.Position()), rest)
		t.answer("fen", game.Text(whole.Position()))
		t.answer("moves", rest)
	}
}

func checkOneLine(t *talk) {
	for _, s := range setups(t.game.Rules) {
		play := t.walk(s, 1, 12)
		t.place(s, play)
		t.answer("fen", game.Text(play.Position()))
		t.quiet("%s", strings.Join(strings.Fields(fmt.Sprintf("position game %s %s fen %s", play.Rules().Name, s, game.Text(play.Position()))), " "))
		t.answer("fen", game.Text(play.Position()))
	}
}

func checkBadText(t *talk) {
	play := t.decision(nil)
	t.place(nil, play)
	text := game.Text(play.Position())
	fields := strings.Fields(text)
	bad := []string{"nonsense", "8/8/8/8/8/8/8/8", text + " and more", fields[0], strings.Replace(text, fields[0], fields[0]+"/1", 1), "?" + text}
	t.unchanged(func() {
		for _, b := range bad {
			if _, err := t.variant(nil).Parse(b); err == nil {
				continue // the game's texts leave something out here
			}
			t.refuse("illegal_position", "position fen %s", b)
		}
	})
}

func checkIllegalMove(t *talk) {
	play := t.decision(nil)
	t.place(nil, play)
	t.unchanged(func() {
		for _, bad := range []string{"zz99", "0000", "-"} {
			if _, err := play.Position().ParseMove(bad); err == nil {
				continue
			}
			detail := t.refuse("illegal_move", "%s %s", t.command(nil, play), bad)
			if want := fmt.Sprintf("%d %s", len(play.Moves())+1, bad); detail != want && !strings.HasPrefix(detail, want+" ") {
				t.fail("error illegal_move "+detail, "error illegal_move %s …", want)
			}
		}
	})
}

func checkMoveAfterEnd(t *talk) {
	play := t.finished(nil)
	last := play.Texts()[len(play.Texts())-1]
	t.place(nil, t.decision(nil))
	t.unchanged(func() { t.refuse("illegal_move", "%s %s", t.command(nil, play), last) })
}

func checkBadPosition(t *talk) {
	play := t.decision(nil)
	t.place(nil, play)
	t.unchanged(func() {
		for _, line := range []string{"position", "position fen", "position nowhere", "position startpos here", "position game"} {
			t.refuse("bad_command", "%s", line)
		}
	})
}

func checkShorter(t *talk) {
	long := t.walk(nil, 1, 20)
	short := t.walk(nil, 1, 0)
	for _, m := range long.Moves()[:5] {
		short.Push(m)
	}
	t.place(nil, long)
	t.place(nil, short)
	t.answer("fen", game.Text(short.Position()))
	t.answer("turn", engine.Turn(short))
}
