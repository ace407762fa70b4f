package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tetrarch/engine"
)

// newHelp returns the command help: unlike the library's own it takes a command
// that does not exist for the mistake that it is.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "say what a command does and takes",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("help: argument %q is too many: want at most one command", args[1])
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return commandNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			if len(args) == 0 {
				return root.Help()
			}
			for _, c := range root.Commands() {
				if c.Name() == args[0] {
					c.InitDefaultHelpFlag()
					return c.Help()
				}
			}
			return usagef("help: command %q is unknown: want %s", args[0], engine.Either(commandNames(root)))
		},
	}
}

// commandNames returns the names of the commands that help lists.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// shells are those that completion knows, and what writes each one's script.
var shells = []struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
}

func newCompletion() *cobra.Command {
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
	}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "write completion for a shell: " + engine.Either(names),
		Long: fmt.Sprintf(`Write a script that lets a shell complete the engine's commands, games and flags:
%s. The shell reads it when it starts.`, strings.Join(names, ", ")),
		Example: `  source <(engine completion bash)
  engine completion zsh > "${fpath[1]}/_engine"
  engine completion fish > ~/.config/fish/completions/engine.fish`,
		Args:              arguments("SHELL"),
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			i := slices.Index(names, args[0])
			if i < 0 {
				return usagef("completion: shell %q is unknown: want %s", args[0], engine.Either(names))
			}
			return shells[i].write(cmd.Root(), cmd.OutOrStdout())
		},
	}
}
