package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"tetrarch/draw"
	"tetrarch/engine"
	"tetrarch/game"
)

// question is a row of the table of questions.
type question struct {
	name string
	ask  func(p *game.Play) string
	// ugi is the answer after a UGI handshake, nil if it is no question of
	// UGI's. It comes without the question's name.
	ugi func(p *game.Play) string
}

var questions = []question{
	{"turn", engine.Turn, nil},
	{"phase", phase, nil},
	{"gameover", gameOver, gameOver},
	{"result", result, ugiResult},
	{"legal", func(p *game.Play) string { return strings.Join(engine.Legal(p), " ") }, nil},
	{"fen", func(p *game.Play) string { return game.Text(p.Position()) }, nil},
	{"key", key, nil},
	{"chance", chance, nil},
	{"seats", seats, nil},
	{"moves", func(p *game.Play) string { return strings.Join(p.Texts(), " ") }, nil},
	{"p1turn", firstTurn, firstTurn},
}

func questionNames() []string {
	names := make([]string, len(questions))
	for i, q := range questions {
		names[i] = q.name
	}
	return names
}

// query answers one question with one line.
func (v *server) query(words []string) error {
	if len(words) != 1 {
		return fail(BadCommand, "query has %d words: want one of %s", len(words), strings.Join(questionNames(), ", "))
	}
	for _, q := range questions {
		if q.name != words[0] {
			continue
		}
		var line string
		v.session.View(func(p *game.Play) {
			if v.ugi && q.ugi != nil {
				line = "response " + q.ugi(p)
			} else {
				line = "response " + q.name + " " + q.ask(p)
			}
		})
		v.out.lines(strings.TrimRight(line, " "))
		return nil
	}
	return fail(BadCommand, "query %q: want one of %s", words[0], strings.Join(questionNames(), ", "))
}

func phase(p *game.Play) string {
	if p.Over() {
		return "over"
	}
	return p.Position().Phase()
}

func gameOver(p *game.Play) string { return strconv.FormatBool(p.Over()) }

// result gives every seat's score, and why.
func result(p *game.Play) string {
	scores := engine.Scores(p)
	if scores == nil {
		return "none"
	}
	texts := make([]string, len(scores))
	for i, s := range scores {
		texts[i] = strconv.FormatFloat(s, 'g', 3, 64)
	}
	return strings.Join(texts, " ") + " reason " + p.Reason()
}

// ugiResult gives the result of two seats in UGI's words.
func ugiResult(p *game.Play) string {
	scores := engine.Scores(p)
	switch {
	case scores == nil:
		return "none"
	case scores[0] > scores[1]:
		return "p1win"
	case scores[0] < scores[1]:
		return "p2win"
	default:
		return "draw"
	}
}

func firstTurn(p *game.Play) string {
	return strconv.FormatBool(!p.Over() && p.Position().Base().Player == 0)
}

func key(p *game.Play) string { return fmt.Sprintf("%016x", p.Position().Base().Key) }

// chance lists the outcomes of the roll that is due: "1:1/6 2:1/6 …".
func chance(p *game.Play) string {
	odds := engine.Chances(p)
	texts := make([]string, len(odds))
	for i, o := range odds {
		texts[i] = fmt.Sprintf("%s:%d/%d", o.Text, o.Num, o.Den)
	}
	return strings.Join(texts, " ")
}

// seats gives the number of seats, their names and, counted from 1, their sides.
func seats(p *game.Play) string {
	seating := p.Position().Seating()
	line := fmt.Sprintf("%d names %s sides", seating.Seats, strings.Join(seating.Names[:seating.Seats], " "))
	for _, side := range seating.SideOf[:seating.Seats] {
		line += fmt.Sprintf(" %d", side+1)
	}
	return line
}

// draw prints the board and what else is to know of the position.
func (v *server) draw([]string) error {
	var text strings.Builder
	v.session.View(func(p *game.Play) {
		_ = draw.Position(&text, p.Position(), draw.Options{}) // a Builder takes all
		text.WriteString("fen " + game.Text(p.Position()) + "\nkey " + key(p) + "\nturn " + engine.Turn(p) + "\nphase " + phase(p))
		if p.Over() {
			text.WriteString("\nresult " + result(p))
		}
	})
	v.out.lines(text.String())
	return nil
}

// eval prints a table of terms by sides, and the score of the side that acts.
func (v *server) eval([]string) error {
	j, err := v.session.Eval()
	if err != nil {
		return err
	}
	width := len("total")
	for i := range j.Terms {
		width = max(width, len(j.Terms[i].Name))
	}
	row := func(name string, cell func(side int) string) string {
		line := fmt.Sprintf("%-*s", width, name)
		for side := range j.Seating.Sides {
			line += fmt.Sprintf(" %8s", cell(side))
		}
		return line
	}
	number := func(values *[game.MaxSides]game.Score) func(int) string {
		return func(side int) string { return strconv.Itoa(int(values[side])) }
	}
	lines := []string{row("term", func(side int) string { return sideName(j.Seating, game.Side(side)) })}
	for i := range j.Terms {
		lines = append(lines, row(j.Terms[i].Name, number(&j.Terms[i].Values)))
	}
	lines = append(lines, row("total", number(&j.Values)), fmt.Sprintf("score cp %d", j.Centi))
	v.out.lines(lines...)
	return nil
}

// sideName joins the names of the side's seats.
func sideName(s *game.Seating, side game.Side) string {
	var names []string
	for seat := range s.Seats {
		if s.SideOf[seat] == side {
			names = append(names, s.Names[seat])
		}
	}
	return strings.Join(names, "+")
}

// perft counts in the background.
func (v *server) perft(words []string) error {
	if len(words) != 1 {
		return fail(BadCommand, "perft has %d words: want the number of actions", len(words))
	}
	depth, err := strconv.Atoi(words[0])
	if err != nil {
		return fail(BadValue, "perft %q: want a whole number", words[0])
	}
	return v.session.Perft(depth, engine.PerftEvents{
		Action: func(text string, count uint64) { v.out.printf("%s: %d", text, count) },
		Done: func(nodes uint64, complete bool) {
			if complete {
				v.out.printf("Nodes searched: %d", nodes)
			} else {
				v.out.printf("info string perft stopped after %d nodes", nodes)
			}
		},
	})
}
