package protocol_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"tetrarch/engine"
	"tetrarch/protocol"
	"tetrarch/search"
)

// connect starts a server on s and a client of it.
func connect(t *testing.T, dialect protocol.Dialect, s *engine.Session) *protocol.Client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- protocol.Serve(context.Background(), inR, outW, s)
		_ = inR.Close()
		_ = outW.Close()
	}()
	c, err := protocol.Dial(soon(t), dialect, inW, outR)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		<-ended
	})
	return c
}

// soon is a context that ends a test which hangs.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func try(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestClientGame plays a whole game through the client: it asks who acts, rolls,
// and lets the engine play every seat.
func TestClientGame(t *testing.T) {
	ctx := soon(t)
	c := connect(t, protocol.TGI, engine.New(engine.WithGames(toyGame)))
	if c.Name != protocol.Name || len(c.Games) != 1 || len(c.Options) == 0 {
		t.Fatalf("name %q, games %q, options %q", c.Name, c.Games, c.Options)
	}
	try(t, c.SetOption(ctx, "Hash", "1"))
	try(t, c.Game(ctx, "toy", []string{"seats=3"}))
	try(t, c.NewGame(ctx))
	var moves []string
	for range 500 {
		try(t, c.Position(ctx, "", moves))
		turn, err := c.Query(ctx, "turn")
		try(t, err)
		switch turn {
		case "none":
			result, err := c.Query(ctx, "result")
			try(t, err)
			if !strings.Contains(result, " reason ") {
				t.Errorf("result %q", result)
			}
			a, err := c.Go(ctx, "depth 1", nil)
			try(t, err)
			if a.Best != "none" {
				t.Errorf("best action %q after the end, want none", a.Best)
			}
			try(t, c.Quit(ctx))
			return
		case "chance":
			legal, err := c.Query(ctx, "legal")
			try(t, err)
			outcomes := strings.Fields(legal)
			moves = append(moves, outcomes[len(moves)%len(outcomes)])
		default:
			infos := 0
			a, err := c.Go(ctx, "depth 1", func(protocol.Info) { infos++ })
			try(t, err)
			if infos == 0 || len(a.Info.PV) == 0 || a.Info.PV[0] != a.Best || !a.Info.Scored || len(a.Info.Values) != 3 {
				t.Fatalf("answer %+v after %d lines of info", a, infos)
			}
			moves = append(moves, a.Best)
		}
	}
	t.Fatalf("no end after %q", moves)
}

// TestClientBegin asks for searches in one write: of a whole game, of a position
// that is refused, and with a line on the way that nobody asked for.
func TestClientBegin(t *testing.T) {
	ctx := soon(t)
	c := connect(t, protocol.TGI, engine.New(engine.WithGames(toyGame)))
	try(t, c.Do(ctx, "setoption name Hash value 1", "game toy dice=no", "newgame"))
	moves := []string(nil)
	for range 40 {
		try(t, c.Begin("", moves, "depth 1"))
		a, err := c.Answer(ctx, nil)
		try(t, err)
		if a.Best == "none" {
			break
		}
		if a.Time <= 0 || a.Info.Nodes == 0 || a.Info.PV[0] != a.Best {
			t.Fatalf("after %q: answer %+v", moves, a)
		}
		moves = append(moves, a.Best)
	}
	if len(moves) < 5 || len(moves) == 40 {
		t.Errorf("game %q, want one with an end", moves)
	}
	var refused *protocol.Error
	if err := c.Do(ctx, "setoption name Hash value 0", "game nim"); !errors.As(err, &refused) || !strings.Contains(refused.Detail, "Hash") {
		t.Errorf("two bad commands: error %v, want that of the first", err)
	}
	try(t, c.Begin("0,0/0,0 - - b", []string{"L1"}, ""))
	short, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Answer(short, nil); err == nil {
		t.Error("an answer although nobody waits")
	}
	try(t, c.Stop())
	if a, err := c.Answer(ctx, nil); err != nil || a.Best == "" {
		t.Errorf("answer %+v, error %v after a stop", a, err)
	}
	if err := c.Begin("", []string{"L1\nquit"}, ""); err == nil {
		t.Error("a line end in an action: no error")
	}
	try(t, c.Begin("", []string{"L9"}, "depth 1"))
	if _, err := c.Answer(ctx, nil); !errors.As(err, &refused) || refused.Code != protocol.IllegalMove {
		t.Errorf("error %v, want %s", err, protocol.IllegalMove)
	}
}

