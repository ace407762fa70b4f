package compliance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
)

var searchPoints = []row{
	{"search.depth", "go depth N answers with a legal action", each, checkDepth},
	{"search.nodes", "go nodes N answers with a legal action after about N nodes", each, checkNodes},
	{"search.movetime", "go movetime MS answers with a legal action in time", 0, func(t *talk) {
		t.setting()
		t.timely("go movetime 150", 150*time.Millisecond)
	}},
	{"search.mate", "go mate 1 finds a win in one action", tgi | duel, checkMate},
	{"search.infinite", "go infinite answers after stop alone", 0, checkInfinite},
	{"search.searchmoves", "go searchmoves A … answers with one of them", 0, checkSearchMoves},
	{"search.clock", "a clock is not overstepped", 0, checkClocks},
	{"search.clock-seats", "clocks are named p1time p1inc to p4time p4inc for as many seats as play", tgi | known | each, checkSeatClocks},
	{"search.clock-out", "a clock that has run out still gets an answer, at once", tgi, func(t *talk) {
		t.setting()
		t.timely("go wtime 0 btime 0", 100*time.Millisecond)
		t.timely("go wtime -50 btime -50 winc 0 binc 0", 100*time.Millisecond)
	}},
	{"search.default", "go without a limit thinks for one second", tgi, checkDefaultTime},
	{"search.both", "of two limits the first to be reached ends the search", 0, func(t *talk) {
		t.setting()
		t.timely("go depth 60 movetime 100", 100*time.Millisecond)
		t.timely("go movetime 100000 depth 1", 0)
	}},
	{"search.bad-limit", "a limit with a bad value is refused with bad_value; no search begins", tgi | known, func(t *talk) {
		t.refusedGo("bad_value", "go depth -1", "go depth many", "go nodes -5", "go movetime 1.5", "go mate x")
	}},
	{"search.zero-limit", "a limit of 0 is none, and a negative increment adds nothing; the others hold", tgi, func(t *talk) {
		t.setting()
		t.timely("go depth 0 nodes 0 mate 0 movetime 100 movestogo 0 winc -5 binc -5", 100*time.Millisecond)
		t.timely("go depth 1 nodes 0 mate 0 movetime 0 movestogo 0", 0)
	}},
	{"search.bad-word", "an unknown word and a limit without a value are refused with bad_command; no search begins", tgi | known, func(t *talk) {
		t.refusedGo("bad_command", "go quickly", "go depth", "go searchmoves")
	}},
	{"search.bad-searchmoves", "an illegal action after searchmoves is refused with illegal_move", tgi | known, func(t *talk) {
		t.refusedGo("illegal_move", "go depth 1 searchmoves zz99")
	}},
	{"search.second", "a second go is refused with bad_state; the first search goes on", tgi, checkSecondGo},
	{"search.refused", "what would change the position is refused with bad_state during a search", tgi | known, checkBusy},
	{"search.play", "one action after another leads to the end of a game or far into it", known | each, checkPlay},
}

// found is what a search ended with.
type found struct {
	best, ponder string
	infos        []info // those with a line of play
	last         info   // the last exact one of the first line
	raw          []string
	elapsed      time.Duration
}

// sound is a go command that must be answered within the time and the slack.
// Every info line is read strictly.
func (t *talk) sound(within time.Duration, format string, args ...any) found {
	began := time.Now()
	t.send(format, args...)
	return t.finish(began, within)
}

// finish reads up to bestmove.
func (t *talk) finish(began time.Time, within time.Duration) found {
	var f found
	patience := max(t.config.Answer, within+t.config.Slack)
	for deadline := time.Now().Add(patience); ; {
		line, ok := t.next(time.Until(deadline), "bestmove …")
		if !ok {
			t.fail("no answer within "+patience.String(), "bestmove …")
		}
		switch word, _, _ := strings.Cut(line, " "); word {
		case "info":
			in, err := parseInfo(line)
			if err != nil {
				t.fail(line, "%v", err)
			}
			f.raw = append(f.raw, line)
			if len(in.pv) > 0 {
				f.infos = append(f.infos, in)
				if in.multi == 1 && !in.bound {
					f.last = in
				}
			}
		case "bestmove":
			f.elapsed = time.Since(began)
			words := strings.Fields(line)
			switch {
			case len(words) == 2:
			case len(words) == 4 && words[2] == "ponder":
				f.ponder = words[3]
			default:
				t.fail(line, "bestmove A or bestmove A ponder B")
			}
			f.best = words[1]
			return f
		case "error":
			t.fail(line, "bestmove …")
		default:
			if t.dialect == protocol.TGI {
				t.fail(line, "info … or bestmove …")
			}
		}
	}
}

