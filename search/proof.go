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
	// Turns is the number that wins if Won, the least unless Refuted says less
	// than one below it; else the number asked about.
	Turns int
	// Refuted is the largest number within which there is no win for certain.
	Refuted int
	// Nodes counts the positions looked at, also by the search for an action to
	// play.
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
	p.nodes = res.Report().Nodes
	p.halted = l.Nodes > 0 && p.nodes >= l.Nodes
	p.until = s.deadline(start, patience)
	d := &proving{prover: p, result: &res, start: start, told: start, each: each}
	d.deepen(l.Mate)
	return res, nil
}

// deadline returns a function that says whether patience, if there is any, has
// run out since start, or since the first call after a ponder hit.
func (s *Prover) deadline(start time.Time, patience time.Duration) func() bool {
	begin := start
	if s.ponder.Load() {
		begin = time.Time{}
	}
	return func() bool {
		if s.ponder.Load() || patience == 0 {
			return false
		}
		if begin.IsZero() {
			begin = time.Now()
		}
		return time.Since(begin) >= patience
	}
}

// proving is a proof under way and the result that it makes.
type proving struct {
	*prover
	result *Result
	start  time.Time
	told   time.Time // when the last report was made
	each   func(Report)
}

// deepen asks for wins within one turn, two, and so on up to most.
func (d *proving) deepen(most int) {
	proof := &d.result.Proof
	*proof = Proof{Verdict: Undecided, Turns: most}
	if d.halted { // the search for an action to play had it all
		d.report(1)
	}
	// No line has more turns than actions.
	last := min(most, MaxPly)
	for n := 1; n <= last && proof.Verdict == Undecided && !d.halted; n++ {
		d.tell = func() {
			if time.Since(d.told) >= reportEvery {
				d.report(n)
			}
		}
		b := budgetOf(n, d.st)
		pn, dn := d.prove(0, b, endless, endless)
		switch {
		case pn == 0:
			d.tell = nil
			proof.Verdict, proof.Turns = Won, n
			d.won(b)
		case dn == 0 && !d.doubtful:
			proof.Refuted = n
			if n == last {
				proof.Verdict, proof.Refuted = NotWon, most
			}
		}
		d.report(n)
	}
	proof.Nodes = d.nodes
}

// won makes the result that of a win proven with a budget.
func (d *proving) won(b budget) {
	winner := d.frames[0].winner().move
	line := d.line(b)
	if len(line) == 0 {
		line = []game.Move{winner}
	}
	d.result.Best, d.result.Ponder = line[0], game.NoMove
	if len(line) > 1 {
		d.result.Ponder = line[1]
	}
	rep := Report{Multi: 1, Score: Mate - game.Score(len(line)), Bound: Exact, PV: line, Turns: d.result.Proof.Turns}
	rep.Values[d.us], rep.Values[1-d.us] = rep.Score, -rep.Score
	d.result.Lines = []Report{rep}
}

// report brings the numbers of the lines up to date and tells of the first,
// unless the search for an action to play was stopped before it knew a value.
func (d *proving) report(turns int) {
	d.told = time.Now()
	for i := range d.result.Lines {
		r := &d.result.Lines[i]
		r.Depth, r.SelDepth = turns, max(d.longest, len(r.PV))
		r.Nodes, r.TBHits, r.HashFull = d.nodes, d.hits, d.table.full()
		r.Elapsed = time.Since(d.start)
		r.PV = slices.Clone(r.PV)
	}
	if d.each != nil && len(d.result.Lines) > 0 && d.result.Lines[0].Score > -Infinite {
		d.each(d.result.Lines[0])
	}
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
