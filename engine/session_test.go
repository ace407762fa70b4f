package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
	"tetrarch/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var toyGame = &Game{Rules: toy.Rules, Model: eval.Model{New: toy.Evaluator}}

// twin is the toy game under another name.
var twin = func() *Game {
	rules := *toy.Rules
	rules.Name = "twin"
	return &Game{Rules: &rules, Model: toyGame.Model}
}()

// fake is a searcher that does what a test says and counts calls.
type fake struct {
	search   func(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error)
	mu       sync.Mutex
	hits     int
	newGames int
}

func (f *fake) Search(ctx context.Context, r search.Root, l search.Limits, c search.Config, each func(search.Report)) (search.Result, error) {
	return f.search(ctx, r, l, c, each)
}

func (f *fake) PonderHit() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hits++
}

func (f *fake) NewGame() { f.newGames++ }

func (f *fake) algorithm() search.Algorithm {
	return search.Algorithm{Name: "fake", New: func(*search.Table) search.Searcher { return f }}
}

func untilStopped(ctx context.Context, r search.Root, _ search.Limits, _ search.Config, _ func(search.Report)) (search.Result, error) {
	<-ctx.Done()
	return search.Result{Best: firstOf(r.Position)}, nil
}

func firstOf(p game.Position) game.Move {
	var l game.MoveList
	p.Generate(&l)
	return l.Moves[0].Move
}

