package engine

import (
	"fmt"
	"strings"
	"testing"

	"tetrarch/search"
)

// A new game leaves nothing of the one before: every algorithm then searches as one
// that never searched, in every game.
func TestNewGameForgets(t *testing.T) {
	for _, g := range Games() {
		for _, a := range search.Algorithms() {
			if a.Name == "random" {
				continue
			}
			used := New()
			fresh := New()
			for _, s := range []*Session{used, fresh} {
				try(t, s.SetGame(g.Rules.Name, nil))
				for _, o := range [][2]string{{"Hash", "1"}, {"Algorithm", a.Name}, {"Seed", "3"}, {"EndgamePath", "none"}} {
					try(t, s.SetOption(o[0], o[1]))
				}
			}
			find := func(s *Session) string {
				var told strings.Builder
				for range 4 {
					if g.Rules.Chance {
						if _, err := s.Roll(); err != nil {
							t.Fatal(err)
						}
					}
					o, err := s.Think(t.Context(), Request{Limits: search.Limits{Nodes: 600}}, nil)
					try(t, err)
					fmt.Fprintln(&told, o.Best, o.Ponder, o.Result.Report().Score, o.Result.Report().Nodes)
					try(t, s.Make(o.Best))
					if g.Rules.Chance {
						break
					}
				}
				return told.String()
			}
			first := find(used)
			try(t, used.NewGame())
			if again := find(used); again != first {
				t.Errorf("%s, %s: %s after a new game\n%s", g.Rules.Name, a.Name, first, again)
			}
			if other := find(fresh); other != first {
				t.Errorf("%s, %s: %s in another session\n%s", g.Rules.Name, a.Name, first, other)
			}
		}
	}
}
