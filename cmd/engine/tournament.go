package main

import (
	"strings"

	"github.com/spf13/cobra"

	"tetrarch/tournament"
	"tetrarch/tournament/pairing"
)

func newTournament() *cobra.Command {
	f := newPlan()
	cmd := &cobra.Command{
		Use:   "tournament [FILE.toml]",
		Short: "play a round robin, gauntlet, Swiss or knockout",
		Long: `Play a tournament that a TOML file or flags define; a flag goes before the file's key
of the same name. With --dir every game is kept in a folder, and --resume goes on where
a run ended, whatever ended it: with the same pairings, dice and counts. engine match
--help says how players are written; the manual is docs/tournaments.md.

` + exitHelp,
		Example: `  engine tournament club.toml --dir club
  engine tournament --resume club
  engine tournament --game barca --players tetrarch,mcts,greedy,random --format round-robin --games 20 --nodes 2000 --dir rr`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("%s: argument %q is too many: want %s", cmd.Name(), args[1], cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			file := ""
			if len(args) > 0 {
				file = args[0]
			}
			return f.run(cmd, file)
		},
	}
	f.flags(cmd)
	d, flags := &f.def, cmd.Flags()
	flags.StringVar(&d.Format, "format", d.Format, "`who` meets whom: "+strings.Join(pairing.Kinds(), ", "))
	flags.Var(count(&d.Seeds, tournament.MaxMeetings), "seeds", "players, the first ones, that run a gauntlet (default 1)")
	flags.Var(count(&d.Rounds, tournament.MaxMeetings), "rounds", "rounds of a Swiss tournament (default as many as a knockout has)")
	flags.Var(between(&d.Extra, 0, tournament.MaxExtra), "extra", "further blocks after a knockout's meeting that ended level (default 0)")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return pairing.Kinds(), cobra.ShellCompDirectiveNoFileComp
	})
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"toml"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return cmd
}

// exitHelp tells of the exit codes of matches and tournaments.
const exitHelp = `Exit codes: 0 the match is complete, or its sequential test accepted elo1; 1 a failure,
an interruption, or a fault with --strict; 2 a request that makes no sense; 3 the test
accepted elo0; 4 the games ended before the test had a verdict.`
