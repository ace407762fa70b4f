package tournament

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/positions"
	"tetrarch/search"
)

// An Exam lets players find the best actions of positions where these are known,
// one position at a time, every one as a game of its own. It measures what
// matches between players that mostly draw do not show.
type Exam struct {
	Game *engine.Game
	// Lines are the suite. They have the field best: all actions that solve the position. A line
	// belongs to the group that its field group names, else to that of wins as
	// long as its field win says.
	Lines   []positions.Line
	Players []Entrant
	// Limits hold for players without limits of their own.
	Limits search.Limits
	Seed   uint64
	// Each, if not nil, is told how many of the positions every player has tried.
	Each func(done int)
}

// Scores are what players found in a suite.
type Scores struct {
	Game    string   `json:"game"`
	Players []string `json:"players"`
	// Groups are sorted by name; the last one is all positions.
	Groups []ExamGroup `json:"groups"`
	Tries  []Try       `json:"positions"`
	// Pairs compares every two players.
	Pairs []ExamPair `json:"pairs"`
}

// ExamGroup is what players found among positions of one kind.
type ExamGroup struct {
	Name      string          `json:"name"`
	Positions int             `json:"positions"`
	Solved    []int           `json:"solved"` // by player
	Nodes     []uint64        `json:"nodes"`  // by player, as far as it says
	Time      []time.Duration `json:"time_ns"`
}

// Try is one position.
type Try struct {
	Source string   `json:"source"` // file:line
	Group  string   `json:"group"`
	FEN    string   `json:"fen"`
	Best   []string `json:"best"`
	// Played is what each player chose; Faults says why one chose nothing.
	Played []string `json:"played"`
	Faults []string `json:"faults,omitempty"`
	Solved []bool   `json:"solved"`
}

// ExamPair says what one player solved and another did not.
type ExamPair struct {
	First      string `json:"first"`
	Second     string `json:"second"`
	OnlyFirst  int    `json:"only_first"`
	OnlySecond int    `json:"only_second"`
	// P is how likely, if both were equally good, the positions that one alone
	// solved would be shared out as unevenly as they are, or more: the sign test,
	// two-sided.
	P float64 `json:"p"`
}

// A puzzle is a line of a suite made ready.
type puzzle struct {
	line positions.Line
	game Game
	try  Try
}

// Run lets every player try every position. What the suite or a player got wrong
// is an error before the first try.
func (s *Exam) Run(ctx context.Context) (*Scores, error) {
	puzzles, err := s.prepare()
	if err != nil {
		return nil, err
	}
	r := &Scores{Game: s.Game.Rules.Name}
	for i := range s.Players {
		r.Players = append(r.Players, s.Players[i].Name)
	}
	b := &bench{entrants: s.Players, seated: map[int]Player{}}
	err = s.tryAll(ctx, b, puzzles, r)
	if err := errors.Join(err, b.clear()); err != nil {
		return nil, err
	}
	r.compare()
	return r, nil
}

// prepare checks all there is to check.
func (s *Exam) prepare() ([]puzzle, error) {
	if len(s.Lines) == 0 {
		return nil, errors.New("the suite is empty: want positions with the field best")
	}
	for i := range s.Players {
		e := &s.Players[i]
		switch l := s.limits(e); {
		case e.Clock != (TimeControl{}):
			return nil, fmt.Errorf("player %s has a clock: want nodes, depth or movetime in a suite", e.Name)
		case e.NeedsLimit && !engine.Limited(l):
			return nil, fmt.Errorf("player %s has no limit: want nodes, depth or movetime", e.Name)
		}
	}
	puzzles := make([]puzzle, len(s.Lines))
	for i, line := range s.Lines {
		g, err := NewGame(s.Game, line.Setup)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line.Source, err)
		}
		puzzles[i] = puzzle{line: line, game: g}
		if err := puzzles[i].read(); err != nil {
			return nil, fmt.Errorf("%s: %w", line.Source, err)
		}
	}
	return puzzles, nil
}

// read finds out what the line asks for.
func (p *puzzle) read() error {
	play, err := p.line.Open(p.game.Rules)
	if err != nil {
		return err
	}
	pos := play.Position()
	p.try = Try{Source: p.line.Source, FEN: game.Text(pos), Best: strings.Fields(p.line.Fields["best"]), Group: p.line.Fields["group"]}
	if win := p.line.Fields["win"]; p.try.Group == "" && win != "" {
		p.try.Group = "win in " + win
	}
	switch {
	case play.Over():
		return fmt.Errorf("the game is over (%s): want a position to find an action in", play.Reason())
	case pos.Base().Player == game.Chance:
		return errors.New("a roll is due: want a position to find an action in")
	case len(p.try.Best) == 0:
		return errors.New("the field best is missing: want all actions that solve the position")
	}
	for i, text := range p.try.Best {
		m, err := pos.ParseMove(text)
		if err != nil {
			return fmt.Errorf("field best: %w", err)
		}
		p.try.Best[i] = pos.FormatMove(m)
	}
	return nil
}

