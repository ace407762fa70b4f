package tournament

import (
	"context"
	"fmt"
	"strings"

	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
)

// builtin is a kind of player that is part of the program.
type builtin struct {
	name string
	help string
	// limited says that it thinks until a limit stops it.
	limited bool
	// twoSides says that it plays games of two sides only.
	twoSides bool
	open     func(hash int) (search.Searcher, error)
}

// builtins is the list of kinds: one line each.
var builtins = []builtin{
	{"tetrarch", "the engine's own search", true, true, func(hash int) (search.Searcher, error) {
		t, err := search.NewTable(hash)
		if err != nil {
			return nil, err
		}
		return search.NewAlphaBeta(t), nil
	}},
	{"plain", "full-width alpha-beta without table or selective features", true, true, func(int) (search.Searcher, error) { return search.NewPlain(), nil }},
	{"greedy", "the best evaluation one action ahead", false, false, func(int) (search.Searcher, error) { return search.NewGreedy(), nil }},
	{"random", "any legal action", false, false, func(int) (search.Searcher, error) { return search.NewRandom(), nil }},
}

// Builtins returns the names of the built-in kinds of players.
func Builtins() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.name
	}
	return names
}

// BuiltinHelp returns one line of text on each kind of player.
func BuiltinHelp() string {
	var b strings.Builder
	for _, k := range builtins {
		fmt.Fprintf(&b, "  %-9s %s\n", k.name, k.help)
	}
	return b.String()
}

// thinker is a player that is a search in this process.
type thinker struct {
	kind   *builtin
	search search.Searcher
	game   Game
	config search.Config
	seed   uint64 // of the player, mixed into every game's
}

// NewGame implements [Player].
func (t *thinker) NewGame(g *game.Play, seed uint64) error {
	if n := g.Position().Seating().Sides; t.kind.twoSides && n != 2 {
		return fmt.Errorf("player %s plays games of two sides, and here are %d: want %s", t.kind.name, n, manySided())
	}
	t.search.NewGame()
	t.config.Seed = mix("player", seed, t.seed)
	return nil
}

func manySided() string {
	var names []string
	for _, b := range builtins {
		if !b.twoSides {
			names = append(names, b.name)
		}
	}
	return strings.Join(names, " or ")
}

// Choose implements [Player].
func (t *thinker) Choose(ctx context.Context, g *game.Play, l search.Limits) (Decision, error) {
	root := search.Root{Position: g.Position(), History: g.History(), Repetition: g.Rules().Repetition, Evaluator: t.game.Model.New}
	result, err := t.search.Search(ctx, root, l, t.config, nil)
	if err != nil {
		return Decision{}, err
	}
	rep := result.Report()
	return Decision{
		Move:  g.Position().FormatMove(result.Best),
		Score: t.score(rep.Score),
		Depth: rep.Depth,
		Nodes: rep.Nodes,
	}, nil
}

// score writes a score of the search as people read it.
func (t *thinker) score(s game.Score) record.Score {
	if t.kind.name == "random" {
		return record.Score{}
	}
	return t.game.readable(s)
}

// readable turns a search's score into hundredths or a distance to the end.
func (g *Game) readable(s game.Score) record.Score {
	switch {
	case s > game.MaxEval:
		return record.Score{Kind: record.Decided, Value: int(search.Mate - s)}
	case s < -game.MaxEval:
		return record.Score{Kind: record.Decided, Value: int(-search.Mate - s)}
	}
	return record.Score{Kind: record.Centi, Value: g.Model.Scale.Centi(s)}
}

// Close implements [Player].
func (t *thinker) Close() error { return nil }
