package tournament

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/search"
	"tetrarch/tournament/process"
)

// DefaultHash is the size of a built-in player's table in megabytes.
const DefaultHash = 16

// PlayerHelp explains how players are written, for the help of commands.
func PlayerHelp() string {
	return `A player is a search in this process or a program of its own, with fields after
commas: NAME[,FIELD=VALUE…] or cmd=PROGRAM ARGUMENTS[,FIELD=VALUE…]. The names, which
may also be written builtin:NAME, are

` + BuiltinHelp() + `
Fields of every player:
  name=TEXT          what results call it
  nodes=N, depth=N, movetime=TIME
                     limits of each action; a bare number counts milliseconds
  tc=TURNS/TIME+INCREMENT
                     a clock for each of its seats, in seconds: 60+0.5, 40/5:00
  timemargin=TIME    how much it may overdraw its time in all (default 100ms)
  seed=N             changes everything random about it
A player with limits or a clock of its own does not have those of the match.

Fields of built-in players:
  hash=MB            size of its table (default 16)
  threads=N          threads that search
  multi=N            number of best lines to search
  without=A+B        features of the search to switch off
  level=N            how well it plays, 0 to 20 (default 20, full strength)
  elo=N              the same as a rating in the game, 500 to 3350
  endgame=FILE       the table of endgames that it asks, if it asks any, or none;
                     by default the one beside the program, if there is one

Fields of programs:
  proto=tgi|uci|ugi  the protocol (default tgi); UCI and UGI carry games of two seats
                     without dice and rule options
  dir=FOLDER         where to run; a program's path may begin there
  option.NAME=VALUE  an option of the program; without a value a button
  env.NAME=VALUE     a variable of its environment
  startup=TIME       how long it may take to get ready (default 30s)
  watchdog=TIME      how long it may take for an action under limits that are no time
                     (default 1m)

A value with a comma stands in quotes, '…' or "…"; so may a command as a whole, in
which arguments can be quoted again:
  cmd="./engine --book 'my book.txt' -x a,b",name=mine,option.Hash=64,tc=10+0.1
`
}

// ParsePlayers reads entrants separated by commas, each as [PlayerHelp] explains.
// A field without "=" begins a built-in player, and cmd= one that is a program:
//
//	tetrarch,nodes=5000,name=new,cmd=./old --quiet,nodes=5000,plain
//
// Players of the same name get "#2", "#3" added.
func ParsePlayers(text string) ([]Entrant, error) {
	parts, err := splitFields(text)
	if err != nil {
		return nil, fmt.Errorf("players: %w", err)
	}
	var specs [][]string
	for _, part := range parts {
		key, _, pair := strings.Cut(part, "=")
		switch {
		case !pair || strings.TrimSpace(key) == cmdKey:
			specs = append(specs, []string{part})
		case len(specs) == 0:
			return nil, fmt.Errorf("players %q: option %q comes before any player: want a name or cmd= first", text, part)
		default:
			specs[len(specs)-1] = append(specs[len(specs)-1], part)
		}
	}
	if len(specs) == 0 {
		return nil, fmt.Errorf("players %q: a name is missing: want names separated by commas", text)
	}
	entrants := make([]Entrant, len(specs))
	for i, fields := range specs {
		if entrants[i], err = parsePlayer(fields); err != nil {
			if i > 0 && len(fields) == 1 && strings.HasPrefix(specs[i-1][len(specs[i-1])-1], cmdKey+"=") {
				err = fmt.Errorf("%w; a comma within cmd= needs quotes", err)
			}
			return nil, err
		}
	}
	Distinguish(entrants)
	return entrants, nil
}

// ParsePlayer reads one entrant as [PlayerHelp] explains, its fields in any order.
func ParsePlayer(text string) (Entrant, error) {
	parts, err := splitFields(text)
	if err != nil {
		return Entrant{}, fmt.Errorf("player: %w", err)
	}
	return parsePlayer(parts)
}

// PlayerOf reads one entrant of a map with the fields that [PlayerHelp] explains:
// texts, numbers and truth values, and for cmd a text or a list of the program and
// its arguments. The kind is builtin or cmd, and options and variables may stand
// in maps of their own: {"cmd": "./engine", "option": {"Hash": 16}}.
func PlayerOf(m map[string]any) (Entrant, error) {
	fields, err := mapFields(m, "")
	if err != nil {
		return Entrant{}, err
	}
	return newEntrant(fields)
}

