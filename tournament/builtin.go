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
	// open makes the search, with a table of so many megabytes, for a game of
	// so many sides.
	open func(hash, sides int) (search.Searcher, error)
}

// builtins is the list of kinds: one line each.
var builtins = []builtin{
	{"tetrarch", "the engine's own choice: alphabeta for two sides, maxn for more", true, false, func(hash, sides int) (search.Searcher, error) {
		if sides == 2 {
			return withTable(search.NewAlphaBeta)(hash, sides)
		}
		return withTable(search.NewMaxN)(hash, sides)
	}},
	{"maxn", "every side for itself", true, false, withTable(search.NewMaxN)},
	{"paranoid", "all other sides against the player's", true, false, withTable(search.NewParanoid)},
	{"plain", "full-width alpha-beta without table or selective features", true, true, tableless(search.NewPlain)},
	{"greedy", "the best evaluation one action ahead", false, false, tableless(search.NewGreedy)},
	{"random", "any legal action", false, false, tableless(search.NewRandom)},
}

// withTable opens a search that remembers positions.
func withTable(make func(*search.Table) *search.AlphaBeta) func(int, int) (search.Searcher, error) {
	return func(hash, _ int) (search.Searcher, error) {
		t, err := search.NewTable(hash)
		if err != nil {
			return nil, err
		}
		return make(t), nil
	}
}

// tableless opens a search that needs no table.
func tableless[S search.Searcher](make func() S) func(int, int) (search.Searcher, error) {
	return func(int, int) (search.Searcher, error) { return make(), nil }
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
func (t *thinker) NewGame(_ *game.Play, seed uint64) error {
	t.search.NewGame()
	t.config.Seed = mix("player", seed, t.seed)
	return nil
}

// manySided names the kinds that play games of any number of sides.
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
