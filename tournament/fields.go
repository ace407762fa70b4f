package tournament

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// field is one part of a player's spec: "key=value" in a text, an entry in a map.
type field struct {
	key, value string
	words      []string // of the key cmd: the program and its arguments
}

// The keys that say what kind of player it is.
const (
	builtinKey = "builtin"
	cmdKey     = "cmd"
)

// parseField reads "key=value", "NAME" or "builtin:NAME".
func parseField(text string) (field, error) {
	key, value, ok := strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	if !ok {
		return field{key: builtinKey, value: strings.TrimPrefix(text, "builtin:")}, nil
	}
	f := field{key: key}
	var err error
	if key == cmdKey {
		f.words, err = commandWords(value)
	} else {
		f.value, err = unquote(value)
	}
	if err != nil {
		return field{}, fmt.Errorf("field %s: %w", key, err)
	}
	return f, nil
}

// split cuts a text where sep says so outside quotes. Within '…' every character
// is itself; within "…" a backslash makes the next quote or backslash one of the
// text, and outside quotes also a comma or blank. raw keeps quotes and backslashes
// for a second reading. Parts that hold nothing, not even quotes, are left out.
func split(text string, sep func(byte) bool, raw bool) ([]string, error) {
	var parts []string
	var part []byte
	begun := false
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text) && escapable(text[i+1], quote):
			if raw {
				part = append(part, c)
			}
			i++
			part, begun = append(part, text[i]), true
			continue
		case quote == 0 && sep(c):
			if begun {
				parts = append(parts, string(part))
			}
			part, begun = part[:0], false
			continue
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == c && quote != 0:
			quote = 0
		default:
			part, begun = append(part, c), true
			continue
		}
		begun = true
		if raw {
			part = append(part, c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%s has a quote %c that is not closed", text, quote)
	}
	if begun {
		parts = append(parts, string(part))
	}
	return parts, nil
}

// escapable says whether a backslash before c is one that hides c.
func escapable(c, quote byte) bool {
	return c == '\\' || c == '"' || quote == 0 && (c == '\'' || c == ',' || blank(c))
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// unquote takes the quotes off a value.
func unquote(value string) (string, error) {
	parts, err := split(value, func(byte) bool { return false }, false)
	return strings.Join(parts, ""), err
}

// commandWords reads a command line. One that is quoted as a whole is read
// again without these quotes.
func commandWords(value string) ([]string, error) {
	value = strings.TrimSpace(value)
	words, err := split(value, blank, false)
	if err == nil && len(words) == 1 && len(value) > 1 && (value[0] == '"' || value[0] == '\'') && len(words[0]) <= len(value)-2 {
		words, err = split(words[0], blank, false)
	}
	if err == nil && len(words) == 0 {
		err = fmt.Errorf("value %q: want a program and its arguments", value)
	}
	return words, err
}

// splitFields cuts a text at its commas. A field without anything is an error.
func splitFields(text string) ([]string, error) {
	ended := 0
	parts, err := split(text, func(c byte) bool {
		if c == ',' {
			ended++
		}
		return c == ','
	}, true)
	if err != nil {
		return nil, err
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	if len(parts) != ended+1 || slices.Contains(parts, "") {
		return nil, fmt.Errorf("%q: a name is missing: want names separated by commas", text)
	}
	return parts, nil
}

// mapFields reads the fields of a map, sorted by key. Maps in it are keys of two
// words: {"option": {"Hash": 16}} is option.Hash=16. All keys begin with prefix.
func mapFields(m map[string]any, prefix string) ([]field, error) {
	var list []field
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if inner, ok := m[key].(map[string]any); ok {
			more, err := mapFields(inner, prefix+key+".")
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
			continue
		}
		f, err := mapField(prefix+key, m[key])
		if err != nil {
			return nil, &fieldError{prefix + key, fmt.Errorf("player: %w", err)}
		}
		list = append(list, f)
	}
	return list, nil
}

// mapField reads one entry of a map.
func mapField(key string, value any) (field, error) {
	f := field{key: key}
	var err error
	switch v := value.(type) {
	case string:
		f.value = v
		if key == cmdKey {
			f.words, err = commandWords(v)
		}
	case bool:
		f.value = strconv.FormatBool(v)
	case int:
		f.value = strconv.Itoa(v)
	case int64:
		f.value = strconv.FormatInt(v, 10)
	case float64:
		f.value = strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		for _, x := range v {
			s, ok := x.(string)
			if !ok {
				return field{}, fmt.Errorf("field %s holds the value %v: want a list of texts", key, x)
			}
			f.words = append(f.words, s)
		}
		f.value = strings.Join(f.words, "+")
		if len(v) == 0 {
			err = fmt.Errorf("the list is empty")
		}
	default:
		err = fmt.Errorf("value %v: want a text, a number, true or false", v)
	}
	if err != nil {
		return field{}, fmt.Errorf("field %s: %w", key, err)
	}
	return f, nil
}
