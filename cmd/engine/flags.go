package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/search"
)

// arguments wants one argument for each name, and says their names if there are
// fewer or more.
func arguments(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return usagef("%s: %s is missing: want %s", cmd.Name(), names[len(args)], cmd.UseLine())
		case len(args) > len(names):
			return usagef("%s: argument %q is too many: want %s", cmd.Name(), args[len(names)], cmd.UseLine())
		}
		return nil
	}
}

// jsonFlag adds --json.
func jsonFlag(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "json", false, "print JSON")
}

// printJSON writes v as one indented JSON value.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// value is a flag's value whose errors say what is wanted.
type value struct {
	kind, want string
	set        func(string) bool
	text       string
}

func (v *value) String() string { return v.text }
func (v *value) Type() string   { return v.kind }

func (v *value) Set(s string) error {
	if !v.set(s) {
		return fmt.Errorf("want %s", v.want)
	}
	v.text = s
	return nil
}

// duration is a flag that takes a duration above 0; a bare number counts
// milliseconds.
func duration(to *time.Duration) *value {
	return &value{kind: "time", want: "a time above 0 such as 500ms or 2s", set: func(s string) bool {
		d, ok := engine.ParseTime(s)
		if ok {
			*to = d
		}
		return ok
	}}
}

// count is a flag that takes a whole number from 1 to most.
func count[T int | uint64](to *T, most uint64) *value { return between(to, 1, most) }

// between is a flag that takes a whole number from least to most.
func between[T int | uint64](to *T, least, most uint64) *value {
	return &value{kind: "n", want: fmt.Sprintf("a whole number from %d to %d", least, most), set: func(s string) bool {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil || n < least || n > most {
			return false
		}
		*to = T(n)
		return true
	}}
}

// limitFlags adds the flags that end a search.
func limitFlags(cmd *cobra.Command, to *search.Limits) {
	cmd.Flags().Var(duration(&to.MoveTime), "movetime", "think for this long")
	cmd.Flags().Var(count(&to.Depth, search.MaxPly-1), "depth", "think this many actions deep")
	cmd.Flags().Var(count(&to.Nodes, 1<<62), "nodes", "think about this many positions")
}
