package bench

import (
	"context"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// TestSelectionProvesNoLoss gives the search positions in which all the
// placements that look best lose at once and another one does not: a loss may be
// announced only if the full list loses too.
func TestSelectionProvesNoLoss(t *testing.T) {
	g, err := engine.Find("barragoon")
	if err != nil {
		t.Fatal(err)
	}
	v, err := g.Rules.Variant(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"1xd1Zvx/2x+xs1/1^5/2e4/5vx/1z1x3/+3Y2/1<1xZx1/1Vx1DVx w w 0 13",
		"xvZ1d1x/1Sx+1x1/4^2/2w1xx1/x2zz1x/1x5/x1+1<2/2xS3/1VdDx2 w w 0 12",
		"3x2x/3V3/3xx2/x3x1x/2Z1D-n/2xzn2/1x2-2/3s3/5wS b b 0 1",
	} {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		play := game.NewPlay(g.Rules, p)
		for depth := 1; depth <= 2; depth++ {
			var lost [2]bool
			for i, without := range []search.Features{0, search.FeatureSelective} {
				table, err := search.NewTable(1)
				if err != nil {
					t.Fatal(err)
				}
				res, err := search.NewAlphaBeta(table).Search(context.Background(), g.Root(play), search.Limits{Depth: depth}, search.Config{Without: without}, nil)
				if err != nil {
					t.Fatal(err)
				}
				lost[i] = res.Report().Score < -game.MaxEval
			}
			if lost[0] && !lost[1] {
				t.Errorf("%s: at depth %d the selection is lost, the full list is not", text, depth)
			}
		}
	}
}
