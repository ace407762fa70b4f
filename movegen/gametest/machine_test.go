package gametest

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"tetrarch/game"
)

// rapidRecorder is a recorder that property tests can run on.
type rapidRecorder struct{ TB }

func (r rapidRecorder) Name() string             { return "machine" }
func (r rapidRecorder) Logf(string, ...any)      {}
func (r rapidRecorder) Log(...any)               {}
func (r rapidRecorder) Skipf(f string, a ...any) { r.Fatalf(f, a...) }
func (r rapidRecorder) Skip(a ...any)            { r.Fatalf("%s", fmt.Sprint(a...)) }
func (r rapidRecorder) SkipNow()                 { r.Fatalf("skipped") }
func (r rapidRecorder) Error(a ...any)           { r.Errorf("%s", fmt.Sprint(a...)) }
func (r rapidRecorder) Fatal(a ...any)           { r.Fatalf("%s", fmt.Sprint(a...)) }
func (r rapidRecorder) FailNow()                 { r.Fatalf("failed") }
func (r rapidRecorder) Fail()                    { r.Errorf("failed") }
func (r rapidRecorder) Failed() bool             { return false }

// TestMachineFindsMutants wants the state machine to catch what goes wrong when
// actions are taken back in the middle of a game, and to show a short line.
func TestMachineFindsMutants(t *testing.T) {
	setRapid()
	if err := flag.Set("rapid.shrinktime", "200ms"); err != nil {
		t.Fatal(err)
	}
	var other full
	for _, c := range []struct {
		name, want string
		bug        bug
	}{
		{"honest", "", bug{}},
		{"key not restored", "(unmake)", bug{unmake: func(p full) { p.Unmake(); p.Base().Key ^= 1 }}},
		{"null move not taken back", "(null) (unmake)", bug{unmakePass: func(p full) { p.UnmakePass(); p.Base().Ply++ }}},
		{"clone shares memory", "a position left alone", bug{clone: func(p full) game.Position { return p }}},
		{"answer forgets the clone", "(clone)", bug{
			clone: func(p full) game.Position { other = p; return p.Clone() },
			make: func(p full, m game.Move) {
				p.Make(m)
				if other != nil && other != p {
					other.Base().Progress++
				}
			},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			other = nil
			config := broken(&c.bug)
			got := verdict(func(r TB) { checkMachine(rapidRecorder{r}, &config, game.Setup{"dice": "no"}) })
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("reported %q, want %q in it", got, c.want)
			}
		})
	}
}
