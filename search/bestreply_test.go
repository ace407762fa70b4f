package search_test

import (
	"context"
	"fmt"
	"testing"

	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/movegen/barricade"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/movegen/tricolor"
	"tetrarch/search"
)

// bestReply is the oracle of best-reply search: us takes the best value for us;
// of the others the one in spent, or whoever first wants to if that is Chance,
// takes the worst for us, and the rest what the game ranks first. ranked says
// that the game's ranks count, else the first action generated is the first.
func bestReply(p game.Position, eval game.Evaluator, us game.Side, spent game.Player, depth, ply int, ranked bool) game.Score {
	st := p.Base()
	var v [game.MaxSides]game.Score
	if depth == 0 {
		eval.Evaluate(&v)
		return v[us]
	}
	var l game.MoveList
	p.Generate(&l)
	ours, rolls, next, actor := st.Side == us, st.Player == game.Chance, depth-1, st.Player
	if rolls {
		next = depth
	}
	first := l.Moves[0].Move
	if ranked && !rolls {
		p.(game.Ranker).Rank(&l)
		top := l.Moves[0]
		for _, s := range l.Moves {
			if s.Order > top.Order {
				top = s
			}
		}
		first = top.Move
	}
	sum, den := 0, 1
	least, most := game.Score(1<<30), game.Score(-1<<30)
	for _, s := range l.Moves {
		if !ours && !rolls && s.Move != first && spent != game.Chance && spent != actor {
			continue
		}
		num, now := 0, spent
		if rolls {
			num, den = p.(game.Roller).Weight(s.Move)
		} else if !ours && s.Move != first && spent == game.Chance {
			now = actor
		}
		p.Make(s.Move)
		var x game.Score
		if st.Over {
			p.Returns(&v)
			x = finished(v[us], ply+1)
		} else {
			if st.Side == us {
				now = game.Chance
			}
			x = bestReply(p, eval, us, now, next, ply+1, ranked)
		}
		p.Unmake()
		if !ours {
			x = -x
		}
		sum += num * int(x)
		least, most = min(least, x), max(most, x)
	}
	best := most
	if rolls {
		best = mean(sum, den, least, most)
	}
	if !ours {
		best = -best
	}
	return best
}

// manySided are games in which best-reply search has something to choose: dice
// and none, seats that drop out, teams, answers in the middle of a turn.
var manySided = []game.Setup{
	{"seats": "3"}, {"seats": "3", "dice": "no"}, {"seats": "4"}, {"seats": "4", "dice": "no", "drop": "yes"},
	{"seats": "4", "teams": "13/2/4", "dice": "no", "drop": "yes"}, {"seats": "4", "teams": "1/234", "dice": "no"}, {"seats": "2", "dice": "no"},
}

// agree compares best-reply search with its oracle to all depths up to deepest,
// with and without the game's ranks, which fix what an opponent without a choice
// plays. The other features must not change the value.
func agree(t *testing.T, r search.Root, deepest int) (differ bool) {
	t.Helper()
	for depth := 1; depth <= deepest; depth++ {
		for _, on := range []search.Features{
			0, search.FeatureHints,
			search.FeatureAspiration | search.FeatureScout | search.FeatureHints | search.FeatureStar1,
		} {
			p := r.Position.Clone()
			us := p.Base().Side
			want := bestReply(p, r.Evaluator(p), us, game.Chance, depth, 0, on&search.FeatureHints != 0)
			res, err := search.NewBestReply(table(t)).Search(context.Background(), r,
				search.Limits{Depth: depth, Roll: true}, search.Config{Without: search.AllFeatures &^ on}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := res.Report().Score; got != want {
				t.Fatalf("%s depth %d with only %q: value %d, want %d", game.Text(p), depth, on, got, want)
			}
			differ = differ || want != paranoid(p, r.Evaluator(p), us, depth, 0)
		}
	}
	return differ
}

func TestBestReplyIsItsDefinition(t *testing.T) {
	for _, setup := range manySided {
		t.Run(fmt.Sprint(setup), func(t *testing.T) {
			differs := false
			for seed := range uint64(8) {
				r := rootOf(walk(t, setup, int(seed*4), seed))
				r.Repetition = 0
				differs = agree(t, r, 4) || differs
			}
			if several := setup["seats"] != "2"; several != differs {
				t.Errorf("values other than those of the paranoid view: %v, want %v", differs, several)
			}
		})
	}
}

// TestBestReplyInGames compares best-reply search with its oracle in the games
// that three and four play.
func TestBestReplyInGames(t *testing.T) {
	for _, c := range []struct {
		rules  *game.Rules
		model  eval.Model
		setup  game.Setup
		opened int
		depth  int
	}{
		{tricolor.Rules, eval.Tricolor, game.Setup{"players": "3"}, 0, 3},
		{tricolor.Rules, eval.Tricolor, game.Setup{"players": "3"}, 40, 3},
		{tricolor.Rules, eval.Tricolor, game.Setup{"players": "3"}, 90, 3},
		{barricade.Rules, eval.Barricade, game.Setup{"homes": "124"}, 12, 3},
		{barricade.Rules, eval.Barricade, game.Setup{"homes": "1234"}, 16, 3},
	} {
		t.Run(fmt.Sprint(c.rules.Name, c.setup, c.opened), func(t *testing.T) {
			g := wander(t, c.rules, c.setup, c.opened, 5)
			agree(t, search.Root{Position: g.Position(), Evaluator: c.model.New}, c.depth)
		})
	}
}

// TestBestReplyKeepsStatesApart lets the table play its part, which must not take
// a position in which the choice is open for the same one in which it is not.
func TestBestReplyKeepsStatesApart(t *testing.T) {
	for _, setup := range manySided {
		for seed := range uint64(12) {
			r := rootOf(walk(t, setup, int(seed*2), seed))
			r.Repetition = 0
			p := r.Position.Clone()
			for depth := 1; depth <= 5; depth++ {
				want := bestReply(p, toy.Evaluator(p), p.Base().Side, game.Chance, depth, 0, false)
				res, err := search.NewBestReply(table(t)).Search(context.Background(), r,
					search.Limits{Depth: depth, Roll: true}, search.Config{Without: search.AllFeatures &^ search.FeatureTable}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if got := res.Report().Score; got != want {
					t.Errorf("%v %s depth %d: value %d, want %d", setup, game.Text(p), depth, got, want)
				}
			}
		}
	}
}
