package compliance

import (
	"fmt"
	"slices"
	"strings"

	"tetrarch/game"
	"tetrarch/protocol"
)

var infoPoints = []row{
	{"info.syntax", "info lines have known words with numbers, a score and a depth with every line of play", each, checkInfoSyntax},
	{"info.fields", "a line of play comes with depth, score, nodes and time", tgi | known | each, checkInfoFields},
	{"info.once", "at least one line of play comes before bestmove, and ends with the action chosen", known | each, checkInfoOnce},
	{"info.pv", "a line of play is legal; a roll that was averaged is written *", known | each, checkPV},
	{"info.wdl", "wdl gives chances that sum to 1000; UCI_ShowWDL switches it", tgi | known, checkWDL},
	{"info.value", "with dice or more than two sides, value gives every seat's share, together 1000", tgi | known | each, checkValue},
	{"info.multipv", "MultiPV K gives the K best lines with different first actions", known, checkMultiPV},
	{"info.same", "one thread and fixed nodes or depth give the same lines and move in two processes", each, checkSameTwice},
	{"info.newgame", "after a new game a search is as in a fresh process", each, checkSameAgain},
}

func checkInfoSyntax(t *talk) {
	t.setting()
	f := t.sound(0, "go depth 3")
	for _, in := range f.infos {
		if !in.has["score"] || !in.has["depth"] {
			t.fail(in.line, "depth and score beside pv")
		}
	}
}

func checkInfoFields(t *talk) {
	t.setting()
	f := t.sound(0, "go depth 3")
	for _, in := range f.infos {
		for _, word := range []string{"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time"} {
			if !in.has[word] {
				t.fail(in.line, "the word %s", word)
			}
		}
	}
}

func checkInfoOnce(t *talk) {
	t.setting()
	for _, limit := range []string{"depth 1", "nodes 1", "movetime 1", "depth 3"} {
		f := t.sound(0, "go %s", limit)
		if len(f.infos) == 0 {
			t.fail("bestmove "+f.best+" alone", "an info line with a line of play before bestmove")
		}
		if f.last.line != "" && limit == "depth 3" && f.last.pv[0] != f.best {
			t.fail("bestmove "+f.best+" after "+f.last.line, "bestmove %s", f.last.pv[0])
		}
	}
}

func checkPV(t *talk) {
	for seed := range uint64(walks) {
		play := t.setting()
		for _, limit := range []int{1, 3} {
			f := t.sound(0, "go depth %d", limit)
			for _, in := range f.infos {
				t.follow(play, &in)
			}
		}
		if play = t.walk(nil, seed+1, 30); play.Over() || play.Position().Base().Player == game.Chance {
			continue
		}
		t.place(nil, play)
		f := t.sound(0, "go depth 2")
		for _, in := range f.infos {
			t.follow(play, &in)
		}
	}
}

// follow makes the actions of a line of play.
func (t *talk) follow(play *game.Play, in *info) {
	pos := play.Position().Clone()
	for i, text := range in.pv {
		if text == "*" {
			if pos.Base().Over || pos.Base().Player != game.Chance {
				t.fail(in.line, "* where a roll is due alone, not as action %d", i+1)
			}
			return // what follows holds for no roll in particular
		}
		m, err := pos.ParseMove(text)
		if err != nil || pos.Base().Over {
			t.fail(in.line, "a legal action in place of %s, action %d of the line", text, i+1)
		}
		pos.Make(m)
	}
}

func checkWDL(t *talk) {
	if t.option("UCI_ShowWDL") == nil {
		t.skip("there is no option UCI_ShowWDL")
	}
	for _, show := range []bool{true, false} {
		t.quiet("setoption name UCI_ShowWDL value %v", show)
		t.setting()
		f := t.sound(0, "go depth 2")
		for _, in := range f.infos {
			if (in.wdl != nil) != show {
				t.fail(in.line, "wdl: %v", show)
			}
		}
	}
}

func checkValue(t *talk) {
	for _, s := range seatings(t.game.Rules) {
		play := t.decision(s)
		seating := play.Position().Seating()
		if !t.game.Rules.Chance && seating.Sides < 3 {
			continue
		}
		t.place(s, play)
		f := t.sound(0, "go depth 2")
		for _, in := range f.infos {
			if len(in.value) != seating.Seats {
				t.fail(in.line, "value with %d numbers, one a seat", seating.Seats)
			}
			for a := range seating.Seats {
				for b := range seating.Seats {
					if d := in.value[a] - in.value[b]; seating.SideOf[a] == seating.SideOf[b] && (d > 1 || d < -1) {
						t.fail(in.line, "equal values for seats %d and %d, who play together", a+1, b+1)
					}
				}
			}
		}
	}
}

func checkMultiPV(t *talk) {
	if o := t.option("MultiPV"); o == nil || o.max < 3 {
		t.skip("there is no option MultiPV up to 3")
	}
	t.quiet("setoption name MultiPV value 3")
	play := t.setting()
	f := t.sound(0, "go depth 2")
	t.legal(&f, play)
	firsts := map[int]string{}
	for _, in := range f.infos {
		if in.multi < 1 || in.multi > 3 {
			t.fail(in.line, "multipv from 1 to 3")
		}
		if !in.bound {
			firsts[in.multi] = in.pv[0]
		}
	}
	for k := 1; k <= 3; k++ {
		first, ok := firsts[k]
		if !ok {
			t.fail(fmt.Sprintf("no line with multipv %d", k), "three lines")
		}
		for other := range firsts {
			if other != k && firsts[other] == first {
				t.fail(fmt.Sprintf("lines %d and %d begin with %s", min(k, other), max(k, other), first), "different first actions")
			}
		}
	}
}

// steady sets what a repeatable search wants.
func (t *talk) steady() {
	for _, o := range []struct{ name, value string }{{"Threads", "1"}, {"Seed", "1"}} {
		if t.option(o.name) != nil {
			t.quiet("setoption name %s value %s", o.name, o.value)
		}
	}
}

// traces searches a position in some ways and returns all that does not depend
// on time.
func (t *talk) traces() []string {
	t.setting()
	var list []string
	for _, limit := range []string{"depth 3", "nodes 2000", "depth 2"} {
		f := t.sound(0, "go %s", limit)
		for _, in := range f.infos {
			list = append(list, fmt.Sprintf("depth %d multipv %d score %d nodes %d pv %s", in.depth, in.multi, in.score, in.nodes, strings.Join(in.pv, " ")))
		}
		list = append(list, "bestmove "+f.best)
	}
	return list
}

// compare wants two lists of traces to be equal.
func (t *talk) compare(got, want []string) {
	if slices.Equal(got, want) {
		return
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			came := "nothing"
			if i < len(got) {
				came = got[i]
			}
			t.fail(came, "the same as before: %s", want[i])
		}
	}
	t.fail(got[len(want)], "no more lines than before")
}

func checkSameTwice(t *talk) {
	t.steady()
	first := t.traces()
	t.begin()
	t.steady()
	t.compare(t.traces(), first)
}

func checkSameAgain(t *talk) {
	t.steady()
	first := t.traces()
	if t.dialect == protocol.TGI {
		t.quiet("newgame")
	} else {
		t.send("%s", t.newGame())
		t.settle()
	}
	t.compare(t.traces(), first)
}
