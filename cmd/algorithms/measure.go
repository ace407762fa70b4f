package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tetrarch/cmd/internal/tool"
	"tetrarch/tournament"
	"tetrarch/tournament/pairing"
)

// plan is a case that is ready to be played.
type plan struct {
	match
	definition tournament.Definition
	digest     string
	tournament tournament.Match
}

// measure plays the cases that have no result yet, and prints the table. All
// plans are checked before the first game.
func (o *options) measure(ctx context.Context, out, errs io.Writer) error {
	plans, err := o.plans()
	if err != nil {
		return &tool.UsageError{Err: err}
	}
	file, err := openResults(o.out)
	if err != nil {
		return err
	}
	defer file.close()
	var rows []result
	for i := range plans {
		p := &plans[i]
		r, found := file.find(p.digest)
		if !found {
			if r, err = p.play(ctx, o, errs); err == nil {
				err = file.add(r)
			}
		}
		if err != nil {
			return errors.Join(printTable(out, plans, rows), err)
		}
		rows = append(rows, r)
	}
	return printTable(out, plans, rows)
}

// plans makes the plans of all chosen cases.
func (o *options) plans() ([]plan, error) {
	common, err := o.definition()
	if err != nil {
		return nil, err
	}
	cases, err := chosenCases(o.cases)
	if err != nil {
		return nil, err
	}
	var plans []plan
	for _, c := range cases {
		algorithms, err := c.candidates(o.algorithms)
		if err != nil {
			return nil, err
		}
		p, err := newPlan(c, common, algorithms)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", c.name, err)
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// newPlan lets as many algorithms as there are sides meet in one match, and more
// in a round robin of all sets, which share the games out among them.
func newPlan(c match, d tournament.Definition, algorithms []string) (p plan, err error) {
	d.Game, d.Rules, d.Players = c.game.Rules.Name, c.rules(), algorithms
	if len(algorithms) > c.sides {
		format := pairing.Format{Kind: pairing.RoundRobin}
		d.Format = format.Kind.String()
		meetings := format.Meetings(len(algorithms), c.sides)
		d.Games = (d.Games + meetings - 1) / meetings
	}
	p = plan{match: c, definition: d}
	if p.tournament, err = d.Match(); err != nil {
		return p, err
	}
	p.digest, err = d.Digest()
	return p, err
}

// play plays a case, or what the folder does not hold of it.
func (p *plan) play(ctx context.Context, o *options, errs io.Writer) (r result, err error) {
	m := p.tournament
	played := 0
	if o.dir != "" {
		if m.Journal, err = p.journal(filepath.Join(o.dir, p.name)); err != nil {
			return r, fmt.Errorf("case %s: %w", p.name, err)
		}
		defer func() { err = errors.Join(err, m.Journal.Close()) }()
		played = m.Journal.Played()
	}
	if !o.quiet {
		fmt.Fprintf(errs, "%s: %d games, %s\n", p.name, m.Planned(), limit(&p.definition))
		live := tournament.NewLive(errs, false, m.Planned(), played)
		defer live.Close()
		m.Progress = live.Show
	}
	s, err := m.Run(ctx)
	switch {
	case errors.Is(err, context.Canceled):
		return r, fmt.Errorf("case %s: interrupted after %d of %d games", p.name, s.Games, s.Planned)
	case err != nil:
		return r, fmt.Errorf("case %s: %w", p.name, err)
	}
	return p.result(s), nil
}

// journal opens the folder of a case, to begin or to go on.
func (p *plan) journal(dir string) (*tournament.Journal, error) {
	if _, err := os.Stat(filepath.Join(dir, tournament.ResultsFile)); err == nil {
		return tournament.ResumeJournal(dir, p.digest)
	}
	text, err := p.definition.Text()
	if err != nil {
		return nil, err
	}
	return tournament.NewJournal(dir, text, p.digest)
}
