package main

import (
	"context"
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
	out    io.Writer
	search float32 // the search's part of what is learnt
	later  float32 // and of that, the part of later searches of the game

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
	var g gauge
	if err := eachRecord(ctx, name, g.add); err != nil {
		return err
	}
	c.meaning = g.meaning()
	fmt.Fprintf(c.out, "%s: scores to the power %.2f\n", name, c.meaning.power)
	return eachRecord(ctx, name, c.add)
}

// eachRecord calls f for every record of a file until it returns an error; errStop
// is none.
func eachRecord(ctx context.Context, name string, f func(*record.Record) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	r := record.NewReader(file)
	for n := 1; ctx.Err() == nil; n++ {
		rec, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f(rec)
		}
		if err == errStop {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: game %d: %w", name, n, err)
		}
	}
	return context.Cause(ctx)
}

// add takes the positions of a game, unless it has the actions of another one or its
// rules did not end it.
func (c *collection) add(rec *record.Record) error {
	g, err := engine.Find(rec.Get(record.Game))
	if err != nil {
		return err
	}
	play, err := rec.Open(g.Rules)
	if err != nil {
		return err
	}
	learner, err := c.bind(g, play, rec)
	if err != nil {
		return err
	}
	end, err := rec.Replay(g.Rules)
	if err != nil {
		return err
	}
	var shares [game.MaxSides]game.Score
	id := identity(rec)
	if c.seen[id] || !end.Returns(&shares) {
		c.left++
		return nil
	}
	c.seen[id] = true
	c.games++
	to := c.learn
	if c.games%testEvery == 0 {
		to = c.test
	}
	opening, err := rec.OpeningLength()
	if err != nil {
		return err
	}
	told, err := c.told(rec, g.Rules, &shares)
	if err != nil {
		return err
	}
	for i, a := range rec.Actions {
		if i >= opening && a.Score.Kind == record.Centi {
			if err := c.take(play.Position(), learner, &told[i], to); err != nil {
				return fmt.Errorf("action %d: %w", i+1, err)
			}
		}
		if err := play.Make(a.Text); err != nil {
			return err
		}
	}
	return nil
}

// told returns what every action that has a score of a search is to be learnt as: the
// shares of the sides. What a search expected is mixed with what the later ones of
// the game did, each counting less than the one before it, and at last the result:
// the return of TD(lambda) (Sutton 1988).
func (c *collection) told(rec *record.Record, rules *game.Rules, shares *[game.MaxSides]game.Score) ([][game.MaxSides]float32, error) {
	play, err := rec.Open(rules)
	if err != nil {
		return nil, err
	}
	sides := play.Position().Seating().Sides
	var result [game.MaxSides]float32
	for side := range sides {
		result[side] = float32(shares[side]) / float32(game.Whole)
	}
	told := make([][game.MaxSides]float32, len(rec.Actions))
	for i, a := range rec.Actions {
		if a.Score.Kind == record.Centi {
			told[i] = c.expected(int(play.Position().Base().Side), sides, a.Score.Value, &result)
		}
		if err := play.Make(a.Text); err != nil {
			return nil, err
		}
	}
	later := result
	for i := len(told) - 1; i >= 0; i-- {
		if rec.Actions[i].Score.Kind != record.Centi {
			continue
		}
		for side := range sides {
			later[side] = (1-c.later)*told[i][side] + c.later*later[side]
			told[i][side] = (1-c.search)*result[side] + c.search*later[side]
		}
	}
	return told, nil
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

// bind returns what shows the positions of a game. The first game says of which one
// all must be.
func (c *collection) bind(g *engine.Game, play *game.Play, rec *record.Record) (*eval.Learner, error) {
	name := g.Rules.Name
	if setup := rec.Get(record.Setup); setup != "" {
		name += " " + setup
	}
	if c.name != "" && name != c.name {
		return nil, fmt.Errorf("game %q after %q: want one game with the same rules", name, c.name)
	}
	seating := play.Position().Seating()
	var learner *eval.Learner
	if g.Model.Learner != nil && seating.Sides == seating.Seats {
		learner = g.Model.Learner(play.Position())
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
