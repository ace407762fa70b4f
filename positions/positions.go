// Package positions holds the positions that the project ships: reference data
// made by an independent implementation of the rules, and suites for speed,
// strength and openings. All of it is embedded.
//
// [Reference] gives what package gametest checks a game against. [Bench], [Wins],
// [Endgames] and [Openings] give suites, which are text files
//
//	suites/KIND/GAME.txt
//
// with one position a line, optionally followed by fields:
//
//	0,3/2,g - - w ;setup dice=no ;moves L1 swap ;best R2
//
// The position is a text of the game or "startpos". A field is a semicolon, a
// key, and the value up to the next semicolon; two keys are known here: setup
// holds rule options and moves holds actions to play first. Empty lines and
// lines that begin with # are skipped.
package positions

import (
	"embed"
	"fmt"
	"strings"

	"tetrarch/game"
)

//go:embed reference suites
var files embed.FS

// Line is one position of a suite.
type Line struct {
	// Text is a position text, or "startpos".
	Text string
	// Setup holds the rule options; nil means the defaults.
	Setup game.Setup
	// Moves are played from Text to reach the position.
	Moves []string
	// Fields holds the other fields by key.
	Fields map[string]string
	// Source says where the line stands, as "file:line".
	Source string
}

// Bench returns the positions of a game that speed and signature are measured
// on. The error wraps fs.ErrNotExist if there are none.
func Bench(gameName string) ([]Line, error) { return suite("bench", gameName) }

// Wins returns the positions of a game that have a forced win: the field "win"
// holds the number of actions it takes. The error wraps fs.ErrNotExist if there
// are none.
func Wins(gameName string) ([]Line, error) { return suite("wins", gameName) }

// Endgames returns positions of a game with few pieces whose best actions, in the
// field "best", a table of endgames knows; "group" says what they are examples of.
// The error wraps fs.ErrNotExist if there are none.
func Endgames(gameName string) ([]Line, error) { return suite("endgames", gameName) }

// Openings returns balanced positions of a game for matches to begin with. The
// error wraps fs.ErrNotExist if there are none.
func Openings(gameName string) ([]Line, error) { return suite("openings", gameName) }

func suite(kind, gameName string) ([]Line, error) {
	name := "suites/" + kind + "/" + gameName + ".txt"
	b, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s positions of %q: %w", kind, gameName, err)
	}
	return Parse(name, string(b))
}

// Parse reads the text of a suite; name is used in [Line.Source] and in errors.
func Parse(name, text string) ([]Line, error) {
	var lines []Line
	number := 0
	for s := range strings.Lines(text) {
		number++
		s = strings.TrimSpace(s)
		if s == "" || s[0] == '#' {
			continue
		}
		line, err := parseLine(s)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		line.Source = fmt.Sprintf("%s:%d", name, number)
		lines = append(lines, line)
	}
	return lines, nil
}

func parseLine(s string) (Line, error) {
	parts := strings.Split(s, ";")
	line := Line{Text: strings.TrimSpace(parts[0])}
	if line.Text == "" {
		return line, fmt.Errorf("no position before the fields: want a position text or startpos")
	}
	seen := map[string]bool{}
	for _, part := range parts[1:] {
		key, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		value = strings.TrimSpace(value)
		switch {
		case key == "":
			return line, fmt.Errorf("field %q has no key: want ;key value", part)
		case seen[key]:
			return line, fmt.Errorf("field %s is given twice", key)
		}
		seen[key] = true
		switch key {
		case "setup":
			setup, err := game.ParseSetup(strings.Fields(value))
			if err != nil {
				return line, fmt.Errorf("field setup: %w", err)
			}
			line.Setup = setup
		case "moves":
			line.Moves = strings.Fields(value)
		default:
			if line.Fields == nil {
				line.Fields = map[string]string{}
			}
			line.Fields[key] = value
		}
	}
	return line, nil
}

// String writes the line as [Parse] reads it, the fields that are not known here
// left out.
func (l Line) String() string {
	s := l.Text
	if len(l.Setup) > 0 {
		s += " ;setup " + l.Setup.String()
	}
	if len(l.Moves) > 0 {
		s += " ;moves " + strings.Join(l.Moves, " ")
	}
	return s
}

// Open returns the game at the line's position, Moves played.
func (l Line) Open(r *game.Rules) (*game.Play, error) {
	v, err := r.Variant(l.Setup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.Source, err)
	}
	var p game.Position
	if l.Text == "startpos" {
		p = v.Start()
	} else if p, err = v.Parse(l.Text); err != nil {
		return nil, fmt.Errorf("%s: %w", l.Source, err)
	}
	play := game.NewPlay(r, p)
	for i, m := range l.Moves {
		if err := play.Make(m); err != nil {
			return nil, fmt.Errorf("%s: move %d: %w", l.Source, i+1, err)
		}
	}
	return play, nil
}
