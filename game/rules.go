package game

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Option is one rule option of a game.
type Option struct {
	Name    string
	Default string
	// Values are the allowed values where these can be listed; nil for a free
	// text that [Rules.Open] checks.
	Values []string
	Help   string
}

// Setup holds chosen rule options by name; a missing name means the default.
type Setup map[string]string

// Variant is a game with its rule options chosen. It is immutable and safe for
// concurrent use.
type Variant interface {
	// Start returns a new position at the start of the game.
	Start() Position
	// Parse reads a position text. It refuses what can be no position of the
	// game, saying what was read, where, and what was wanted.
	Parse(text string) (Position, error)
}

// Rules is what is known of a game before it is played.
type Rules struct {
	Name string
	// Title is the name for people.
	Title string
	// MinSeats and MaxSeats bound the number of seats over all options.
	MinSeats, MaxSeats int
	// Chance says that dice are rolled.
	Chance bool
	// MultiTurn says that a turn can hold several actions.
	MultiTurn bool
	// Board is the shape: "rect 10x10", "hex 5", "graph 112".
	Board string
	// Repetition is the occurrence of one position that makes a draw, 0 if
	// repetition means nothing. A position counts where no decision is due in
	// the middle of a turn.
	Repetition int
	Options    []Option
	// Open checks the options' values and returns the variant. It is called
	// through [Rules.Variant], which has checked the names.
	Open func(Setup) (Variant, error)
}

// Variant opens the game with the options of s. Unknown names and values are
// errors.
func (r *Rules) Variant(s Setup) (Variant, error) {
	full := Setup{}
	for _, o := range r.Options {
		full[o.Name] = o.Default
	}
	for _, name := range s.names() {
		value := s[name]
		i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%s: option %q is unknown: want %s", r.Name, name, r.optionNames())
		}
		if v := r.Options[i].Values; v != nil && !slices.Contains(v, value) {
			return nil, fmt.Errorf("%s: option %s has value %q: want %s", r.Name, name, value, strings.Join(v, " or "))
		}
		full[name] = value
	}
	return r.Open(full)
}

func (r *Rules) optionNames() string {
	if len(r.Options) == 0 {
		return "none"
	}
	names := make([]string, len(r.Options))
	for i, o := range r.Options {
		names[i] = o.Name
	}
	return strings.Join(names, ", ")
}

// ParseSetup reads options written "name=value"; a bare "name" means
// "name=true".
func ParseSetup(fields []string) (Setup, error) {
	s := Setup{}
	for _, f := range fields {
		name, value, ok := strings.Cut(f, "=")
		if !ok {
			value = "true"
		}
		if name == "" {
			return nil, fmt.Errorf("option %q has no name: want name=value", f)
		}
		if _, twice := s[name]; twice {
			return nil, fmt.Errorf("option %s is given twice", name)
		}
		s[name] = value
	}
	return s, nil
}

// String writes the options as [ParseSetup] reads them, sorted by name.
func (s Setup) String() string {
	names := s.names()
	for i, n := range names {
		names[i] = n + "=" + s[n]
	}
	return strings.Join(names, " ")
}

func (s Setup) names() []string {
	names := make([]string, 0, len(s))
	for n := range s {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}
