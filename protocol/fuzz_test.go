package protocol_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
)

// vocabulary is what random command lines are made of.
var vocabulary = strings.Fields(`tgi uci ugi isready setoption name value games game toy newgame position startpos fen moves
	roll query turn phase gameover result legal key chance seats p1turn d eval perft go depth nodes movetime mate wtime p1time
	p2inc movestogo infinite ponder searchmoves stop ponderhit help 0 1 2 3 -1 99999999999999999999 L1 L2 R1 R3 L- home swap
	pass seats=3 dice=no drop=yes teams=13/24 Hash MultiPV Ponder true false UCI_Variant Without all g,5/0,0 - w xL1 0,3/2,g* ;
	x é * … 1e9 0x10`)

// randomLine makes a command line that is often nearly right.
func randomLine(rng *rand.Rand) string {
	heads := []string{"position startpos moves", "go depth 1", "go rollout games 36 turns 1", "position fen", "setoption name", "query", "game toy", "go", "position game toy"}
	var words []string
	if rng.IntN(2) == 0 {
		words = append(words, heads[rng.IntN(len(heads))])
	}
	for range rng.IntN(7) {
		words = append(words, vocabulary[rng.IntN(len(vocabulary))])
	}
	return strings.Join(words, " ")
}

// check sends lines and makes sure that the server lives, that what it says has
// the form of the protocol, and that a line that it calls an error changes
// nothing.
func check(t *testing.T, lines []string) {
	s := engine.New(engine.WithGames(toyGame))
	defer s.Close()
	for _, line := range lines {
		if tooMuch(line) {
			continue
		}
		before := state(s)
		var out bytes.Buffer
		// Each line is a conversation, at whose end nothing is left running.
		if err := protocol.Serve(context.Background(), strings.NewReader(line+"\nisready\n"), &out, s); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		answer := out.String()
		if !strings.Contains(answer, "readyok\n") && !strings.HasPrefix(strings.TrimSpace(line), "quit") && !strings.Contains(line, "\n") {
			t.Fatalf("%q: no readyok in %q", line, answer)
		}
		if strings.Contains(answer, "error internal") {
			t.Fatalf("%q: %s", line, answer)
		}
		if strings.HasPrefix(answer, "error ") && !strings.Contains(line, "\n") && state(s) != before {
			t.Fatalf("%q: answered %q, but the state went from\n%s to\n%s", line, answer, before, state(s))
		}
		if strings.HasPrefix(line, "go ") && !strings.HasPrefix(answer, "error ") && !strings.Contains(line, "\n") && strings.Count(answer, "bestmove ") != 1 {
			t.Fatalf("%q: want one bestmove in %q", line, answer)
		}
	}
}

// tooMuch says that a line would take memory or write files that a test should
// not.
func tooMuch(line string) bool {
	l := strings.ToLower(strings.Join(strings.Fields(line), " "))
	return strings.Contains(l, "log") || strings.Contains(l, "hash value") || strings.Contains(l, "threads")
}

// state is all that an error must leave alone.
func state(s *engine.Session) string {
	var b strings.Builder
	g, setup := s.Game()
	s.View(func(p *game.Play) {
		fmt.Fprintf(&b, "%s %s %s %q %+v", g.Rules.Name, setup, game.Text(p.Position()), p.Texts(), p.Over())
	})
	fmt.Fprintf(&b, " %+v", s.Options())
	return b.String()
}

// TestRandomLines is the fuzz target with seeds of its own.
func TestRandomLines(t *testing.T) {
	n := 4000
	if testing.Short() {
		n = 500
	}
	rng := rand.New(rand.NewPCG(1, 2))
	lines := make([]string, n)
	for i := range lines {
		lines[i] = randomLine(rng)
	}
	check(t, lines)
}

// FuzzServe sends any bytes.
func FuzzServe(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		f.Add(randomLine(rng) + "\n" + randomLine(rng))
	}
	f.Add("position startpos moves 1\x00\n\xff\xfe\ngo depth 1\r\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		check(t, append(strings.Split(text, "\n"), text))
	})
}
