// Package solve answers exhaustively whether the side to act can force a win
// within a number of actions, those of all seats counted. It is slow and obvious: no evaluation, no
// selection, nothing pruned but what the answer no longer depends on. It makes
// the suites of forced wins and checks them.
//
// Only games of two sides without chance are solved. Draws by repetition need a
// history and are not seen; a win that is forced in the fewest actions never
// repeats a position.
package solve

import (
	"context"
	"errors"

	"tetrarch/game"
)

// ErrGame says that a game has dice or more than two sides.
var ErrGame = errors.New("solve: want a game of two sides without chance")

// Solver proves wins. It remembers what it proved, up to a bound on memory.
type Solver struct {
	ctx   context.Context
	pos   game.Position
	st    *game.State
	side  game.Side
	lists []*game.MoveList
	known map[known]bool
	nodes uint64
}

// known is a question that was answered: can the solver's side force a win
// here within so many more actions?
type known struct {
	key  uint64
	left int
}

// maxKnown bounds the memory to some 200 MB.
const maxKnown = 4 << 20

// New returns a solver for p, which it clones.
func New(ctx context.Context, p game.Position) (*Solver, error) {
	if p.Seating().Sides != 2 || p.Base().Player == game.Chance {
		return nil, ErrGame
	}
	s := &Solver{ctx: ctx, pos: p.Clone(), known: map[known]bool{}}
	s.st = s.pos.Base()
	s.side = s.st.Side
	return s, nil
}

// Nodes returns how many positions were looked at so far.
func (s *Solver) Nodes() uint64 { return s.nodes }

// Win says whether the side to act forces a win within a number of actions: a
// win in k own moves of an alternating game is one within 2k-1. A context that
// ends makes it return early with its error.
func (s *Solver) Win(actions int) (bool, error) {
	return s.win(actions, 0), s.ctx.Err()
}

// Winners returns the first actions that force a win within a number of actions.
func (s *Solver) Winners(actions int) ([]game.Move, error) {
	var ms []game.Move
	if actions > 0 {
		for _, e := range s.list(0).Moves {
			if s.try(e.Move, actions, 0) {
				ms = append(ms, e.Move)
			}
		}
	}
	return ms, s.ctx.Err()
}

// win is Win for the position at hand, ply actions after the first.
func (s *Solver) win(left, ply int) bool {
	s.nodes++
	if left == 0 || s.nodes%4096 == 0 && s.ctx.Err() != nil {
		return false
	}
	question := known{s.st.Key, left}
	if answer, ok := s.known[question]; ok {
		return answer
	}
	ours := s.st.Side == s.side
	answer := !ours
	for _, e := range s.list(ply).Moves {
		if s.try(e.Move, left, ply) == ours {
			answer = ours
			break
		}
	}
	if left > 1 && len(s.known) < maxKnown && s.ctx.Err() == nil {
		s.known[question] = answer
	}
	return answer
}

// try answers for the position after m.
func (s *Solver) try(m game.Move, left, ply int) bool {
	s.pos.Make(m)
	defer s.pos.Unmake()
	if s.st.Over {
		var r [game.MaxSides]game.Score
		s.pos.Returns(&r)
		return r[s.side] == game.Whole
	}
	return s.win(left-1, ply+1)
}

func (s *Solver) list(ply int) *game.MoveList {
	for len(s.lists) <= ply {
		s.lists = append(s.lists, &game.MoveList{})
	}
	l := s.lists[ply]
	l.Reset()
	s.pos.Generate(l)
	return l
}
