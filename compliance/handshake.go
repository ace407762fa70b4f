package compliance

import (
	"slices"
	"strings"

	"tetrarch/protocol"
)

var handshakePoints = []row{
	{"handshake.end", "the greeting is answered and ends with tgiok, uciok or ugiok", unstarted, func(t *talk) { t.begin() }},
	{"handshake.id", "one id name and one id author, neither empty", unstarted, checkID},
	{"handshake.protocol", "the line protocol tgi 1", tgi | unstarted, checkProtocolLine},
	{"handshake.games", "a sound game line for every game, each game once", tgi | unstarted, checkGameLines},
	{"handshake.options", "sound option lines, each option once", unstarted, checkOptionLines},
	{"handshake.needed", "the options that every engine has are declared with the right types", tgi, checkNeededOptions},
	{"handshake.lines", "nothing in the greeting but id, protocol, game, option and info lines", tgi | unstarted, checkGreeting},
	{"handshake.again", "a second greeting is answered like the first", 0, checkGreetingAgain},
	{"handshake.dialects", "uci is answered up to uciok, ugi up to ugiok", tgi | unstarted, checkDialects},
}

// greeting starts a process and returns the lines of the greeting that begin
// with a word; all if it is empty.
func (t *talk) greeting(word string) []string {
	t.launch()
	return slices.DeleteFunc(t.greet(t.dialect), func(line string) bool {
		first, _, _ := strings.Cut(line, " ")
		return word != "" && first != word
	})
}

func checkID(t *talk) {
	lines := t.greeting("id")
	for _, what := range []string{"id name ", "id author "} {
		n := 0
		for _, line := range lines {
			if text, ok := strings.CutPrefix(line, what); ok && strings.TrimSpace(text) != "" {
				n++
			}
		}
		if n != 1 {
			t.fail(strings.Join(lines, " / "), "one line %s…", what)
		}
	}
}

func checkProtocolLine(t *talk) {
	if lines := t.greeting("protocol"); len(lines) != 1 || lines[0] != "protocol tgi 1" {
		t.fail(strings.Join(lines, " / "), "one line: protocol tgi 1")
	}
}

func checkGameLines(t *talk) { t.soundGames(t.greeting("game")) }

// soundGames wants lines that declare games.
func (t *talk) soundGames(lines []string) {
	if len(lines) == 0 {
		t.fail("no game line", "at least one game line")
	}
	for i, line := range lines {
		if err := checkGame(line); err != nil {
			t.fail(line, "%v", err)
		}
		if name := gameNames(lines)[i]; slices.Index(gameNames(lines), name) != i {
			t.fail(line, "the game %s once", name)
		}
	}
}

func checkOptionLines(t *talk) {
	var names []string
	for _, line := range t.greeting("option") {
		o, err := parseOption(line)
		if err != nil {
			t.fail(line, "%v", err)
		}
		name := strings.ToLower(o.name)
		if slices.Contains(names, name) {
			t.fail(line, "the option %s once, in whatever case", o.name)
		}
		names = append(names, name)
	}
}

// needed are the options that docs/protocol.md says every TGI engine declares,
// with their types.
var needed = [][2]string{
	{"Hash", "spin"}, {"Threads", "spin"}, {"MultiPV", "spin"}, {"Ponder", "check"}, {"Move Overhead", "spin"}, {"Algorithm", "combo"},
	{"UCI_Variant", "combo"}, {"UCI_ShowWDL", "check"}, {"Seed", "spin"}, {"Clear Hash", "button"}, {"Debug Log File", "string"},
}

func checkNeededOptions(t *talk) {
	for _, n := range needed {
		switch o := t.option(n[0]); {
		case o == nil:
			t.fail("no option "+n[0], "option name %s type %s …", n[0], n[1])
		case o.kind != n[1]:
			t.fail("option name "+o.name+" type "+o.kind, "type %s", n[1])
		}
	}
}

func checkGreeting(t *talk) {
	for _, line := range t.greeting("") {
		switch first, _, _ := strings.Cut(line, " "); first {
		case "id", "protocol", "game", "option", "info":
		default:
			t.fail(line, "only lines that begin with id, protocol, game, option or info")
		}
	}
}

func checkGreetingAgain(t *talk) {
	first := t.greet(t.dialect)
	second := t.greet(t.dialect)
	for i := range max(len(first), len(second)) {
		switch {
		case i >= len(second):
			t.fail("the end of the greeting", "%s", first[i])
		case i >= len(first) || first[i] != second[i]:
			t.fail(second[i], "the lines of the greeting before")
		}
	}
}

func checkDialects(t *talk) {
	for _, d := range []protocol.Dialect{protocol.UCI, protocol.UGI} {
		t.launch()
		t.greet(d)
		t.settle()
	}
}
