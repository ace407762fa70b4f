package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/tournament"
)

// matchFlags are the flags of match.
type matchFlags struct {
	game, players, record string
	rules                 []string
	asJSON                bool
	fromStart             bool // --opening-plies 0
	plan                  tournament.Match
}

func newMatch() *cobra.Command {
	var f matchFlags
	cmd := &cobra.Command{
		Use:   "match --game GAME --players A,B[,C,D]",
		Short: "play players against each other",
		Long: `Play a match: games in blocks that share an opening and the dice and in which the
players exchange seats, so that nobody is favoured. The result is a table with wins,
draws, losses and the Elo difference with its 95 % range. Equal seeds give equal games
where the limits are nodes or depth. Without a limit a player thinks 100 ms a move.
Ctrl-C, or the signal to terminate, ends the match and prints the blocks that are
complete.

Players:
` + tournament.BuiltinHelp() + `
A player takes options after commas: name=TEXT, nodes=N, depth=N, movetime=TIME (in
place of the limits of the match), hash=MB, threads=N, seed=N, and without=A+B for
features of the search to switch off.`,
		Example: `  engine match --game barca --players tetrarch,greedy --games 100 --movetime 100ms
  engine match --game barca --players tetrarch,nodes=5000,plain,nodes=50000 --games 200 --concurrency 2 --record games.txt
  engine match --game tricolor --opt players=3 --players tetrarch,random,random --games 60 --depth 2`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.flags(cmd)
	return cmd
}

func (f *matchFlags) flags(cmd *cobra.Command) {
	m := &f.plan
	m.Games, m.Concurrency, m.Seed = 100, 1, 1
	flags := cmd.Flags()
	flags.StringVar(&f.game, "game", "", "the `game` to play")
	flags.StringVar(&f.players, "players", "", "the `players`, separated by commas: one a seat, or one a side")
	flags.StringArrayVar(&f.rules, "opt", nil, "a rule option of the game, `name=value`; may be repeated")
	flags.Var(count(&m.Games, 1<<31), "games", "number of games, rounded up to whole blocks (default 100)")
	limitFlags(cmd, &m.Limits)
	flags.Var(count(&m.Concurrency, 1024), "concurrency", "number of games played at a time (default 1)")
	flags.Uint64Var(&m.Seed, "seed", m.Seed, "seed of openings, dice and players")
	flags.Var(count(&m.MaxTurns, math.MaxInt32), "max-turns", fmt.Sprintf("turns after which a game is a draw (default %d)", tournament.DefaultMaxTurns))
	flags.Var(between(&m.Openings.MaxPlies, 0, 100), "opening-plies", "random actions at the start, this many or up to half fewer; 0 for none (default 8)")
	flags.BoolVar(&m.AllSeatings, "all-seatings", false, "let four players sit in all 24 orders, not in 4")
	flags.StringVar(&f.record, "record", "", "add every game to `file`")
	jsonFlag(cmd, &f.asJSON)
	_ = cmd.RegisterFlagCompletionFunc("game", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return engine.Games().Names(), cobra.ShellCompDirectiveNoFileComp
	})
}

// defaultMoveTime is the limit of a match that names none.
const defaultMoveTime = 100 * time.Millisecond

// prepare fills the plan from the flags.
func (f *matchFlags) prepare() error {
	m := &f.plan
	switch {
	case f.game == "":
		return fmt.Errorf("match: --game is missing: want %s", engine.Either(engine.Games().Names()))
	case f.players == "":
		return fmt.Errorf("match: --players is missing: want names such as tetrarch,greedy")
	}
	g, err := engine.Find(f.game)
	if err != nil {
		return err
	}
	setup, err := game.ParseSetup(f.rules)
	if err != nil {
		return err
	}
	if m.Game, err = tournament.NewGame(g, setup); err != nil {
		return err
	}
	if m.Players, err = tournament.ParsePlayers(f.players); err != nil {
		return err
	}
	if !engine.Limited(m.Limits) {
		m.Limits.MoveTime = defaultMoveTime
	}
	m.Openings.MinPlies = (m.Openings.MaxPlies + 1) / 2
	if f.fromStart {
		m.Openings.MinPlies = -1
	}
	return m.Check()
}

func (f *matchFlags) run(cmd *cobra.Command) error {
	f.fromStart = cmd.Flags().Changed("opening-plies") && f.plan.Openings.MaxPlies == 0
	if err := f.prepare(); err != nil {
		return usage(err)
	}
	if f.record != "" {
		file, err := os.OpenFile(f.record, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		f.plan.Record = file
	}
	ctx, release := interruptible(cmd)
	defer release()
	bar := newProgress(cmd.ErrOrStderr())
	f.plan.Progress = func(_ *tournament.Outcome, s *tournament.Summary) { bar.show("%s", s.Line()) }
	s, err := f.plan.Run(ctx)
	bar.end()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	out := cmd.OutOrStdout()
	if f.asJSON {
		err = printJSON(out, s.Plain())
	} else {
		err = s.Print(out)
	}
	if interrupted && err == nil {
		return fmt.Errorf("match: interrupted after %d of %d games", s.Games, s.Planned)
	}
	return err
}
