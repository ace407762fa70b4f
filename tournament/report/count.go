package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

// count is a report being counted.
type count struct {
	head    *results.Header
	games   []results.Game
	out     Report
	names   []string
	index   map[string]int
	field   *stats.Field
	players []player
	seats   []stats.SeatScore
	endings map[string]*Ending
	turns   []float64
	actions []float64
	times   []float64
	pairs   []pairing
	odd     int // blocks that no rating can use
}

// player is one player's count.
type player struct {
	stats.Sample
	work   results.Work
	faults int
	par    float64 // summed over its games
	seats  []stats.SeatScore
}

// pairing is a block of two players: the first one's shares.
type pairing []int

// mostFaulted bounds the faults that a report lists.
const mostFaulted = 50

func newCount(h *results.Header, games []results.Game) *count {
	c := &count{head: h, games: games, index: map[string]int{}, endings: map[string]*Ending{}}
	for _, name := range h.Players {
		c.enter(name)
	}
	most := len(h.Seats)
	for i := range games {
		most = max(most, len(games[i].Players))
		for _, name := range games[i].Players {
			c.enter(name)
		}
	}
	c.field = stats.NewField(len(c.names))
	c.players, c.seats = make([]player, len(c.names)), make([]stats.SeatScore, most)
	for i := range c.players {
		c.players[i].seats = make([]stats.SeatScore, most)
	}
	c.out = Report{
		Game: h.Game, Setup: h.Setup, Format: h.Format, Seats: slices.Clone(h.Seats), Sides: h.SideCount(), Seed: h.Seed,
		Planned: max(0, h.Planned), Played: len(games), Start: h.Start, End: h.Start,
	}
	for n := len(h.Seats); n < most; n++ {
		c.out.Seats = append(c.out.Seats, "")
	}
	return c
}

// enter gives a name its number.
func (c *count) enter(name string) {
	if _, ok := c.index[name]; !ok {
		c.index[name] = len(c.names)
		c.names = append(c.names, name)
	}
}

// block counts a complete block.
func (c *count) block(block []results.Game) {
	var rated [][]stats.Side
	for i := range block {
		if sides := c.sides(&block[i]); len(sides) > 1 {
			rated = append(rated, sides)
		}
	}
	if len(rated) < len(block) || c.field.Add(rated...) != nil {
		c.odd++
		return
	}
	c.out.Blocks++
	c.out.Games += len(block)
	shares := map[int][]int{}
	for i := range block {
		g := &block[i]
		for _, name := range g.Field() {
			share, _ := g.Share(name)
			p := c.index[name]
			shares[p] = append(shares[p], share)
			c.players[p].par += 1 / float64(len(rated[i]))
		}
		for n, name := range g.Players {
			share := g.Shares[g.Sides[n]]
			for _, s := range []*stats.SeatScore{&c.seats[n], &c.players[c.index[name]].seats[n]} {
				s.Add(share)
			}
		}
		c.ending(g)
		c.work(g)
	}
	for p, s := range shares {
		c.players[p].Add(s...)
	}
	if len(c.names) == 2 && len(shares) == 2 && len(rated[0]) == 2 {
		c.pairs = append(c.pairs, shares[0])
	}
}

// sides returns a game as ratings see it, without sides that have no seat.
func (c *count) sides(g *results.Game) []stats.Side {
	all := make([]stats.Side, len(g.Shares))
	for n, name := range g.Players {
		s := &all[g.Sides[n]]
		s.Players = append(s.Players, c.index[name])
		s.Share = g.Shares[g.Sides[n]]
	}
	return slices.DeleteFunc(all, func(s stats.Side) bool { return len(s.Players) == 0 })
}

func (c *count) ending(g *results.Game) {
	c.turns = append(c.turns, float64(max(0, g.Turns)))
	c.actions = append(c.actions, float64(max(0, g.Actions)))
	e := c.endings[g.Reason]
	if e == nil {
		e = &Ending{Reason: g.Reason}
		c.endings[g.Reason] = e
	}
	e.Games++
	e.MeanTurns += float64(max(0, g.Turns)) // the sum, until the report is made
	if g.Adjudicated != "" {
		e.Adjudicated++
	}
}

func (c *count) work(g *results.Game) {
	for i := range g.Work {
		w := &g.Work[i]
		p, ok := c.index[w.Player]
		if !ok || w.Moves <= 0 || w.Time < 0 {
			continue
		}
		c.players[p].work.Add(w)
		c.times = append(c.times, milliseconds(w.Time)/float64(w.Moves))
	}
}