func parsePlayer(parts []string) (Entrant, error) {
	fields := make([]field, len(parts))
	for i, part := range parts {
		var err error
		if fields[i], err = parseField(part); err != nil {
			return Entrant{}, fmt.Errorf("player: %w", err)
		}
	}
	return newEntrant(fields)
}

// Distinguish adds "#2", "#3" to names that occur more than once.
func Distinguish(entrants []Entrant) {
	used := map[string]bool{}
	for i := range entrants {
		name := entrants[i].Name
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("%s#%d", entrants[i].Name, n)
		}
		used[name] = true
		entrants[i].Name = name
	}
}

// spec is a player as it was written. kind is nil for a program.
type spec struct {
	entrant Entrant
	kind    *search.Algorithm
	seed    uint64
	hash    int
	config  search.Config
	level   float64 // see [search.WithLevel]
	elo     int     // what level follows from in a game, 0 for none
	endgame string  // file of a table, "" for the one beside the program
	program program
}

// newEntrant makes an entrant of its fields: every spec comes through here.
func newEntrant(fields []field) (Entrant, error) {
	s := &spec{hash: DefaultHash, level: search.MaxLevel, config: search.Config{Threads: 1, MoveOverhead: moveOverhead}}
	called, err := s.choose(fields)
	if err != nil {
		return Entrant{}, err
	}
	seen := map[string]bool{}
	for _, f := range fields {
		err := s.set(&f)
		if seen[f.key] {
			err = fmt.Errorf("option %s is given twice", f.key)
		}
		if err == nil && (f.key == "level" && seen["elo"] || f.key == "elo" && seen["level"]) {
			err = errors.New("options level and elo are both given: want one of them")
		}
		if err != nil {
			return Entrant{}, &fieldError{f.key, fmt.Errorf("player %s: %w", called, err)}
		}
		seen[f.key] = true
	}
	e := &s.entrant
	if s.kind != nil {
		full := s.level == search.MaxLevel && (s.elo == 0 || s.elo >= engine.Games().FullElo())
		e.NeedsLimit, e.Check, e.Open = s.kind.Limited && full, s.check, s.open
	} else {
		s.program.name, s.program.margin, s.program.seed = e.Name, e.margin(), s.seed
		e.NeedsLimit, e.Check, e.Open = true, s.program.check, s.program.open
	}
	return *e, nil
}

// fieldError is an error of one field of a player.
type fieldError struct {
	key string
	err error
}

