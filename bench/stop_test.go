package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/search"
)

// atOnce is how long a search may go on once it is told to stop.
const atOnce = 5 * time.Millisecond

// TestStopIsAtOnce stops searches by every algorithm that thinks until a limit, in
// the opening of every game, with one thread and two. A busy machine is allowed
// for: the quickest of several stops counts.
func TestStopIsAtOnce(t *testing.T) {
	for _, g := range engine.Games() {
		v, err := g.Rules.Variant(nil)
		if err != nil {
			t.Fatal(err)
		}
		play := game.NewPlay(g.Rules, v.Start())
		for n := 0; n < 6 && !play.Over() || play.Position().Base().Player == game.Chance; n++ {
			var l game.MoveList
			play.Position().Generate(&l)
			play.Push(l.Moves[0].Move)
		}
		for _, a := range search.Algorithms() {
			if !a.Limited {
				continue
			}
			table, err := search.NewTable(Hash)
			if err != nil {
				t.Fatal(err)
			}
			s := a.New(table)
			for _, threads := range []int{1, 2} {
				t.Run(fmt.Sprintf("%s/%s/%d", g.Rules.Name, a.Name, threads), func(t *testing.T) {
					took := time.Hour
					for try := 0; try < 30 && took > atOnce; try++ {
						took = min(took, stopped(t, s, g.Root(play), threads))
					}
					if took > atOnce {
						t.Errorf("the quickest of 30 stops took %v, want %v", took, atOnce)
					}
				})
			}
		}
	}
}

// stopped returns how long a search goes on after it is told to stop.
func stopped(t *testing.T, s search.Searcher, r search.Root, threads int) time.Duration {
	t.Helper()
	s.NewGame()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := make(chan time.Time, 1)
	time.AfterFunc(10*time.Millisecond, func() {
		told <- time.Now()
		cancel()
	})
	if _, err := s.Search(ctx, r, search.Limits{}, search.Config{Threads: threads}, nil); err != nil {
		t.Fatal(err)
	}
	return time.Since(<-told)
}
