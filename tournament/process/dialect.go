package process

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tetrarch/game"
	"tetrarch/protocol"
	"tetrarch/search"
)

// Setting is an option of a program with its value; no value presses a button.
type Setting struct{ Name, Value string }

// CanCarry says why a dialect has no words for a game, if so: UCI and UGI know
// two seats, no dice and no rule options. setup holds the options chosen.
func CanCarry(d protocol.Dialect, r *game.Rules, setup game.Setup, seats int) error {
	if d == protocol.TGI {
		return nil
	}
	switch {
	case r.Chance:
		return fmt.Errorf("%s has no dice, and %s needs them: want proto=%s", d, r.Name, protocol.TGI)
	case seats != 2:
		return fmt.Errorf("%s has two seats, and %s has %d here: want proto=%s", d, r.Name, seats, protocol.TGI)
	}
	for _, o := range r.Options {
		if v, ok := setup[o.Name]; ok && v != o.Default {
			return fmt.Errorf("%s has no rule options, and %s has %s=%s here: want proto=%s", d, r.Name, o.Name, v, protocol.TGI)
		}
	}
	return nil
}

// Choose tells the program which game is played and sets its options. An error
// that is no [*Fault] is the program's refusal. It is asked to be ready once only,
// at the end: many a program then makes its tables, which takes time and should
// come after their size is known.
func (e *Engine) Choose(ctx context.Context, r *game.Rules, setup game.Setup, settings []Setting) error {
	commands, err := e.chooseGame(r, setup)
	if err != nil {
		return err
	}
	for _, s := range settings {
		if _, ok := e.option(s.Name); !ok {
			return fmt.Errorf("option %q is none that the program declares: want %s", s.Name, either(e.optionNames()))
		}
		commands = append(commands, protocol.OptionCommand(s.Name, s.Value))
	}
	err = e.Do(ctx, commands...)
	var refused *protocol.Error
	if errors.As(err, &refused) {
		return fmt.Errorf("the program refuses %q: %s", strings.Join(commands, "; "), refused)
	}
	return err
}

// chooseGame returns the commands that choose a game, if the program says that it
// plays it.
func (e *Engine) chooseGame(r *game.Rules, setup game.Setup) ([]string, error) {
	var names []string
	var command string
	if e.command.Dialect == protocol.TGI {
		for _, line := range e.client.Games {
			name, _, _ := strings.Cut(line, " ")
			names = append(names, name)
		}
		command = strings.TrimSpace("game " + r.Name + " " + setup.String())
	} else {
		const variant = "UCI_Variant"
		words, ok := e.option(variant)
		if !ok {
			if _, chess := e.option("UCI_Chess960"); chess {
				return nil, fmt.Errorf("the program plays chess, not %s: it declares the option UCI_Chess960 and no %s", r.Name, variant)
			}
			return nil, nil // a program of one game
		}
		for i, w := range words[:max(0, len(words)-1)] {
			if w == "var" {
				names = append(names, words[i+1])
			}
		}
		command = protocol.OptionCommand(variant, r.Name)
	}
	if !slices.Contains(names, r.Name) {
		return nil, fmt.Errorf("the program does not play %s, but %s", r.Name, either(names))
	}
	return []string{command}, nil
}

// either lists some names for an error.
func either(names []string) string {
	const most = 40
	if len(names) == 0 {
		return "none"
	}
	if len(names) > most {
		names = append(slices.Clone(names[:most]), "…")
	}
	return strings.Join(names, ", ")
}

// option returns what the program declares of an option after its name. Case
// does not matter.
func (e *Engine) option(name string) (words []string, ok bool) {
	for _, line := range e.client.Options {
		if n, rest := splitOption(line); strings.EqualFold(n, name) {
			return strings.Fields(rest), true
		}
	}
	return nil, false
}

// spin returns the bounds of an option that is a whole number.
func (e *Engine) spin(name string) (least, most int64, ok bool) {
	words, _ := e.option(name)
	var err, err2 error = strconv.ErrSyntax, strconv.ErrSyntax
	for i, w := range words[:max(0, len(words)-1)] {
		switch w {
		case "min":
			least, err = strconv.ParseInt(words[i+1], 10, 32)
		case "max":
			most, err2 = strconv.ParseInt(words[i+1], 10, 64)
		}
	}
	ok = len(words) > 0 && words[0] == "spin" && err == nil && err2 == nil && most >= least
	return least, min(most, math.MaxInt32), ok
}

func (e *Engine) optionNames() []string {
	var names []string
	for _, line := range e.client.Options {
		n, _ := splitOption(line)
		names = append(names, n)
	}
	return names
}

// splitOption reads "name N type …".
func splitOption(line string) (name, rest string) {
	name, rest, _ = strings.Cut(strings.TrimPrefix(line, "name "), " type ")
	return strings.TrimSpace(name), rest
}

// Begin tells the program that another game begins. If it declares a number Seed
// as an option, that is set first, brought within its bounds, unless seed is less
// than 0.
func (e *Engine) Begin(ctx context.Context, seed int64) error {
	commands := make([]string, 0, 2)
	if least, most, ok := e.spin("Seed"); ok && seed >= 0 {
		seed = least + seed%(most-least+1)
		commands = append(commands, protocol.OptionCommand("Seed", strconv.FormatInt(seed, 10)))
	}
	err := e.Do(ctx, append(commands, e.command.Dialect.NewGameCommand())...)
	var refused *protocol.Error
	if errors.As(err, &refused) {
		return e.fault(ctx, err)
	}
	return err
}

// Limits writes limits for the seat that acts as the words after go.
func Limits(d protocol.Dialect, l *search.Limits, seat game.Player) string {
	var b []byte
	word := func(name string, n int64) {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(append(append(b, name...), ' '), n, 10)
	}
	if l.Depth > 0 {
		word("depth", int64(l.Depth))
	}
	if l.Nodes > 0 {
		word("nodes", int64(l.Nodes))
	}
	if l.MoveTime > 0 {
		word("movetime", millis(l.MoveTime))
	}
	if l.Clock[seat] == 0 {
		return string(b)
	}
	for i, left := range l.Clock {
		if left == 0 {
			continue
		}
		name := "p" + strconv.Itoa(i+1)
		if d == protocol.UCI {
			name = string("wb"[i])
		}
		word(name+"time", millis(left))
		if l.Increment[i] > 0 {
			word(name+"inc", millis(l.Increment[i]))
		}
	}
	if l.MovesToGo > 0 {
		word("movestogo", int64(l.MovesToGo))
	}
	return string(b)
}

// millis rounds down, but not to nothing.
func millis(d time.Duration) int64 { return max(1, d.Milliseconds()) }
