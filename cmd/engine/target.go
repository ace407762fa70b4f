package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
)

// target is what a command works on: a position of a game, and the settings of
// the session that holds it.
type target struct {
	game    string
	rules   []string // rule options, "name=value"
	fen     string   // the position's text, empty for the start of the game
	moves   string   // actions from there, separated by spaces
	roll    bool     // play a roll that is due
	rolled  string   // the roll that open played, if any
	options engine.Options
}

// flags adds the flags that describe a target.
func (t *target) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.fen, "fen", "", "the position's `text`; the start of the game without it")
	cmd.Flags().StringVar(&t.moves, "moves", "", "`actions` to make from there, separated by spaces")
	cmd.Flags().StringArrayVar(&t.rules, "opt", nil, "a rule option of the game, `name=value`; may be repeated")
	t.options = engine.DefaultOptions()
	for _, row := range engine.Table() {
		if row.Flag == "" {
			continue
		}
		help := row.Help
		if len(row.Values) > 0 {
			help += ": " + strings.Join(row.Values, ", ")
		}
		cmd.Flags().Var(row.FlagValue(&t.options), row.Flag, help)
	}
}

// rollFlag adds --roll, for commands that need a seat's decision.
func (t *target) rollFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.roll, "roll", false, "if a roll of dice is due, play it first (--seed fixes it)")
}

// open makes a session at the target, which the caller closes. What the request
// got wrong is a usage error.
func (t *target) open(name string) (*engine.Session, error) {
	t.game = name
	rules, err := game.ParseSetup(t.rules)
	if err != nil {
		return nil, usage(err)
	}
	s := engine.New()
	if err := s.SetOptions(t.options); err != nil {
		return nil, usage(err)
	}
	if err := s.SetGamePosition(name, rules, t.fen, strings.Fields(t.moves)); err != nil {
		return nil, usage(err)
	}
	if t.roll {
		if t.rolled, err = s.Roll(); err != nil && !errors.Is(err, engine.ErrNoRoll) {
			return nil, err
		}
	}
	return s, nil
}

// gameNames completes the first argument of a command that takes a game.
func gameNames(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return engine.Games().Names(), cobra.ShellCompDirectiveNoFileComp
}
