package protocol

import (
	"strconv"
	"strings"
	"time"
)

// Info is what an engine said of its search in one line or, kept up by
// [Info.Read], in all so far. Fields that it did not mention keep their values.
type Info struct {
	Depth, SelDepth int
	Multi           int // which line, from 1; 0 if not said
	// Scored says that Centi or, if it is not 0, Mate is known; from the view
	// of the seat that acts.
	Scored      bool
	Centi, Mate int
	// Bound is "lowerbound", "upperbound" or empty for an exact score.
	Bound           string
	Win, Draw, Loss int   // per mille, all 0 if not said
	Values          []int // of each seat, per mille
	Nodes, NPS      uint64
	HashFull        int // per mille
	TBHits          uint64
	Time            time.Duration
	PV              []string
	String          string // the last "info string"
}

// Read takes over the words after "info". Words that it does not know are
// skipped; a value that is no number counts as 0.
func (in *Info) Read(words []string) {
	number := func() int {
		if len(words) == 0 {
			return 0
		}
		n, err := strconv.Atoi(words[0])
		if err == nil {
			words = words[1:]
		}
		return n
	}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		switch word {
		case "depth":
			in.Depth = number()
		case "seldepth":
			in.SelDepth = number()
		case "multipv":
			in.Multi = number()
		case "score":
			in.Scored, in.Bound = true, ""
		case "cp":
			in.Centi, in.Mate = number(), 0
		case "mate":
			in.Mate, in.Centi = number(), 0
		case "lowerbound", "upperbound":
			in.Bound = word
		case "wdl":
			in.Win, in.Draw, in.Loss = number(), number(), number()
		case "value":
			in.Values = nil
			for len(words) > 0 && isNumber(words[0]) {
				in.Values = append(in.Values, number())
			}
		case "nodes":
			in.Nodes = uint64(number())
		case "nps":
			in.NPS = uint64(number())
		case "hashfull":
			in.HashFull = number()
		case "tbhits":
			in.TBHits = uint64(number())
		case "time":
			in.Time = time.Duration(number()) * time.Millisecond
		case "pv":
			in.PV, words = words, nil
		case "string":
			in.String, words = strings.Join(words, " "), nil
		}
	}
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}
