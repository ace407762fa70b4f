package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"tetrarch/compliance"
	"tetrarch/engine"
	"tetrarch/protocol"
)

// complianceFlags are the flags of compliance.
type complianceFlags struct {
	config       compliance.Config
	dialect      string
	list, asJSON bool
}

func newCompliance() *cobra.Command {
	var f complianceFlags
	cmd := &cobra.Command{
		Use:   "compliance CMD [ARGS…]",
		Short: "examine an engine for what the protocol promises",
		Long: `Run a program that speaks TGI, UCI or UGI and examine, point by point, whether it
keeps what the protocol promises. What it answers is compared with the rules of the
games that both know; an engine of UCI or UGI is examined for what these have. A
point that fails shows what was sent, what came and what was wanted. Every answer has
a time to come.

The exit code is 0 if no point failed.`,
		Example: `  engine compliance ./myengine
  engine compliance --only handshake,dice ./myengine --quiet
  engine compliance --protocol uci --json stockfish
  engine compliance --list`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !f.list {
				return fmt.Errorf("compliance: CMD is missing: want compliance CMD [ARGS…]")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.list {
				return f.print(cmd.OutOrStdout())
			}
			f.config.Command = args
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows CMD is the engine's
	flags.StringVar(&f.dialect, "protocol", "auto", "the protocol to speak: auto, tgi, uci or ugi")
	flags.StringSliceVar(&f.config.Only, "only", nil, "examine these `points` alone: groups, names or numbers, separated by commas")
	flags.BoolVar(&f.list, "list", false, "list the points")
	f.config.Answer, f.config.Slack = compliance.DefaultAnswer, compliance.DefaultSlack
	flags.Var(duration(&f.config.Answer), "timeout", fmt.Sprintf("how long an engine has for an answer (default %v)", compliance.DefaultAnswer))
	flags.Var(duration(&f.config.Slack), "slack", fmt.Sprintf("how much later than its limit a search may answer, and how long a stop may take (default %v)", compliance.DefaultSlack))
	jsonFlag(cmd, &f.asJSON)
	_ = cmd.RegisterFlagCompletionFunc("only", cobra.FixedCompletions(compliance.Groups(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// print lists the points.
func (f *complianceFlags) print(out io.Writer) error {
	if f.asJSON {
		return printJSON(out, compliance.Points())
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, p := range compliance.Points() {
		fmt.Fprintf(w, "%3d\t%s\t%s\n", p.Number, p.Name, p.Promise)
	}
	return w.Flush()
}

func (f *complianceFlags) run(cmd *cobra.Command) error {
	dialects := []string{"auto", string(protocol.TGI), string(protocol.UCI), string(protocol.UGI)}
	switch {
	case !slices.Contains(dialects, f.dialect):
		return usagef("compliance: protocol %q is unknown: want %s", f.dialect, engine.Either(dialects))
	case f.dialect != dialects[0]:
		f.config.Dialect = protocol.Dialect(f.dialect)
	}
	ctx, release := interruptible(cmd)
	defer release()
	out := cmd.OutOrStdout()
	if !f.asJSON {
		f.config.Each = func(r compliance.Result) { fmt.Fprint(out, r) }
	}
	began := time.Now()
	report, err := compliance.Run(ctx, f.config)
	switch {
	case errors.Is(err, compliance.ErrRequest):
		return usagef("compliance: %w", err)
	case report == nil:
		return fmt.Errorf("compliance: %s: %w", strings.Join(f.config.Command, " "), err)
	}
	if f.asJSON {
		err = errors.Join(err, printJSON(out, report))
	} else {
		fmt.Fprintf(out, "%s\n%s in %s\n", report.Head(), report.Tail(), seconds(time.Since(began)))
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("compliance: interrupted after %s", plural(len(report.Results), "point"))
	case err == nil && report.Failed > 0:
		return fmt.Errorf("compliance: %s", report.Tail())
	}
	return err
}
