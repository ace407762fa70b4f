package tournament

import (
	"context"
	"fmt"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
)

// own is what a player is called that searches as the engine does by itself.
const own = "tetrarch"

// kinds returns the built-in kinds of players: the algorithms of package search,
// the default one under the engine's name.
func kinds() []search.Algorithm {
	list := search.Algorithms()
	list[0].Name = own
	return list
}

// Builtins returns the names of the built-in kinds of players.
func Builtins() []string { return search.AlgorithmNames(kinds()) }

// BuiltinHelp returns one line of text on each kind of player.
func BuiltinHelp() string {
	var b strings.Builder
	width := 0
	for _, name := range Builtins() {
		width = max(width, len(name))
	}
	for _, k := range kinds() {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, k.Name, k.Help)
	}
	return b.String()
}

// check says why a built-in player cannot play a game, if so.
func (s *spec) check(g Game) error {
	small := *s
	small.hash = 1
	_, err := small.open(g)
	return err
}

// open makes a built-in player.
func (s *spec) open(g Game) (Player, error) {
	sides := g.Variant.Start().Seating().Sides
	if s.kind.TwoSides && sides != 2 {
		return nil, fmt.Errorf("player %s plays games of two sides, and here are %d: want %s", s.entrant.Name, sides, manySided())
	}
	var table *search.Table
	if s.kind.Tabled {
		var err error
		if table, err = search.NewTable(s.hash); err != nil {
			return nil, fmt.Errorf("player %s: %w", s.entrant.Name, err)
		}
	}
	searcher := s.kind.New(table)
	oracle, err := s.oracle(&g, search.Asks(searcher))
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", s.entrant.Name, err)
	}
	searcher = search.WithLevel(engine.WithTables(searcher), s.levelIn(g.Game))
	return &thinker{kind: *s.kind, search: searcher, game: g, config: s.config, oracle: oracle, seed: s.seed}, nil
}

// levelIn returns the level of the player in a game.
func (s *spec) levelIn(g *engine.Game) float64 {
	if s.elo > 0 {
		return g.LevelOf(s.elo)
	}
	return s.level
}

// oracle opens the table of endgames that the player is to ask, nil for none. As
// in a session, one beside the program that cannot be used is none.
func (s *spec) oracle(g *Game, asks bool) (search.Oracle, error) {
	named := s.endgame != "" && s.endgame != engine.NoEndgame
	switch {
	case named && g.Endgame == nil:
		return nil, fmt.Errorf("option endgame: %s has no tables of endgames", g.Rules.Name)
	case named && !asks:
		return nil, fmt.Errorf("option endgame: %s asks no tables of endgames", s.kind.Name)
	case !asks:
		return nil, nil
	}
	o, err := g.Oracle(s.endgame)
	switch {
	case err != nil && named:
		return nil, fmt.Errorf("option endgame: %w", err)
	case err != nil:
		return nil, nil
	}
	return o, nil
}

// thinker is a player that is a search in this process.
type thinker struct {
	kind   search.Algorithm
	search search.Searcher
	game   Game
	config search.Config
	oracle search.Oracle // nil without a table of endgames
	seed   uint64        // of the player, mixed into every game's
}

// NewGame implements [Player].
func (t *thinker) NewGame(_ context.Context, _ *game.Play, seed uint64) error {
	t.search.NewGame()
	t.config.Seed = playerSeed(seed, t.seed)
	return nil
}

// playerSeed mixes the seed of a game with a player's own. It fits the option
// Seed of engines, so that a search here and the same one in a program of its
// own play alike.
func playerSeed(game, player uint64) uint64 { return mix("player", game, player) & (1<<31 - 1) }

// manySided names the kinds that play games of any number of sides.
func manySided() string {
	var names []string
	for _, b := range kinds() {
		if !b.TwoSides {
			names = append(names, b.Name)
		}
	}
	return engine.Either(names)
}

// Choose implements [Player].
func (t *thinker) Choose(ctx context.Context, g *game.Play, l search.Limits) (Decision, error) {
	root := t.game.Root(g)
	root.Oracle = t.oracle
	result, err := t.search.Search(ctx, root, l, t.config, nil)
	if err != nil {
		return Decision{}, err
	}
	rep := result.Report()
	return Decision{
		Move:  g.Position().FormatMove(result.Best),
		Score: t.score(g.Position(), rep.Score),
		Depth: rep.Depth,
		Nodes: rep.Nodes,
	}, nil
}

// score writes a score of the search at p as people read it.
func (t *thinker) score(p game.Position, s game.Score) record.Score {
	if t.kind.Name == "random" {
		return record.Score{}
	}
	return t.game.readable(p, s)
}

// readable turns a search's score at p into hundredths or a distance to the end.
func (g *Game) readable(p game.Position, s game.Score) record.Score {
	switch {
	case s > game.MaxEval:
		return record.Score{Kind: record.Decided, Value: int(search.Mate - s)}
	case s < -game.MaxEval:
		return record.Score{Kind: record.Decided, Value: int(-search.Mate - s)}
	}
	return record.Score{Kind: record.Centi, Value: g.Scale(p).Centi(s)}
}

// Close implements [Player].
func (t *thinker) Close() error { return nil }
