package engine

import (
	"strings"
	"testing"
	"time"

	"tetrarch/search"
)

// TestTable checks that every row can be read back, is named once and described,
// and refuses what it does not allow without a change.
func TestTable(t *testing.T) {
	rows := table(Catalogue{toyGame, twin}, search.Algorithms())
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[strings.ToLower(r.Name)] || r.Flag != "" && seen["--"+r.Flag] || r.Help == "" {
			t.Errorf("option %q is declared twice or has no help", r.Name)
		}
		seen[strings.ToLower(r.Name)], seen["--"+r.Flag] = true, true
		if (r.Kind == Button) != (r.field == nil) || (r.Kind == Button) != (r.press != nil) {
			t.Errorf("option %q: want a field or, for a button, what it does", r.Name)
		}
		if r.Kind == Button {
			continue
		}
		o := defaults(rows)
		if got := r.Get(&o); got != r.Default {
			t.Errorf("option %s has %q, want the default %q", r.Name, got, r.Default)
		}
		for _, bad := range []string{"-1", "99999999999999999999", "maybe", "1.5", "TRUE"} {
			if r.Kind == String {
				continue
			}
			before := o
			if err := r.Set(&o, bad); err == nil || o != before {
				t.Errorf("option %s takes %q: %v", r.Name, bad, err)
			}
		}
	}
}

func TestFlag(t *testing.T) {
	o := DefaultOptions()
	for _, c := range []struct{ name, value, kind string }{
		{"Move Overhead", "70", "int"}, {"Ponder", "true", "bool"}, {"Algorithm", "random", "string"}, {"Seed", "5", "int"}, {"Without", "killers,history", "string"},
	} {
		row, err := find(Table(), c.name)
		try(t, err)
		f := row.FlagValue(&o)
		if err := f.Set(c.value); err != nil || f.String() != c.value || f.Type() != c.kind {
			t.Errorf("flag of %s: %q of type %s, error %v", c.name, f.String(), f.Type(), err)
		}
		if f.Set("\x00") == nil {
			t.Errorf("flag of %s takes any text", c.name)
		}
	}
	if o.MoveOverhead != 70*time.Millisecond || !o.Ponder || o.Algorithm != "random" || o.Seed != 5 || o.Without == 0 {
		t.Errorf("options %+v", o)
	}
	s := New(WithGames(toyGame))
	o.Variant = "toy"
	try(t, s.SetOptions(o))
	if s.Options() != o {
		t.Errorf("options %+v, want %+v", s.Options(), o)
	}
}
