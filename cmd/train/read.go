package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/eval/net"
	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/train"
)

// testEvery is one game in how many is kept to test with.
const testEvery = 20

// collection reads records of one game into samples.
type collection struct {
	out         io.Writer
	search      float32 // the search's part of what is learnt
	later       float32 // and of that, the part of later searches of the game
	least, most int     // games of a file that what its scores mean is measured by

	name        string // of the game, with its rule options
	learner     *eval.Learner
	meaning     meaning // of scores in the file that is read
	learn, test *train.Samples
	seats       []train.Seat
	seen        map[uint64]bool // games by their actions
	games, left int
}

// readFile takes the games of a file, once it is known what their scores mean.
func (c *collection) readFile(ctx context.Context, name string) error {
	file, err := open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	g := gauge{c: c, seen: map[uint64]bool{}}
	if err := eachRecord(ctx, name, file, g.add); err != nil {
		return err
	}
	c.meaning = g.meaning()
	switch {
	case g.games == 0:
	case g.games < c.least:
		fmt.Fprintf(c.out, "%s: %d games are too few to measure what scores mean: taken as told by today's scale\n", name, g.games)
	default:
		fmt.Fprintf(c.out, "%s: scores to the power %.2f, by %d games\n", name, c.meaning.power, g.games)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("%w: want a file that can be read twice", err)
	}
	return eachRecord(ctx, name, file, c.add)
}

// open opens a file that can be read twice. Opening a pipe may wait for ever, so it
// is not tried.
func open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: want a file that can be read twice", name)
	}
	return os.Open(name)
}

// eachRecord calls f for every record of a file until it returns an error; errStop
// is none.
func eachRecord(ctx context.Context, name string, in io.Reader, f func(*record.Record) error) error {
	err := record.Each(in, func(rec *record.Record) error {
		if ctx.Err() != nil {
			return errStop
		}
		return f(rec)
	})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil || errors.Is(err, errStop):
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// add takes the positions of a game, unless it has the actions of another one or its
// rules did not end it.
func (c *collection) add(rec *record.Record) error {
	g, err := engine.Find(rec.Get(record.Game))
	if err != nil {
		return err
	}
	play, err := rec.Replay(g.Rules)
	if err != nil {
		return err
	}
	learner, err := c.bind(g, play.Position(), rec)
	if err != nil {
		return err
	}
	id := identity(rec)
	if c.seen[id] || !play.Over() {
		c.left++
		return nil
	}
	c.seen[id] = true
	c.games++
	to := c.learn
	if c.games%testEvery == 0 {
		to = c.test
	}
	return c.told(play, rec, func(shares *[game.MaxSides]float32) error {
		return c.take(play.Position(), learner, shares, to)
	})
}

// told takes back a game that is over. At every action that has a score of a search,
// but for those of the opening, it calls f with what is to be learnt of the position:
// the shares of the sides. What a search expected is mixed with what the later ones of
// the game did, each counting less than the one before it, and at last the result:
// the return of TD(lambda) (Sutton 1988).
func (c *collection) told(play *game.Play, rec *record.Record, f func(shares *[game.MaxSides]float32) error) error {
	opening, err := rec.OpeningLength()
	if err != nil {
		return err
	}
	var shares [game.MaxSides]game.Score
	play.Returns(&shares)
	sides := play.Position().Seating().Sides
	var result [game.MaxSides]float32
	for side := range sides {
		result[side] = float32(shares[side]) / float32(game.Whole)
	}
	later := result
	for i := len(rec.Actions) - 1; i >= opening; i-- {
		play.Undo()
		score := rec.Actions[i].Score
		if score.Kind != record.Centi {
			continue
		}
		told := c.expected(int(play.Position().Base().Side), sides, score.Value, &result)
		for side := range sides {
			later[side] = (1-c.later)*told[side] + c.later*later[side]
			told[side] = (1-c.search)*result[side] + c.search*later[side]
		}
		if err := f(&told); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return nil
}

// expected returns the shares that a search with a score for a side expected. What
// it leaves to the others they divide as the result does.
func (c *collection) expected(side, sides, centi int, result *[game.MaxSides]float32) (to [game.MaxSides]float32) {
	own := float32(c.meaning.share(centi))
	for other := range sides {
		switch {
		case other == side:
			to[other] = own
		case result[side] < 1:
			to[other] = (1 - own) * result[other] / (1 - result[side])
		default:
			to[other] = (1 - own) / float32(sides-1)
		}
	}
	return to
}

// bind returns what shows a position of a game, and follows it. The first game says of
// which one all must be.
func (c *collection) bind(g *engine.Game, p game.Position, rec *record.Record) (*eval.Learner, error) {
	name := g.Rules.Name
	if setup := rec.Get(record.Setup); setup != "" {
		name += " " + setup
	}
	if c.name != "" && name != c.name {
		return nil, fmt.Errorf("game %q after %q: want one game with the same rules", name, c.name)
	}
	seating := p.Seating()
	var learner *eval.Learner
	if g.Model.Learner != nil && seating.Sides == seating.Seats {
		learner = g.Model.Learner(p)
	}
	if learner == nil {
		return nil, fmt.Errorf("%s has no network", name)
	}
	if c.name == "" {
		c.name, c.learner = name, learner
		c.learn, c.test = train.NewSamples(seating.Seats), train.NewSamples(seating.Seats)
		c.seats = make([]train.Seat, seating.Seats)
	}
	return learner, nil
}

// identity tells games apart.
func identity(rec *record.Record) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, rec.Get(record.Start))
	for _, a := range rec.Actions {
		_, _ = io.WriteString(h, " "+a.Text)
	}
	return h.Sum64()
}

// take adds a position with the shares of the sides.
func (c *collection) take(p game.Position, learner *eval.Learner, shares *[game.MaxSides]float32, to *train.Samples) error {
	var strengths [game.MaxSeats]int32
	if !learner.Strengths(&strengths) {
		return nil
	}
	in := game.InPlay(p)
	for seat := range c.seats {
		s := &c.seats[seat]
		s.Inputs, s.Role = learner.See(game.Player(seat), s.Inputs[:0])
		if len(s.Inputs) > net.MaxActive {
			return fmt.Errorf("%d inputs are on: want at most %d", len(s.Inputs), net.MaxActive)
		}
		s.Base = float32(strengths[seat]) / float32(learner.Nat)
		side := p.Seating().SideOf[seat]
		if !in[side] {
			s.Base = train.Out
		}
		s.Share = shares[side]
	}
	to.Add(c.seats)
	return nil
}