func (s *Exam) limits(e *Entrant) search.Limits {
	if engine.Limited(e.Limits) {
		return e.Limits
	}
	return s.Limits
}

// tryAll goes through the positions.
func (s *Exam) tryAll(ctx context.Context, b *bench, puzzles []puzzle, r *Scores) error {
	all := newGroup("all", len(s.Players))
	for i := range puzzles {
		p := &puzzles[i]
		if i == 0 || p.game.Setup.String() != puzzles[i-1].game.Setup.String() {
			// Players are opened for a game with its options.
			if err := b.clear(); err != nil {
				return err
			}
			b.game = p.game
		}
		at := slices.IndexFunc(r.Groups, func(g ExamGroup) bool { return g.Name == p.try.Group })
		if at < 0 && p.try.Group != "" {
			at = len(r.Groups)
			r.Groups = append(r.Groups, newGroup(p.try.Group, len(s.Players)))
		}
		for who := range s.Players {
			players, err := b.seat([]int{who})
			if err != nil {
				return err
			}
			d, took, err := s.try(ctx, p, players[0], who, mix("suite", s.Seed, uint64(i)))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := p.note(d, err, who, len(s.Players)); err != nil {
				return err
			}
			all.add(who, p.try.Solved[who], d.Nodes, took)
			if at >= 0 {
				r.Groups[at].add(who, p.try.Solved[who], d.Nodes, took)
			}
		}
		r.Tries = append(r.Tries, p.try)
		if s.Each != nil {
			s.Each(i + 1)
		}
	}
	slices.SortFunc(r.Groups, func(a, b ExamGroup) int { return strings.Compare(a.Name, b.Name) })
	r.Groups = append(r.Groups, all)
	return nil
}

// try asks one player for an action.
func (s *Exam) try(ctx context.Context, p *puzzle, player Player, who int, seed uint64) (Decision, time.Duration, error) {
	before := p.line
	before.Moves = nil
	play, err := before.Open(p.game.Rules)
	if err != nil {
		return Decision{}, 0, err
	}
	if err := player.NewGame(ctx, play, seed); err != nil {
		return Decision{}, 0, err
	}
	for _, m := range p.line.Moves {
		if err := play.Make(m); err != nil {
			return Decision{}, 0, err
		}
	}
	start := time.Now()
	d, err := player.Choose(ctx, play, s.limits(&s.Players[who]))
	took := time.Since(start)
	if d.Time > 0 {
		took = d.Time
	}
	return d, took, err
}

// note keeps what a player chose. A fault of a player is a position that it did
// not solve; any other error is returned.
func (p *puzzle) note(d Decision, err error, who, players int) error {
	t := &p.try
	if t.Played == nil {
		t.Played, t.Solved = make([]string, players), make([]bool, players)
	}
	if err != nil {
		var fault *Fault
		if !errors.As(err, &fault) {
			return err
		}
		if t.Faults == nil {
			t.Faults = make([]string, players)
		}
		t.Faults[who] = fault.Error()
		return nil
	}
	t.Played[who], t.Solved[who] = d.Move, slices.Contains(t.Best, d.Move)
	return nil
}

func newGroup(name string, players int) ExamGroup {
	return ExamGroup{name, 0, make([]int, players), make([]uint64, players), make([]time.Duration, players)}
}

// add counts a try. Every player tries every position, the first one first.
func (g *ExamGroup) add(who int, solved bool, nodes uint64, took time.Duration) {
	if who == 0 {
		g.Positions++
	}
	if solved {
		g.Solved[who]++
	}
	g.Nodes[who] += nodes
	g.Time[who] += took
}

// compare fills in the pairs.
func (r *Scores) compare() {
	for j := range r.Players {
		for i := range j {
			p := ExamPair{First: r.Players[i], Second: r.Players[j]}
			for _, t := range r.Tries {
				switch {
				case t.Solved[i] && !t.Solved[j]:
					p.OnlyFirst++
				case t.Solved[j] && !t.Solved[i]:
					p.OnlySecond++
				}
			}
			p.P = signTest(p.OnlyFirst, p.OnlySecond)
			r.Pairs = append(r.Pairs, p)
		}
	}
}

// signTest returns how likely a fair coin falls as unevenly as a to b, or more.
func signTest(a, b int) float64 {
	n := a + b
	factorial := func(n int) float64 {
		l, _ := math.Lgamma(float64(n + 1))
		return l
	}
	p := 0.0
	for k := range min(a, b) + 1 {
		p += math.Exp(factorial(n) - factorial(k) - factorial(n-k) - float64(n)*math.Ln2)
	}
	return min(1, 2*p)
}
