package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// DefaultMoveTime is how long a search without a limit takes.
const DefaultMoveTime = time.Second

// maxMillis bounds a time in milliseconds: some 35 years.
const maxMillis = 1 << 40

// goSearch begins a search.
func (v *server) goSearch(words []string) error {
	if v.session.Busy() {
		return engine.ErrBusy
	}
	if len(words) > 0 && words[0] == "rollout" {
		return v.goRollout(words[1:])
	}
	var seats int
	var actor game.Player
	v.session.View(func(p *game.Play) {
		seats, actor = p.Position().Seating().Seats, p.Position().Base().Player
	})
	r, err := parseGo(words, seats, actor)
	if err != nil {
		return err
	}
	wdl := v.session.Options().ShowWDL
	var told engine.Info // the last line of play
	return v.session.Go(*r, engine.Events{
		Report: func(in engine.Info) {
			if line := infoLine(&in, wdl); line != "" {
				v.out.lines(line)
				if len(in.Line) > 0 {
					told = in
				}
			}
		},
		Done: func(o engine.Outcome) {
			if o.Err != nil {
				v.error(classify(o.Err, Internal))
			}
			// A search that was stopped within an iteration knows more than
			// it told, and its answer may come from there.
			var last []string
			for i := 0; i < len(o.Lines) && !same(&told, &o.Lines[len(o.Lines)-1]); i++ {
				last = append(last, infoLine(&o.Lines[i], wdl))
			}
			if proof := o.Result.Proof; proof.Verdict != search.NotAsked {
				last = append(last, "info string "+proof.String())
			}
			v.out.lines(append(last, bestMoveLine(&o))...)
		},
	})
}

// same says whether two lines tell the same of a search, but for the time.
func same(a, b *engine.Info) bool {
	return a.Multi == b.Multi && a.Depth == b.Depth && a.Nodes == b.Nodes && a.Score == b.Score && a.Bound == b.Bound && slices.Equal(a.Line, b.Line)
}

// goReader reads the words after go.
type goReader struct {
	words []string
	seats int
	r     engine.Request
	err   error
}

// parseGo reads limits for a position where actor, of so many seats, acts.
func parseGo(words []string, seats int, actor game.Player) (*engine.Request, error) {
	g := &goReader{words: words, seats: seats}
	for g.err == nil && len(g.words) > 0 {
		word := g.words[0]
		g.words = g.words[1:]
		g.word(word)
	}
	if g.err != nil {
		return nil, g.err
	}
	l := &g.r.Limits
	if l.Ponder && actor == game.Chance && l.MoveTime == 0 {
		return &g.r, nil // it ends with the hit
	}
	timed := actor >= 0 && int(actor) < seats && l.Clock[actor] > 0
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && l.Mate == 0 && !timed && !g.r.Infinite {
		l.MoveTime = DefaultMoveTime
	}
	return &g.r, nil
}

// word reads one limit. There are clients that always send every word, with 0 for
// what they do not ask for, as the zero value of a limit says too.
func (g *goReader) word(word string) {
	l := &g.r.Limits
	switch word {
	case "depth":
		l.Depth = int(g.number(word, 0, math.MaxInt32))
	case "nodes":
		l.Nodes = uint64(g.number(word, 0, math.MaxInt64))
	case "movetime":
		l.MoveTime = g.millis(word, 0)
	case "mate":
		l.Mate = int(g.number(word, 0, math.MaxInt32))
	case "movestogo":
		l.MovesToGo = int(g.number(word, 0, math.MaxInt32))
	case "infinite":
		g.r.Infinite = true
	case "ponder":
		l.Ponder = true
	case "roll":
		l.Roll = true
	case "searchmoves":
		g.searchMoves()
	default:
		seat, isTime, ok := clockWord(word)
		switch {
		case !ok:
			g.err = fail(BadCommand, "go has the word %q: want depth, nodes, movetime, mate, p1time, p1inc, wtime, btime, winc, binc, movestogo, infinite, ponder, roll or searchmoves", word)
		case seat >= g.seats:
			g.err = fail(BadValue, "%s is for seat %d: want at most %d", word, seat+1, g.seats)
		case isTime:
			// A clock that has run out still needs an answer, at once.
			l.Clock[seat] = max(leastClock, g.millis(word, -maxMillis))
		default:
			l.Increment[seat] = max(0, g.millis(word, -maxMillis))
		}
	}
}

// leastClock is the shortest time on a clock.
const leastClock = time.Millisecond

// clockWord reads "p1time", "p1inc", "wtime", "winc" and the like.
func clockWord(word string) (seat int, isTime, ok bool) {
	var kind string
	switch {
	case len(word) > 2 && word[0] == 'p' && word[1] >= '1' && word[1] < '1'+game.MaxSeats:
		seat, kind = int(word[1]-'1'), word[2:]
	case len(word) > 1 && word[0] == 'w':
		seat, kind = 0, word[1:]
	case len(word) > 1 && word[0] == 'b':
		seat, kind = 1, word[1:]
	}
	return seat, kind == "time", kind == "time" || kind == "inc"
}

// number takes the value of a word.
func (g *goReader) number(word string, least, most int64) int64 {
	if len(g.words) == 0 {
		g.err = fail(BadCommand, "go %s has no value: want a whole number", word)
		return 0
	}
	n, err := strconv.ParseInt(g.words[0], 10, 64)
	if err != nil || n < least || n > most {
		g.err = fail(BadValue, "go %s has value %q: want a whole number from %d to %d", word, g.words[0], least, most)
		return 0
	}
	g.words = g.words[1:]
	return n
}

func (g *goReader) millis(word string, least int64) time.Duration {
	return time.Duration(g.number(word, least, maxMillis)) * time.Millisecond
}

// searchMoves takes actions up to the next word of go.
func (g *goReader) searchMoves() {
	for len(g.words) > 0 && !goWord(g.words[0]) {
		g.r.Moves = append(g.r.Moves, g.words[0])
		g.words = g.words[1:]
	}
	if g.r.Moves == nil {
		g.err = fail(BadCommand, "go searchmoves has no action: want at least one")
	}
}

func goWord(word string) bool {
	switch word {
	case "depth", "nodes", "movetime", "mate", "movestogo", "infinite", "ponder", "roll", "searchmoves", "games", "turns":
		return true
	}
	_, _, ok := clockWord(word)
	return ok
}

// stop ends what is under way and waits for its last line, so that the next
// command finds the engine free.
func (v *server) stop([]string) error {
	v.settle()
	return nil
}

func (v *server) ponderHit([]string) error {
	if !v.session.PonderHit() {
		return fail(BadState, "no search is pondering")
	}
	return nil
}

// bestMoveLine is the answer to go.
func bestMoveLine(o *engine.Outcome) string {
	switch {
	case o.Roll && !o.Over && o.Err == nil:
		return "bestmove roll"
	case o.Best == "":
		return "bestmove none"
	case o.Ponder == "":
		return "bestmove " + o.Best
	default:
		return fmt.Sprintf("bestmove %s ponder %s", o.Best, o.Ponder)
	}
}