func try(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// where describes all that a refused request must leave alone.
func where(s *Session) string {
	g, setup := s.Game()
	text := g.Rules.Name + " " + setup.String() + " "
	s.View(func(p *game.Play) { text += game.Text(p.Position()) + " " + strings.Join(p.Texts(), " ") })
	return text
}

func TestPositions(t *testing.T) {
	s := New(WithGames(toyGame, twin))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2", "L2"}))
	before := where(s)
	var move *MoveError
	if err := s.SetPosition("", []string{"1", "L1", "X"}); !errors.As(err, &move) || move.Number != 3 || move.Text != "X" {
		t.Errorf("an illegal third action: %v", err)
	}
	var position *PositionError
	if err := s.SetPosition("nothing", nil); !errors.As(err, &position) {
		t.Errorf("a bad text: %v", err)
	}
	for name, err := range map[string]error{
		"unknown game":            s.SetGame("nim", nil),
		"unknown option":          s.SetGame("twin", game.Setup{"colour": "red"}),
		"good game, bad action":   s.SetGamePosition("twin", nil, "", []string{"7"}),
		"good game, bad position": s.SetGamePosition("twin", game.Setup{"seats": "3"}, "0,0/0,0 - - w", nil),
		"illegal action":          s.Make("X"),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if got := where(s); got != before {
		t.Errorf("after errors %q, want %q", got, before)
	}
	try(t, s.Make("1"))
	for range 3 {
		undone, err := s.Undo()
		if !undone || err != nil {
			t.Fatalf("undo: %v, %v", undone, err)
		}
	}
	if undone, _ := s.Undo(); undone {
		t.Error("undo at the start: true")
	}
	try(t, s.SetGamePosition("twin", game.Setup{"seats": "3"}, "0,0/0,0/0,0 - - w", []string{"1"}))
	if got, want := where(s), "twin seats=3 0,0/0,0/0,0 1 - w 1"; got != want {
		t.Errorf("at %q, want %q", got, want)
	}
	if v := s.Options().Variant; v != "twin" {
		t.Errorf("option for the game is %q, want twin", v)
	}
	try(t, s.SetOption("uci_variant", "TOY"))
	if got, want := where(s), "toy  0,0/0,0 - - w "; got != want {
		t.Errorf("at %q, want %q", got, want)
	}
}

// TestBusy checks that a search lets questions through and refuses changes.
func TestBusy(t *testing.T) {
	f := &fake{search: untilStopped}
	s := New(WithGames(toyGame, twin), WithAlgorithms(f.algorithm()))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2"}))
	before := where(s)
	answers := make(chan Outcome, 1)
	try(t, s.Go(Request{}, Events{Done: func(o Outcome) { answers <- o }}))
	_, undoErr := s.Undo()
	_, rollErr := s.Roll()
	for name, err := range map[string]error{
		"Go": s.Go(Request{}, Events{}), "Perft": s.Perft(1, PerftEvents{}), "SetGame": s.SetGame("twin", nil),
		"SetPosition": s.SetPosition("", nil), "Make": s.Make("L2"), "Undo": undoErr, "Roll": rollErr, "NewGame": s.NewGame(),
		"SetOption": s.SetOption("Hash", "1"), "Clear Hash": s.SetOption("Clear Hash", ""), "UCI_Variant": s.SetOption("UCI_Variant", "twin"),
		"SetOptions": s.SetOptions(s.Options()),
	} {
		if !errors.Is(err, ErrBusy) {
			t.Errorf("%s during a search: %v, want %v", name, err, ErrBusy)
		}
	}
	if !s.Busy() || where(s) != before {
		t.Errorf("busy %v, at %q, want true and %q", s.Busy(), where(s), before)
	}
	if j, err := s.Eval(); err != nil || len(j.Terms) != 3 || j.Values[0] != -j.Values[1] {
		t.Errorf("eval during a search: %+v, %v", j, err)
	}
	start := time.Now()
	s.Stop()
	s.Wait()
	if o := <-answers; o.Best != "L2" || o.Err != nil {
		t.Errorf("answer %+v", o)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("stop took %v", took)
	}
	if s.Busy() {
		t.Error("busy after Wait")
	}
	try(t, s.NewGame())
	if f.newGames != 1 || where(s) != "toy  0,0/0,0 - - w " {
		t.Errorf("new game: the searcher was told %d times, at %q", f.newGames, where(s))
	}
}

// TestOrder checks that the events of one search end before those of the next
// begin, even where the next is asked for between.
func TestOrder(t *testing.T) {
	f := &fake{search: func(_ context.Context, r search.Root, _ search.Limits, _ search.Config, each func(search.Report)) (search.Result, error) {
		m := firstOf(r.Position)
		each(search.Report{Depth: 1, PV: []game.Move{m}})
		return search.Result{Best: m}, nil
	}}
	s := New(WithGames(toyGame), WithAlgorithms(f.algorithm()))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2"}))
	var log []string
	slow := make(chan struct{})
	try(t, s.Go(Request{}, Events{Done: func(Outcome) { <-slow; log = append(log, "first") }}))
	for s.Busy() {
		time.Sleep(time.Millisecond)
	}
	try(t, s.Go(Request{}, Events{Report: func(Info) { log = append(log, "second reports") }, Done: func(Outcome) { log = append(log, "second") }}))
	close(slow)
	s.Wait()
	if got, want := strings.Join(log, ", "), "first, second reports, second"; got != want {
		t.Errorf("events %q, want %q", got, want)
	}
}

// TestPonder checks that a hit reaches the searcher even if it came before the
// search had set itself up.
func TestPonder(t *testing.T) {
	begin := make(chan struct{})
	f := &fake{}
	hits := func() int {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.hits
	}
	f.search = func(ctx context.Context, r search.Root, l search.Limits, _ search.Config, _ func(search.Report)) (search.Result, error) {
		<-begin
		for hits() == 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		f.mu.Lock()
		f.hits = 0 // the search sets itself up only now
		f.mu.Unlock()
		for hits() == 0 && ctx.Err() == nil { // and never reports
			time.Sleep(time.Millisecond)
		}
		return search.Result{Best: firstOf(r.Position)}, nil
	}
	s := New(WithGames(toyGame), WithAlgorithms(f.algorithm()))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2"}))
	if s.PonderHit() {
		t.Error("a hit without a search: true")
	}
	try(t, s.Go(Request{Limits: search.Limits{Ponder: true}}, Events{}))
	if !s.PonderHit() || s.PonderHit() {
		t.Error("want true for the first hit and false for the second")
	}
	close(begin)
	select {
	case <-s.Done():
	case <-time.After(20 * time.Second):
		t.Error("the hit was lost on the search")
	}
}

func TestThink(t *testing.T) {
	f := &fake{search: untilStopped}
	s := New(WithGames(toyGame), WithAlgorithms(f.algorithm()))
	defer s.Close()
	if _, err := s.Think(context.Background(), Request{}, nil); !errors.Is(err, ErrNeedRoll) {
		t.Errorf("at a roll: %v, want %v", err, ErrNeedRoll)
	}
	try(t, s.SetPosition("", []string{"2"}))
	if _, err := s.Think(context.Background(), Request{Limits: search.Limits{Roll: true}}, nil); !errors.Is(err, ErrNoRoll) {
		t.Errorf("without a roll: %v, want %v", err, ErrNoRoll)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	if o, err := s.Think(ctx, Request{Infinite: true}, nil); err != nil || o.Best != "L2" {
		t.Errorf("answer %+v, error %v", o, err)
	}
	try(t, s.SetPosition("g,5/0,0 1 - w", []string{"R1"}))
	if o, err := s.Think(context.Background(), Request{}, nil); err != nil || !o.Over || o.Best != "" {
		t.Errorf("at the end: %+v, error %v", o, err)
	}
}

// TestNoValue checks that a search that was stopped before it knew any value is
// told of with the evaluation's, not as a loss.
func TestNoValue(t *testing.T) {
	f := &fake{search: func(_ context.Context, r search.Root, _ search.Limits, _ search.Config, _ func(search.Report)) (search.Result, error) {
		m := firstOf(r.Position)
		return search.Result{Best: m, Lines: []search.Report{{Multi: 1, Score: -search.Infinite, PV: []game.Move{m}}}}, nil
	}}
	s := New(WithGames(toyGame), WithAlgorithms(f.algorithm()))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2"}))
	j, err := s.Eval()
	try(t, err)
	o, err := s.Think(context.Background(), Request{}, nil)
	try(t, err)
	if got := o.Lines[0]; got.Centi != j.Centi || got.Mate != 0 || got.Loss == 1000 {
		t.Errorf("a line of %d hundredths, mate %d, loss %d: want %d hundredths", got.Centi, got.Mate, got.Loss, j.Centi)
	}
}

// TestConfig checks that options reach the searcher.
func TestConfig(t *testing.T) {
	var got search.Config
	f := &fake{search: func(_ context.Context, r search.Root, l search.Limits, c search.Config, _ func(search.Report)) (search.Result, error) {
		got = c
		return search.Result{Best: l.Only[0]}, nil
	}}
	s := New(WithGames(toyGame), WithAlgorithms(f.algorithm()))
	defer s.Close()
	try(t, s.SetPosition("", []string{"2"}))
	for name, value := range map[string]string{"threads": "3", "multipv": "4", "move overhead": "50", "seed": "6", "without": "killers"} {
		try(t, s.SetOption(name, value))
	}
	o, err := s.Think(context.Background(), Request{Moves: []string{"R2"}}, nil)
	try(t, err)
	want := search.Config{Threads: 3, MultiPV: 4, MoveOverhead: 50 * time.Millisecond, Seed: 6, Without: search.FeatureKillers}
	if got != want || o.Best != "R2" {
		t.Errorf("config %+v, want %+v; answer %+v", got, want, o)
	}
}

// TestHash checks that the table is made late, kept between searches, and made
// anew for another size.
func TestHash(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	try(t, s.SetOption("Hash", "1"))
	if s.table != nil {
		t.Error("a table before any search")
	}
	think := func() *search.Table {
		try(t, s.SetGamePosition("toy", game.Setup{"dice": "no"}, "", nil))
		_, err := s.Think(context.Background(), Request{Limits: search.Limits{Depth: 2}}, nil)
		try(t, err)
		return s.table
	}
	first := think()
	if second := think(); second != first || first.Megabytes() != 1 {
		t.Errorf("tables %p of %d MB and %p: want one of 1 MB", first, first.Megabytes(), second)
	}
	try(t, s.SetOption("Hash", "2"))
	if third := think(); third == first || third.Megabytes() != 2 {
		t.Errorf("table of %d MB, want 2", third.Megabytes())
	}
}

// TestAlgorithms lets every algorithm play where it can; those of two sides
// refuse three.
func TestAlgorithms(t *testing.T) {
	for _, a := range search.Algorithms() {
		for _, seats := range []string{"2", "3"} {
			s := New(WithGames(toyGame))
			try(t, s.SetOption("Hash", "1"))
			try(t, s.SetOption("Algorithm", a.Name))
			try(t, s.SetGamePosition("toy", game.Setup{"seats": seats}, "", []string{"2"}))
			o, err := s.Think(context.Background(), Request{Limits: search.Limits{Depth: 3, Nodes: 2000}}, nil)
			switch {
			case a.TwoSides && seats == "3":
				if !errors.Is(err, search.ErrSides) {
					t.Errorf("%s with 3 seats: error %v, want %v", a.Name, err, search.ErrSides)
				}
			case err != nil || o.Best == "" || len(o.Lines) == 0:
				t.Errorf("%s with %s seats: %+v, %v", a.Name, seats, o, err)
			}
			if (s.table != nil) != a.Tabled {
				t.Errorf("%s: a table %v, want %v", a.Name, s.table != nil, a.Tabled)
			}
			s.Close()
		}
	}
}

// TestRoot wants a root that stays as it is when the game goes on.
func TestRoot(t *testing.T) {
	v, err := toy.Rules.Variant(game.Setup{"dice": "no"})
	try(t, err)
	play := game.NewPlay(toy.Rules, v.Start())
	try(t, play.Make("L1"))
	text := game.Text(play.Position())
	root := toyGame.Root(play)
	before := root.History[0]
	play.Undo()
	try(t, play.Make("R1"))
	try(t, play.Make("R1"))
	if got := game.Text(root.Position); got != text || len(root.History) != 1 || root.History[0] != before {
		t.Errorf("the root has become %s with history %x, want %s with %x", got, root.History, text, before)
	}
	if root.Share(game.MaxEval) != 1 || root.Share(0) != 0.5 || root.Evaluator(root.Position) == nil || root.Repetition != toy.Rules.Repetition {
		t.Errorf("root %+v", root)
	}
}

func TestPerft(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	type end struct {
		nodes    uint64
		complete bool
	}
	ends := make(chan end, 1)
	done := func(n uint64, complete bool) { ends <- end{n, complete} }
	sum := uint64(0)
	try(t, s.Perft(4, PerftEvents{Action: func(_ string, n uint64) { sum += n }, Done: done}))
	if e := <-ends; e != (end{36, true}) || sum != 36 {
		t.Errorf("perft 4: %+v and a sum of %d, want 36", e, sum)
	}
	s.Wait()
	try(t, s.Perft(400, PerftEvents{Done: done}))
	start := time.Now()
	s.Stop()
	if e := <-ends; e.complete || time.Since(start) > time.Second {
		t.Errorf("a stopped perft: %+v after %v", e, time.Since(start))
	}
	if s.Perft(-1, PerftEvents{}) == nil {
		t.Error("perft -1: no error")
	}
}

// TestRoll checks that rolls follow their odds, 3 : 2 : 1, and their seeds.
func TestRoll(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	count := map[string]int{}
	for seed := range uint64(6000) {
		try(t, s.SetPosition("", nil))
		text, err := s.RollSeed(seed)
		try(t, err)
		count[text]++
		if _, err := s.RollSeed(seed); !errors.Is(err, ErrNoRoll) {
			t.Fatalf("a second roll: %v, want %v", err, ErrNoRoll)
		}
	}
	// Three standard deviations are about 110.
	for text, want := range map[string]int{"1": 3000, "2": 2000, "3": 1000} {
		if d := count[text] - want; d < -120 || d > 120 {
			t.Errorf("%d rolls of %s, want about %d", count[text], text, want)
		}
	}
}

// TestConcurrent asks and stops from many goroutines; the race detector judges.
func TestConcurrent(t *testing.T) {
	s := New(WithGames(toyGame))
	defer s.Close()
	try(t, s.SetOption("Hash", "1"))
	try(t, s.SetPosition("", []string{"2"}))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				_ = s.Go(Request{Infinite: true}, Events{Report: func(Info) {}})
				s.View(func(p *game.Play) { Legal(p) })
				_, _ = s.Eval()
				_ = s.SetPosition("", []string{"2"})
				s.PonderHit()
				s.Stop()
			}
		})
	}
	group.Wait()
}

