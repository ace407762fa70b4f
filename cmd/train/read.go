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
	search float32 // the search's part of what is learnt
	third  float64 // the score that records call 100 hundredths, 0 for today's

	name        string // of the game, with its rule options
	learner     *eval.Learner
	scale       eval.Scale
	learn, test *train.Samples
	seats       []train.Seat
	seen        map[uint64]bool // games by their actions
	games, left int
}

func (c *collection) readFile(ctx context.Context, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r := record.NewReader(f)
	for n := 1; ctx.Err() == nil; n++ {
		rec, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = c.add(rec)
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
	for i, a := range rec.Actions {
		if i >= opening && a.Score.Kind == record.Centi {
			if err := c.take(play.Position(), learner, a.Score.Value, &shares, to); err != nil {
				return fmt.Errorf("action %d: %w", i+1, err)
			}
		}
		if err := play.Make(a.Text); err != nil {
			return err
		}
	}
	return nil
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
		c.name, c.learner, c.scale = name, learner, g.Scale(play.Position())
		if c.scale.Odds > 0 && c.third > 0 {
			c.scale = eval.Scale{Odds: c.third}
		}
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

// take adds a position in which a search gave a score, and each seat got its share in
// the end.
func (c *collection) take(p game.Position, learner *eval.Learner, centi int, shares *[game.MaxSides]game.Score, to *train.Samples) error {
	var strengths [game.MaxSeats]int32
	if !learner.Strengths(&strengths) {
		return nil
	}
	in := game.InPlay(p)
	side := p.Base().Side
	own := float32(shares[side]) / float32(game.Whole)
	thought := float32(c.scale.Share(game.Score(c.scale.Score(centi))))
	for seat := range c.seats {
		s := &c.seats[seat]
		s.Inputs, s.Role = learner.See(game.Player(seat), s.Inputs[:0])
		if len(s.Inputs) > net.MaxActive {
			return fmt.Errorf("%d inputs are on: want at most %d", len(s.Inputs), net.MaxActive)
		}
		s.Base = float32(strengths[seat]) / float32(learner.Nat)
		if !in[p.Seating().SideOf[seat]] {
			s.Base = train.Out
		}
		share := float32(shares[p.Seating().SideOf[seat]]) / float32(game.Whole)
		// What the search leaves, the others divide as the result does.
		guess := thought
		if p.Seating().SideOf[seat] != side {
			guess = (1 - thought) / float32(len(c.seats)-1)
			if own < 1 {
				guess = (1 - thought) * share / (1 - own)
			}
		}
		s.Share = (1-c.search)*share + c.search*guess
	}
	to.Add(c.seats)
	return nil
}
