package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tetrarch/draw"
	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
	"tetrarch/search"
)

// table is a game in the terminal: people type, the engine plays the other
// seats.
type table struct {
	cmd    *cobra.Command
	in     *bufio.Scanner
	out    io.Writer
	s      *engine.Session
	people [game.MaxSeats]bool
	limits search.Limits
	start  string // the protocol's position command, without moves
	left   bool   // the person has left the table
	redraw bool
}

func newTable(cmd *cobra.Command, s *engine.Session, people [game.MaxSeats]bool, l search.Limits, start string) *table {
	return &table{
		cmd: cmd, in: bufio.NewScanner(cmd.InOrStdin()), out: cmd.OutOrStdout(),
		s: s, people: people, limits: l, start: start, redraw: true,
	}
}

// moment is what the table must know of the game to go on.
type moment struct {
	actor  game.Player
	name   string // of the actor
	reason string // why the game is over, empty if it is not
	scores []float64
}

func (t *table) now() (m moment) {
	t.s.View(func(p *game.Play) {
		m.actor, m.reason, m.scores = p.Position().Base().Player, p.Reason(), engine.Scores(p)
		if m.actor != game.Chance {
			m.name = fmt.Sprintf("seat %d (%s)", m.actor+1, p.Position().Seating().Names[m.actor])
		}
	})
	return m
}