// TestPositionsFollow sets the positions of a game as clients do, each with the
// whole list of actions, and compares them with those that are set at once.
func TestPositionsFollow(t *testing.T) {
	walks := [][]string{
		{"2"}, {"2", "L2"}, {"2", "L2", "1"}, // longer and longer
		{"2"}, {}, // back
		{"1", "L1"}, {"2", "L2", "1"}, // another line
	}
	s := New(WithGames(toyGame))
	defer s.Close()
	for _, moves := range walks {
		fresh := New(WithGames(toyGame))
		try(t, fresh.SetPosition("", moves))
		try(t, s.SetPosition("", moves))
		if got, want := where(s), where(fresh); got != want {
			t.Errorf("after %v: %s, want %s", moves, got, want)
		}
		fresh.Close()
	}
	before := where(s)
	var move *MoveError
	if err := s.SetPosition("", []string{"2", "L2", "1", "L1", "X"}); !errors.As(err, &move) || move.Number != 5 || move.Text != "X" {
		t.Errorf("an illegal fifth action: %v", err)
	}
	if got := where(s); got != before {
		t.Errorf("after an illegal action: %s, want %s", got, before)
	}
	// A text is a start of its own, whatever was made before.
	var text string
	s.View(func(p *game.Play) { text = game.Text(p.Position()) })
	try(t, s.SetPosition(text, nil))
	if got := where(s); got == before || !strings.Contains(got, text) {
		t.Errorf("from a text: %s, want %s without actions", got, text)
	}
}
