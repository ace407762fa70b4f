package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/tournament/pairing"
)

// Definition is a match or a tournament as people write it: the keys of a TOML
// file, and the flags of the commands, which have the same names. [Definition.Match]
// makes a plan of it.
type Definition struct {
	Game    string         `toml:"game"`
	Players []string       `toml:"players,multiline,omitempty"` // as [ParsePlayers] reads them, one or more each
	Format  string         `toml:"format"`
	Seeds   int            `toml:"seeds,omitempty"`
	Rounds  int            `toml:"rounds,omitempty"`
	Extra   int            `toml:"extra,omitempty"`
	Games   int            `toml:"games"` // of a meeting
	Seed    uint64         `toml:"seed"`
	Time    Span           `toml:"movetime,omitempty"`
	Depth   int            `toml:"depth,omitempty"`
	Nodes   uint64         `toml:"nodes,omitempty"`
	Clock   string         `toml:"tc,omitempty"`
	Book    string         `toml:"openings,omitempty"` // a file, or [Suite]
	Order   string         `toml:"order,omitempty"`    // of Book
	Plies   int            `toml:"opening-plies"`
	Turns   int            `toml:"max-turns"`
	All     bool           `toml:"all-seatings,omitempty"`
	SPRT    string         `toml:"sprt,omitempty"`   // see [ParseSPRT]
	Resign  string         `toml:"resign,omitempty"` // see [ParseResign]
	Draw    string         `toml:"draw,omitempty"`   // see [ParseDraw]
	Tables  string         `toml:"tables,omitempty"` // a file of endgames
	Strict  bool           `toml:"strict,omitempty"`
	Slots   int            `toml:"concurrency"`
	CPUs    string         `toml:"affinity,omitempty"` // see [ParseCPUs]
	Rules   map[string]any `toml:"rules,omitempty"`    // rule options of the game
	// Entries are further players, each as [PlayerOf] reads one.
	Entries []map[string]any `toml:"player,omitempty"`
}

// Suite is the name of the openings that the project ships.
const Suite = "suite"

// The orders of openings from a file.
const (
	Sequential = "sequential"
	Random     = "random"
)

// Span is a length of time in a definition, written as the flags take it.
type Span time.Duration

// MarshalText implements [encoding.TextMarshaler].
func (s Span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Span) UnmarshalText(text []byte) error {
	d, ok := engine.ParseTime(string(text))
	if !ok {
		return fmt.Errorf("%q: want a time above 0 such as 500ms or 2s", text)
	}
	*s = Span(d)
	return nil
}

// DefaultMoveTime is the limit of a match that names none.
const DefaultMoveTime = 100 * time.Millisecond

// NewDefinition returns a definition with the defaults, in which game and players
// are missing.
func NewDefinition() Definition {
	return Definition{Format: pairing.Match.String(), Games: 100, Seed: 1, Slots: 1, Plies: defaultMaxPlies, Turns: DefaultMaxTurns}
}

// definitionKeys returns the keys of a definition in their order.
func definitionKeys() []string {
	var keys []string
	t := reflect.TypeFor[Definition]()
	for i := range t.NumField() {
		key, _, _ := strings.Cut(t.Field(i).Tag.Get("toml"), ",")
		keys = append(keys, key)
	}
	return keys
}

// Take takes over the values of other under the keys that changed names. Another
// list of players stands for all there were.
func (d *Definition) Take(other *Definition, changed func(key string) bool) {
	to, from := reflect.ValueOf(d).Elem(), reflect.ValueOf(other).Elem()
	for i, key := range definitionKeys() {
		if changed(key) {
			to.Field(i).Set(from.Field(i))
		}
	}
	if changed("players") {
		d.Entries = other.Entries
	}
}

// Text writes the definition as [Definition.Read] reads it. Files are named by
// whole paths, so that it means the same in every folder.
func (d *Definition) Text() ([]byte, error) {
	whole := *d
	for _, file := range []*string{&whole.Book, &whole.Tables} {
		if *file == "" || *file == Suite {
			continue
		}
		path, err := filepath.Abs(*file)
		if err != nil {
			return nil, err
		}
		*file = path
	}
	return toml.Marshal(whole)
}

// Digest returns a text that is equal for definitions that give the same games:
// how many are played at a time, on which processors and whether a fault ends
// the run do not count. A file of openings counts by what it holds.
func (d *Definition) Digest() (string, error) {
	plan := *d
	plan.Slots, plan.CPUs, plan.Strict, plan.Tables = 0, "", false, filepath.Base(d.Tables)
	var book []byte
	if d.Book != "" && d.Book != Suite {
		var err error
		if book, err = ReadText(d.Book); err != nil {
			return "", err
		}
		plan.Book = ""
	}
	text, err := toml.Marshal(plan)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append(append(text, 0), book...))
	return hex.EncodeToString(sum[:8]), nil
}

