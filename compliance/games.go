package compliance

import (
	"slices"
	"strings"

	"tetrarch/game"
)

var gamePoints = []row{
	{"game.list", "games repeats the game lines of the greeting", tgi, checkGames},
	{"game.choose", "game NAME goes to the start of the game", tgi | known | each, func(t *talk) {
		t.quiet("game %s", t.game.Rules.Name)
		t.answer("fen", game.Text(t.variant(nil).Start()))
		t.answer("moves", "")
	}},
	{"game.options", "game NAME KEY=VALUE … chooses the rule options", tgi | known | each, checkGameOptions},
	{"game.declared", "the game line says what the rules have: seats, dice, turns, options", tgi | known | each, checkDeclared},
	{"game.bare", "a bare KEY means KEY=true", tgi | known | each, checkBareOption},
	{"game.variant", "setoption name UCI_Variant chooses the game", known | each, checkVariantOption},
	{"game.unknown", "an unknown game is refused with bad_value, no name with bad_command; nothing changes", tgi | known, checkUnknownGame},
	{"game.bad-option", "an unknown, a doubled and an impossible rule option are refused with bad_value; nothing changes", tgi | known | each, checkBadGameOption},
}

func checkGames(t *talk) {
	declared := slices.DeleteFunc(t.greet(t.dialect), func(line string) bool { return !strings.HasPrefix(line, "game ") })
	lines := t.ask("games")
	t.soundGames(lines)
	if !slices.Equal(lines, declared) {
		t.fail(strings.Join(lines, " / "), "the game lines of the greeting: %s", strings.Join(declared, " / "))
	}
}

func checkGameOptions(t *talk) {
	for _, s := range setups(t.game.Rules) {
		t.quiet("%s", strings.TrimSpace("game "+t.game.Rules.Name+" "+s.String()))
		start := t.variant(s).Start()
		t.answer("fen", game.Text(start))
	}
}

func checkDeclared(t *talk) {
	r := t.game.Rules
	for _, line := range t.ask("games") {
		words := strings.Fields(line)
		if len(words) < 10 || words[1] != r.Name {
			continue
		}
		yes := map[bool]string{true: "yes", false: "no"}
		turns := map[bool]string{true: "multi", false: "single"}
		if words[5] != yes[r.Chance] {
			t.fail(line, "chance %s", yes[r.Chance])
		}
		if words[7] != turns[r.MultiTurn] {
			t.fail(line, "turns %s", turns[r.MultiTurn])
		}
		if want := string(rune('0'+r.MinSeats)) + ".." + string(rune('0'+r.MaxSeats)); words[3] != want {
			t.fail(line, "seats %s", want)
		}
		for _, o := range r.Options {
			if !slices.Contains(words, o.Name+"="+o.Default) {
				t.fail(line, "the rule option %s=%s", o.Name, o.Default)
			}
		}
		return
	}
	t.fail("no line of the game", "game %s …", r.Name)
}

func checkBareOption(t *talk) {
	for _, o := range t.game.Rules.Options {
		if slices.Contains(o.Values, "true") {
			t.quiet("game %s %s", t.game.Rules.Name, o.Name)
			t.answer("fen", game.Text(t.variant(game.Setup{o.Name: "true"}).Start()))
			return
		}
	}
	t.skip("the game has no option that is true or false")
}

func checkVariantOption(t *talk) {
	if !t.choice {
		t.skip("there is no option UCI_Variant")
	}
	t.quiet("setoption name UCI_Variant value %s", t.game.Rules.Name)
	if t.lacks(tgi) == "" {
		t.answer("fen", game.Text(t.variant(nil).Start()))
	}
}

func checkUnknownGame(t *talk) {
	t.place(nil, t.decision(nil))
	t.unchanged(func() {
		t.refuse("bad_value", "game no-such-game")
		t.refuse("bad_value", "position game no-such-game startpos")
		t.refuse("bad_command", "game")
	})
}

func checkBadGameOption(t *talk) {
	r := t.game.Rules
	t.place(nil, t.decision(nil))
	t.unchanged(func() {
		t.refuse("bad_value", "game %s no-such-option=1", r.Name)
		t.refuse("bad_value", "position game %s no-such-option=1 startpos", r.Name)
		for _, o := range r.Options {
			if len(o.Values) > 0 {
				t.refuse("bad_value", "game %s %s=no-such-value", r.Name, o.Name)
				t.refuse("bad_value", "game %s %s=%s %s=%s", r.Name, o.Name, o.Default, o.Name, o.Default)
			}
		}
	})
}

// unchanged wants the position after step to be that before it.
func (t *talk) unchanged(step func()) {
	var before []string
	questions := []string{"fen", "moves", "key", "seats"}
	for _, q := range questions {
		before = append(before, t.query(q))
	}
	step()
	for i, q := range questions {
		t.answer(q, before[i])
	}
}
