package gametest

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"tetrarch/game"
)

// maxActions is more than any position of any game has.
const maxActions = 1 << 14

// inspect checks everything that can be said of one position by itself.
func (p *probe) inspect(rng *rand.Rand) {
	p.Helper()
	before := snap(p.pos)
	moves := p.inspectActions()
	p.inspectState(moves)
	p.inspectTexts(rng, moves)
	p.inspectParse(rng, moves)
	p.inspectMake(rng, moves)
	p.inspectAbilities(moves)
	p.inspectPass()
	p.inspectEvaluator()
	if after := snap(p.pos); after != before {
		p.failf("looking at the position changed it: %+v, want %+v", after, before)
	}
}

// inspectActions checks the list of actions and returns it.
func (p *probe) inspectActions() []game.Move {
	p.Helper()
	moves := list(p.pos.Generate)
	if again := list(p.pos.Generate); !slices.Equal(moves, again) {
		p.failf("Generate gives %v and then %v", moves, again)
	}
	const mark = game.Move(0xdeadbeef)
	l := game.MoveList{Moves: []game.Scored{{Move: mark, Order: 7}}}
	p.pos.Generate(&l)
	if l.Len() != 1+len(moves) || l.Moves[0] != (game.Scored{Move: mark, Order: 7}) {
		p.failf("Generate did not just add to a list that held an entry: %v", l.Moves)
	}
	if len(moves) > maxActions {
		p.failf("%d actions: want at most %d", len(moves), maxActions)
	}
	seen := make(map[game.Move]bool, len(moves))
	for _, m := range moves {
		if m == game.NoMove || seen[m] {
			p.failf("Generate lists %s (%#x) twice or NoMove", p.pos.FormatMove(m), m)
		}
		seen[m] = true
		if !p.pos.Legal(m) {
			p.failf("Legal(%s) is false, but it is generated", p.pos.FormatMove(m))
		}
	}
	if p.pos.Legal(game.NoMove) {
		p.failf("Legal(NoMove) is true")
	}
	return moves
}

// reasonForm is one hyphenated word.
var reasonForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (p *probe) inspectState(moves []game.Move) {
	p.Helper()
	st, seating := p.pos.Base(), p.pos.Seating()
	if st.Over != (len(moves) == 0) {
		p.failf("Over is %v with %d actions", st.Over, len(moves))
	}
	if st.Progress < 0 || st.Progress > st.Ply {
		p.failf("Progress is %d at ply %d", st.Progress, st.Ply)
	}
	if st.Over {
		p.inspectReturns()
		return
	}
	if r := p.pos.Reason(); r != "" {
		p.failf("Reason is %q, but the game is not over", r)
	}
	chance := st.Player == game.Chance
	switch {
	case chance && !p.c.Rules.Chance:
		p.failf("a roll is due in a game without chance")
	case !chance && (st.Player < 0 || int(st.Player) >= seating.Seats):
		p.failf("Player is %d of %d seats", st.Player, seating.Seats)
	case st.Side < 0 || int(st.Side) >= seating.Sides:
		p.failf("Side is %d of %d sides", st.Side, seating.Sides)
	case !chance && st.Side != seating.SideOf[st.Player]:
		p.failf("Side is %d, want %d, the side of seat %d", st.Side, seating.SideOf[st.Player], st.Player)
	case p.pos.Phase() == "" || chance != (p.pos.Phase() == "roll"):
		p.failf("Phase is %q with player %d", p.pos.Phase(), st.Player)
	}
	if d, ok := p.pos.(game.Dropper); ok && !chance && d.Dropped(st.Player) {
		p.failf("seat %d acts, but has dropped out", st.Player)
	}
	in := game.InPlay(p.pos)
	sides := 0
	for side := range seating.Sides {
		if in[side] {
			sides++
		}
	}
	if sides < 2 || !in[st.Side] {
		p.failf("sides in play are %v with side %d to act", in, st.Side)
	}
}

func (p *probe) inspectReturns() {
	p.Helper()
	to := [game.MaxSides]game.Score{7, 7, 7, 7}
	p.pos.Returns(&to)
	var sum game.Score
	for side, share := range to {
		if share < 0 || side >= p.pos.Seating().Sides && share != 0 {
			p.failf("Returns fills %v", to)
		}
		sum += share
	}
	if sum != game.Whole {
		p.failf("Returns fills %v, which sums to %d, want %d", to, sum, game.Whole)
	}
	if r := p.pos.Reason(); !reasonForm.MatchString(r) {
		p.failf("Reason is %q once over: want one hyphenated word", r)
	}
}

