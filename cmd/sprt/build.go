package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"tetrarch/cmd/internal/tool"
)

// build is a program and what it was made from.
type build struct {
	program string
	source  string // for people: "1a2b3c4", "working tree on 1a2b3c4"
}

// output runs a program and returns what it prints, without the line end.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(errs.Bytes()))
	}
	return strings.TrimSpace(string(out)), nil
}

// repository returns the root of the repository that the present folder is in.
func repository(ctx context.Context) (string, error) {
	return output(ctx, "", "git", "rev-parse", "--show-toplevel")
}

// short returns the short name of a revision's commit.
func short(ctx context.Context, root, revision string) (string, error) {
	name, err := output(ctx, root, "git", "rev-parse", "--short", "--verify", revision+"^{commit}")
	if err != nil {
		return "", &tool.UsageError{Err: fmt.Errorf("revision %q is unknown: want a commit, a branch or a tag", revision)}
	}
	return name, nil
}

// buildRevision builds the engine of a revision in a worktree below dir, which
// is removed before it returns.
func buildRevision(ctx context.Context, root, dir, name, revision string, log io.Writer) (b build, err error) {
	commit, err := short(ctx, root, revision)
	if err != nil {
		return b, err
	}
	tree := filepath.Join(dir, name+".tree")
	if _, err := output(ctx, root, "git", "worktree", "add", "--detach", "--quiet", tree, commit); err != nil {
		return b, err
	}
	defer func() {
		// Whatever happened, and also after an interrupt, nothing is left.
		clean := context.WithoutCancel(ctx)
		if _, e := output(clean, root, "git", "worktree", "remove", "--force", tree); e != nil && err == nil {
			err = e
		}
	}()
	b = build{filepath.Join(dir, name), commit}
	return b, compile(ctx, tree, b.program, log, commit)
}

// buildTree builds the engine of the working tree.
func buildTree(ctx context.Context, root, dir, name string, log io.Writer) (build, error) {
	commit, err := short(ctx, root, "HEAD")
	if err != nil {
		return build{}, err
	}
	changes, err := output(ctx, root, "git", "status", "--porcelain")
	if err != nil {
		return build{}, err
	}
	b := build{filepath.Join(dir, name), commit}
	if changes != "" {
		b.source = "working tree on " + commit
	}
	return b, compile(ctx, root, b.program, log, b.source)
}

// compile builds a tree's engine as the Makefile does.
func compile(ctx context.Context, tree, program string, log io.Writer, source string) error {
	fmt.Fprintf(log, "building %s\n", source)
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./cmd/engine")
	c.Dir = tree
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w: %s", source, err, bytes.TrimSpace(text))
	}
	return nil
}
