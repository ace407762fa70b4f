// Command train learns a game's network from recorded games:
//
//	engine match --game tricolor --players tetrarch,nodes=1000,name=a,tetrarch,nodes=1500,name=b --games 10000 --record a.rec
//	go run ./cmd/train --out tricolor.net a.rec
//
// It learns from the positions in which a search gave a score: what share of the
// game the side had in the end, and what the search thought. One game in twenty is
// kept to test with. Every file is read twice. See docs/networks.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"tetrarch/train"
)

// options are the command's flags.
type options struct {
	out     string
	filters int
	search  float64
	later   float64
	plan    train.Plan
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newCommand().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func newCommand() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "train FILE...",
		Short: "Learn a game's network from recorded games",
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) == 0 {
				return errors.New("no file: want files of records")
			}
			return nil
		},
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(c *cobra.Command, files []string) error {
			return run(c.Context(), c.OutOrStdout(), files, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.out, "out", "", "file for the network, written after every epoch")
	f.IntVar(&o.filters, "filters", 16, "size of the hidden layer, for each symmetry of the board")
	f.Float64Var(&o.search, "search", 0.5, "how much of what is learnt is the search's score, the rest being the result")
	f.Float64Var(&o.later, "later", 0, "how much of the search's score is that of the game's later searches, and of theirs in turn (TD(lambda))")
	f.IntVar(&o.plan.Epochs, "epochs", 8, "how often every position is seen")
	f.IntVar(&o.plan.Batch, "batch", 4096, "positions from one step to the next")
	f.Float64Var(&o.plan.Rate, "rate", 0.003, "length of the first steps")
	f.IntVar(&o.plan.Threads, "threads", runtime.GOMAXPROCS(0), "threads that learn")
	f.Uint64Var(&o.plan.Seed, "seed", 1, "seed of the first weights and of the order of positions")
	return c
}

// check says what is wrong with the flags.
func (o *options) check() error {
	switch p := &o.plan; {
	case o.filters < 1:
		return fmt.Errorf("--filters %d: want at least 1", o.filters)
	case o.out == "":
		return errors.New("no --out: want a file for the network")
	case !(o.search >= 0 && o.search <= 1):
		return fmt.Errorf("--search %g: want 0 to 1", o.search)
	case !(o.later >= 0 && o.later <= 1):
		return fmt.Errorf("--later %g: want 0 to 1", o.later)
	case o.search == 0 && o.later > 0:
		return fmt.Errorf("--later %g with --search 0: want something learnt from searches", o.later)
	case p.Epochs < 1:
		return fmt.Errorf("--epochs %d: want at least 1", p.Epochs)
	case p.Batch < 1:
		return fmt.Errorf("--batch %d: want at least 1", p.Batch)
	case !(p.Rate > 0 && p.Rate <= 1):
		return fmt.Errorf("--rate %g: want more than 0 and at most 1", p.Rate)
	case p.Threads < 1 || p.Threads > 256:
		return fmt.Errorf("--threads %d: want 1 to 256", p.Threads)
	}
	return nil
}

func run(ctx context.Context, out io.Writer, files []string, o options) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := try(o.out); err != nil {
		return err
	}
	c := &collection{out: out, search: float32(o.search), later: float32(o.later), least: leastGauged, most: mostGauged, seen: map[uint64]bool{}}
	for _, file := range files {
		if err := c.readFile(ctx, file); err != nil {
			return err
		}
	}
	if c.learner == nil {
		return errors.New("no game: want files with records")
	}
	shape := c.learner.Shape
	shape.Filters = o.filters
	m, err := train.NewModel(shape, c.learner.Turned, rand.New(rand.NewPCG(o.plan.Seed, 2)))
	if err != nil {
		return err
	}
	if c.learn.Len() == 0 || c.test.Len() == 0 {
		return fmt.Errorf("%d games have %d positions to learn from and %d to test with: want some of both, from games with scores of searches",
			c.games, c.learn.Len(), c.test.Len())
	}
	fmt.Fprintf(out, "%s: %d games, %d left out as copies or undecided; %d positions to learn from, %d to test with\n",
		c.name, c.games, c.left, c.learn.Len(), c.test.Len())
	d := m.Deviance(c.test, o.plan.Threads)
	fmt.Fprintf(out, "deviance in nats: without a network %.5f, at least %.5f\n", d.Base, d.Least)
	fmt.Fprintln(out, "epoch  learnt   tested")
	return m.Learn(ctx, c.learn, o.plan, func(epoch int, d train.Deviances) error {
		fmt.Fprintf(out, "%5d  %.5f  %.5f\n", epoch, d.Network, m.Deviance(c.test, o.plan.Threads).Network)
		return replace(o.out, m.Raw().Append(nil))
	})
}

// try finds out whether a file can be written, before there is work that it is for.
func try(name string) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_ = f.Close()
	return os.Remove(f.Name())
}

// replace writes a file whole.
func replace(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
