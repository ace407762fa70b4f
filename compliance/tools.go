package compliance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tetrarch/game"
	"tetrarch/movegen"
)

// maxPerft bounds what a perft is asked to count.
const maxPerft = 30000

var toolPoints = []row{
	{"tool.d", "d draws the board", tgi | known | each, func(t *talk) {
		t.place(nil, t.decision(nil))
		if lines := t.ask("d"); len(lines) < 2 {
			t.fail(strings.Join(lines, " / "), "a board of several lines")
		}
	}},
	{"tool.eval", "eval prints the evaluation", tgi | known | each, func(t *talk) {
		t.place(nil, t.decision(nil))
		if lines := t.ask("eval"); len(lines) == 0 || strings.HasPrefix(lines[0], "error") {
			t.fail(strings.Join(lines, " / "), "terms and values")
		}
	}},
	{"tool.perft", "perft N counts every sequence of N actions, by the first of them", tgi | known | each, checkPerft},
	{"tool.perft-bad", "perft with a bad number is refused with bad_value, without one with bad_command", tgi, func(t *talk) {
		t.refuse("bad_value", "perft many")
		t.refuse("bad_value", "perft -1")
		t.refuse("bad_command", "perft")
	}},
	{"tool.perft-stop", "a perft that is stopped ends at once and leaves the engine free", tgi | known, checkPerftStop},
}

var perftShape = regexp.MustCompile(`^(\S+): (\d+)$`)

func checkPerft(t *talk) {
	for _, s := range setups(t.game.Rules) {
		play := t.walk(s, 1, 0)
		t.place(s, play)
		for depth := 0; depth <= 3; depth++ {
			want := movegen.Divide(play.Position(), depth)
			total := uint64(0)
			counts := map[string]uint64{}
			for _, e := range want {
				counts[e.Text] = e.Nodes
				total += e.Nodes
			}
			if depth == 0 {
				total = 1
			}
			if total > maxPerft {
				break
			}
			t.send("perft %d", depth)
			t.divide(counts, total)
		}
	}
}

// divide reads the answer to perft.
func (t *talk) divide(counts map[string]uint64, total uint64) {
	seen := map[string]bool{}
	for deadline := t.deadline(); ; {
		line := t.lineBefore(deadline, fmt.Sprintf("Nodes searched: %d", total))
		if n, ok := strings.CutPrefix(line, "Nodes searched: "); ok {
			if n != strconv.FormatUint(total, 10) {
				t.fail(line, "Nodes searched: %d", total)
			}
			break
		}
		m := perftShape.FindStringSubmatch(line)
		if m == nil {
			t.fail(line, "ACTION: COUNT or Nodes searched: N")
		}
		want, ok := counts[m[1]]
		switch {
		case !ok:
			t.fail(line, "only legal actions")
		case m[2] != strconv.FormatUint(want, 10):
			t.fail(line, "%s: %d", m[1], want)
		case seen[m[1]]:
			t.fail(line, "every action once")
		}
		seen[m[1]] = true
	}
	if total > 1 && len(seen) != len(counts) {
		t.fail(fmt.Sprintf("%d actions", len(seen)), "%d actions", len(counts))
	}
}

func checkPerftStop(t *talk) {
	t.place(nil, t.decision(nil))
	t.send("perft 30")
	t.settle()
	t.send("stop")
	for deadline := t.deadline(); ; {
		if line := t.lineBefore(deadline, "info string … after stop"); strings.HasPrefix(line, "info string") {
			break
		} else if !perftShape.MatchString(line) {
			t.fail(line, "ACTION: COUNT or info string …")
		}
	}
	t.quiet("position startpos")
	t.answer("fen", game.Text(t.variant(nil).Start()))
}
