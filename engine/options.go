package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tetrarch/search"
)

// Options are the settings of a session. Change them through [Session.SetOption]
// or, before there is a session, through [Option.Set].
type Options struct {
	Hash          int // megabytes
	Threads       int
	MultiPV       int
	Ponder        bool
	MoveOverhead  time.Duration
	Algorithm     string
	Variant       string // the game
	ShowWDL       bool
	Seed          uint64
	DebugLog      string // a file's name, empty for none
	EndgamePath   string // a file's name, empty for the one beside the program, or NoEndgame
	Without       search.Features
	SkillLevel    int  // from 0 to search.MaxLevel
	LimitStrength bool // play at Elo, whatever SkillLevel says
	Elo           int
}

// Kind is what values an option takes, in UCI's words.
type Kind string

// The kinds of options.
const (
	Check  Kind = "check"  // true or false
	Spin   Kind = "spin"   // a whole number from Min to Max
	Combo  Kind = "combo"  // one of Values
	String Kind = "string" // any text
	Button Kind = "button" // no value: it does something when set
)

// Audience is whom an option is for.
type Audience uint8

// The audiences of options.
const (
	User Audience = iota
	Developer
)

// Option is one row of the table of options. The protocol prints and sets rows,
// command lines make flags of them.
type Option struct {
	Name     string // in the protocol
	Flag     string // on command lines; empty if there is none
	Help     string
	Kind     Kind
	Default  string
	Min, Max int      // of a spin
	Values   []string // of a combo
	Audience Audience

	// field points to what the row sets; nil for a button.
	field func(*Options) any
	// press is what a button does.
	press func(*Session) error
}

// Table returns the table of options for the built-in games and algorithms.
func Table() []Option { return table(catalogue, search.Algorithms()) }

// DefaultHash is the size of the search's table in megabytes unless it is set.
const DefaultHash = 64

// variantOption chooses the game; setting it goes to the game's start.
const variantOption = "UCI_Variant"

// table is the one place where options are declared.
func table(games Catalogue, algorithms []search.Algorithm) []Option {
	first := ""
	if len(games) > 0 {
		first = games[0].Rules.Name
	}
	memory := search.MaxHash()
	return []Option{
		{Name: "Hash", Flag: "hash", Help: "size of the table of positions in megabytes", Kind: Spin,
			Default: strconv.Itoa(min(DefaultHash, memory)), Min: 1, Max: memory, field: func(o *Options) any { return &o.Hash }},
		{Name: "Threads", Flag: "threads", Help: "number of threads that search", Kind: Spin,
			Default: "1", Min: 1, Max: 256, field: func(o *Options) any { return &o.Threads }},
		{Name: "MultiPV", Flag: "multipv", Help: "number of best lines to search", Kind: Spin,
			Default: "1", Min: 1, Max: 256, field: func(o *Options) any { return &o.MultiPV }},
		{Name: "Ponder", Help: "whether the client thinks of letting the engine think in the opponent's time", Kind: Check,
			Default: "false", field: func(o *Options) any { return &o.Ponder }},
		{Name: "Move Overhead", Flag: "move-overhead", Help: "milliseconds of each turn that are lost on the way", Kind: Spin,
			Default: "10", Min: 0, Max: 5000, field: func(o *Options) any { return &o.MoveOverhead }},
		{Name: "Algorithm", Flag: "algorithm", Help: "how to search", Kind: Combo,
			Default: algorithms[0].Name, Values: search.AlgorithmNames(algorithms), field: func(o *Options) any { return &o.Algorithm }},
		{Name: variantOption, Help: "the game", Kind: Combo,
			Default: first, Values: games.Names(), field: func(o *Options) any { return &o.Variant }},
		{Name: "Skill Level", Flag: "level", Help: "how well to play, from 0 for a beginner to full strength", Kind: Spin,
			Default: strconv.Itoa(search.MaxLevel), Min: 0, Max: search.MaxLevel, field: func(o *Options) any { return &o.SkillLevel }},
		{Name: "UCI_LimitStrength", Flag: "limit-strength", Help: "whether to play as well as UCI_Elo says, whatever Skill Level says", Kind: Check,
			Default: "false", field: func(o *Options) any { return &o.LimitStrength }},
		{Name: "UCI_Elo", Flag: "elo", Help: "how well to play if UCI_LimitStrength is set, on a scale of its own in every game", Kind: Spin,
			Default: strconv.Itoa(MaxElo), Min: MinElo, Max: MaxElo, field: func(o *Options) any { return &o.Elo }},
		{Name: "UCI_ShowWDL", Help: "whether to print the chances of win, draw and loss", Kind: Check,
			Default: "true", field: func(o *Options) any { return &o.ShowWDL }},
		{Name: "Seed", Flag: "seed", Help: "seed of everything random", Kind: Spin,
			Default: "0", Min: 0, Max: 1<<31 - 1, field: func(o *Options) any { return &o.Seed }},
		{Name: "Clear Hash", Help: "forget all positions searched", Kind: Button, press: (*Session).forget},
		{Name: "Debug Log File", Help: "file to which all lines of the protocol are added", Kind: String,
			field: func(o *Options) any { return &o.DebugLog }},
		{Name: "EndgamePath", Flag: "endgame", Help: "file with a table of endgames, none for no table; empty for the one beside the program",
			Kind: String, field: func(o *Options) any { return &o.EndgamePath }},
		{Name: "Without", Flag: "without", Help: "features of the search to switch off, separated by commas", Kind: String,
			Audience: Developer, field: func(o *Options) any { return &o.Without }},
	}
}

