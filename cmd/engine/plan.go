package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
	"tetrarch/tournament"
	"tetrarch/tournament/report"
	"tetrarch/tournament/stats"
)

// planFlags are the flags that match and tournament share.
type planFlags struct {
	def           tournament.Definition
	players       string
	rules         []string
	limits        search.Limits
	dir, resume   string
	record        string
	asJSON, quiet bool
}

// newPlan returns flags with the defaults.
func newPlan() *planFlags { return &planFlags{def: tournament.NewDefinition()} }

func (f *planFlags) flags(cmd *cobra.Command) {
	d, flags := &f.def, cmd.Flags()
	flags.StringVar(&d.Game, "game", "", "the `game` to play")
	flags.StringVar(&f.players, "players", "", "the `players`, separated by commas: one a seat, or one a side")
	flags.StringArrayVar(&f.rules, "opt", nil, "a rule option of the game, `name=value`; may be repeated")
	flags.Var(count(&d.Games, tournament.MaxGames), "games", "number of games of a meeting, rounded up to whole blocks (default 100)")
	limitFlags(cmd, &f.limits)
	flags.StringVar(&d.Clock, "tc", "", "a `clock` for every seat, turns/time+increment in seconds, such as 60+0.5")
	flags.Var(count(&d.Slots, tournament.MaxConcurrency), "concurrency", "number of games played at a time (default 1)")
	flags.StringVar(&d.CPUs, "affinity", "", "keep each game's players to one of these `processors`, such as 0,2,4-7 or all")
	flags.Var(between(&d.Seed, 0, math.MaxInt64), "seed", "`number` that openings, dice and players hang on (default 1)")
	flags.StringVar(&d.Book, "openings", "", "`file` of openings, a position or line each, or suite for those that come with the engine")
	flags.StringVar(&d.Order, "order", "", "`order` of openings from a file: sequential or random")
	flags.Var(between(&d.Plies, 0, tournament.MaxPlies), "opening-plies", "random actions at the start, this many or up to half fewer; 0 for none (default 8)")
	flags.Var(count(&d.Turns, math.MaxInt32), "max-turns", fmt.Sprintf("turns after which a game is a draw (default %d)", tournament.DefaultMaxTurns))
	flags.BoolVar(&d.All, "all-seatings", false, "let four players sit in all 24 orders, not in 4")
	flags.StringVar(&d.SPRT, "sprt", "", "stop by a sequential `test`, such as \"elo0=0 elo1=10 alpha=0.05 beta=0.05 scale=normalized\"")
	flags.StringVar(&d.Resign, "resign", "", "let a player lose by its own `score`, such as \"score=600 moves=4 agreed=yes\"")
	flags.StringVar(&d.Draw, "draw", "", "end games that no player's `score` can win, such as \"score=10 moves=8 after=40\"")
	flags.StringVar(&d.Tables, "tables", "", "end games that a `file` of endgames knows")
	flags.BoolVar(&d.Strict, "strict", false, "stop at the first fault of a player")
	flags.StringVar(&f.dir, "dir", "", "keep plan, results and games in a new `folder`")
	flags.StringVar(&f.resume, "resume", "", "go on with the run in a `folder`")
	flags.StringVar(&f.record, "record", "", "add every game to `file`")
	flags.BoolVar(&f.quiet, "quiet", false, "say nothing until the end")
	jsonFlag(cmd, &f.asJSON)
	_ = cmd.RegisterFlagCompletionFunc("game", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return engine.Games().Names(), cobra.ShellCompDirectiveNoFileComp
	})
}

// definition reads the file, or that of the folder to resume, and lets the flags
// go before it.
func (f *planFlags) definition(cmd *cobra.Command, file string) (tournament.Definition, error) {
	d := tournament.NewDefinition()
	if file == "" && f.resume != "" {
		file = filepath.Join(f.resume, tournament.DefinitionFile)
	}
	if file != "" {
		text, err := tournament.ReadText(file)
		if err != nil {
			return d, err
		}
		if err := d.Read(file, text); err != nil {
			return d, err
		}
	}
	setup, err := game.ParseSetup(f.rules)
	if err != nil {
		return d, err
	}
	f.def.Rules = map[string]any{}
	for name, value := range setup {
		f.def.Rules[name] = value
	}
	f.def.Players = []string{f.players}
	f.def.Time, f.def.Depth, f.def.Nodes = tournament.Span(f.limits.MoveTime), f.limits.Depth, f.limits.Nodes
	d.Take(&f.def, func(key string) bool {
		if key == "rules" {
			key = "opt"
		}
		return cmd.Flags().Changed(key)
	})
	return d, nil
}

