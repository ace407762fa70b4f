package protocol

import (
	"fmt"
	"strings"

	"tetrarch/engine"
	"tetrarch/search"
)

// infoLine writes a report; empty if there is nothing to say.
func infoLine(in *engine.Info, wdl bool) string {
	if len(in.Line) == 0 {
		if in.Move == "" {
			return ""
		}
		return fmt.Sprintf("info depth %d currmove %s currmovenumber %d", in.Depth, in.Move, in.CurrentNumber)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d", in.Depth, in.SelDepth, in.Multi)
	if in.Mate != 0 {
		fmt.Fprintf(&b, " score mate %d", in.Mate)
	} else {
		fmt.Fprintf(&b, " score cp %d", in.Centi)
	}
	switch in.Bound {
	case search.Lower:
		b.WriteString(" lowerbound")
	case search.Upper:
		b.WriteString(" upperbound")
	}
	if wdl {
		fmt.Fprintf(&b, " wdl %d %d %d", in.Win, in.Draw, in.Loss)
	}
	if in.Values != nil {
		b.WriteString(" value")
		for _, v := range in.Values {
			fmt.Fprintf(&b, " %d", v)
		}
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d tbhits %d time %d pv %s",
		in.Nodes, engine.PerSecond(in.Nodes, in.Elapsed), in.HashFull, in.TBHits, in.Elapsed.Milliseconds(), strings.Join(in.Line, " "))
	return b.String()
}