// legal wants a search's answer to be legal at play, which may be nil.
func (t *talk) legal(f *found, play *game.Play) {
	switch {
	case play == nil:
		if f.best == "none" || f.best == "(none)" || f.best == "0000" {
			t.fail("bestmove "+f.best, "an action")
		}
		return
	case play.Over():
		return
	}
	pos := play.Position().Clone()
	m, err := pos.ParseMove(f.best)
	if err != nil {
		t.fail("bestmove "+f.best, "a legal action: %v", err)
	}
	if f.ponder == "" {
		return
	}
	pos.Make(m)
	if _, err := pos.ParseMove(f.ponder); err != nil || pos.Base().Over {
		t.fail("bestmove "+f.best+" ponder "+f.ponder, "an action to ponder on that is legal after the best")
	}
}

// timely is a search from the current position that must not take longer.
func (t *talk) timely(command string, limit time.Duration) found {
	f := t.sound(limit, "%s", command)
	t.legal(&f, nil)
	if f.elapsed > limit+t.config.Slack {
		t.fail(fmt.Sprintf("an answer after %v", f.elapsed.Round(time.Millisecond)), "an answer within %v and %v of slack", limit, t.config.Slack)
	}
	t.note = fmt.Sprintf("answered after %v", f.elapsed.Round(time.Millisecond))
	return f
}

func checkDepth(t *talk) {
	play := t.setting()
	for depth := 1; depth <= 3; depth++ {
		f := t.sound(0, "go depth %d", depth)
		t.legal(&f, play)
		for _, in := range f.infos {
			if in.depth > depth {
				t.fail(in.line, "no depth above %d", depth)
			}
		}
	}
}

// nodeSlack is by how much a search may go beyond its limit of nodes: engines
// look at the clock and at the count once in a while.
const nodeSlack = 20000

func checkNodes(t *talk) {
	play := t.setting()
	const limit = 3000
	f := t.sound(0, "go nodes %d", limit)
	t.legal(&f, play)
	most := uint64(0)
	for _, in := range f.infos {
		most = max(most, in.nodes)
	}
	if most > limit+nodeSlack {
		t.fail(fmt.Sprintf("%d nodes", most), "about %d nodes", limit)
	}
	t.note = fmt.Sprintf("%d nodes of %d", most, limit)
}

// winning looks for a position before the last action of a random game, by
// which the one who acted won.
func (t *talk) winning() *game.Play {
	for seed := range uint64(40) {
		end := t.walk(nil, seed+1, maxWalk)
		n := len(end.Moves())
		if !end.Over() || n == 0 {
			continue
		}
		play := game.NewPlay(t.game.Rules, t.variant(nil).Start())
		for _, m := range end.Moves()[:n-1] {
			play.Push(m)
		}
		var shares [game.MaxSides]game.Score
		if end.Returns(&shares) && shares[play.Position().Base().Side] == game.Whole {
			return play
		}
	}
	t.skip("no random game ended with a win by the last action")
	return nil
}

func checkMate(t *talk) {
	play := t.winning()
	t.place(nil, play)
	f := t.sound(0, "go mate 1")
	t.legal(&f, play)
	if !f.last.mate || f.last.score != 1 {
		t.fail(f.last.line, "score mate 1")
	}
	if err := play.Make(f.best); err != nil || !play.Over() {
		t.fail("bestmove "+f.best, "an action that wins at once")
	}
}

// hush is how long a search is watched that must not answer.
const hush = 150 * time.Millisecond

// stillSearching wants no bestmove to have come and none to come for a while.
func (t *talk) stillSearching() {
	if len(t.best) > 0 {
		t.fail(t.best[0], "no bestmove yet")
	}
	for until := time.Now().Add(hush); ; {
		line, ok := t.next(time.Until(until), "a search that goes on")
		switch {
		case !ok:
			return
		case strings.HasPrefix(line, "bestmove"):
			t.fail(line, "no bestmove yet")
		case strings.HasPrefix(line, "error"):
			t.fail(line, "a search")
		}
	}
}

