package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// rooms reads the folders in docs/architecture.md, in their order.
func rooms(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/]+)/` \\|").FindAllStringSubmatch(string(page), -1) {
		list = append(list, m[1])
	}
	if len(list) < 10 {
		t.Fatalf("docs/architecture.md lists %d rooms", len(list))
	}
	return list
}

// room returns the place in the list of the room that holds a package, the one
// with the longest path.
func room(list []string, path string) int {
	best := -1
	for i, r := range list {
		if (path == r || strings.HasPrefix(path, r+"/")) && (best < 0 || len(r) > len(list[best])) {
			best = i
		}
	}
	return best
}

// Every package stands in a room of docs/architecture.md and imports only rooms
// above its own; search imports the contract alone.
func TestRooms(t *testing.T) {
	list := rooms(t)
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		path := strings.TrimPrefix(words[0], "tetrarch/")
		own := room(list, path)
		if own < 0 {
			t.Errorf("%s is in no room of docs/architecture.md", path)
			continue
		}
		for _, imported := range words[1:] {
			imported, ours := strings.CutPrefix(imported, "tetrarch/")
			if !ours {
				continue
			}
			if room(list, imported) > own {
				t.Errorf("%s imports %s, a room below its own", path, imported)
			}
			if path == "search" && imported != "game" {
				t.Errorf("search imports %s: it knows the contract alone", imported)
			}
		}
	}
}
