package tool

import (
	"context"
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
		command.SetArgs(append([]string{}, c.args...))
		err := command.ExecuteContext(context.Background())
		if got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q: ran with %q, error %v, want %q", c.args, got, err, c.want)
		}
	}
}
