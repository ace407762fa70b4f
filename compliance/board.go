package compliance

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
)

// maxWalk ends a random game that does not end by itself, in actions.
const maxWalk = 60000

// extra are rule options worth examining whose values a game does not list.
var extra = map[string][]string{
	"barricade": {"homes=124", "homes=1234", "homes=1234 teams=13/24", "board=quick"},
	"barragoon": {"quiet=20"},
	"tricolor":  {"players=3 merge=stronger", "quiet=10"},
}

// setups returns the default rules, and the options one by one.
func setups(r *game.Rules) []game.Setup {
	list := []game.Setup{nil}
	for _, o := range r.Options {
		for _, v := range o.Values {
			if v != o.Default {
				list = append(list, game.Setup{o.Name: v})
			}
		}
	}
	for _, text := range extra[r.Name] {
		if s, err := game.ParseSetup(strings.Fields(text)); err == nil {
			list = append(list, s)
		}
	}
	return list
}

// variant opens the game; a setup of this package that it refuses is left out.
func (t *talk) variant(s game.Setup) game.Variant {
	v, err := t.game.Rules.Variant(s)
	if err != nil {
		t.skip("the rules known here refuse %q: %v", s, err)
	}
	return v
}

// walk plays up to so many random actions; equal arguments give equal games.
func (t *talk) walk(s game.Setup, seed uint64, actions int) *game.Play {
	play := game.NewPlay(t.game.Rules, t.variant(s).Start())
	rng := rand.New(rand.NewPCG(seed, uint64(actions)))
	var l game.MoveList
	for len(play.Moves()) < actions && !play.Over() {
		l.Reset()
		play.Position().Generate(&l)
		play.Push(l.Moves[rng.IntN(l.Len())].Move)
	}
	return play
}

// finished returns a random game that is over.
func (t *talk) finished(s game.Setup) *game.Play {
	for seed := range uint64(20) {
		if play := t.walk(s, seed+1, maxWalk); play.Over() {
			return play
		}
	}
	t.skip("no random game ended within %d actions", maxWalk)
	return nil
}

// seek walks until a position is as wanted; nil if none is found.
func (t *talk) seek(s game.Setup, wanted func(p *game.Play) bool) *game.Play {
	var l game.MoveList
	for seed := range uint64(20) {
		play := game.NewPlay(t.game.Rules, t.variant(s).Start())
		rng := rand.New(rand.NewPCG(seed+1, 0))
		for n := 0; n < 400 && !play.Over(); n++ {
			if wanted(play) {
				return play
			}
			l.Reset()
			play.Position().Generate(&l)
			play.Push(l.Moves[rng.IntN(l.Len())].Move)
		}
	}
	return nil
}

// decision returns a position a few actions from the start where a seat acts at
// the beginning of a turn and has a choice.
func (t *talk) decision(s game.Setup) *game.Play {
	play := t.seek(s, func(p *game.Play) bool {
		return len(p.Moves()) >= 2 && p.Position().Base().Player != game.Chance && !p.Position().Base().Midturn && len(engine.Legal(p)) > 3
	})
	if play == nil {
		t.skip("no position was found where a seat has a choice")
	}
	return play
}

// place sets the engine's position to that of a game, action by action.
func (t *talk) place(s game.Setup, play *game.Play) { t.quiet("%s", t.command(s, play)) }

// command writes the position command for a game. In UCI and UGI the game is
// chosen first.
func (t *talk) command(s game.Setup, play *game.Play) string {
	line := "position startpos"
	if t.dialect == protocol.TGI {
		line = strings.Join(slices.DeleteFunc([]string{"position game", play.Rules().Name, s.String(), "startpos"}, func(w string) bool { return w == "" }), " ")
	} else if t.choice {
		t.quiet("setoption name UCI_Variant value %s", play.Rules().Name)
	}
	if texts := play.Texts(); len(texts) > 0 {
		line += " moves " + strings.Join(texts, " ")
	}
	return line
}

// setting goes to a position where a seat can act and returns it; nil if the
// rules of the engine's game are not known: then that is the start.
func (t *talk) setting() *game.Play {
	if t.game == nil {
		t.send("position startpos")
		t.settle()
		return nil
	}
	play := t.decision(nil)
	t.place(nil, play)
	return play
}

// atStart goes to the start of the game, after a first roll where there is one,
// and returns it as setting does.
func (t *talk) atStart() *game.Play {
	if t.game == nil {
		return t.setting()
	}
	play := game.NewPlay(t.game.Rules, t.variant(nil).Start())
	for play.Position().Base().Player == game.Chance {
		play.Push(engine.Chances(play)[0].Move)
	}
	t.place(nil, play)
	return play
}

// scores writes what the protocol says of the result.
func scores(play *game.Play) string {
	list := engine.Scores(play)
	if list == nil {
		return "none"
	}
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = fmt.Sprintf("%.3g", s)
	}
	return strings.Join(texts, " ") + " reason " + play.Reason()
}