// run plays until the game is over, the person leaves or the input ends.
func (t *table) run() error {
	for !t.left && t.cmd.Context().Err() == nil {
		if err := t.draw(); err != nil {
			return err
		}
		m := t.now()
		var err error
		switch {
		case m.reason != "":
			t.sayResult(m.reason, m.scores)
			return nil
		case m.actor == game.Chance:
			err = t.roll()
		case t.people[m.actor]:
			err = t.ask(m)
		default:
			err = t.answer(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *table) draw() (err error) {
	if t.redraw {
		t.redraw = false
		fmt.Fprintln(t.out)
		t.s.View(func(p *game.Play) { err = draw.Position(t.out, p.Position(), draw.Detect(t.out)) })
	}
	return err
}

func (t *table) sayResult(reason string, scores []float64) {
	fmt.Fprintf(t.out, "game over: %s, result", reason)
	for _, s := range scores {
		fmt.Fprint(t.out, " ", strconv.FormatFloat(s, 'g', 4, 64))
	}
	fmt.Fprintln(t.out)
}

func (t *table) roll() error {
	text, err := t.s.Roll()
	if err == nil {
		fmt.Fprintln(t.out, "roll:", text)
		t.redraw = true
	}
	return err
}

// think lets the engine search; an interrupt makes it answer now.
func (t *table) think() (engine.Outcome, error) {
	ctx, release := interruptible(t.cmd)
	defer release()
	return think(ctx, t.cmd, t.s, t.limits)
}

// answer lets the engine play.
func (t *table) answer(m moment) error {
	o, err := t.think()
	if err != nil {
		return err
	}
	if err := t.s.Make(o.Best); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "%s plays %s", m.name, o.Best)
	if len(o.Lines) > 0 {
		fmt.Fprintf(t.out, "  %s", summary(o.Lines[0]))
	}
	fmt.Fprintln(t.out)
	t.redraw = true
	return nil
}

// ask reads one line of the person whose turn it is and does what it says.
// Whatever is wrong with it is said, and the game goes on.
func (t *table) ask(m moment) error {
	fmt.Fprintf(t.out, "%s> ", m.name)
	if !t.in.Scan() {
		fmt.Fprintln(t.out)
		t.left = true
		return t.in.Err()
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(t.in.Text()), " ")
	if word == "" {
		return nil
	}
	err := t.do(word, strings.TrimSpace(rest))
	if err != nil {
		fmt.Fprintln(t.out, err)
	}
	return nil
}

const playHelp = `  a move, such as those that moves lists
  moves [PART]   list the legal moves, or those that contain PART; also legal
  hint           say what the engine would play
  undo           take back your last move and what followed
  board, fen     show the position, drawn or as text
  save FILE      write the game to a new file; load FILE reads it back
  resign, quit   give up, or leave the table`

func (t *table) do(word, rest string) error {
	switch word {
	case "help", "?":
		fmt.Fprintln(t.out, playHelp)
	case "moves", "legal":
		t.listMoves(rest)
	case "hint":
		return t.hint()
	case "undo":
		return t.undo()
	case "board":
		t.redraw = true
	case "fen":
		t.s.View(func(p *game.Play) { fmt.Fprintln(t.out, game.Text(p.Position())) })
	case "save":
		return t.save(rest)
	case "load":
		return t.load(rest)
	case "resign":
		fmt.Fprintf(t.out, "%s resigns\n", t.now().name)
		var scores []float64
		t.s.View(func(p *game.Play) { scores = engine.Resigned(p) })
		t.sayResult("resignation", scores)
		t.left = true
	case "quit", "exit":
		t.left = true
	default:
		err := t.s.Make(strings.TrimSpace(word + " " + rest))
		if bad := (*engine.MoveError)(nil); errors.As(err, &bad) {
			return fmt.Errorf("%w; help lists what else can be typed", bad.Err)
		} else if err != nil {
			return err
		}
		t.redraw = true
	}
	return nil
}

func (t *table) listMoves(part string) {
	var found []string
	t.s.View(func(p *game.Play) {
		for _, text := range engine.Legal(p) {
			if strings.Contains(text, part) {
				found = append(found, text)
			}
		}
	})
	const perLine = 10
	for len(found) > perLine {
		fmt.Fprintln(t.out, " ", strings.Join(found[:perLine], " "))
		found = found[perLine:]
	}
	if len(found) == 0 {
		found = []string{"no legal move contains " + strconv.Quote(part)}
	}
	fmt.Fprintln(t.out, " ", strings.Join(found, " "))
}

func (t *table) hint() error {
	o, err := t.think()
	if err != nil {
		return err
	}
	fmt.Fprintf(t.out, "hint: %s", o.Best)
	if len(o.Lines) > 0 {
		fmt.Fprintf(t.out, "  %s  pv %s", summary(o.Lines[0]), pvText(o.Lines[0].Line))
	}
	fmt.Fprintln(t.out)
	return nil
}

// undo goes back to a person's last decision. If there is none it changes
// nothing.
func (t *table) undo() error {
	var undone []string
	for {
		last := ""
		t.s.View(func(p *game.Play) {
			if n := len(p.Texts()); n > 0 {
				last = p.Texts()[n-1]
			}
		})
		did, err := t.s.Undo()
		if err != nil {
			return err
		}
		if !did {
			break
		}
		undone = append(undone, last)
		if m := t.now(); m.actor != game.Chance && t.people[m.actor] {
			t.redraw = true
			return nil
		}
	}
	for i := len(undone) - 1; i >= 0; i-- {
		if err := t.s.Make(undone[i]); err != nil {
			return err
		}
	}
	return errors.New("undo: no move of yours to take back")
}

// save writes the game as one line, the position command of the protocol.
func (t *table) save(file string) error {
	if file == "" {
		return errors.New("save: the file is missing: want save FILE")
	}
	line := t.start
	t.s.View(func(p *game.Play) {
		if len(p.Texts()) > 0 {
			line += " moves " + strings.Join(p.Texts(), " ")
		}
	})
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	if _, err = fmt.Fprintln(f, line); err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	fmt.Fprintln(t.out, "saved", file)
	return nil
}

// load reads what save wrote. On an error the game is as before.
func (t *table) load(file string) error {
	if file == "" {
		return errors.New("load: the file is missing: want load FILE")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	line := strings.TrimSpace(string(data))
	if !strings.HasPrefix(line, "position game ") || strings.Contains(line, "\n") {
		return fmt.Errorf("load: %s is no saved game: want one line that begins with %q", file, "position game")
	}
	var reply strings.Builder
	if err := protocol.Serve(t.cmd.Context(), strings.NewReader(line), &reply, t.s); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	if bad := strings.TrimSpace(reply.String()); bad != "" {
		return fmt.Errorf("load: %s: %s", file, bad)
	}
	t.start, _, _ = strings.Cut(line, " moves ")
	t.redraw = true
	return nil
}