// game counts what counts for every game.
func (c *count) game(g *results.Game) {
	r := &c.out
	if !g.Start.IsZero() && (r.Start.IsZero() || g.Start.Before(r.Start)) {
		r.Start = g.Start
	}
	if g.End.After(r.End) {
		r.End = g.End
	}
	if g.Fault == nil {
		return
	}
	r.Faults++
	if p, ok := c.index[g.Fault.Player]; ok {
		c.players[p].faults++
	}
	if len(r.Faulted) < mostFaulted {
		r.Faulted = append(r.Faulted, Fault{g.Block, g.Number, g.Fault.Player, g.Fault.Kind, g.Fault.Text, g.Fault.Stderr})
	}
}

// report makes the report of what was counted.
func (c *count) report(o Options) *Report {
	r := &c.out
	r.Elapsed = max(0, r.End.Sub(r.Start).Seconds())
	ratings := c.field.Ratings(o.Resamples, 1)
	order := c.standings(ratings)
	r.Crosstable = make([][]Cell, len(order))
	for i, a := range order {
		for _, b := range order {
			p := c.field.Pair(a, b)
			r.Crosstable[i] = append(r.Crosstable[i], Cell{p.Wins, p.Draws, p.Losses, p.Points(), ratings.Superior(a, b)})
		}
	}
	r.SeatScores = c.seats
	for _, name := range slices.Sorted(maps.Keys(c.endings)) {
		e := *c.endings[name]
		e.MeanTurns /= float64(e.Games)
		r.Endings = append(r.Endings, e)
	}
	slices.SortStableFunc(r.Endings, func(a, b Ending) int { return b.Games - a.Games })
	r.Turns, r.Actions, r.MoveTime = spread(c.turns, true), spread(c.actions, true), spread(c.times, false)
	if len(c.names) == 2 && r.Sides == 2 {
		r.Match = c.match()
	}
	r.SPRT = c.test(o.SPRT)
	c.notes(o.SPRT)
	return r
}

// standings fills the standings and returns the players in their order.
func (c *count) standings(ratings *stats.Ratings) []int {
	order := make([]int, len(c.names))
	for i := range order {
		order[i] = i
	}
	// Rounding in the last digits must not order equals.
	elo := func(i int) float64 { return math.Round(1e4 * ratings.Players[i].Elo.Estimate) }
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(c.played(b), c.played(a)), cmp.Compare(elo(b), elo(a)), cmp.Compare(c.players[b].Score(), c.players[a].Score()), a-b)
	})
	for i, n := range order {
		p, rating := &c.players[n], &ratings.Players[n]
		s := Standing{
			Rank: i + 1, Player: c.names[n], Rating: rating.Elo, Group: rating.Group, Games: p.Games,
			Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Points: p.Points(), Faults: p.faults,
			Seats: p.seats, Moves: p.work.Moves, MeanTime: milliseconds(p.work.MeanTime()), Longest: milliseconds(p.work.Longest),
			MeanDepth: p.work.MeanDepth(), KNPS: p.work.KNPS(), work: p.work,
		}
		if p.Games > 0 {
			s.Score, s.Par = p.Score(), p.par/float64(p.Games)
		}
		c.out.Standings = append(c.out.Standings, s)
	}
	return order
}

// played is 1 for a player who has played, 0 for one who has not.
func (c *count) played(i int) int { return min(1, c.players[i].Games) }

// notes says what limits the report.
func (c *count) notes(test *stats.SPRT) {
	r := &c.out
	note := func(format string, args ...any) { r.Notes = append(r.Notes, fmt.Sprintf(format, args...)) }
	if r.Played < r.Planned && (r.SPRT == nil || r.SPRT.Decided == 0) {
		note("The tournament is not finished: %d of %d games have been played.", r.Played, r.Planned)
	}
	if rest := r.Played - r.Games; rest > 0 {
		note("Games outside complete blocks do not count: %d.", rest)
	}
	if c.odd > 0 {
		note("Blocks with a game of fewer than two sides do not count: %d.", c.odd)
	}
	if n := r.groups(); n > 1 {
		note("Games connect the players only within %d groups: ratings of different groups do not compare.", n)
	}
	if test != nil && r.SPRT == nil {
		note("The sequential test needs two players, two sides and blocks of one or two games: it says nothing here.")
	}
	if r.SPRT != nil && r.SPRT.Decided > 0 {
		note("The Elo difference after a sequential test has stopped is a little too large on average, in the direction of the verdict.")
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
