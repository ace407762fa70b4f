package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tetrarch/engine"
	"tetrarch/search"
)

// DefaultHash is the size of a built-in player's table in megabytes.
const DefaultHash = 16

// ParsePlayers reads entrants separated by commas. Each is the name of a
// built-in player, optionally after "builtin:", followed by options, also
// separated by commas and told by their "=":
//
//	tetrarch,nodes=5000,name=new,tetrarch,without=null-move+futility,plain
//
//	name=TEXT       what results call the player
//	nodes=N depth=N movetime=TIME
//	                its limits, in place of those of the match
//	hash=MB         size of its table
//	threads=N       threads that search
//	seed=N          changes everything random about it
//	without=A+B     features of the search to switch off
//
// Players of the same name get "#2", "#3" added.
func ParsePlayers(text string) ([]Entrant, error) {
	var specs [][]string
	for _, field := range strings.Split(text, ",") {
		field = strings.TrimSpace(field)
		switch {
		case field == "":
			return nil, fmt.Errorf("players %q: a name is missing: want names separated by commas", text)
		case !strings.Contains(field, "="):
			specs = append(specs, []string{field})
		case len(specs) == 0:
			return nil, fmt.Errorf("players %q: option %q comes before any player: want a name first", text, field)
		default:
			specs[len(specs)-1] = append(specs[len(specs)-1], field)
		}
	}
	entrants := make([]Entrant, len(specs))
	for i, fields := range specs {
		e, err := parsePlayer(fields)
		if err != nil {
			return nil, err
		}
		entrants[i] = e
	}
	Distinguish(entrants)
	return entrants, nil
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

// spec is a built-in player as it was written.
type spec struct {
	kind   search.Algorithm
	name   string
	limits search.Limits
	hash   int
	config search.Config
	seed   uint64
}

// parsePlayer reads the name of a built-in player and its options.
func parsePlayer(fields []string) (Entrant, error) {
	name := strings.TrimPrefix(fields[0], "builtin:")
	list := kinds()
	i := slices.IndexFunc(list, func(k search.Algorithm) bool { return k.Name == name })
	if i < 0 {
		return Entrant{}, fmt.Errorf("player %q is unknown: want %s", fields[0], engine.Either(Builtins()))
	}
	s := spec{kind: list[i], name: strings.Join(append([]string{name}, fields[1:]...), ","), hash: DefaultHash, config: search.Config{Threads: 1}}
	seen := map[string]bool{}
	for _, field := range fields[1:] {
		key, value, _ := strings.Cut(field, "=")
		if seen[key] {
			return Entrant{}, fmt.Errorf("player %s: option %s is given twice", name, key)
		}
		seen[key] = true
		if err := s.set(key, value); err != nil {
			return Entrant{}, fmt.Errorf("player %s: %w", name, err)
		}
	}
	return Entrant{Name: s.name, Limits: s.limits, NeedsLimit: s.kind.Limited, Open: s.open}, nil
}

// maxThreads bounds what a player may ask for.
const maxThreads = 256

// set reads one option.
func (s *spec) set(key, value string) error {
	number := func(most uint64) (uint64, error) {
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil || n < 1 || n > most {
			return 0, fmt.Errorf("option %s has value %q: want a whole number from 1 to %d", key, value, most)
		}
		return n, nil
	}
	var n uint64
	var err error
	switch key {
	case "name":
		if value == "" || strings.ContainsAny(value, "\r\n") {
			return fmt.Errorf("option name has value %q: want a text on one line", value)
		}
		s.name = value
	case "nodes":
		s.limits.Nodes, err = number(1 << 62)
	case "depth":
		n, err = number(search.MaxPly - 1)
		s.limits.Depth = int(n)
	case "movetime":
		var ok bool
		if s.limits.MoveTime, ok = engine.ParseTime(value); !ok {
			return fmt.Errorf("option movetime has value %q: want a time above 0 such as 500ms or 2s", value)
		}
	case "hash":
		n, err = number(uint64(search.MaxHash()))
		s.hash = int(n)
	case "threads":
		n, err = number(maxThreads)
		s.config.Threads = int(n)
	case "seed":
		if s.seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("option seed has value %q: want a whole number", value)
		}
	case "without":
		s.config.Without, err = search.ParseFeatures(strings.ReplaceAll(value, "+", ","))
	default:
		return fmt.Errorf("option %q is unknown: want name, nodes, depth, movetime, hash, threads, seed or without", key)
	}
	return err
}

// open makes the player.
func (s spec) open(g Game) (Player, error) {
	sides := g.Variant.Start().Seating().Sides
	if s.kind.TwoSides && sides != 2 {
		return nil, fmt.Errorf("player %s plays games of two sides, and here are %d: want %s", s.name, sides, manySided())
	}
	var table *search.Table
	if s.kind.Tabled {
		var err error
		if table, err = search.NewTable(s.hash); err != nil {
			return nil, fmt.Errorf("player %s: %w", s.name, err)
		}
	}
	return &thinker{kind: s.kind, search: s.kind.New(table), game: g, config: s.config, seed: s.seed}, nil
}
