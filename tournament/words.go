package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tetrarch/tournament/stats"
)

// words reads "key=value" words separated by blanks or commas; each key is one of
// those known and occurs once.
func words(what, text string, known ...string) (map[string]string, error) {
	values := map[string]string{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		key, value, ok := strings.Cut(word, "=")
		switch {
		case !ok || value == "":
			return nil, fmt.Errorf("%s: %q: want key=value with the keys %s", what, word, strings.Join(known, ", "))
		case !slices.Contains(known, key):
			return nil, fmt.Errorf("%s: key %q is unknown: want %s", what, key, strings.Join(known, ", "))
		}
		if _, twice := values[key]; twice {
			return nil, fmt.Errorf("%s: key %s is given twice", what, key)
		}
		values[key] = value
	}
	return values, nil
}

// ParseSPRT reads a sequential test such as
//
//	elo0=0 elo1=10 alpha=0.05 beta=0.05 scale=normalized
//
// in which elo0 and elo1 must be given; the rest has these values if absent. The
// scale may also be logistic.
func ParseSPRT(text string) (stats.SPRT, error) {
	t := stats.SPRT{Alpha: 0.05, Beta: 0.05}
	values, err := words("sprt", text, "elo0", "elo1", "alpha", "beta", "scale")
	if err != nil {
		return t, err
	}
	for key, to := range map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1, "alpha": &t.Alpha, "beta": &t.Beta} {
		value, given := values[key]
		if !given {
			if strings.HasPrefix(key, "elo") {
				return t, fmt.Errorf("sprt: %s is missing: want both elo0 and elo1", key)
			}
			continue
		}
		if *to, err = strconv.ParseFloat(value, 64); err != nil {
			return t, fmt.Errorf("sprt: %s has value %q: want a number", key, value)
		}
	}
	if scale, given := values["scale"]; given {
		if t.Scale, err = stats.ParseScale(scale); err != nil {
			return t, fmt.Errorf("sprt: %w", err)
		}
	}
	return t, t.Check()
}

// ParseResign reads when a side that loses gives up, such as
//
//	score=600 moves=4 agreed=yes
//
// in which score must be given; moves is 4 and agreed no if absent.
func ParseResign(text string, a *Adjudication) error {
	values, err := words("resign", text, "score", "moves", "agreed")
	if err != nil {
		return err
	}
	a.ResignMoves = DefaultResignMoves
	if err := numbers("resign", values, map[string]*int{"score": &a.Resign, "moves": &a.ResignMoves}, 1); err != nil {
		return err
	}
	switch agreed := values["agreed"]; agreed {
	case "", "no":
	case "yes":
		a.ResignAgreed = true
	default:
		return fmt.Errorf("resign: agreed has value %q: want yes or no", agreed)
	}
	if a.Resign == 0 {
		return fmt.Errorf("resign: score is missing: want one such as score=600")
	}
	return nil
}

// ParseDraw reads when a game is drawn that nobody wins, such as
//
//	score=10 moves=8 after=40
//
// in which moves is 8 and the others 0 if absent.
func ParseDraw(text string, a *Adjudication) error {
	values, err := words("draw", text, "score", "moves", "after")
	if err != nil {
		return err
	}
	a.DrawMoves = DefaultDrawMoves
	if err := numbers("draw", values, map[string]*int{"score": &a.Draw, "moves": &a.DrawMoves, "after": &a.DrawAfter}, 0); err != nil {
		return err
	}
	if a.DrawMoves == 0 {
		return fmt.Errorf("draw: moves has value 0: want at least 1")
	}
	return nil
}

// numbers sets whole numbers from least on.
func numbers(what string, values map[string]string, to map[string]*int, least int) error {
	for key, n := range to {
		value, given := values[key]
		if !given {
			continue
		}
		x, err := strconv.ParseInt(value, 10, 31)
		if err != nil || int(x) < least {
			return fmt.Errorf("%s: %s has value %q: want a whole number from %d on", what, key, value, least)
		}
		*n = int(x)
	}
	return nil
}

// ParseCPUs reads a list of processors, such as "0,2,4-7"; "all" are those that
// this program may use.
func ParseCPUs(text string) ([]int, error) {
	available, err := AvailableCPUs()
	if err != nil || text == "all" {
		return available, err
	}
	bad := func(word string) error {
		return fmt.Errorf("affinity: %q: want processors such as 0,2,4-7 among %v, or all", word, available)
	}
	var list []int
	for _, word := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(word), "-")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 16)
		last, err2 := strconv.ParseUint(to, 10, 16)
		if err != nil || err2 != nil || first > last {
			return nil, bad(word)
		}
		for c := int(first); c <= int(last); c++ {
			if !slices.Contains(available, c) || slices.Contains(list, c) {
				return nil, bad(word)
			}
			list = append(list, c)
		}
	}
	return list, nil
}
