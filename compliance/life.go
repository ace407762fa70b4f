package compliance

import (
	"slices"
	"strconv"
	"strings"

	"tetrarch/game"
	"tetrarch/protocol"
)

var lifePoints = []row{
	{"life.isready", "isready is answered by readyok, each time", 0, checkReady},
	{"life.isready-search", "isready is answered during a search, which goes on", 0, checkReadyInSearch},
	{"life.default", "every option takes its default in silence", 0, checkDefaults},
	{"life.limits", "a spin takes its ends, a combo each of its values", tgi, checkValues},
	{"life.case", "the case of an option's name does not matter", tgi, checkOptionCase},
	{"life.unknown", "an unknown option is refused with bad_value", tgi, checkUnknownOption},
	{"life.bad", "a value beyond an option's limits is refused with bad_value", tgi, checkBadValues},
	{"life.incomplete", "setoption without a name is refused with bad_command", tgi, func(t *talk) {
		for _, line := range []string{"setoption", "setoption name", "setoption Hash 1"} {
			t.refuse("bad_command", "%s", line)
		}
	}},
	{"life.newgame", "newgame goes to the start, and so do ucinewgame and uginewgame", tgi | known, checkNewGame},
	{"life.newgame-silent", "the command for a new game is taken in silence", 0, func(t *talk) { t.quiet("%s", t.newGame()) }},
	{"life.help", "help lists the commands", tgi, checkHelp},
}

// newGame is the dialect's word for another game.
func (t *talk) newGame() string {
	switch t.dialect {
	case protocol.UCI:
		return "ucinewgame"
	case protocol.UGI:
		return "uginewgame"
	}
	return "newgame"
}

func checkReady(t *talk) {
	const times = 20
	for range times {
		t.send("isready")
	}
	for range times {
		if line := t.line("readyok"); line != "readyok" {
			t.fail(line, "readyok, %d times", times)
		}
	}
}

func checkReadyInSearch(t *talk) {
	t.setting()
	t.send("go infinite")
	for range 3 {
		t.settle()
	}
	t.stillSearching()
	t.stop()
}

// costly says that a value of an option takes much of the machine or leaves
// traces: it is not tried.
func costly(o *option) bool {
	return o.kind == "string" || slices.Contains([]string{"hash", "threads"}, strings.ToLower(o.name))
}

func checkDefaults(t *talk) {
	for i := range t.options {
		switch o := &t.options[i]; {
		case o.kind == "button":
			if strings.EqualFold(o.name, "Clear Hash") {
				t.quiet("setoption name %s", o.name)
			}
		case o.kind == "string" && (o.def == "" || o.def == "<empty>"):
			t.quiet("setoption name %s value <empty>", o.name)
		default:
			t.quiet("setoption name %s value %s", o.name, o.def)
		}
	}
}

func checkValues(t *talk) {
	for i := range t.options {
		o := &t.options[i]
		var values []string
		switch {
		case costly(o):
			if o.kind == "spin" {
				values = []string{strconv.Itoa(o.min)}
			}
		case o.kind == "spin":
			values = []string{strconv.Itoa(o.min), strconv.Itoa(o.max), o.def}
		case o.kind == "combo":
			values = append(slices.Clone(o.values), o.def)
		case o.kind == "check":
			values = []string{"true", "false", o.def}
		}
		for _, v := range values {
			t.quiet("setoption name %s value %s", o.name, v)
		}
	}
}

func checkOptionCase(t *talk) {
	o := t.option("Hash")
	if o == nil {
		t.skip("there is no option Hash")
	}
	for _, name := range []string{"hash", "HASH"} {
		t.quiet("setoption name %s value %d", name, o.min)
	}
}

func checkUnknownOption(t *talk) {
	t.refuse("bad_value", "setoption name No Such Option value 1")
	t.refuse("bad_value", "setoption name No Such Button")
}

func checkBadValues(t *talk) {
	tried := 0
	for i := range t.options {
		o := &t.options[i]
		var values []string
		switch o.kind {
		case "spin":
			values = []string{strconv.Itoa(o.min - 1), strconv.Itoa(o.max + 1), "many", "99999999999999999999"}
		case "check":
			values = []string{"perhaps", "1"}
		case "combo":
			values = []string{"no-such-value"}
		}
		for _, v := range values {
			tried++
			t.refuse("bad_value", "setoption name %s value %s", o.name, v)
		}
	}
	if tried == 0 {
		t.skip("there is no option with limits")
	}
}

func checkNewGame(t *talk) {
	for _, word := range []string{"newgame", "ucinewgame", "uginewgame"} {
		t.place(nil, t.decision(nil))
		t.quiet("%s", word)
		t.answer("fen", game.Text(t.variant(nil).Start()))
		t.answer("moves", "")
	}
}

func checkHelp(t *talk) {
	text := strings.Join(t.ask("help"), "\n")
	for _, word := range []string{"tgi", "isready", "setoption", "newgame", "games", "game", "position", "query", "d", "eval", "perft", "roll", "go", "stop", "ponderhit", "help", "quit"} {
		if !slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return !(r >= 'a' && r <= 'z') }), word) {
			t.fail(text, "a list that holds the command %s", word)
		}
	}
}
