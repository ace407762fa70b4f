package main

import (
	"context"
	"fmt"

	"tetrarch/engine"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/search"
)

// judge searches positions among the subset and full width.
type judge struct {
	game  *engine.Game
	table *search.Table
}

func newJudge(g *engine.Game, hash int) (*judge, error) {
	t, err := search.NewTable(hash)
	if err != nil {
		return nil, err
	}
	return &judge{g, t}, nil
}

// verdict is what one search found, from the view of who acts.
type verdict struct {
	best  string
	move  game.Move
	score game.Score
	nodes uint64
}

// decided returns 1 for a proven win, -1 for a proven loss, 0 for neither.
func (v *verdict) decided() int {
	switch {
	case v.score > game.MaxEval:
		return 1
	case v.score < -game.MaxEval:
		return -1
	}
	return 0
}

// comparison is one position searched to one depth.
type comparison struct {
	scale        eval.Scale
	subset, full verdict
	// choice is what the action that was found among the subset is worth full
	// width.
	choice verdict
}

// differs says that the two searches found different values.
func (c *comparison) differs() bool { return c.subset.score != c.full.score }

// compare searches where play stands.
func (j *judge) compare(ctx context.Context, play *game.Play, depth int) (c comparison, err error) {
	c.scale = j.game.Scale(play.Position())
	if c.subset, err = j.search(ctx, play, search.Limits{Depth: depth}, 0); err != nil {
		return c, err
	}
	if c.full, err = j.search(ctx, play, search.Limits{Depth: depth}, search.FeatureSelective); err != nil {
		return c, err
	}
	if c.choice = c.full; c.subset.move != c.full.move {
		c.choice, err = j.search(ctx, play, search.Limits{Depth: depth, Only: []game.Move{c.subset.move}}, search.FeatureSelective)
	}
	return c, err
}

// search begins with an empty table.
func (j *judge) search(ctx context.Context, play *game.Play, l search.Limits, without search.Features) (verdict, error) {
	s := search.NewAuto(j.table)
	s.NewGame()
	r, err := s.Search(ctx, j.game.Root(play), l, search.Config{Without: without}, nil)
	if err == nil {
		err = ctx.Err() // a search that is stopped has no value to compare
	}
	if err != nil {
		return verdict{}, err
	}
	rep := r.Report()
	return verdict{play.Position().FormatMove(r.Best), r.Best, rep.Score, rep.Nodes}, nil
}

// summary gathers the comparisons at one depth. Differences and losses are in
// centipawns and, as shares, in expected results from 0 to 1, over the positions
// that neither search decides.
type summary struct {
	positions, differ, open int
	// mates counts the positions of which the searches disagree whether they
	// are won or lost; worse those that are lost, or not won, by the subset's
	// choice only.
	mates, worse               int
	difference, worst          int
	loss, worstLoss            int
	lostShare, worstLostShare  float64
	subsetNodes, fullWideNodes uint64
}

func (s *summary) add(c comparison) {
	s.positions++
	s.subsetNodes += c.subset.nodes
	s.fullWideNodes += c.full.nodes
	if c.differs() {
		s.differ++
	}
	if c.subset.decided() != c.full.decided() {
		s.mates++
	}
	if c.choice.decided() < c.full.decided() {
		s.worse++
	}
	if c.subset.decided() != 0 || c.full.decided() != 0 || c.choice.decided() != 0 {
		return
	}
	s.open++
	full := c.scale.Centi(c.full.score)
	d := abs(full - c.scale.Centi(c.subset.score))
	s.difference += d
	s.worst = max(s.worst, d)
	loss := max(0, full-c.scale.Centi(c.choice.score))
	s.loss += loss
	s.worstLoss = max(s.worstLoss, loss)
	lost := max(0, c.scale.Share(c.full.score)-c.scale.Share(c.choice.score))
	s.lostShare += lost
	s.worstLostShare = max(s.worstLostShare, lost)
}

func abs(n int) int { return max(n, -n) }

// text is one line.
func (s *summary) text(depth int) string {
	mean := func(sum int) float64 { return float64(sum) / float64(max(1, s.open)) }
	return fmt.Sprintf("depth %d: value differs in %d of %d; by %.1f cp on average, %d at most; the choice loses %.1f cp on average, %d at most, "+
		"in expected results %.2f %% and %.2f %%; "+
		"wins and losses seen by one only: %d, missed or run into by the choice: %d; nodes %d, full width %d",
		depth, s.differ, s.positions, mean(s.difference), s.worst, mean(s.loss), s.worstLoss,
		100*s.lostShare/float64(max(1, s.open)), 100*s.worstLostShare, s.mates, s.worse, s.subsetNodes, s.fullWideNodes)
}
