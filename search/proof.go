package search

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"tetrarch/game"
)

// Verdict is the answer to the question whether the side that acts wins within
// so many of its own turns.
type Verdict uint8

// The verdicts. The zero value says that nothing was asked.
const (
	NotAsked  Verdict = iota
	Won               // it does, against everything
	NotWon            // it does not
	Undecided         // a limit ended the search before that was known
)

// Proof is what a [Prover] found. Turns are those that [Turns] counts.
type Proof struct {
	Verdict Verdict
	// Turns is the least number that wins if Won, else the number asked about.
	Turns int
	// Refuted is the largest number within which there is no win for certain.
	Refuted int
	// Nodes counts the positions looked at.
	Nodes uint64
}

// String says it in words: "mate in 2, 340 nodes", "no mate in 3, 9100 nodes", or
// "no mate in 3, mate in 5 unknown, 80000 nodes".
func (p Proof) String() string {
	switch {
	case p.Verdict == Won:
		return fmt.Sprintf("mate in %d, %d nodes", p.Turns, p.Nodes)
	case p.Verdict == NotWon:
		return fmt.Sprintf("no mate in %d, %d nodes", p.Turns, p.Nodes)
	case p.Refuted > 0:
		return fmt.Sprintf("no mate in %d, mate in %d unknown, %d nodes", p.Refuted, p.Turns, p.Nodes)
	default:
		return fmt.Sprintf("mate in %d unknown, %d nodes", p.Turns, p.Nodes)
	}
}

// Prover proves or refutes wins within Limits.Mate own turns, in games of two
// sides without dice, by proof-number search, for one turn, then two, and so on.
// It uses one thread.
type Prover struct {
	table  *Table
	rest   Searcher
	ponder atomic.Bool
}

// NewProver returns a Prover that remembers positions in three quarters of t. rest
// gives the action to play where no win is proven, after a short search, and
// searches whatever has no Limits.Mate or more than two sides.
func NewProver(t *Table, rest Searcher) *Prover { return &Prover{table: t, rest: rest} }

// NewGame implements [Searcher].
func (s *Prover) NewGame() {
	s.table.Clear()
	s.rest.NewGame()
}

// PonderHit implements [Searcher].
func (s *Prover) PonderHit() {
	s.ponder.Store(false)
	s.rest.PonderHit()
}

// The search for an action to play has at most so many nodes, and at most these
// parts of the limits.
const (
	restNodes = 10_000
	restPart  = 8
	restTime  = 200 * time.Millisecond
)

// reportEvery is the time between two reports of a proof that takes long.
const reportEvery = time.Second

// Search implements [Searcher]. Result.Proof says what was found; reports count
// depth in own turns, and until there is a proof show what the search for an
// action to play found. A roll ends the line that leads to it, undecided.
func (s *Prover) Search(ctx context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	if l.Mate <= 0 || r.Position.Seating().Sides != 2 {
		return s.rest.Search(ctx, r, l, c, each)
	}
	moves, err := rootMoves(r, l, false)
	if err != nil {
		return Result{}, err
	}
	s.ponder.Store(l.Ponder)
	patience := l.patience(r.Position.Base().Player, c.MoveOverhead)
	res, err := s.rest.Search(ctx, r, l.forRest(patience), c, nil)
	if err != nil {
		return res, err
	}
	p := s.prover(ctx, r, l, moves)
	begin := start
	if l.Ponder {
		begin = time.Time{}
	}
	p.until = func() bool {
		if s.ponder.Load() || patience == 0 {
			return false
		}
		if begin.IsZero() {
			begin = time.Now()
		}
		return time.Since(begin) >= patience
	}
	told := start
	report := func(turns int) {
		told = time.Now()
		for i := range res.Lines {
			p.stamp(&res.Lines[i], turns, start)
		}
		if each != nil && len(res.Lines) > 0 {
			each(res.Lines[0])
		}
	}
	res.Proof = Proof{Verdict: Undecided, Turns: l.Mate}
	for n := 1; n <= min(l.Mate, MaxPly) && !p.halted; n++ {
		p.tell = func() {
			if time.Since(told) >= reportEvery {
				report(n)
			}
		}
		b := budgetOf(n, p.st)
		pn, dn := p.prove(0, b, endless, endless)
		if pn == 0 {
			res.Proof.Verdict, res.Proof.Turns = Won, n
			p.tell = nil
			s.won(p, &res, b, start)
		} else if dn == 0 && !p.doubtful {
			res.Proof.Refuted = n
		}
		report(n)
		if pn == 0 {
			break
		}
	}
	if res.Proof.Verdict == Undecided && res.Proof.Refuted >= min(l.Mate, MaxPly) {
		res.Proof.Verdict = NotWon
		res.Proof.Refuted = l.Mate
	}
	res.Proof.Nodes = p.nodes
	return res, nil
}

