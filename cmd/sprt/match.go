package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"tetrarch/cmd/internal/tool"
	"tetrarch/tournament"
	"tetrarch/tournament/stats"
)

// Exit codes of engine match that are answers.
const (
	exitH0        = 3
	exitNoVerdict = 4
)

// grace is how long a match has to end after an interrupt.
const grace = 10 * time.Second

// test builds, plays and prints.
func test(ctx context.Context, o *options, out, errs io.Writer) error {
	if err := o.check(); err != nil {
		return &tool.UsageError{Err: err}
	}
	root, err := repository(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "tetrarch-sprt-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	base, err := buildRevision(ctx, root, dir, "base", o.base, errs)
	if err != nil {
		return err
	}
	var change build
	if o.change != "" {
		change, err = buildRevision(ctx, root, dir, "new", o.change, errs)
	} else {
		change, err = buildTree(ctx, root, dir, "new", errs)
	}
	if err != nil {
		return err
	}
	p, code, err := play(ctx, o, change, base, errs)
	if p != nil {
		if _, failed := io.WriteString(out, o.text(p, change.source, base.source)); failed != nil {
			return failed
		}
	}
	if err == nil && code != 0 {
		err = code
	}
	return err
}

// arguments are those of the match.
func (o *options) arguments(change, base string) []string {
	args := []string{
		"match", "--game", o.game, "--players", fmt.Sprintf(`cmd="'%s'",name=new,cmd="'%s'",name=base`, change, base),
		"--games", strconv.Itoa(o.games), "--seed", strconv.FormatUint(o.seed, 10), "--concurrency", strconv.Itoa(o.concurrency),
		"--sprt", fmt.Sprintf("elo0=%g elo1=%g", o.elo0, o.elo1), "--json",
	}
	switch {
	case o.movetime != "":
		args = append(args, "--movetime", o.movetime)
	case o.clock != "":
		args = append(args, "--tc", o.clock)
	default:
		args = append(args, "--nodes", strconv.FormatUint(o.nodes, 10))
	}
	for _, r := range o.rules {
		args = append(args, "--opt", r)
	}
	if o.openings != "" {
		args = append(args, "--openings", o.openings)
	}
	if o.record != "" {
		args = append(args, "--record", o.record)
	}
	return args
}

// play lets the new program run the match. The result is nil if there is none;
// after an interrupt there is one, and an error.
func play(ctx context.Context, o *options, change, base build, errs io.Writer) (*tournament.Plain, tool.ExitCode, error) {
	c := exec.CommandContext(ctx, change.program, o.arguments(change.program, base.program)...)
	c.Cancel = func() error { return interrupt(c.Process) }
	c.WaitDelay = grace
	var text bytes.Buffer
	c.Stdout, c.Stderr = &text, errs
	err := c.Run()
	code := tool.ExitCode(c.ProcessState.ExitCode())
	answer := slices.Contains([]tool.ExitCode{0, exitH0, exitNoVerdict}, code)
	var p tournament.Plain
	if text.Len() == 0 || json.Unmarshal(text.Bytes(), &p) != nil || len(p.Players) != 2 || p.SPRT == nil {
		if err == nil || answer {
			err = errors.New("the match printed no result")
		}
		if code == 2 {
			return nil, 0, &tool.UsageError{Err: errors.New("the match refused the request")}
		}
		return nil, 0, fmt.Errorf("the match failed: %w", err)
	}
	switch {
	case ctx.Err() != nil:
		return &p, 0, errors.New("interrupted")
	case !answer:
		return &p, 0, fmt.Errorf("the match failed: %w", err)
	}
	return &p, code, nil
}

// interrupt asks a process to end well.
func interrupt(p *os.Process) error {
	if runtime.GOOS == "windows" {
		return p.Kill()
	}
	return p.Signal(os.Interrupt)
}

// text is the paragraph for the commit message.
func (o *options) text(p *tournament.Plain, change, base string) string {
	var b strings.Builder
	title := strings.Join(append([]string{p.Game}, o.rules...), " ")
	fmt.Fprintf(&b, "SPRT %s, %s against %s: %s\n", title, change, base, verdict(p.SPRT.Verdict))
	x := &p.Players[0]
	fmt.Fprintf(&b, "Games: %d, %s, seed %d\n", p.Games, o.limit(), o.seed)
	fmt.Fprintf(&b, "W-D-L: %d-%d-%d, %.2f %%\n", x.Wins, x.Draws, x.Losses, 100*x.Score)
	if p.Pentanomial != nil {
		s := sample(p.Pentanomial)
		fmt.Fprintf(&b, "Pentanomial: %v\n", *p.Pentanomial)
		fmt.Fprintf(&b, "Elo: %s (95 %%), nElo: %s\n", s.Elo(), s.NElo())
	}
	fmt.Fprintf(&b, "LLR: %.2f (%.2f, %.2f), %s\n", p.SPRT.LLR, p.SPRT.Lower, p.SPRT.Upper, p.SPRT.SPRT)
	if p.Faults > 0 {
		fmt.Fprintf(&b, "Faults: %d\n", p.Faults)
	}
	return b.String()
}

// verdict says in words what a test proved.
func verdict(v string) string {
	switch v {
	case "H1":
		return "passed (H1 accepted)"
	case "H0":
		return "failed (H0 accepted)"
	}
	return "no verdict"
}

// sample counts the blocks of two games again, for what follows from their
// points alone: Elo and its errors.
func sample(p *stats.Pentanomial) stats.Sample {
	s := stats.Sample{Par: 0.5}
	for points, n := range p {
		for range n {
			first := min(points, 2)
			s.Add(first*stats.Unit/2, (points-first)*stats.Unit/2)
		}
	}
	return s
}