func (e *fieldError) Error() string { return e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

// moveOverhead is what a built-in player with a clock leaves of it: the default
// of the option Move Overhead.
var moveOverhead = engine.DefaultOptions().MoveOverhead

// choose finds out what kind of player the fields describe. It returns what
// errors call the player.
func (s *spec) choose(fields []field) (string, error) {
	kind := func(f field) bool { return f.key == builtinKey || f.key == cmdKey }
	i := slices.IndexFunc(fields, kind)
	if i < 0 || slices.ContainsFunc(fields[i+1:], kind) {
		return "", fmt.Errorf("player: want one of the fields %s and %s, once: the name of a built-in player or a program's command", builtinKey, cmdKey)
	}
	first := fields[i]
	if first.key == cmdKey {
		base := filepath.Base(first.words[0])
		s.entrant.Name = strings.TrimSuffix(base, ".exe")
		s.program = program{command: process.Command{Args: first.words, Dialect: dialects[0]}, watchdog: DefaultWatchdog}
		return s.entrant.Name, nil
	}
	list := kinds()
	j := slices.IndexFunc(list, func(k search.Algorithm) bool { return k.Name == first.value })
	if j < 0 {
		return "", &fieldError{builtinKey, fmt.Errorf("player %q is unknown: want %s, or a program as cmd=PROGRAM", first.value, engine.Either(Builtins()))}
	}
	s.kind = &list[j]
	s.entrant.Name = s.kind.Name
	for _, f := range fields {
		if !kind(f) {
			s.entrant.Name += "," + f.key + "=" + f.value
		}
	}
	return s.kind.Name, nil
}

// Bounds of what a player may ask for.
const (
	maxThreads = 256
	maxLines   = 256
)

// set reads one field.
func (s *spec) set(f *field) error {
	known, err := s.setCommon(f)
	if known || err != nil {
		return err
	}
	if s.kind != nil {
		return s.setBuiltin(f)
	}
	return s.setProgram(f)
}

// setCommon reads a field that every player has.
func (s *spec) setCommon(f *field) (known bool, err error) {
	e := &s.entrant
	var n uint64
	switch f.key {
	case builtinKey, cmdKey:
	case "name":
		if !goodName(f.value) {
			return true, f.bad("a text on one line")
		}
		e.Name = f.value
	case "nodes":
		e.Limits.Nodes, err = f.number(1 << 62)
	case "depth":
		n, err = f.number(search.MaxPly - 1)
		e.Limits.Depth = int(n)
	case "movetime":
		e.Limits.MoveTime, err = f.time()
	case "tc":
		if e.Clock, err = ParseTimeControl(f.value); err != nil {
			err = fmt.Errorf("option tc has value %w", err)
		}
	case "timemargin":
		if f.value == "0" {
			e.Margin = -1
		} else {
			e.Margin, err = f.time()
		}
	case "seed":
		if n, err = strconv.ParseUint(f.value, 10, 64); err != nil {
			err = f.bad("a whole number")
		}
		s.seed = n
	default:
		return false, nil
	}
	return true, err
}

// setBuiltin reads a field of a built-in player.
func (s *spec) setBuiltin(f *field) (err error) {
	var n uint64
	switch f.key {
	case "hash":
		n, err = f.number(uint64(search.MaxHash()))
		s.hash = int(n)
	case "threads":
		n, err = f.number(maxThreads)
		s.config.Threads = int(n)
	case "multi":
		n, err = f.number(maxLines)
		s.config.MultiPV = int(n)
	case "without":
		if s.config.Without, err = search.ParseFeatures(strings.ReplaceAll(f.value, "+", ",")); err != nil {
			err = fmt.Errorf("option without: %w", err)
		}
	case "level":
		n, err = f.within(0, search.MaxLevel)
		s.level = float64(n)
	case "elo":
		n, err = f.within(engine.MinElo, engine.MaxElo)
		s.elo = int(n)
	case "endgame":
		if f.value == "" {
			return f.bad("a file, or " + engine.NoEndgame)
		}
		s.endgame = f.value
	default:
		return f.unknown("hash", "threads", "multi", "without", "level", "elo", "endgame")
	}
	return err
}

// setProgram reads a field of a program.
func (s *spec) setProgram(f *field) (err error) {
	c := &s.program.command
	group, name, inner := strings.Cut(f.key, ".")
	switch {
	case f.key == "dir":
		c.Dir = f.value
	case f.key == "proto":
		d, ok := parseDialect(f.value)
		if !ok {
			return f.bad(string(d))
		}
		c.Dialect = d
	case f.key == "startup":
		c.Startup, err = f.time()
	case f.key == "watchdog":
		s.program.watchdog, err = f.time()
	case inner && group == "option" && name != "":
		if strings.ContainsAny(f.key+f.value, "\r\n") {
			return f.bad("a text on one line")
		}
		s.program.settings = append(s.program.settings, process.Setting{Name: name, Value: f.value})
	case inner && group == "env" && name != "":
		c.Env = append(c.Env, name+"="+f.value)
	default:
		return f.unknown("dir", "proto", "option.NAME", "env.NAME", "startup", "watchdog")
	}
	return err
}

func (f *field) bad(want string) error {
	return fmt.Errorf("option %s has value %q: want %s", f.key, f.value, want)
}

func (f *field) unknown(more ...string) error {
	common := []string{"name", "nodes", "depth", "movetime", "tc", "timemargin", "seed"}
	return fmt.Errorf("option %q is unknown: want %s", f.key, engine.Either(append(common, more...)))
}

// number reads a whole number from 1.
func (f *field) number(most uint64) (uint64, error) { return f.within(1, most) }

// within reads a whole number.
func (f *field) within(least, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(f.value, 10, 64)
	if err != nil || n < least || n > most {
		return 0, f.bad(fmt.Sprintf("a whole number from %d to %d", least, most))
	}
	return n, nil
}

// time reads a time above 0.
func (f *field) time() (time.Duration, error) {
	d, ok := engine.ParseTime(f.value)
	if !ok {
		return 0, f.bad("a time above 0 such as 500ms or 2s")
	}
	return d, nil
}