// Match makes the plan, and checks it. Where the definition has no limit at all it
// sets one.
func (d *Definition) Match() (Match, error) {
	if err := d.bounded(); err != nil {
		return Match{}, err
	}
	m := Match{
		Games: d.Games, Seed: d.Seed, Concurrency: d.Slots, MaxTurns: d.Turns, AllSeatings: d.All, Strict: d.Strict,
		Limits: search.Limits{MoveTime: time.Duration(d.Time), Depth: d.Depth, Nodes: d.Nodes},
		Format: pairing.Format{Seeds: d.Seeds, Rounds: d.Rounds, Extra: d.Extra},
	}
	for _, step := range []func(*Match) error{d.choose, d.limit, d.open, d.judge, d.place} {
		if err := step(&m); err != nil {
			return m, err
		}
	}
	return m, m.Check()
}

// The bounds of numbers in definitions, beyond which they are taken for slips.
const (
	MaxGames       = 1 << 31 // of a meeting
	MaxMeetings    = 1 << 20 // of seeds and of rounds
	MaxExtra       = 1000
	MaxPlies       = 100
	MaxConcurrency = 1024
)

// bounded says which number cannot be meant, if there is one.
func (d *Definition) bounded() error {
	for _, n := range []struct {
		key         string
		value       int
		least, most int
	}{
		{"games", d.Games, 1, MaxGames}, {"seeds", d.Seeds, 0, MaxMeetings}, {"rounds", d.Rounds, 0, MaxMeetings}, {"extra", d.Extra, 0, MaxExtra},
		{"depth", d.Depth, 0, search.MaxPly - 1}, {"opening-plies", d.Plies, 0, MaxPlies}, {"max-turns", d.Turns, 1, math.MaxInt32},
		{"concurrency", d.Slots, 1, MaxConcurrency},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s is %d: want a whole number from %d to %d", n.key, n.value, n.least, n.most)
		}
	}
	return nil
}

// choose sets game, players and format.
func (d *Definition) choose(m *Match) error {
	switch {
	case d.Game == "":
		return fmt.Errorf("the game is missing: want %s", engine.Either(engine.Games().Names()))
	case len(d.Players)+len(d.Entries) == 0:
		return errors.New("the players are missing: want names such as tetrarch,greedy")
	}
	g, err := engine.Find(d.Game)
	if err != nil {
		return err
	}
	setup := game.Setup{}
	for name, v := range d.Rules {
		setup[name] = fmt.Sprint(v)
	}
	if m.Game, err = NewGame(g, setup); err != nil {
		return err
	}
	if m.Players, err = d.entrants(); err != nil {
		return err
	}
	m.Format.Kind, err = pairing.ParseKind(d.Format)
	return err
}

// entrants reads the players, those of the list first.
func (d *Definition) entrants() (all []Entrant, err error) {
	if len(d.Players) > 0 {
		if all, err = ParsePlayers(strings.Join(d.Players, ",")); err != nil {
			return nil, err
		}
	}
	for _, fields := range d.Entries {
		e, err := PlayerOf(fields)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	Distinguish(all)
	return all, nil
}

// limit sets the limits of the players that have none of their own.
func (d *Definition) limit(m *Match) (err error) {
	switch {
	case d.Clock != "":
		if m.Clock, err = ParseTimeControl(d.Clock); err != nil {
			return fmt.Errorf("tc: %w", err)
		}
	case !engine.Limited(m.Limits):
		d.Time, m.Limits.MoveTime = Span(DefaultMoveTime), DefaultMoveTime
	}
	return nil
}

// open sets the openings.
func (d *Definition) open(m *Match) (err error) {
	m.Openings.MaxPlies, m.Openings.MinPlies = d.Plies, (d.Plies+1)/2
	if d.Plies == 0 {
		m.Openings.MinPlies = -1
	}
	switch d.Order {
	case "", Sequential:
	case Random:
		m.Openings.Shuffled = true
	default:
		return fmt.Errorf("order %q is unknown: want %s or %s", d.Order, Sequential, Random)
	}
	switch d.Book {
	case "":
	case Suite:
		m.Openings.Book, err = ShippedBook(m.Game)
	default:
		var text []byte
		if text, err = ReadText(d.Book); err == nil {
			m.Openings.Book, err = ParseBook(m.Game, filepath.Base(d.Book), string(text))
		}
	}
	if err != nil {
		return fmt.Errorf("openings: %w", err)
	}
	return nil
}

// judge sets what ends games and the match early.
func (d *Definition) judge(m *Match) error {
	if d.SPRT != "" {
		test, err := ParseSPRT(d.SPRT)
		if err != nil {
			return err
		}
		m.SPRT = &test
	}
	m.Adjudication.Tables = d.Tables
	if d.Resign != "" {
		if err := ParseResign(d.Resign, &m.Adjudication); err != nil {
			return err
		}
	}
	if d.Draw != "" {
		return ParseDraw(d.Draw, &m.Adjudication)
	}
	return nil
}

// place sets the processors.
func (d *Definition) place(m *Match) (err error) {
	if d.CPUs != "" {
		m.CPUs, err = ParseCPUs(d.CPUs)
	}
	return err
}