// check says what is missing before anything is read.
func (f *planFlags) check(cmd *cobra.Command, file string) error {
	switch {
	case f.dir != "" && f.resume != "":
		return errors.New("--dir and --resume are both given: want one of them")
	case file != "" || f.resume != "":
	case f.def.Game == "":
		return fmt.Errorf("--game is missing: want %s", engine.Either(engine.Games().Names()))
	case f.players == "":
		return errors.New("--players is missing: want names such as tetrarch,greedy")
	}
	return nil
}

// run plays the plan of the flags and of a file, if there is one.
func (f *planFlags) run(cmd *cobra.Command, file string) error {
	if err := f.check(cmd, file); err != nil {
		return usagef("%s: %w", cmd.Name(), err)
	}
	d, err := f.definition(cmd, file)
	if err != nil {
		return usage(err)
	}
	m, err := d.Match()
	if err != nil {
		return usage(err)
	}
	if f.record != "" {
		out, err := os.OpenFile(f.record, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return usagef("record: %w", err)
		}
		defer out.Close()
		m.Record = out
	}
	if m.Journal, err = f.journal(&d); err != nil {
		return usage(err)
	}
	if m.Journal != nil {
		defer m.Journal.Close()
	}
	return f.play(cmd, m)
}

// journal opens the folder of the run, if there is to be one.
func (f *planFlags) journal(d *tournament.Definition) (*tournament.Journal, error) {
	if f.dir == "" && f.resume == "" {
		return nil, nil
	}
	digest, err := d.Digest()
	if err != nil {
		return nil, err
	}
	if f.resume != "" {
		return tournament.ResumeJournal(f.resume, digest)
	}
	text, err := d.Text()
	if err != nil {
		return nil, err
	}
	return tournament.NewJournal(f.dir, text, digest)
}

// play plays a match, shows it, and prints what it proved.
func (f *planFlags) play(cmd *cobra.Command, m tournament.Match) error {
	ctx, release := interruptible(cmd)
	defer release()
	stop := func() {}
	if !f.quiet {
		played := 0
		if m.Journal != nil {
			played = m.Journal.Played()
		}
		errs := cmd.ErrOrStderr()
		live := tournament.NewLive(errs, isTerminal(errs) && os.Getenv("TERM") != "dumb", m.Planned(), played)
		m.Progress, stop = live.Show, live.Close
	}
	s, err := m.Run(ctx)
	stop()
	interrupted := errors.Is(err, context.Canceled)
	fault := (*tournament.FaultError)(nil)
	if refusal := (*tournament.RefusalError)(nil); errors.As(err, &refusal) {
		return usage(err)
	}
	if err != nil && !interrupted && !errors.As(err, &fault) {
		return err
	}
	out := cmd.OutOrStdout()
	var failed error
	if f.asJSON {
		failed = printJSON(out, s.Plain())
	} else {
		failed = s.Print(out)
	}
	if failed != nil {
		return failed
	}
	if err != nil {
		return f.ended(cmd, s, fault)
	}
	if dir := f.dir + f.resume; dir != "" {
		if err := writeReports(dir); err != nil {
			return err
		}
	}
	return verdict(s)
}

// writeReports leaves the report of a run in its folder, in every form.
func writeReports(dir string) error {
	file, err := readResults(dir)
	if err != nil {
		return err
	}
	r := report.New(file.Header, file.Games, report.Options{})
	for name, write := range map[string]func(io.Writer) error{
		"report.txt": r.Text, "report.html": r.HTML, "report.json": func(w io.Writer) error { return printJSON(w, r) },
	} {
		out, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := errors.Join(write(out), out.Close()); err != nil {
			return err
		}
	}
	return nil
}

// ended says that a match ended before its end, and how to go on.
func (f *planFlags) ended(cmd *cobra.Command, s *tournament.Summary, fault *tournament.FaultError) error {
	further := ""
	if dir := f.dir + f.resume; dir != "" {
		further = fmt.Sprintf("; engine tournament --resume %s goes on", dir)
	}
	if fault != nil {
		return fmt.Errorf("%s: %w%s", cmd.Name(), fault, further)
	}
	return fmt.Errorf("%s: interrupted after %d of %d games%s", cmd.Name(), s.Games, s.Planned, further)
}

// verdict turns what a sequential test says into an exit code.
func verdict(s *tournament.Summary) error {
	switch {
	case s.Test == nil || s.Verdict == stats.AcceptH1:
		return nil
	case s.Verdict == stats.AcceptH0:
		return &exitError{exitH0}
	}
	return &exitError{exitNoVerdict}
}
