package search

import (
	"context"
	"math/rand/v2"
	"slices"
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

// linedMoves returns the actions to search at the root for the lines that c wants
// of it: the game's declared subset only if that is enough.
func linedMoves(r Root, l Limits, c Config) ([]game.Move, error) {
	moves, err := rootMoves(r, l, c.Without&FeatureSelective == 0)
	if err == nil && len(moves) < c.MultiPV {
		return rootMoves(r, l, false)
	}
	return moves, err
}

func contains(ms []game.Move, m game.Move) bool {
	for _, x := range ms {
		if x == m {
			return true
		}
	}
	return false
}

// judged is an action with the values of all sides after it.
type judged struct {
	move   game.Move
	score  game.Score // of the side that acts
	values vector
}

// single is the result of a baseline that looks at so many positions, each after
// one action or none; ranked holds all actions, best first.
func single(ranked []judged, c Config, nodes int, since time.Time, each func(Report)) Result {
	res := Result{Best: ranked[0].move}
	for i, j := range ranked[:min(max(1, c.MultiPV), len(ranked))] {
		rep := Report{
			Depth: 1, SelDepth: 1, Multi: i + 1, Score: j.score, Bound: Exact, Values: j.values,
			Nodes: uint64(nodes), Elapsed: time.Since(since), PV: []game.Move{j.move},
		}
		if each != nil {
			each(rep)
		}
		res.Lines = append(res.Lines, rep)
	}
	return res
}

// atRoll is the result of a baseline where a roll is due: the evaluation.
func atRoll(r Root, since time.Time, each func(Report)) Result {
	return single([]judged{asItStands(r)}, Config{}, 1, since, each)
}

// asItStands judges no action: it has the values of the root itself.
func asItStands(r Root) judged {
	j := judged{move: game.NoMove}
	pos := r.Position.Clone()
	r.Evaluator(pos).Evaluate(&j.values)
	j.score = j.values[pos.Base().Side]
	return j
}

// Random plays any legal action, all equally likely. Equal seeds and equal
// positions give equal actions.
type Random struct{}

// NewRandom returns a Random.
func NewRandom() *Random { return &Random{} }

// Search picks an action at once; limits other than Only do not matter. Further
// lines are further actions at random. All are told with the evaluation of the
// root: what comes of them was not looked at.
func (*Random) Search(_ context.Context, r Root, l Limits, c Config, each func(Report)) (Result, error) {
	start := time.Now()
	moves, err := rootMoves(r, l, false)
	if err != nil {
		return Result{}, err
	}
	if r.Position.Base().Player == game.Chance {
		return atRoll(r, start, each), nil
	}
	rng := baselineRand(r, c)
	first := rng.IntN(len(moves))
	moves[0], moves[first] = moves[first], moves[0]
	rng.Shuffle(len(moves)-1, func(i, j int) { moves[i+1], moves[j+1] = moves[j+1], moves[i+1] })
	ranked := make([]judged, len(moves))
	standing := asItStands(r)
	for i, m := range moves {
		ranked[i] = standing
		ranked[i].move = m
	}
	return single(ranked, c, 1, start, each), nil
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
// looking one action ahead; ties are broken by the seed. It chooses by
// [Root.Simple] if the game has that, whose values have a scale of their own; what
// it reports are always values of [Root.Evaluator].
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
	if r.Position.Base().Player == game.Chance {
		return atRoll(r, start, each), nil
	}
	rng := baselineRand(r, c)
	pos := r.Position.Clone()
	side, sides := pos.Base().Side, pos.Seating().Sides
	evaluator := r.Evaluator
	if r.Simple != nil {
		evaluator = r.Simple
	}
	eval := evaluator(pos)
	ranked := make([]judged, len(moves))
	for n, i := range rng.Perm(len(moves)) {
		j := judged{move: moves[i]}
		pos.Make(j.move)
		leafValues(pos, eval, sides, 1, &j.values)
		pos.Unmake()
		j.score = j.values[side]
		ranked[n] = j
	}
	slices.SortStableFunc(ranked, func(a, b judged) int { return int(b.score) - int(a.score) })
	if r.Simple != nil {
		eval = r.Evaluator(pos)
		for i := range ranked[:min(max(1, c.MultiPV), len(ranked))] {
			j := &ranked[i]
			pos.Make(j.move)
			leafValues(pos, eval, sides, 1, &j.values)
			pos.Unmake()
			j.score = j.values[side]
		}
	}
	return single(ranked, c, len(moves), start, each), nil
}

// PonderHit does nothing.
func (*Greedy) PonderHit() {}

// NewGame does nothing.
func (*Greedy) NewGame() {}

// leafValue is the value of pos for a side without any search: the result, ply
// actions from the root, or the evaluation.
func leafValue(pos game.Position, eval game.Evaluator, side game.Side, ply int) game.Score {
	var v vector
	leafValues(pos, eval, int(side)+1, ply, &v)
	return v[side]
}

// leafValues fills the values of pos for the first so many sides.
func leafValues(pos game.Position, eval game.Evaluator, sides, ply int, v *vector) {
	if !pos.Base().Over {
		eval.Evaluate(v)
		return
	}
	pos.Returns(v)
	for side := range sides {
		v[side] = resultScore(v[side], ply)
	}
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
