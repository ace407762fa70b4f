package compliance

import "strings"

var errorPoints = []row{
	{"error.unknown", "an unknown command is refused with bad_command", tgi, func(t *talk) {
		for _, line := range []string{"frobnicate", "GO", "position_startpos", "?", "/help"} {
			t.refuse("bad_command", "%s", line)
		}
	}},
	{"error.shape", "an error is one short line: error, a code, a detail", tgi | known, checkErrorShape},
	{"error.state", "an error leaves position and options as they were", tgi | known, checkErrorState},
	{"error.survive", "unknown commands do not end or silence the engine", 0, func(t *talk) {
		for _, line := range []string{"frobnicate", "position", "go depth", "setoption"} {
			t.send("%s", line)
		}
		t.send("stop")
		t.settle()
		t.setting()
		t.best = nil
		f := t.sound(0, "go depth 1")
		t.legal(&f, nil)
	}},
}

// codes are the codes of error lines.
var codes = strings.Join([]string{"bad_command", "bad_value", "bad_state", "illegal_move", "illegal_position", "unsupported", "internal"}, " or ")

// maxError is the length in bytes of an error line beyond which it is no short
// one.
const maxError = 4096

func checkErrorShape(t *talk) {
	t.place(nil, t.decision(nil))
	long := strings.Repeat("x", 100000)
	for _, line := range []string{
		"nonsense", "go depth x", "setoption name x value y", "position fen x", "position startpos moves x", "query x", "game x", "perft x",
		long, "position fen " + long, "position startpos moves " + long, "setoption name " + long + " value " + long, "go " + long, "query " + long, "game " + long,
	} {
		if detail := t.refuse(codes, "%s", line); len(detail) > maxError {
			t.fail("an error line of "+clip(detail), "a line of less than %d bytes", maxError)
		}
	}
}

func checkErrorState(t *talk) {
	t.place(nil, t.decision(nil))
	t.unchanged(func() {
		for _, line := range []string{
			"nonsense", "go depth x", "setoption name Hash value x", "position fen x", "position startpos moves zz99",
			"query x", "game x", "perft x", "ponderhit", "roll x",
		} {
			t.refuse(codes, "%s", line)
		}
	})
}
