package report

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// BenchmarkLarge makes every form of the report of 100 000 games, which must
// stay under five seconds.
func BenchmarkLarge(b *testing.B) {
	h, games := duel(50000, 9, "new", "base")
	h.SPRT = &stats.SPRT{Elo0: 0, Elo1: 2, Alpha: 0.05, Beta: 0.05}
	var file bytes.Buffer
	if err := results.Append(&file, &h); err != nil {
		b.Fatal(err)
	}
	for i := range games {
		if err := results.Append(&file, &games[i]); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		f, err := results.Read(bytes.NewReader(file.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		r := New(f.Header, f.Games, Options{})
		if r.Games != 100000 {
			b.Fatalf("%d games", r.Games)
		}
		if err := r.Text(io.Discard); err != nil {
			b.Fatal(err)
		}
		if err := r.HTML(io.Discard); err != nil {
			b.Fatal(err)
		}
		if err := json.NewEncoder(io.Discard).Encode(r); err != nil {
			b.Fatal(err)
		}
	}
}
