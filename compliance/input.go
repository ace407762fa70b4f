package compliance

import (
	"strings"

	"tetrarch/protocol"
)

// maxLine is the longest line in bytes that an engine must read.
const maxLine = 1 << 20

var inputPoints = []row{
	{"input.crlf", `lines that end in \r\n are read`, 0, func(t *talk) {
		t.bytes(`isready\r\n`, "isready\r\n")
		t.until("readyok")
		t.bytes(`position startpos\r\n`, "position startpos\r\n")
		for _, line := range t.settle() {
			t.fail(line, "no answer")
		}
	}},
	{"input.empty", "empty lines and lines of blanks are passed over in silence", 0, func(t *talk) {
		t.bytes(`\n\n  \n\t\n\r\n`, "\n\n  \n\t\n\r\n")
		for _, line := range t.settle() {
			t.fail(line, "no answer")
		}
	}},
	{"input.blanks", "blanks and tabs around and between words do not matter", 0, func(t *talk) {
		t.bytes(`  isready\t `, "  isready\t \n")
		t.until("readyok")
		t.bytes(`\tposition   startpos `, "\tposition   startpos \n")
		for _, line := range t.settle() {
			t.fail(line, "no answer")
		}
	}},
	{"input.pieces", "a line may come in pieces", 0, func(t *talk) {
		for _, piece := range []string{"is", "re", "ady", "\n"} {
			t.bytes(strings.TrimSpace(piece), piece)
		}
		t.until("readyok")
	}},
	{"input.many", "many lines at once are answered in their order", 0, checkManyLines},
	{"input.nul", "a line with a NUL or another control character is refused; the next is answered", 0, func(t *talk) {
		t.hostile(`is\x00ready`, "is\x00ready\n")
		t.hostile(`position \x01startpos`, "position \x01startpos\n")
		t.hostile(`\x1b[31mgo`, "\x1b[31mgo\n")
	}},
	{"input.utf8", "a line that is not UTF-8 is refused; the next is answered", 0, func(t *talk) {
		t.hostile(`setoption name \xff\xfe value 1`, "setoption name \xff\xfe value 1\n")
		t.hostile(`\xc3\x28`, "\xc3\x28\n")
	}},
	{"input.unicode", "a line of other letters is refused like any unknown command", 0, func(t *talk) {
		t.hostile("привет ♞", "привет ♞\n")
	}},
	{"input.long", "a line of more than 1 MiB is refused with one error; the next is answered", tgi, func(t *talk) {
		t.hostile("a line of 1 MiB and a byte", strings.Repeat("x", maxLine+1)+"\n")
		t.hostile("a line of 5 MiB", "position startpos moves "+strings.Repeat("a1a2 ", maxLine)+"\n")
	}},
	{"input.long-survived", "a line of more than 1 MiB does not end or silence the engine", 0, func(t *talk) {
		t.bytes("a line of 2 MiB", strings.Repeat("y", 2*maxLine)+"\n")
		t.settle()
	}},
	{"input.long-allowed", "a line of just 1 MiB is read", tgi, func(t *talk) {
		t.bytes("isready with 1 MiB of blanks", "isready"+strings.Repeat(" ", maxLine-len("isready"))+"\n")
		t.until("readyok")
	}},
	{"input.search", "bad input during a search does not end it", 0, func(t *talk) {
		t.setting()
		t.send("go infinite")
		t.hostile(`\x00`, "\x00\n")
		t.hostile("frobnicate", "frobnicate\n")
		t.stillSearching()
		t.stop()
	}},
}

// hostile sends bytes that no engine can make sense of. TGI refuses them with
// bad_command, others need only live on.
func (t *talk) hostile(name, raw string) {
	t.bytes(name, raw)
	lines := t.settle()
	if t.dialect == protocol.TGI {
		t.sent = name
		t.refusal("bad_command", lines)
	}
}

func checkManyLines(t *talk) {
	const times = 100
	if t.dialect != protocol.TGI {
		for range times {
			t.send("isready")
		}
		for range times {
			t.until("readyok")
		}
		return
	}
	var text strings.Builder
	for range times {
		text.WriteString("isready\nquery gameover\n")
	}
	t.bytes("isready and query gameover, 100 times", text.String())
	for range times {
		for _, want := range []string{"readyok", "response gameover false"} {
			if line := t.line(want); line != want {
				t.fail(line, "%s", want)
			}
		}
	}
}
