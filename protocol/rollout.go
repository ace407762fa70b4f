package protocol

import (
	"fmt"
	"math"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/rollout"
)

// pace is the least time between two reports of a rollout.
const pace = time.Second / 2

// goRollout begins a rollout; words are those after "go rollout".
func (v *server) goRollout(words []string) error {
	r, err := parseRollout(words)
	if err != nil {
		return err
	}
	last := time.Now()
	return v.session.Rollout(*r, engine.RolloutEvents{
		Report: func(o engine.RolloutOutcome) {
			if now := time.Now(); now.Sub(last) >= pace {
				last = now
				v.out.lines(rolloutLines(&o)...)
			}
		},
		Done: func(o engine.RolloutOutcome) {
			if o.Err != nil {
				v.error(classify(o.Err, Internal))
			}
			answer := engine.Outcome{Best: o.Best, Roll: r.Roll, Over: o.Over, Err: o.Err}
			v.out.lines(append(rolloutLines(&o), bestMoveLine(&answer))...)
		},
	})
}

// parseRollout reads limits of a rollout.
func parseRollout(words []string) (*engine.RolloutRequest, error) {
	g := &goReader{words: words}
	r := &engine.RolloutRequest{}
	r.Stop = rollout.DefaultStop
	for g.err == nil && len(g.words) > 0 {
		word := g.words[0]
		g.words = g.words[1:]
		switch word {
		case "games":
			r.Games = int(g.number(word, 1, rollout.MaxGames))
		case "turns":
			r.Turns = int(g.number(word, 1, rollout.MaxTurns))
		case "depth":
			r.Depth = int(g.number(word, 0, math.MaxInt32))
		case "nodes":
			r.Nodes = uint64(g.number(word, 0, math.MaxInt64))
		case "movetime":
			r.MoveTime = g.millis(word, 0)
		case "roll":
			r.Roll = true
		case "searchmoves":
			g.searchMoves()
		default:
			g.err = fail(BadCommand, "go rollout has the word %q: want games, turns, depth, nodes, movetime, roll or searchmoves", word)
		}
	}
	r.Moves = g.r.Moves
	return r, g.err
}

// rolloutLines writes what a rollout knows, a line an action.
func rolloutLines(o *engine.RolloutOutcome) []string {
	lines := make([]string, len(o.Lines))
	for i := range o.Lines {
		l := &o.Lines[i]
		var b strings.Builder
		fmt.Fprintf(&b, "info multipv %d score cp %d value", i+1, l.Centi)
		for _, v := range l.Values {
			fmt.Fprintf(&b, " %d", v)
		}
		b.WriteString(" stderr")
		for _, e := range l.Errors {
			fmt.Fprintf(&b, " %.2f", e)
		}
		fmt.Fprintf(&b, " games %d time %d pv %s", l.Games, o.Elapsed.Milliseconds(), l.Text)
		lines[i] = b.String()
	}
	return lines
}
