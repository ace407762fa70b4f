package report

import (
	_ "embed" // the page
	"html/template"
	"io"
	"strings"

	"tetrarch/tournament/show"
)

//go:embed page.html
var pageText string

// page is the report as one page.
var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"clean":     show.Clean,
	"percent":   show.Percent,
	"percentOf": show.PercentOf,
	"short":     short,
	"add":       func(a, b int) int { return a + b },
	"part": func(n, of int) string {
		return show.Percent(float64(n) / float64(max(1, of)))
	},
}).Parse(pageText))

// HTML writes the report as one page with its plots. It asks for nothing from
// elsewhere, runs no script, follows the reader's choice of light or dark, and
// says in tables and descriptions what the plots show.
func (r *Report) HTML(w io.Writer) error {
	var b strings.Builder
	err := page.Execute(&b, struct {
		*Report
		Title, When string
		Groups      bool
		Figures     []Figure
		Rest        int
	}{r, r.title(), r.when(), r.groups() > 1, r.figures(), r.Faults - len(r.Faulted)})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}
