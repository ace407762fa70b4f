package tournament

import (
	"context"
	"fmt"

	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
)

// Openings says how the games of a block begin: with random actions that leave
// the game undecided, or from a file. The zero value means the defaults.
type Openings struct {
	// MinPlies and MaxPlies bound the number of random actions, rolls not
	// counted; both 0 means 4 to 8. None at all is MinPlies -1.
	MinPlies, MaxPlies int
	// Bound is how far from even, in hundredths of the advantage that wins
	// three games for one lost, an opening of two sides may be; 0 means 80.
	Bound int
	// Nodes is the size of the search that judges it; 0 means 2000.
	Nodes uint64
	// Book, if not nil, holds the openings in place of random actions. They are
	// taken as they come, with no bound on how uneven they are.
	Book *Book
	// Shuffled takes the openings of Book in an order that hangs on the seed.
	Shuffled bool
}

// The defaults of [Openings].
const (
	defaultMinPlies = 4
	defaultMaxPlies = 8
	defaultBound    = 80
	defaultNodes    = 2000
)

// opening is what is on the board when the players take over.
type opening struct {
	name  string        // in results: "random:3", "file:7", "start"
	text  string        // of the start, as records say it
	start game.Position // nil for the game's own
	moves []game.Move   // made from there, rolls included
}

// position returns a new position at which the opening's actions begin.
func (o *opening) position(g *Game) game.Position {
	if o.start == nil {
		return g.Variant.Start()
	}
	return o.start.Clone()
}

// maxTries is how many openings are thrown away before the most even of them is
// taken.
const maxTries = 60

func (o Openings) withDefaults() Openings {
	if o.MinPlies == 0 && o.MaxPlies == 0 {
		o.MinPlies, o.MaxPlies = defaultMinPlies, defaultMaxPlies
	}
	o.MinPlies = max(0, o.MinPlies)
	o.MaxPlies = max(o.MinPlies, o.MaxPlies)
	if o.Bound == 0 {
		o.Bound = defaultBound
	}
	if o.Nodes == 0 {
		o.Nodes = defaultNodes
	}
	return o
}

// opener finds the openings of a match.
type opener struct {
	game  Game
	plan  Openings
	seed  uint64
	judge search.Searcher
}

func newOpener(g Game, plan Openings, seed uint64) (*opener, error) {
	t, err := search.NewTable(1)
	if err != nil {
		return nil, err
	}
	return &opener{g, plan.withDefaults(), seed, search.NewAlphaBeta(t)}, nil
}

// find returns a block's opening. It depends on the seed and the number of the
// block alone.
func (o *opener) find(ctx context.Context, block int) (*opening, error) {
	if o.plan.Book != nil {
		return o.plan.Book.at(block, o.plan.Shuffled, o.seed), nil
	}
	if o.plan.MaxPlies == 0 {
		return &opening{name: "start", text: record.StartPos}, nil
	}
	moves, err := o.search(ctx, block)
	return &opening{name: fmt.Sprintf("random:%d", block+1), text: record.StartPos, moves: moves}, err
}

// search returns random actions that leave the game even, or the most even of
// many tries.
func (o *opener) search(ctx context.Context, block int) ([]game.Move, error) {
	var best []game.Move
	bestOff := -1
	for try := range maxTries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		play := o.random(block, try)
		if play.Over() {
			continue
		}
		off, err := o.unevenness(ctx, play)
		if err != nil {
			return nil, err
		}
		if bestOff < 0 || off < bestOff {
			best, bestOff = append([]game.Move{}, play.Moves()...), off
		}
		if bestOff <= o.plan.Bound {
			break
		}
	}
	return best, nil
}

// random plays random actions, up to the end of a turn.
func (o *opener) random(block, try int) *game.Play {
	rng := generator("opening", o.seed, uint64(block), uint64(try))
	rolls := dice{match: o.seed, block: uint64(block)}
	play := game.NewPlay(o.game.Rules, o.game.Variant.Start())
	plies := o.plan.MinPlies + rng.IntN(o.plan.MaxPlies-o.plan.MinPlies+1)
	var list game.MoveList
	for n := 0; !play.Over(); {
		st := play.Position().Base()
		if n >= plies && !st.Midturn {
			break
		}
		if st.Player == game.Chance {
			play.Push(rolls.roll(play.Position()))
			continue
		}
		list.Reset()
		play.Position().Generate(&list)
		play.Push(list.Moves[rng.IntN(list.Len())].Move)
		n++
	}
	return play
}

// decidedOff is how uneven a position is in which a win is seen.
const decidedOff = 1 << 20

// unevenness returns how far from even a position is, in hundredths. Games of
// more than two sides are taken as they come: their blocks give every player
// every place.
func (o *opener) unevenness(ctx context.Context, play *game.Play) (int, error) {
	pos := play.Position()
	if pos.Seating().Sides != 2 {
		return 0, nil
	}
	o.judge.NewGame()
	result, err := o.judge.Search(ctx, o.game.Root(play), search.Limits{Nodes: o.plan.Nodes, Roll: pos.Base().Player == game.Chance}, search.Config{}, nil)
	if err != nil {
		return 0, err
	}
	s := o.game.readable(pos, result.Report().Score)
	if s.Kind == record.Decided {
		return decidedOff, nil
	}
	return max(s.Value, -s.Value), nil
}
