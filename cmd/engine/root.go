package main

import (
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/protocol"
)

// newRoot returns the command tree, and what to call when a command has ended,
// well or badly.
func newRoot() (root *cobra.Command, finish func() error) {
	var profile string
	stop := func() error { return nil }
	root = &cobra.Command{
		Use:   "engine",
		Short: "Tetrarch, an engine for board games",
		Long: `Tetrarch plays board games: it finds the best move of a position, analyses, plays
and counts. Without a command it speaks the TGI protocol, a line a command, on
standard input and output.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return protocol.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), engine.New())
		},
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if profile == "" {
				return nil
			}
			f, err := os.Create(profile)
			if err != nil {
				return fmt.Errorf("cpuprofile: %w", err)
			}
			stop = func() error {
				pprof.StopCPUProfile()
				return f.Close()
			}
			return pprof.StartCPUProfile(f)
		},
	}
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("command %q is unknown: engine --help lists the commands", args[0])
		}
		return nil
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usagef("%s: %w", cmd.Name(), err) })
	root.PersistentFlags().StringVar(&profile, "cpuprofile", "", "write a CPU profile to `file`")
	root.AddCommand(newBest(), newAnalyze(), newRollout(), newPlay(), newPerft(), newEval(), newGames(), newBench(), newSuite(), newMatch(), newTournament(), newReport(), newReplay(), newCompliance(), newSolve(), newVersion(), newCompletion())
	root.SetHelpCommand(newHelp())
	for _, c := range root.Commands() {
		if check := c.Args; check != nil {
			c.Args = func(cmd *cobra.Command, args []string) error { return usage(check(cmd, args)) }
		}
	}
	return root, func() error { return stop() }
}
