package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"tetrarch/tournament"
	"tetrarch/tournament/pairing"
)

// docs/tournaments.md: every definition can be played, every command has flags
// that there are, and every key, format and reason is told of.
func TestTournamentsPage(t *testing.T) {
	b, err := os.ReadFile("../../docs/tournaments.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	definitions := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(page, -1)
	if len(definitions) < 2 {
		t.Fatalf("%d definitions, want at least 2", len(definitions))
	}
	for _, text := range definitions {
		d := tournament.NewDefinition()
		if err := d.Read("tournaments.md", []byte(text[1])); err != nil {
			t.Error(err)
		}
		if _, err := tournament.AvailableCPUs(); err != nil || d.CPUs == "all" {
			d.CPUs = "" // this machine may have few
		}
		for _, fields := range d.Entries {
			if fields["cmd"] != nil { // its program is on nobody's disk
				delete(fields, "dir")
				fields["cmd"] = []any{program}
			}
		}
		if _, err := d.Match(); err != nil {
			t.Errorf("%v in\n%s", err, text[1])
		}
	}
	commands := regexp.MustCompile(`(?m)^\$ engine (.*)$`).FindAllStringSubmatch(page, -1)
	if len(commands) < 4 {
		t.Fatalf("%d commands, want at least 4", len(commands))
	}
	for _, c := range commands {
		var args []string
		for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(c[1], -1) {
			args = append(args, strings.Trim(word, `"`))
		}
		root, _ := newRoot()
		cmd, rest, err := root.Find(args)
		if err != nil || cmd == root {
			t.Errorf("engine %s: %v", c[1], err)
			continue
		}
		if err := cmd.ParseFlags(rest); err != nil {
			t.Errorf("engine %s: %v", c[1], err)
		}
		if f := cmd.Flags().Lookup("players"); f != nil && f.Changed {
			if _, err := tournament.ParsePlayers(f.Value.String()); err != nil {
				t.Errorf("engine %s: %v", c[1], err)
			}
		}
	}
	wanted := append(pairing.Kinds(), tournament.IllegalMove, tournament.PlayerError, tournament.TurnCap, tournament.TimeForfeit, tournament.Crash,
		tournament.Hang, tournament.Timeout, tournament.Flood, tournament.Disconnect, tournament.EngineError,
		tournament.AdjudicatedResign, tournament.AdjudicatedDraw, tournament.AdjudicatedTable,
		tournament.DefinitionFile, tournament.ResultsFile, tournament.GamesFile)
	for _, word := range wanted {
		if !strings.Contains(page, "`"+word+"`") {
			t.Errorf("docs/tournaments.md does not tell of %s", word)
		}
	}
}