// won makes a result of a win that was proven with a budget.
func (s *Prover) won(p *prover, res *Result, b budget, start time.Time) {
	winner := p.frames[0].winner().move
	line := p.line(b)
	if len(line) == 0 {
		line = []game.Move{winner}
	}
	res.Best, res.Ponder = line[0], game.NoMove
	if len(line) > 1 {
		res.Ponder = line[1]
	}
	rep := Report{Multi: 1, Score: Mate - game.Score(len(line)), Bound: Exact, PV: line, Turns: res.Proof.Turns}
	rep.Values[p.us], rep.Values[1-p.us] = rep.Score, -rep.Score
	res.Lines = []Report{rep}
}

// stamp brings the numbers of a report up to date.
func (p *prover) stamp(r *Report, turns int, start time.Time) {
	r.Depth, r.SelDepth = turns, max(p.longest, len(r.PV))
	r.Nodes, r.TBHits, r.HashFull = p.nodes, p.hits, p.table.full()
	r.Elapsed = time.Since(start)
	r.PV = slices.Clone(r.PV)
}

// prover readies a proof.
func (s *Prover) prover(ctx context.Context, r Root, l Limits, moves []game.Move) *prover {
	p := &prover{ctx: ctx, limits: l, pos: r.Position.Clone(), oracle: r.Oracle, deepest: MaxPly}
	p.st = p.pos.Base()
	p.us = p.st.Side
	if l.Only != nil {
		p.limits.Only = moves
	}
	if l.Depth > 0 {
		p.deepest = min(p.deepest, l.Depth)
	}
	p.ranker, _ = p.pos.(game.Ranker)
	p.selector, _ = p.pos.(game.Selective)
	p.counter, _ = p.pos.(game.Counter)
	if q, ok := p.pos.(game.Quiet); ok {
		if _, limit := q.Quiet(); limit > 0 {
			p.quiet = q
		}
	}
	p.barred = barred(r, p.st)
	p.table.borrow(s.table)
	return p
}

// barred returns the keys whose next occurrence is a draw, going by the root and
// the positions before it.
func barred(r Root, root *game.State) map[uint64]bool {
	if r.Repetition == 0 {
		return nil
	}
	times, keys := map[uint64]int{root.Key: 1}, map[uint64]bool{}
	since := max(0, len(r.History)-int(root.Progress))
	for _, k := range r.History[since:] {
		times[k]++
	}
	for k, n := range times {
		if n >= r.Repetition-1 {
			keys[k] = true
		}
	}
	return keys
}

// patience is how long a proof may take, 0 for as long as it likes: the time for
// the move, or an even part of a clock.
func (l *Limits) patience(seat game.Player, overhead time.Duration) time.Duration {
	switch {
	case l.MoveTime > 0:
		// A poll, a stop and an answer take time too.
		return max(l.MoveTime-min(max(l.MoveTime/50, time.Millisecond), 10*time.Millisecond), l.MoveTime/2)
	case seat >= 0 && l.Clock[seat] > 0:
		left := max(l.Clock[seat]-overhead, l.Clock[seat]/10)
		togo := 25
		if l.MovesToGo > 0 {
			togo = min(l.MovesToGo+1, togo)
		}
		return min(left/time.Duration(togo)+l.Increment[seat]*3/4, left*7/10)
	}
	return 0
}

// forRest are the limits of the search for an action to play.
func (l *Limits) forRest(patience time.Duration) Limits {
	rest := Limits{Depth: l.Depth, Nodes: restNodes, Only: l.Only}
	if l.Nodes > 0 {
		rest.Nodes = max(1, min(restNodes, l.Nodes/restPart))
	}
	if patience > 0 {
		rest.MoveTime = max(time.Microsecond, min(restTime, patience/restPart))
	}
	return rest
}
