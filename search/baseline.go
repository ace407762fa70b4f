package search

import (
	"context"
	"math/rand/v2"
	"time"

	"tetrarch/game"
)

// rootMoves returns the actions to search at the root, or why there are none.
// selective allows the game's declared subset in place of a huge list.
func rootMoves(r Root, l Limits, selective bool) ([]game.Move, error) {
	st := r.Position.Base()
	if st.Over {
		return nil, ErrOver
	}
	if st.Player == game.Chance && !l.Roll {
		return nil, ErrNeedRoll
	}
	var list game.MoveList
	if s, ok := r.Position.(game.Selective); ok && selective && l.Only == nil && st.Player != game.Chance {
		s.GenerateSelective(&list)
	} else {
		r.Position.Generate(&list)
	}
	var moves []game.Move
	for _, s := range list.Moves {
		if l.Only == nil || contains(l.Only, s.Move) {
			moves = append(moves, s.Move)
		}
	}
	if len(moves) == 0 {
		return nil, ErrNoMoves
	}
	return moves, nil
}

func contains(ms []game.Move, m game.Move) bool {
	for _, x := range ms {
		if x == m {
			return true
		}
	}
	return false
}

// single is the result of a baseline that looks at one action at a time.
func single(m game.Move, s game.Score, nodes int, since time.Time, each func(Report)) Result {
	rep := Report{Depth: 1, SelDepth: 1, Multi: 1, Score: s, Bound: Exact, Nodes: uint64(nodes), Elapsed: time.Since(since), PV: []game.Move{m}}
	if each != nil {
		each(rep)
	}
	return Result{Best: m, Lines: []Report{rep}}
}

// Random plays any legal action, all equally likely. Equal seeds and equal
// positions give equal actions.
type Random struct{}

// NewRandom returns a Random.
func NewRandom() *Random { return &Random{} }

// Search picks an action at once; limits other than Only do not matter.
func (*Random) Search(_ context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	moves, err := rootMoves(r, l, false)
	if err != nil {
		return Result{}, err
	}
	rng := baselineRand(r, c)
	return single(moves[rng.IntN(len(moves))], 0, len(moves), start, each), nil
}

// PonderHit does nothing.
func (*Random) PonderHit() {}

// NewGame does nothing.
func (*Random) NewGame() {}

func baselineRand(r Root, c Config) *rand.Rand {
	st := r.Position.Base()
	return rand.New(rand.NewPCG(c.Seed, st.Key^uint64(len(r.History))*0x9e3779b97f4a7c15))
}

// Greedy plays the action after which the evaluation is best for its side,
// looking one action ahead; ties are broken by the seed.
type Greedy struct{}

// NewGreedy returns a Greedy.
func NewGreedy() *Greedy { return &Greedy{} }

// Search tries every action once; limits other than Only do not matter.
func (*Greedy) Search(_ context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	moves, err := rootMoves(r, l, false)
	if err != nil {
		return Result{}, err
	}
	rng := baselineRand(r, c)
	pos := r.Position.Clone()
	side := pos.Base().Side
	eval := r.Evaluator(pos)
	best, bestScore := game.NoMove, -Infinite
	for n, i := range rng.Perm(len(moves)) {
		pos.Make(moves[i])
		s := leafValue(pos, eval, side, 1)
		pos.Unmake()
		if n == 0 || s > bestScore {
			best, bestScore = moves[i], s
		}
	}
	return single(best, bestScore, len(moves), start, each), nil
}

// PonderHit does nothing.
func (*Greedy) PonderHit() {}

// NewGame does nothing.
func (*Greedy) NewGame() {}

// leafValue is the value of pos for a side without any search: the result, ply
// actions from the root, or the evaluation.
func leafValue(pos game.Position, eval game.Evaluator, side game.Side, ply int) game.Score {
	var v [game.MaxSides]game.Score
	if pos.Base().Over {
		pos.Returns(&v)
		return resultScore(v[side], ply)
	}
	eval.Evaluate(&v)
	return v[side]
}

// resultScore turns a side's share of a finished game, in twelfths, into a
// score, ply actions from the root. A share between win and loss is worth what
// it is worth, a draw of two nothing.
func resultScore(share game.Score, ply int) game.Score {
	switch share {
	case game.Whole:
		return Mate - game.Score(ply)
	case 0:
		return game.Score(ply) - Mate
	}
	return (2*share - game.Whole) * game.MaxEval / game.Whole
}