// inspectTexts checks that actions are written and read.
func (p *probe) inspectTexts(rng *rand.Rand, moves []game.Move) {
	p.Helper()
	seen := make(map[string]bool, len(moves))
	for _, m := range moves {
		text := p.pos.FormatMove(m)
		if text == "" || strings.ContainsAny(text, " \t\n;") || seen[text] {
			p.failf("action %#x is written %q: want a word that no other action has", m, text)
		}
		seen[text] = true
	}
	for _, m := range sample(rng, moves, 16) {
		text := p.pos.FormatMove(m)
		if got, err := p.pos.ParseMove(text); err != nil || got != m {
			p.failf("ParseMove(%q) is %#x, %v, want %#x", text, got, err, m)
		}
		for _, bad := range []string{text + " ", " " + text, text + "\x00", text + "\n", text + ",", text[:len(text)-1], text + text} {
			if !seen[bad] {
				p.refuses(bad)
			}
		}
	}
}

// refuses wants ParseMove to refuse s.
func (p *probe) refuses(s string) {
	p.Helper()
	if m, err := p.pos.ParseMove(s); err == nil {
		p.failf("ParseMove(%.80q) is %s: want an error", s, p.pos.FormatMove(m))
	} else if err.Error() == "" {
		p.failf("ParseMove(%.80q) gives an error without text", s)
	}
}

// inspectParse checks that the text of the position tells all of it.
func (p *probe) inspectParse(rng *rand.Rand, moves []game.Move) {
	p.Helper()
	b, err := p.pos.AppendText([]byte("prefix "))
	text, ok := strings.CutPrefix(string(b), "prefix ")
	if err != nil || !ok || text != game.Text(p.pos) {
		p.failf("AppendText gives %q, %v after \"prefix \"", b, err)
	}
	if text == "" || strings.TrimSpace(text) != text || strings.Contains(text, "  ") || strings.ContainsAny(text, "\n\t;") {
		p.failf("text %q: want words separated by single spaces", text)
	}
	q, err := p.v.Parse(text)
	if err != nil {
		p.failf("Parse refuses the position's own text: %v", err)
	}
	if got := game.Text(q); got != text {
		p.failf("Parse reads another position: %q", got)
	}
	p.sameState(q, "read from its text")
	if again := list(q.Generate); !sameSet(again, moves) {
		p.failf("Parse reads a position with actions %v, want %v", formatAll(q, again), formatAll(p.pos, moves))
	}
	for _, m := range sample(rng, moves, 4) {
		p.pos.Make(m)
		q.Make(m)
		if got, want := game.Text(q), game.Text(p.pos); got != want {
			p.failf("after a last action that was made on its reading too, that is %q", got)
		}
		p.sameState(q, "read from its text before the last action")
		q.Unmake()
		p.pos.Unmake()
	}
}

// sameState wants another position to agree in all that its text can tell.
func (p *probe) sameState(q game.Position, what string) {
	p.Helper()
	a, b := *p.pos.Base(), *q.Base()
	a.Ply, a.Progress, b.Ply, b.Progress = 0, 0, 0, 0
	if a.Over && b.Over {
		// Who acts is undefined.
		a.Player, a.Side, b.Player, b.Side = 0, 0, 0, 0
	}
	if a != b {
		p.failf("state is %+v, but %+v when %s", a, b, what)
	}
	if !a.Over && p.pos.Phase() != q.Phase() {
		p.failf("phase is %q, but %q when %s", p.pos.Phase(), q.Phase(), what)
	}
	if !a.Over {
		return
	}
	var x, y [game.MaxSides]game.Score
	p.pos.Returns(&x)
	q.Returns(&y)
	if x != y || p.pos.Reason() != q.Reason() {
		p.failf("result is %v (%s), but %v (%s) when %s", x, p.pos.Reason(), y, q.Reason(), what)
	}
}

// inspectMake makes and takes back a sample of the actions.
func (p *probe) inspectMake(rng *rand.Rand, moves []game.Move) {
	p.Helper()
	base, before := p.pos.Base(), snap(p.pos)
	for _, m := range sample(rng, moves, 16) {
		text := p.pos.FormatMove(m)
		p.pos.Make(m)
		st := *p.pos.Base()
		switch {
		case p.pos.Base() != base:
			p.failf("Make(%s) moved the state to another place", text)
		case st.Ply != before.state.Ply+1:
			p.failf("Make(%s) leads from ply %d to %d", text, before.state.Ply, st.Ply)
		case st.Progress != 0 && st.Progress != before.state.Progress+1:
			p.failf("Make(%s) leads from Progress %d to %d", text, before.state.Progress, st.Progress)
		}
		p.pos.Unmake()
		if after := snap(p.pos); after != before {
			p.failf("Make(%s) and Unmake leave %+v, want %+v", text, after, before)
		}
	}
}

// sample returns up to n of the moves.
func sample(rng *rand.Rand, moves []game.Move, n int) []game.Move {
	if len(moves) <= n {
		return moves
	}
	picked := make([]game.Move, n)
	for i := range picked {
		picked[i] = moves[rng.IntN(len(moves))]
	}
	return picked
}

func sameSet(a, b []game.Move) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// formatAll writes actions sorted by bytes.
func formatAll(p game.Position, moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.FormatMove(m)
	}
	slices.Sort(texts)
	return texts
}
