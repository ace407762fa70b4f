package protocol

import (
	"slices"
	"strconv"
	"strings"

	"tetrarch/game"
)

// game reads "NAME [key=value …]".
func (v *server) game(words []string) error {
	if len(words) == 0 {
		return fail(BadCommand, "game without a name: want game NAME [key=value …]")
	}
	setup, err := game.ParseSetup(words[1:])
	if err != nil {
		return err
	}
	return v.session.SetGame(words[0], setup)
}

func (v *server) newGame([]string) error {
	if err := v.session.NewGame(); err != nil {
		return err
	}
	return v.session.Prepare()
}

// position reads "[game NAME [key=value …]] startpos|fen TEXT [moves A …]".
func (v *server) position(words []string) error {
	const want = "want position [game NAME [key=value …]] startpos|fen TEXT [moves A …]"
	name, setup := "", game.Setup(nil)
	if len(words) > 1 && words[0] == "game" {
		n := slices.IndexFunc(words, func(w string) bool { return w == "startpos" || w == "fen" })
		if n < 2 {
			return fail(BadCommand, "position game without a name or a position: %s", want)
		}
		var err error
		if setup, err = game.ParseSetup(words[2:n]); err != nil {
			return err
		}
		name, words = words[1], words[n:]
	}
	if len(words) == 0 {
		return fail(BadCommand, "position is empty: %s", want)
	}
	place, moves := words[1:], []string(nil)
	if i := slices.Index(place, "moves"); i >= 0 {
		place, moves = place[:i], place[i+1:]
	}
	text := strings.Join(place, " ")
	switch {
	case words[0] == "startpos" && text != "":
		return fail(BadCommand, "position startpos is followed by %q: want moves or nothing", text)
	case words[0] == "fen" && text == "":
		return fail(BadCommand, "position fen has no text: %s", want)
	case words[0] != "startpos" && words[0] != "fen":
		return fail(BadCommand, "position begins with %q: %s", words[0], want)
	}
	if name != "" {
		return v.session.SetGamePosition(name, setup, text, moves)
	}
	return v.session.SetPosition(text, moves)
}

// roll plays an outcome of the roll that is due.
func (v *server) roll(words []string) error {
	var text string
	var err error
	switch len(words) {
	case 0:
		text, err = v.session.Roll()
	case 1:
		seed, bad := strconv.ParseUint(words[0], 10, 64)
		if bad != nil {
			return fail(BadValue, "roll has seed %q: want a whole number from 0 to 18446744073709551615", words[0])
		}
		text, err = v.session.RollSeed(seed)
	default:
		return fail(BadCommand, "roll has %d words: want at most a seed", len(words))
	}
	if err != nil {
		return err
	}
	v.out.printf("response roll %s", text)
	return nil
}
