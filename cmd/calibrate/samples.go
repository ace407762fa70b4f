package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/record"
)

// sample is a position with the score that the side that acted gave it, and what
// became of it.
type sample struct {
	block int     // games of one block share opening and dice
	score float64 // in the evaluator's units
	share float64 // of the game, that the side had in the end
}

// group is all that was learnt about one game with one number of sides and one scale.
type group struct {
	game    *engine.Game
	sides   int
	scale   eval.Scale // today's
	setups  []string
	samples []sample
	games   int // that samples were taken from
	copies  int // games left out because another has the same actions
	open    int // games left out because their rules did not end them
	blocks  int // numbers given to blocks
}

// collection reads records into groups.
type collection struct {
	options options
	groups  []*group
	seen    map[string]bool // games by their actions
	blocks  map[string]int  // blocks by file, setup and number
}

func newCollection(o options) *collection {
	return &collection{options: o, seen: map[string]bool{}, blocks: map[string]int{}}
}

func (c *collection) readFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := record.Each(f, func(rec *record.Record) error { return c.add(name, rec) }); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// add takes samples of a game. Games that a fault, a referee or a cap ended say
// nothing about scores, and of games with the same actions one is enough:
// players without randomness play a pair of games alike.
func (c *collection) add(file string, rec *record.Record) error {
	g, err := engine.Find(rec.Get(record.Game))
	if err != nil {
		return err
	}
	play, err := rec.Open(g.Rules)
	if err != nil {
		return err
	}
	seating := *play.Position().Seating()
	to := c.group(g, seating.Sides, g.Scale(play.Position()), rec.Get(record.Setup))
	text := actions(rec)
	if c.seen[text] {
		to.copies++
		return nil
	}
	c.seen[text] = true
	opening, err := rec.OpeningLength()
	if err != nil {
		return err
	}
	var found []sample
	scale := c.written(to)
	for i, a := range rec.Actions {
		if s := (sample{}); i >= opening && a.Score.Kind == record.Centi {
			s.score = scale.Score(a.Score.Value)
			s.block = int(play.Position().Base().Side)
			found = append(found, s)
		}
		if err := play.Make(a.Text); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	var shares [game.MaxSides]game.Score
	if !play.Returns(&shares) {
		to.open++
		return nil
	}
	to.games++
	rng := c.lot(text)
	rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	block := c.block(to, file, rec)
	for _, s := range found[:min(len(found), c.options.perGame)] {
		to.samples = append(to.samples, sample{block, s.score, float64(shares[s.block]) / float64(game.Whole)})
	}
	return nil
}

// actions tells games apart.
func actions(rec *record.Record) string {
	var b strings.Builder
	for _, key := range []string{record.Game, record.Setup, record.Start} {
		b.WriteString(rec.Get(key) + "\n")
	}
	for _, a := range rec.Actions {
		b.WriteString(a.Text + " ")
	}
	return b.String()
}

// lot draws the positions of a game, the same ones whatever other games are read.
func (c *collection) lot(game string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(game))
	return rand.New(rand.NewPCG(c.options.seed, h.Sum64()))
}

// group returns the group of a game, and notes the setup.
func (c *collection) group(g *engine.Game, sides int, scale eval.Scale, setup string) *group {
	if setup == "" {
		setup = "usual rules"
	}
	for _, have := range c.groups {
		if have.game == g && have.sides == sides && have.scale == scale {
			for _, s := range have.setups {
				if s == setup {
					return have
				}
			}
			have.setups = append(have.setups, setup)
			return have
		}
	}
	c.groups = append(c.groups, &group{game: g, sides: sides, scale: scale, setups: []string{setup}})
	return c.groups[len(c.groups)-1]
}

// block numbers the block of a game within its group; a game that is in none
// makes one of its own.
func (c *collection) block(g *group, file string, rec *record.Record) int {
	name, _, ok := strings.Cut(rec.Get(record.Round), ".")
	if ok {
		key := strings.Join([]string{file, rec.Get(record.Game), rec.Get(record.Setup), rec.Get(record.Seed), name}, "\n")
		if n, ok := c.blocks[key]; ok {
			return n
		}
		c.blocks[key] = g.blocks
	}
	g.blocks++
	return g.blocks - 1
}

// written is the scale by which the records' hundredths were made.
func (c *collection) written(g *group) eval.Scale {
	s := g.scale
	switch {
	case s.Odds > 0 && c.options.third > 0:
		return eval.Scale{Odds: c.options.third}
	case s.Odds == 0 && c.options.sharp > 0:
		return eval.Scale{Sharp: c.options.sharp}.For(g.sides)
	}
	return s
}
