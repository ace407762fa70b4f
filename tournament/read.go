package tournament

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxText is the length in bytes of the longest file that is read as a
// definition or as openings: whatever is longer, such as a device, is none.
const maxText = 16 << 20

// ReadText reads a file of a definition or of openings.
func ReadText(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: want a file", path)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("%s has more than %d bytes: want less", path, maxText)
	}
	return text, err
}

// Read sets the keys of a TOML file. Errors say file, line and column; a key that
// is not known is one, and so is a table player that is no player.
func (d *Definition) Read(name string, text []byte) error {
	in := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	err := in.Decode(d)
	var unknown *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		first := &unknown.Errors[0]
		row, column := first.Position()
		return fmt.Errorf("%s:%d:%d: key %q is unknown: want %s", name, row, column, strings.Join(first.Key(), "."), strings.Join(definitionKeys(), ", "))
	case errors.As(err, &bad):
		row, column := bad.Position()
		return fmt.Errorf("%s:%d:%d: %s", name, row, column, badValue(bad))
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	for i, fields := range d.Entries {
		if _, err := PlayerOf(fields); err != nil {
			var key string
			if one := (*fieldError)(nil); errors.As(err, &one) {
				key = one.key
			}
			at := playerPosition(text, i, key)
			return fmt.Errorf("%s:%d:%d: %w", name, at.Line, at.Column, err)
		}
	}
	return nil
}

// badValue says what is wrong with a text that is no TOML or with a value of
// another kind than its key has.
func badValue(e *toml.DecodeError) string {
	text := strings.TrimPrefix(e.Error(), "toml: ")
	if len(e.Key()) == 0 || !strings.Contains(text, "cannot ") {
		return text
	}
	i := slices.Index(definitionKeys(), e.Key()[0])
	if i < 0 {
		return text
	}
	return fmt.Sprintf("key %s: want %s", e.Key()[0], kindOf(reflect.TypeFor[Definition]().Field(i).Type))
}

// kindOf names the values that a key of a definition takes.
func kindOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[Span]():
		return "a time above 0 such as \"500ms\" or \"2s\""
	case t == reflect.TypeFor[[]string]():
		return "a list of texts"
	case t == reflect.TypeFor[[]map[string]any]():
		return "tables, each begun by [[player]]"
	}
	switch t.Kind() {
	case reflect.String:
		return "a text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number from 0 on"
	}
	return "a table"
}

// playerPosition finds the n-th table of a player in a definition, from 0, and in
// it a key as errors name it; without one, the table.
func playerPosition(text []byte, n int, key string) unstable.Position {
	var p unstable.Parser
	p.Reset(text)
	at := unstable.Position{Line: 1, Column: 1}
	tables, within := -1, "" // of the tables so far, and where in the last one
	for p.NextExpression() {
		e := p.Expression()
		var words []string
		var first unstable.Range
		for it := e.Key(); it.Next(); {
			if len(words) == 0 {
				first = it.Node().Raw
			}
			words = append(words, string(it.Node().Data))
		}
		where := p.Shape(first).Start
		path := strings.Join(words, ".")
		if within == "" && path == playerKey && e.Kind == unstable.KeyValue {
			return where // a list on one line
		}
		switch e.Kind {
		case unstable.ArrayTable, unstable.Table:
			within = path
			if e.Kind == unstable.ArrayTable && path == playerKey {
				tables++
			}
			if tables == n && path == playerKey {
				at = where
			}
			if tables == n && key != "" && path == playerKey+"."+key {
				return where
			}
		case unstable.KeyValue:
			if rest, ok := strings.CutPrefix(within+"."+path, playerKey+"."); ok && tables == n && key != "" && strings.HasPrefix(key+".", rest+".") {
				return where
			}
		}
	}
	return at
}

// playerKey is the key of the tables that are players.
const playerKey = "player"
