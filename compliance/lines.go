package compliance

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// option is a declared option.
type option struct {
	name, kind, def string
	min, max        int      // of a spin
	values          []string // of a combo
}

var optionShape = regexp.MustCompile(`^option name (\S.*?) type (check|spin|combo|string|button)(?: (.*))?$`)

// parseOption reads an option line as UCI has it.
func parseOption(line string) (option, error) {
	m := optionShape.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return option{}, errors.New("option name NAME type check|spin|combo|string|button …")
	}
	o := option{name: m[1], kind: m[2]}
	rest := " " + m[3]
	switch o.kind {
	case "button":
		if m[3] != "" {
			return o, errors.New("nothing after type button")
		}
		return o, nil
	case "combo":
		parts := strings.Split(rest, " var ")
		rest, o.values = parts[0], parts[1:]
	case "spin":
		words := strings.Fields(rest)
		if len(words) != 6 || words[0] != "default" || words[2] != "min" || words[4] != "max" {
			return o, errors.New("default N min N max N")
		}
		var numbers [3]int
		for i := range numbers {
			n, err := strconv.Atoi(words[2*i+1])
			if err != nil {
				return o, errors.New("whole numbers as default, min and max")
			}
			numbers[i] = n
		}
		o.def, o.min, o.max = words[1], numbers[1], numbers[2]
		if numbers[0] < o.min || numbers[0] > o.max {
			return o, errors.New("a default from min to max")
		}
		return o, nil
	}
	def, ok := strings.CutPrefix(rest, " default")
	if !ok || def != "" && def[0] != ' ' {
		return o, errors.New("default VALUE")
	}
	o.def = strings.TrimSpace(def)
	switch {
	case o.kind == "check" && o.def != "true" && o.def != "false":
		return o, errors.New("default true or false")
	case o.kind == "combo" && len(o.values) == 0:
		return o, errors.New("var VALUE …")
	case o.kind == "combo" && !slices.Contains(o.values, o.def):
		return o, errors.New("a default among the values")
	}
	return o, nil
}

var gameShape = regexp.MustCompile(`^game (\S+) seats ([1-9])\.\.([1-9]) chance (yes|no) turns (single|multi) board (.+?)( options( [a-zA-Z][a-zA-Z0-9-]*=\S*)+)?$`)

// checkGame says what a game line lacks; nil if it is sound.
func checkGame(line string) error {
	m := gameShape.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return errors.New("game NAME seats MIN..MAX chance yes|no turns single|multi board SHAPE [options KEY=DEFAULT …]")
	}
	if m[2] > m[3] {
		return errors.New("no fewer seats at most than at least")
	}
	return nil
}

// gameNames returns the names in game lines.
func gameNames(lines []string) []string {
	var names []string
	for _, line := range lines {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "game" {
			names = append(names, words[1])
		}
	}
	return names
}

// info is an info line, read strictly.
type info struct {
	line  string
	depth int
	multi int // 1 unless said
	bound bool
	mate  bool
	score int
	nodes uint64
	has   map[string]bool
	wdl   []int
	value []int
	pv    []string
}

// counts are the words of an info line that one whole number of 0 or more
// follows.
var counts = []string{"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "sbhits", "cpuload", "time", "currmovenumber"}

// parseInfo reads an info line; the error says what was wanted.
func parseInfo(line string) (info, error) {
	in := info{line: line, multi: 1, has: map[string]bool{}}
	words := strings.Fields(line)[1:]
	number := func() (int, error) {
		if len(words) == 0 {
			return 0, errors.New("a number at the end of the line")
		}
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return 0, fmt.Errorf("a whole number in place of %q", words[0])
		}
		words = words[1:]
		return n, nil
	}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if in.has[word] {
			return in, fmt.Errorf("%s once", word)
		}
		in.has[word] = true
		var err error
		switch {
		case slices.Contains(counts, word):
			var n int
			if n, err = number(); err == nil && n < 0 {
				err = fmt.Errorf("no negative %s", word)
			}
			switch word {
			case "depth":
				in.depth = n
			case "multipv":
				in.multi = n
			case "nodes":
				in.nodes = uint64(max(0, n))
			case "hashfull":
				if n > 1000 {
					err = errors.New("hashfull up to 1000")
				}
			}
		case word == "score":
			err = in.readScore(&words, number)
		case word == "wdl":
			in.wdl, err = numbers(&words)
			if err == nil && (len(in.wdl) != 3 || sum(in.wdl) != 1000) {
				err = errors.New("wdl with three numbers that sum to 1000")
			}
		case word == "value":
			in.value, err = numbers(&words)
			if err == nil && sum(in.value) != 1000 {
				err = errors.New("values that sum to 1000")
			}
		case word == "stderr": // of a rollout
			for len(words) > 0 && strings.ContainsAny(words[0], ".0123456789") && strings.Trim(words[0], ".0123456789") == "" {
				words = words[1:]
			}
		case word == "games":
			_, err = number()
		case word == "currmove":
			if len(words) == 0 {
				err = errors.New("an action after currmove")
			} else {
				words = words[1:]
			}
		case word == "pv":
			if in.pv, words = words, nil; len(in.pv) == 0 {
				err = errors.New("at least one action after pv")
			}
		case word == "string", word == "refutation", word == "currline":
			words = nil
		default:
			err = fmt.Errorf("no word %q", word)
		}
		if err != nil {
			return in, err
		}
	}
	return in, nil
}

// readScore reads what follows score.
func (in *info) readScore(words *[]string, number func() (int, error)) error {
	if len(*words) == 0 || (*words)[0] != "cp" && (*words)[0] != "mate" {
		return errors.New("score cp X or score mate N")
	}
	in.mate = (*words)[0] == "mate"
	*words = (*words)[1:]
	var err error
	if in.score, err = number(); err != nil {
		return err
	}
	for len(*words) > 0 && ((*words)[0] == "lowerbound" || (*words)[0] == "upperbound") {
		in.bound, *words = true, (*words)[1:]
	}
	return nil
}

// numbers takes numbers from 0 to 1000 off the front of words.
func numbers(words *[]string) ([]int, error) {
	var list []int
	for len(*words) > 0 {
		n, err := strconv.Atoi((*words)[0])
		if err != nil {
			break
		}
		if n < 0 || n > 1000 {
			return nil, fmt.Errorf("a number from 0 to 1000 in place of %d", n)
		}
		list, *words = append(list, n), (*words)[1:]
	}
	return list, nil
}

func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}
