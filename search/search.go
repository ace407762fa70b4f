// Package search finds good actions in any game that keeps the contract of
// package game. It knows no game, no evaluation and no generator.
//
// A [Searcher] is an algorithm: alpha-beta, and the baselines [Random],
// [Greedy] and plain alpha-beta. It is given a [Root] (where to search, how to evaluate),
// [Limits] (when to stop) and a [Config] (how to search), and reports as it
// goes. A [Table] is made by the caller and outlives searches.
//
// Values belong to sides: between a node and its child the value is negated and
// the window flipped only if the side changes. At a roll the value is the mean
// over the outcomes. Depth counts actions.
package search

import (
	"context"
	"errors"
	"time"

	"tetrarch/game"
)

// Scores of decided games, from the view of the side that acts: a win that
// comes after n more actions is Mate-n, a loss n-Mate. Anything beyond
// game.MaxEval is such a score.
const (
	Mate     game.Score = 32000
	Infinite game.Score = 32001
)

// Bound says what a score promises.
type Bound uint8

// The bounds of a score.
const (
	NoBound Bound = iota
	Upper         // the value is at most the score: the search failed low
	Lower         // the value is at least the score: the search failed high
	Exact
)

// Root is where a search starts.
type Root struct {
	// Position is read and cloned, never changed. It must not be over and no
	// roll may be due unless Limits.Roll is set.
	Position game.Position
	// History holds the keys of all positions before this one, oldest first.
	History []uint64
	// Repetition is game.Rules.Repetition.
	Repetition int
	// Evaluator makes an evaluator bound to a position.
	Evaluator func(game.Position) game.Evaluator
	// Simple, if not nil, makes the evaluator that Greedy chooses by.
	Simple func(game.Position) game.Evaluator
	// Share says what a score means: the expected share of the game, 0 to 1,
	// of the side whose score it is. It never falls as the score
	// rises. Margins of pruning are measured with it, and MCTS counts in shares.
	Share func(game.Score) float64
	// Tuning fits the search to the game.
	Tuning Tuning
	// Oracle, if there is one, is asked at every node. Only alpha-beta does so,
	// and only in games of two sides.
	Oracle Oracle
}

// Limits says when to stop. Zero values mean no limit of the kind; with none at
// all a search goes on until its context ends or the depth is exhausted.
type Limits struct {
	Depth     int
	Nodes     uint64
	MoveTime  time.Duration
	Clock     [game.MaxSeats]time.Duration // time left, by seat
	Increment [game.MaxSeats]time.Duration // added after each turn, by seat
	MovesToGo int
	Mate      int // stop once a win within this many own turns is proven
	// Ponder lets clocks start only at [Searcher.PonderHit].
	Ponder bool
	// Roll asks for the value before a roll that is due.
	Roll bool
	// Only restricts the actions at the root; nil means all.
	Only []game.Move
}

// Config says how to search. The zero value is a sensible default except for
// Threads and MultiPV, where 0 means 1.
type Config struct {
	Threads      int
	MultiPV      int
	MoveOverhead time.Duration
	Seed         uint64
	// Without switches features off, for tests and ablations.
	Without Features
}

// Report is what a search knows at one moment, about one line.
type Report struct {
	Depth    int // of the iteration that found Score, at least 1; of the one that runs where there is no PV
	SelDepth int // longest line looked at, in actions
	Multi    int // which line this is, from 1
	// Score is from the view of the side that acts at the root.
	Score game.Score
	Bound Bound
	// Values are all sides' values, for games of more than two sides.
	Values   [game.MaxSides]game.Score
	Nodes    uint64
	TBHits   uint64 // nodes whose value the oracle knew
	HashFull int    // per mille
	Elapsed  time.Duration
	// PV is the line; NoMove stands for a roll that was averaged.
	PV []game.Move
	// Turns is the number of own turns that the win of Score takes, 0 where
	// they were not counted.
	Turns int
	// Current and CurrentNumber say which root action is being searched, in
	// reports that have no PV.
	Current       game.Move
	CurrentNumber int
}

// Result is what a search found.
type Result struct {
	// Best is the action to play; Ponder the reply that is expected, or
	// NoMove.
	Best, Ponder game.Move
	// Lines are the final reports, best first, one for each of MultiPV.
	Lines []Report
	// Proof is what a [Prover] found.
	Proof Proof
}

// Report returns the best line's report.
func (r *Result) Report() Report {
	if len(r.Lines) == 0 {
		return Report{}
	}
	return r.Lines[0]
}

// Searcher is one search algorithm with what it remembers between searches.
type Searcher interface {
	// Search blocks until a limit is reached or ctx ends, and always returns
	// an action that is legal at the root. each, if not nil, is called from
	// the searching goroutine. Only one Search may run at a time.
	Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error)
	// PonderHit starts the clocks of a search begun with Limits.Ponder. It may
	// be called at any time from any goroutine.
	PonderHit()
	// NewGame forgets everything. Not during a search.
	NewGame()
}

// Errors that every searcher gives.
var (
	ErrOver     = errors.New("the game is over: no action to find")
	ErrNeedRoll = errors.New("a roll is due: want its outcome first")
	ErrNoMoves  = errors.New("no action is left to search: want at least one legal action")
)
