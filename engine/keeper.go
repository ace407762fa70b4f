package engine

import (
	"context"

	"tetrarch/game"
	"tetrarch/search"
)

// keeper searches drawn positions of a table of endgames for chances. To the
// table all actions that keep the draw are one; against an opponent who errs they
// are not. So where the table knows the root to be a draw, the search chooses
// among these by itself, without asking the table again.
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

// Search implements [search.Searcher]. Reports on a drawn root say 0.
func (k keeper) Search(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error) {
	only, asked := drawing(&r, l.Only)
	if only == nil {
		return k.Searcher.Search(ctx, r, l, c, each)
	}
	r.Oracle, l.Only = nil, only
	level := func(report *search.Report) {
		if len(report.PV) > 0 {
			report.Score, report.Bound = 0, search.Exact
			report.Values = [game.MaxSides]game.Score{}
			report.TBHits += asked
		}
	}
	var tell func(search.Report)
	if each != nil {
		tell = func(report search.Report) {
			level(&report)
			each(report)
		}
	}
	result, err := k.Searcher.Search(ctx, r, l, c, tell)
	for i := range result.Lines {
		level(&result.Lines[i])
	}
	return result, err
}

// drawing returns those of some actions, all if nil, that keep a draw which the
// oracle knows the root to be, and how many positions it asked about; nil if it
// knows of none.
func drawing(r *search.Root, from []game.Move) (kept []game.Move, asked uint64) {
	st := r.Position.Base()
	if r.Oracle == nil || st.Over || st.Player == game.Chance {
		return nil, 0
	}
	if outcome, _, ok := r.Oracle.Probe(r.Position); !ok || outcome != 0 {
		return nil, 0
	}
	p := r.Position.Clone()
	if from == nil {
		var list game.MoveList
		p.Generate(&list)
		for _, m := range list.Moves {
			from = append(from, m.Move)
		}
	}
	asked = 1
	for _, m := range from {
		if !p.Legal(m) {
			continue
		}
		p.Make(m)
		if st := p.Base(); st.Over {
			var shares [game.MaxSides]game.Score
			p.Returns(&shares)
			if shares[0] == shares[1] {
				kept = append(kept, m)
			}
		} else if outcome, _, ok := r.Oracle.Probe(p); ok {
			asked++
			if outcome == 0 {
				kept = append(kept, m)
			}
		}
		p.Unmake()
	}
	return kept, asked
}
