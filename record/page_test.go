package record_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tetrarch/record"
)

// The example in docs/records.md is a record, and is written back as it stands.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/records.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```record\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 1 {
		t.Fatalf("docs/records.md holds %d records", len(blocks))
	}
	all, err := record.ReadAll(strings.NewReader(blocks[0][1]))
	if err != nil || len(all) != 1 {
		t.Fatalf("%d records, %v", len(all), err)
	}
	written, err := all[0].Append(nil)
	if d := cmp.Diff(blocks[0][1], string(written)); err != nil || d != "" {
		t.Errorf("written back (-page +written): %v\n%s", err, d)
	}
	want := record.Action{Text: "d9d5", Turn: 4, Score: record.Score{Kind: record.Decided, Value: -2}, Depth: 8, Nodes: 9001,
		Time: 1020 * time.Millisecond, Note: "the fork is seen too late"}
	if d := cmp.Diff(want, all[0].Actions[3]); d != "" {
		t.Errorf("last action (-want +got):\n%s", d)
	}
	for _, key := range []string{record.Game, record.Setup, record.Seat + "1", record.Start, record.Opening, record.Result, record.Reason, record.Fault, record.Round, record.Seed} {
		if !strings.Contains(string(page), "| `"+key+"`") {
			t.Errorf("docs/records.md does not explain the header %s", key)
		}
	}
	for _, field := range []string{"score=N", "score=#N", "depth=N", "nodes=N", "time=T"} {
		if !strings.Contains(string(page), "`"+field+"`") {
			t.Errorf("docs/records.md does not explain the field %s", field)
		}
	}
}