// stop ends the search under way and returns its answer.
func (t *talk) stop() found {
	if len(t.best) > 0 {
		t.fail(t.best[0], "no bestmove before stop")
	}
	began := time.Now()
	t.send("stop")
	f := t.finish(began, 0)
	if f.elapsed > t.config.Slack {
		t.fail(fmt.Sprintf("an answer after %v", f.elapsed.Round(time.Millisecond)), "an answer to stop within %v", t.config.Slack)
	}
	return f
}

func checkInfinite(t *talk) {
	play := t.setting()
	t.send("go infinite")
	t.stillSearching()
	f := t.stop()
	t.legal(&f, play)
}

func checkSearchMoves(t *talk) {
	play := t.setting()
	if play == nil {
		t.skip("the rules of the game are not known here")
	}
	legal := engine.Legal(play)
	for _, some := range [][]string{{legal[len(legal)-1]}, {legal[0]}, {legal[1], legal[len(legal)/2]}} {
		f := t.sound(0, "go depth 2 searchmoves %s", strings.Join(some, " "))
		if !slices.Contains(some, f.best) {
			t.fail("bestmove "+f.best, "one of %s", strings.Join(some, " "))
		}
	}
}

func checkClocks(t *talk) {
	t.setting()
	const left = 600 * time.Millisecond
	longest := time.Duration(0)
	for _, line := range []string{"go wtime 600 btime 600", "go wtime 600 btime 600 winc 50 binc 50", "go wtime 600 btime 600 movestogo 5"} {
		f := t.timely(line, left)
		longest = max(longest, f.elapsed)
	}
	t.note = fmt.Sprintf("at most %v of %v", longest.Round(time.Millisecond), left)
}

func checkSeatClocks(t *talk) {
	for _, s := range setups(t.game.Rules) {
		play := t.decision(s)
		t.place(s, play)
		n := play.Position().Seating().Seats
		line := "go"
		for seat := range n {
			line += fmt.Sprintf(" p%dtime 80 p%dinc 5", seat+1, seat+1)
		}
		f := t.timely(line, 80*time.Millisecond)
		t.legal(&f, play)
		if n < game.MaxSeats {
			t.refuse("bad_value", "go p%dtime 80", n+1)
		}
	}
}

func checkDefaultTime(t *talk) {
	t.atStart()
	f := t.timely("go", time.Second)
	if f.elapsed < 300*time.Millisecond {
		t.fail(fmt.Sprintf("an answer after %v", f.elapsed.Round(time.Millisecond)), "an answer after about a second")
	}
}

// refusedGo wants each go command to be refused and no search to begin.
func (t *talk) refusedGo(code string, lines ...string) {
	play := t.setting()
	for _, line := range lines {
		t.refuse(code, "%s", line)
		if len(t.best) > 0 {
			t.fail(t.best[0], "no bestmove after an error")
		}
	}
	f := t.sound(0, "go depth 1")
	t.legal(&f, play)
}

func checkSecondGo(t *talk) {
	play := t.setting()
	t.send("go infinite")
	t.refuse("bad_state", "go depth 1")
	t.refuse("bad_state", "go")
	t.stillSearching()
	f := t.stop()
	t.legal(&f, play)
	if t.settle(); len(t.best) > 0 {
		t.fail(t.best[0], "one bestmove alone")
	}
}

func checkBusy(t *talk) {
	play := t.setting()
	before := t.query("fen")
	t.send("go infinite")
	for _, line := range []string{"position startpos", "newgame", "ucinewgame", "game " + t.game.Rules.Name, "setoption name MultiPV value 1", "perft 1", "roll"} {
		t.refuse("bad_state", "%s", line)
	}
	t.answer("fen", before)
	t.stillSearching()
	f := t.stop()
	t.legal(&f, play)
	t.quiet("position startpos")
}

// checkPlay lets the engine play for all seats, with rolls and turns of several
// actions as they come.
func checkPlay(t *talk) {
	for _, s := range seatings(t.game.Rules) {
		if s != nil && t.dialect != protocol.TGI {
			continue
		}
		play := t.walk(s, 1, 0)
		for n := 0; n < 40 && !play.Over(); n++ {
			if odds := engine.Chances(play); odds != nil {
				play.Push(odds[n%len(odds)].Move)
				continue
			}
			t.place(s, play)
			f := t.sound(0, "go depth 1")
			t.legal(&f, play)
			if err := play.Make(f.best); err != nil {
				t.fail("bestmove "+f.best, "a legal action: %v", err)
			}
		}
	}
}
