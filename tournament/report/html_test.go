package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

func page1(t testing.TB, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// outline returns the elements of a page without their texts and places: what a
// change of the page's structure changes.
func outline(t testing.TB, page string) []byte {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(strings.Replace(page, "<!DOCTYPE html>", "", 1)))
	d.Strict = false
	d.AutoClose = xml.HTMLAutoClose
	d.Entity = xml.HTMLEntity
	var b bytes.Buffer
	depth, last, times := 0, "", 0
	flush := func() {
		if times > 1 {
			b.WriteString(" …")
		}
		if last != "" {
			b.WriteByte('\n')
		}
		last, times = "", 0
	}
	for {
		token, err := d.Token()
		if err == io.EOF {
			flush()
			return b.Bytes()
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			line := strings.Repeat(" ", depth) + e.Name.Local
			for _, a := range e.Attr {
				switch a.Name.Local {
				case "class", "id", "role", "scope", "aria-labelledby", "lang":
					line += " " + a.Name.Local + "=" + a.Value
				}
			}
			if line == last {
				times++
			} else {
				flush()
				b.WriteString(line)
				last, times = line, 1
			}
			depth++
		case xml.EndElement:
			depth--
		}
	}
}

func TestHTML(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.05}
	h, games := duel(60, 1, "new", "base")
	h.SPRT = &test
	games[7].Fault = &results.Fault{Player: "base", Seat: 1, Kind: "illegal-move", Text: "went home"}
	match := page1(t, New(h, games, Options{}))
	golden(t, "match.outline", outline(t, match))
	for _, want := range []string{
		"<title>toy: match, 120 of 120 games in 60 blocks</title>", "prefers-color-scheme: dark", "new against base", "Sequential test of Elo 0 against 80",
		`id="elo-title"`, `id="llr-title"`, `id="pairs-title"`, `id="ratings-title"`, `id="seats-title"`, `id="turns-title"`, `id="times-title"`, "went home",
	} {
		if !strings.Contains(match, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(match, "<figure>"); n != 7 {
		t.Errorf("%d plots, want 7", n)
	}
	// The page stands alone.
	if m := regexp.MustCompile(`https?:|<script|<link|<img|@import|url\([^#]`).FindString(match); m != "" {
		t.Errorf("the page asks for %q", m)
	}
	if m := regexp.MustCompile(`NaN|Inf\b|%!`).FindString(match); m != "" {
		t.Errorf("the page holds %q", m)
	}
	golden(t, "nothing.outline", outline(t, page1(t, New(h, nil, Options{}))))
	h, games = threesome(8)
	golden(t, "three.outline", outline(t, page1(t, New(h, games, Options{}))))
}

// Names and texts come from programs of strangers.
func TestEscapes(t *testing.T) {
	const evil = `<script>alert(1)</script>"'&\x1b`
	h, games := duel(5, 2, evil, "b\n\x1b[31m")
	h.Game, h.Format, h.Seats, h.Setup = evil, evil, []string{evil, evil}, map[string]string{evil: evil}
	for i := range games {
		games[i].Reason = evil
		games[i].Fault = &results.Fault{Player: evil, Kind: evil, Text: evil, Stderr: evil}
	}
	r := New(h, games, Options{})
	html := page1(t, r)
	outline(t, html)
	if strings.Contains(html, "<script") || strings.Contains(html, "\x1b") {
		t.Error("the page holds a text that is not escaped")
	}
	for _, c := range string(text(t, r)) {
		if c < ' ' && c != '\n' || c == 0x7f {
			t.Errorf("the text holds the control character %q", c)
		}
	}
}