// DefaultOptions returns the options as the table sets them.
func DefaultOptions() Options { return defaults(Table()) }

func defaults(rows []Option) Options {
	var o Options
	for i := range rows {
		if rows[i].Default == "" {
			continue // the zero value
		}
		if err := rows[i].Set(&o, rows[i].Default); err != nil {
			panic("engine: the table of options has a bad default: " + err.Error())
		}
	}
	return o
}

// find returns the row of that name, whose case does not matter.
func find(rows []Option, name string) (*Option, error) {
	i := slices.IndexFunc(rows, func(r Option) bool { return strings.EqualFold(r.Name, name) })
	if i < 0 {
		names := make([]string, len(rows))
		for j := range rows {
			names[j] = rows[j].Name
		}
		return nil, fmt.Errorf("option %q is unknown: want one of %s", name, strings.Join(names, ", "))
	}
	return &rows[i], nil
}

// Set reads value into o. On an error o is as before. A button has no value and
// changes nothing here.
func (r *Option) Set(o *Options, value string) error {
	switch r.Kind {
	case Button:
		if value != "" {
			return r.bad(value, "no value")
		}
		return nil
	case Combo:
		i := slices.IndexFunc(r.Values, func(v string) bool { return strings.EqualFold(v, value) })
		if i < 0 {
			return r.bad(value, Either(r.Values))
		}
		value = r.Values[i]
	case String:
		if value == "<empty>" {
			value = ""
		}
	}
	return r.assign(r.field(o), value)
}

// assign reads value into the field that p points to.
func (r *Option) assign(p any, value string) error {
	switch p := p.(type) {
	case *string:
		*p = value
	case *bool:
		if value != "true" && value != "false" {
			return r.bad(value, "true or false")
		}
		*p = value == "true"
	case *search.Features:
		f, err := search.ParseFeatures(value)
		if err != nil {
			return fmt.Errorf("option %s: %w", r.Name, err)
		}
		*p = f
	default:
		n, err := strconv.Atoi(value)
		if err != nil || n < r.Min || n > r.Max {
			return r.bad(value, fmt.Sprintf("a whole number from %d to %d", r.Min, r.Max))
		}
		switch p := p.(type) {
		case *int:
			*p = n
		case *uint64:
			*p = uint64(n)
		case *time.Duration:
			*p = time.Duration(n) * time.Millisecond
		}
	}
	return nil
}

// Get writes the row's value in o as [Option.Set] reads it; empty for a button.
func (r *Option) Get(o *Options) string {
	if r.field == nil {
		return ""
	}
	switch p := r.field(o).(type) {
	case *time.Duration:
		return strconv.FormatInt(p.Milliseconds(), 10)
	case *string:
		return *p
	case *int:
		return strconv.Itoa(*p)
	case *uint64:
		return strconv.FormatUint(*p, 10)
	case *bool:
		return strconv.FormatBool(*p)
	case *search.Features:
		return p.String()
	}
	return ""
}

func (r *Option) bad(value, want string) error {
	return fmt.Errorf("option %s has value %q: want %s", r.Name, value, want)
}

// Flag is an option bound to settings, as flag packages want a value: it has the
// methods of flag.Value and pflag.Value.
type Flag struct {
	row Option
	to  *Options
}

// FlagValue binds the row to o.
func (r *Option) FlagValue(o *Options) *Flag { return &Flag{row: *r, to: o} }

// String returns the current value.
func (f *Flag) String() string {
	if f == nil || f.to == nil {
		return ""
	}
	return f.row.Get(f.to)
}

// Set reads a value.
func (f *Flag) Set(value string) error { return f.row.Set(f.to, value) }

// Type names the kind of value in usage texts.
func (f *Flag) Type() string {
	switch f.row.Kind {
	case Check:
		return "bool"
	case Spin:
		return "int"
	default:
		return "string"
	}
}
