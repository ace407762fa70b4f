package engine

import (
	"cmp"
	"context"
	"slices"

	"tetrarch/game"
	"tetrarch/search"
)

// keeper searches drawn positions of a table of endgames for chances. To the
// table all actions that keep the draw are one; against an opponent who errs they
// are not. So where the table knows the root to be a draw, the search chooses
// among these by itself, without asking the table again. The others follow behind
// them, where so many lines are wanted, as the table knows them.
type keeper struct{ search.Searcher }

// WithTables makes a search choose well where a table of endgames, the oracle of
// its root, knows only that the game is a draw. One that asks no oracle stays as
// it is, so that players to measure others by are the same with a table and
// without.
func WithTables(s search.Searcher) search.Searcher {
	if !search.Asks(s) {
		return s
	}
	return keeper{s}
}

// Search implements [search.Searcher]. Reports on a drawn root say 0 for every
// action that keeps the draw.
func (k keeper) Search(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error) {
	d := drawing(&r, l.Only)
	if len(d.kept) == 0 {
		return k.Searcher.Search(ctx, r, l, c, each)
	}
	r.Oracle, l.Only = nil, d.kept
	d.others = d.others[:max(0, min(len(d.others), c.MultiPV-len(d.kept)))]
	var tell func(search.Report)
	if each != nil {
		tell = func(report search.Report) {
			exact := report.Bound == search.Exact
			d.level(&report)
			each(report)
			if exact && report.Multi == len(d.kept) && len(report.PV) > 0 {
				for _, other := range d.behind(&report) {
					each(other)
				}
			}
		}
	}
	result, err := k.Searcher.Search(ctx, r, l, c, tell)
	for i := range result.Lines {
		d.level(&result.Lines[i])
	}
	if len(result.Lines) == len(d.kept) {
		result.Lines = append(result.Lines, d.behind(&result.Lines[len(d.kept)-1])...)
	}
	return result, err
}

// draw is a root that the oracle knows to be a draw.
type draw struct {
	kept   []game.Move // the actions that keep it
	others []other     // all further ones, best first
	asked  uint64      // how many positions the oracle was asked about
}

// other is an action that does not keep the draw for certain.
type other struct {
	move  game.Move
	score game.Score
	bound search.Bound
}

// level makes a report on an action that keeps the draw tell that.
func (d *draw) level(report *search.Report) {
	if len(report.PV) > 0 {
		report.Score, report.Bound = 0, search.Exact
		report.Values = [game.MaxSides]game.Score{}
		report.TBHits += d.asked
	}
}

// behind returns reports on the others at the moment of the last one on the
// actions that keep the draw.
func (d *draw) behind(last *search.Report) []search.Report {
	reports := make([]search.Report, len(d.others))
	for i, o := range d.others {
		reports[i] = *last
		reports[i].Multi = last.Multi + 1 + i
		reports[i].Score, reports[i].Bound = o.score, o.bound
		reports[i].PV = []game.Move{o.move}
	}
	return reports
}

// drawing sorts some actions, all if nil, by what the oracle knows of them where
// it knows the root to be a draw. Elsewhere it returns none.
func drawing(r *search.Root, from []game.Move) (d draw) {
	st := r.Position.Base()
	if r.Oracle == nil || st.Over || st.Player == game.Chance {
		return draw{}
	}
	if outcome, _, ok := r.Oracle.Probe(r.Position); !ok || outcome != 0 {
		return draw{}
	}
	d.asked = 1
	p := r.Position.Clone()
	var list game.MoveList
	p.Generate(&list)
	for _, m := range list.Moves {
		if from != nil && !slices.Contains(from, m.Move) {
			continue
		}
		score, known, asked := after(p, m.Move, r.Oracle)
		if asked {
			d.asked++
		}
		switch {
		case known && score == 0:
			d.kept = append(d.kept, m.Move)
		case known:
			d.others = append(d.others, other{m.Move, score, search.Exact})
		default: // no action is worth more than the root
			d.others = append(d.others, other{m.Move, 0, search.Upper})
		}
	}
	slices.SortStableFunc(d.others, func(a, b other) int { return cmp.Compare(b.score, a.score) })
	return d
}

// after returns what an action at p is worth to the side that takes it, if the
// rules or the oracle know that, and whether it is the oracle. p is as before.
func after(p game.Position, m game.Move, oracle search.Oracle) (score game.Score, known, asked bool) {
	us := p.Base().Side
	p.Make(m)
	defer p.Unmake()
	st := p.Base()
	if st.Over {
		var shares [game.MaxSides]game.Score
		p.Returns(&shares)
		return decided(cmp.Compare(shares[us], shares[1-us]), 1), true, false
	}
	outcome, actions, ok := oracle.Probe(p)
	if !ok {
		return 0, false, false
	}
	if st.Side != us {
		outcome = -outcome
	}
	return decided(outcome, 1+actions), true, true
}

// decided is the score of an outcome that comes after so many actions.
func decided(outcome, actions int) game.Score {
	return game.Score(outcome) * (search.Mate - game.Score(actions))
}