func TestClientErrors(t *testing.T) {
	ctx := soon(t)
	c := connect(t, protocol.TGI, engine.New(engine.WithGames(toyGame)))
	for _, e := range []struct {
		code protocol.Code
		err  error
	}{
		{protocol.BadValue, c.SetOption(ctx, "Hash", "none")},
		{protocol.IllegalMove, c.Position(ctx, "", []string{"1", "L2"})},
		{protocol.IllegalPosition, c.Position(ctx, "nonsense", nil)},
		{protocol.BadValue, c.Game(ctx, "nim", nil)},
		{protocol.BadState, func() error { _, err := c.Go(ctx, "depth 1", nil); return err }()},
		{protocol.BadCommand, func() error { _, err := c.Query(ctx, "weather"); return err }()},
	} {
		var got *protocol.Error
		if !errors.As(e.err, &got) || got.Code != e.code {
			t.Errorf("error %v, want code %s", e.err, e.code)
		}
	}
	if err := c.Position(ctx, "a\nquit", nil); err == nil {
		t.Error("a line end in a command: no error")
	}
	turn, err := c.Query(ctx, "turn")
	if err != nil || turn != "chance" {
		t.Errorf("turn %q, error %v after errors", turn, err)
	}
}

// TestClientDeadline checks that a search is stopped at its deadline, that the
// client stays in step, and that an engine which does not stop is given up.
func TestClientDeadline(t *testing.T) {
	begun := make(chan struct{}, 2)
	c := connect(t, protocol.UGI, scripted(func(ctx context.Context, r search.Root, l search.Limits, each func(search.Report)) (search.Result, error) {
		begun <- struct{}{}
		return waiting(ctx, r, l, each)
	}))
	ctx := soon(t)
	try(t, c.Position(ctx, "", []string{"1"}))
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	a, err := c.Go(short, "infinite", nil)
	if a.Best != "L1" || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("answer %+v, error %v", a, err)
	}
	<-begun
	over, err := c.Query(ctx, "gameover")
	if err != nil || over != "false" {
		t.Errorf("gameover %q, error %v", over, err)
	}
	pondering := make(chan error, 1)
	go func() {
		_, err := c.Go(ctx, "ponder", nil)
		pondering <- err
	}()
	<-begun
	try(t, c.PonderHit())
	try(t, c.Stop())
	try(t, <-pondering)
}

func TestClientDeaf(t *testing.T) {
	done := make(chan struct{})
	c := connect(t, protocol.UCI, scripted(func(_ context.Context, r search.Root, _ search.Limits, _ func(search.Report)) (search.Result, error) {
		<-done
		return search.Result{Best: first(r)}, nil
	}))
	defer close(done)
	ctx := soon(t)
	try(t, c.NewGame(ctx))
	try(t, c.Position(ctx, "", []string{"1"}))
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	if _, err := c.Go(short, "", nil); err == nil || !strings.Contains(err.Error(), "does not answer stop") {
		t.Errorf("error %v", err)
	}
}

// TestClientStrangers talks to engines that are none.
func TestClientStrangers(t *testing.T) {
	for name, says := range map[string]string{
		"silent":  "",
		"talking": strings.Repeat("hello\n", 1000) + "\xff\n" + strings.Repeat("x", protocol.MaxLine+10) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := protocol.Dial(soon(t), protocol.TGI, io.Discard, strings.NewReader(says)); !errors.Is(err, io.EOF) {
				t.Errorf("error %v, want %v", err, io.EOF)
			}
		})
	}
	out, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	if _, err := protocol.Dial(ctx, protocol.UCI, io.Discard, out); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
	}
	_ = out.Close()
}

func TestReadInfo(t *testing.T) {
	var in protocol.Info
	in.Read(strings.Fields("depth 12 seldepth 20 multipv 1 score cp -35 upperbound wdl 300 200 500 value 300 -1 701 nodes 12345 nps 99 hashfull 7 tbhits 2 time 1500 strange pv e1e4 * x"))
	if in.Depth != 12 || in.SelDepth != 20 || in.Multi != 1 || in.Centi != -35 || in.Mate != 0 || in.Bound != "upperbound" ||
		in.Win != 300 || in.Draw != 200 || in.Loss != 500 || !slices.Equal(in.Values, []int{300, -1, 701}) || in.Nodes != 12345 ||
		in.NPS != 99 || in.HashFull != 7 || in.TBHits != 2 || in.Time != 1500*time.Millisecond || !slices.Equal(in.PV, []string{"e1e4", "*", "x"}) {
		t.Errorf("read %+v", in)
	}
	in.Read(strings.Fields("score mate -3 depth"))
	if in.Mate != -3 || in.Centi != 0 || in.Bound != "" || in.Depth != 0 {
		t.Errorf("read %+v", in)
	}
}
