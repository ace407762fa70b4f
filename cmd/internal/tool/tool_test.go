package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tetrarch/tournament"
)

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // game and setup that Run sees; empty for a refusal
	}{
		{nil, "tricolor "},
		{[]string{"--opt", "players=3"}, "tricolor players=3"},
		{[]string{"--game", "barca", "--count", "7"}, "barca "},
		{[]string{"--game", "chess"}, ""},
		{[]string{"--opt", "players=5"}, ""},
		{[]string{"--opt", "=3"}, ""},
		{[]string{"file"}, ""},
	} {
		got, count := "", 0
		command := Command{
			Name: "test", Short: "Test", Game: "tricolor",
			Flags: func(c *cobra.Command) { c.Flags().IntVar(&count, "count", 0, "a number") },
			Run: func(_ context.Context, g tournament.Game) error {
				got = g.Rules.Name + " " + g.Setup.String()
				return nil
			},
		}.command()
		var errs strings.Builder
		code := Run(context.Background(), command, append([]string{}, c.args...), io.Discard, &errs)
		wantCode := 0
		if c.want == "" {
			wantCode = 2
		}
		if got != c.want || code != wantCode || (errs.Len() > 0) != (c.want == "") {
			t.Errorf("%q: ran with %q, code %d, says %q, want %q", c.args, got, code, errs.String(), c.want)
		}
	}
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
		says string
	}{
		{nil, 0, ""},
		{ExitCode(3), 3, ""},
		{&UsageError{errors.New("two\nlines")}, 2, "test: two lines\n"},
		{errors.New("no room"), 1, "test: no room\n"},
		{fmt.Errorf("file: %w", &UsageError{errors.New("wrong")}), 2, "test: file: wrong\n"},
	} {
		var errs strings.Builder
		command := &cobra.Command{Use: "test", RunE: func(*cobra.Command, []string) error { return c.err }}
		if code := Run(context.Background(), command, nil, io.Discard, &errs); code != c.code || errs.String() != c.says {
			t.Errorf("%v: code %d, says %q, want %d and %q", c.err, code, errs.String(), c.code, c.says)
		}
	}
}
