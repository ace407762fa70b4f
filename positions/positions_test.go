package positions_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/positions"
)

var games = []string{"barca", "barragoon", "barricade", "tricolor"}

func TestReference(t *testing.T) {
	want := map[string]int{"barca": 173, "barragoon": 235, "barricade": 212, "tricolor": 167 + 170}
	for _, name := range games {
		lines, err := positions.Reference(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) != want[name] {
			t.Errorf("%s: %d lines, want %d", name, len(lines), want[name])
		}
		for _, l := range lines {
			if l.FEN == "" || l.Actor == "" || l.Result == "" || (l.N == 0) != (l.Result != "*") {
				t.Errorf("%s: incomplete line %+v", l.Source, l)
			}
			if l.Legal != nil && len(l.Legal) != l.N || len(l.Perft) > 0 && l.Perft[0] != uint64(l.N) {
				t.Errorf("%s: counts disagree: n %d, %d listed, perft %v", l.Source, l.N, len(l.Legal), l.Perft)
			}
			if (l.Game == "tricolor3") != (l.Setup["players"] == "3") {
				t.Errorf("%s: game %s has setup %q", l.Source, l.Game, l.Setup)
			}
		}
	}
	if _, err := positions.Reference("chess"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reference of chess: error %v, want %v", err, fs.ErrNotExist)
	}
}

func TestSuitesAreWellFormed(t *testing.T) {
	for kind, load := range map[string]func(string) ([]positions.Line, error){
		"bench": positions.Bench, "wins": positions.Wins, "endgames": positions.Endgames, "openings": positions.Openings,
	} {
		for _, name := range games {
			lines, err := load(name)
			if kind != "bench" && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil || len(lines) == 0 {
				t.Errorf("%s of %s: %d lines, error %v", kind, name, len(lines), err)
			}
		}
		if _, err := load("chess"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of chess: error %v, want %v", kind, err, fs.ErrNotExist)
		}
	}
}

func TestParse(t *testing.T) {
	text := "# a comment\n\nstartpos\r\n  0,3/2,g - - w ;setup dice=no drop ;moves L1 R2;best R1 R2 ;id 7  \n"
	got, err := positions.Parse("f", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []positions.Line{
		{Text: "startpos", Source: "f:3"},
		{
			Text:   "0,3/2,g - - w",
			Setup:  game.Setup{"dice": "no", "drop": "true"},
			Moves:  []string{"L1", "R2"},
			Fields: map[string]string{"best": "R1 R2", "id": "7"},
			Source: "f:4",
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("lines differ (-want +got):\n%s", d)
	}
	if got, want := got[1].String(), "0,3/2,g - - w ;setup dice=no drop=true ;moves L1 R2"; got != want {
		t.Errorf("written %q, want %q", got, want)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"startpos\n;best a": "f:2: no position",
		"startpos ;":        "has no key",
		"a ;x 1 ;x 2":       "field x is given twice",
		"a ;setup =2":       "field setup",
	} {
		if _, err := positions.Parse("f", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func TestOpen(t *testing.T) {
	line := func(s string) positions.Line {
		t.Helper()
		lines, err := positions.Parse("f", s)
		if err != nil || len(lines) != 1 {
			t.Fatal(lines, err)
		}
		return lines[0]
	}
	play, err := line("startpos ;setup dice=no ;moves L1 R2").Open(toy.Rules)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := game.Text(play.Position()), "1,0/0,2 - - w"; got != want {
		t.Errorf("position %q, want %q", got, want)
	}
	if len(play.Moves()) != 2 {
		t.Errorf("%d moves in the play, want 2", len(play.Moves()))
	}
	for s, want := range map[string]string{
		"startpos ;setup dice=7":       "option dice",
		"startpos ;moves 1 L3":         "f:1: move 2: action \"L3\"",
		"nothing":                      "f:1: position \"nothing\"",
		"0,0/0,0 - - q ;setup dice=no": "seat \"q\"",
	} {
		if _, err := line(s).Open(toy.Rules); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", s, err, want)
		}
	}
}
