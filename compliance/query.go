package compliance

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
)

var queryPoints = []row{
	{"query.turn", "query turn gives the seat from 1, chance, or none", tgi | known | each, func(t *talk) { t.same("turn", engine.Turn) }},
	{"query.phase", "query phase gives the game's word, roll at a roll, over at the end", tgi | known | each, func(t *talk) { t.same("phase", phase) }},
	{"query.gameover", "query gameover gives true or false", tgi | known | each, func(t *talk) {
		t.same("gameover", func(p *game.Play) string { return strconv.FormatBool(p.Over()) })
	}},
	{"query.result", "query result gives none, or every seat's score and the reason", tgi | known | each, checkResult},
	{"query.legal", "query legal lists all legal actions, or the outcomes of the roll", tgi | known | each, checkLegal},
	{"query.fen", "query fen gives the canonical text", tgi | known | each, func(t *talk) {
		t.same("fen", func(p *game.Play) string { return game.Text(p.Position()) })
	}},
	{"query.key", "query key gives 64 bits in hexadecimal, equal for equal positions alone", tgi | known | each, checkKey},
	{"query.chance", "query chance gives the outcomes of a roll with odds that sum to 1, nothing elsewhere", tgi | known | each, checkChance},
	{"query.seats", "query seats gives the number of seats, their names and sides", tgi | known | each, func(t *talk) { t.same("seats", seats) }},
	{"query.moves", "query moves gives the actions since the position was set", tgi | known | each, func(t *talk) {
		t.same("moves", func(p *game.Play) string { return strings.Join(p.Texts(), " ") })
	}},
	{"query.p1turn", "query p1turn says whether the first seat acts", tgi | known | each, func(t *talk) { t.same("p1turn", firstTurn) }},
	{"query.search", "every question is answered during a search", tgi | known, checkQueryInSearch},
	{"query.ugi", "after ugi, gameover, result and p1turn are answered in UGI's words", ugi | known | duel | unstarted, checkUGI},
	{"query.unknown", "an unknown question and none are refused with bad_command", tgi, func(t *talk) {
		for _, line := range []string{"query weather", "query", "query turn phase"} {
			t.refuse("bad_command", "%s", line)
		}
	}},
}

// same compares a question's answer along random games.
func (t *talk) same(what string, want func(*game.Play) string) {
	t.along(func(s game.Setup, play *game.Play) {
		t.place(s, play)
		t.answer(what, want(play))
	})
}

func phase(p *game.Play) string {
	if p.Over() {
		return "over"
	}
	return p.Position().Phase()
}

func firstTurn(p *game.Play) string {
	return strconv.FormatBool(!p.Over() && p.Position().Base().Player == 0)
}

// seats writes "4 names 1 2 3 4 sides 1 2 1 2".
func seats(p *game.Play) string {
	s := p.Position().Seating()
	words := append([]string{strconv.Itoa(s.Seats), "names"}, s.Names[:s.Seats]...)
	words = append(words, "sides")
	for _, side := range s.SideOf[:s.Seats] {
		words = append(words, strconv.Itoa(int(side)+1))
	}
	return strings.Join(words, " ")
}

func checkResult(t *talk) {
	t.same("result", scores)
	end := t.finished(nil)
	t.place(nil, end)
	t.answer("result", scores(end))
}

func checkLegal(t *talk) {
	t.along(func(s game.Setup, play *game.Play) {
		t.place(s, play)
		got, want := strings.Fields(t.query("legal")), engine.Legal(play)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			came := fmt.Sprintf("%d actions", len(got))
			for _, a := range got {
				if !slices.Contains(want, a) {
					came += ", among them " + a
					break
				}
			}
			wanted := fmt.Sprintf("%d actions", len(want))
			for _, a := range want {
				if !slices.Contains(got, a) {
					wanted += ", among them " + a
					break
				}
			}
			t.fail(came, "%s", wanted)
		}
	})
}

var keyShape = regexp.MustCompile(`^[0-9a-f]{16}$`)

func checkKey(t *talk) {
	keys := map[string]string{} // the text that belongs to a key
	for seed := range uint64(walks) {
		for n := range 12 {
			play := t.walk(nil, seed+1, n)
			t.place(nil, play)
			key, text := t.query("key"), game.Text(play.Position())
			if !keyShape.MatchString(key) {
				t.fail("response key "+key, "16 hexadecimal digits")
			}
			own := fmt.Sprintf("%016x", play.Position().Base().Key)
			if other, ok := keys[key]; ok && other != own {
				t.fail("response key "+key+" for "+text, "another key than that of another position")
			}
			keys[key] = own
			t.quiet("position fen %s", text)
			t.answer("key", key)
		}
	}
}

var oddsShape = regexp.MustCompile(`^(\S+):(\d+)/(\d+)$`)

func checkChance(t *talk) {
	t.along(func(s game.Setup, play *game.Play) {
		t.place(s, play)
		answer := t.query("chance")
		var outcomes []string
		num, den := 0, 0
		for _, word := range strings.Fields(answer) {
			m := oddsShape.FindStringSubmatch(word)
			if m == nil {
				t.fail("response chance "+answer, "OUTCOME:NUMBER/NUMBER …")
			}
			n, _ := strconv.Atoi(m[2])
			d, _ := strconv.Atoi(m[3])
			if den == 0 {
				den = d
			}
			if d != den || d == 0 {
				t.fail("response chance "+answer, "one denominator above 0 for all outcomes")
			}
			num += n
			outcomes = append(outcomes, m[1])
		}
		if num != den {
			t.fail("response chance "+answer, "odds that sum to 1")
		}
		var want []string
		for _, o := range engine.Chances(play) {
			want = append(want, o.Text)
		}
		slices.Sort(outcomes)
		slices.Sort(want)
		if !slices.Equal(outcomes, want) {
			t.fail("response chance "+answer, "the outcomes %s", strings.Join(want, " "))
		}
	})
}

func checkQueryInSearch(t *talk) {
	play := t.decision(nil)
	t.place(nil, play)
	t.send("go infinite")
	t.answer("turn", engine.Turn(play))
	t.answer("phase", phase(play))
	t.answer("gameover", "false")
	t.answer("result", "none")
	t.answer("fen", game.Text(play.Position()))
	t.answer("seats", seats(play))
	t.answer("moves", strings.Join(play.Texts(), " "))
	t.answer("p1turn", firstTurn(play))
	t.answer("chance", "")
	if got, want := len(strings.Fields(t.query("legal"))), len(engine.Legal(play)); got != want {
		t.fail(fmt.Sprintf("%d actions", got), "%d actions", want)
	}
	t.query("key")
	t.stillSearching()
	t.stop()
}

func checkUGI(t *talk) {
	t.launch()
	t.greet(protocol.UGI)
	t.quiet("uginewgame")
	ask := func(what, want string) {
		t.send("query %s", what)
		if line := t.line("response " + want); line != "response "+want {
			t.fail(line, "response %s", want)
		}
	}
	middle, end := t.decision(nil), t.finished(nil)
	t.place(nil, middle)
	ask("gameover", "false")
	ask("result", "none")
	ask("p1turn", firstTurn(middle))
	t.place(nil, end)
	ask("gameover", "true")
	list := engine.Scores(end)
	switch {
	case list[0] > list[1]:
		ask("result", "p1win")
	case list[0] < list[1]:
		ask("result", "p2win")
	default:
		ask("result", "draw")
	}
}
