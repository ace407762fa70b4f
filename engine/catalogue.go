package engine

import (
	"fmt"
	"slices"

	"tetrarch/endgame"
	"tetrarch/eval"
	"tetrarch/game"
	"tetrarch/movegen/barca"
	"tetrarch/movegen/barragoon"
	"tetrarch/movegen/barricade"
	"tetrarch/movegen/tricolor"
	"tetrarch/search"
)

// Game is what the engine needs to play one game.
type Game struct {
	Rules *game.Rules
	Model eval.Model
	// Tuning fits the search to the game; its numbers come from matches.
	Tuning search.Tuning
	// Ratings say what UCI_Elo means in the game.
	Ratings Ratings
	// Endgame opens tables of endgames; nil if there are none.
	Endgame *Endgame
}

// Scale says what scores mean in a position of the game; what is printed follows it.
func (g *Game) Scale(p game.Position) eval.Scale { return g.Model.ScaleOf(p) }

// Root returns where a search of the game under way starts. It stays as it is
// when play goes on.
func (g *Game) Root(play *game.Play) search.Root {
	return search.Root{
		Position:   play.Position().Clone(),
		History:    slices.Clone(play.History()),
		Repetition: g.Rules.Repetition,
		Evaluator:  g.Model.New,
		Simple:     g.Model.Simple,
		Share:      g.Model.Search.For(play.Position().Seating().Sides).Share,
		Tuning:     g.Tuning,
	}
}

// catalogue is the list of games: one line a game. The first is the one that a
// new session starts with.
var catalogue = Catalogue{
	{barca.Rules, eval.Barca, search.Tuning{Without: search.FeatureForcedExtension, QuiescePlies: 1, ReverseStep: 12, Turns: 35},
		Ratings{500, 1100, 1500, 2000, 2350, 2700}, nil},
	{barragoon.Rules, eval.Barragoon, search.Tuning{LateBase: 4, LateStep: 20, Reduction: 125, Turns: 22, FirstPlay: -4},
		Ratings{500, 1100, 1850, 2400, 2800, 3350}, nil},
	{barricade.Rules, eval.Barricade, search.Tuning{Without: search.FeatureWithinTurns, LevelScale: 60, Turns: 60, Views: [game.MaxSides + 1]search.View{4: search.Paranoid}},
		Ratings{500, 750, 1000, 1300, 1650, 1800}, nil},
	{tricolor.Rules, eval.Tricolor, search.Tuning{Without: search.FeatureReverseFutility, Contempt: 10, Turns: 60, FirstPlay: 10, Softness: 50},
		Ratings{500, 850, 1600, 1950, 2200, 2400}, &Endgame{endgame.FileName, openTricolor}},
}

func openTricolor(file string) (search.Oracle, error) { return endgame.Open(file) }

// Catalogue is a list of games.
type Catalogue []*Game

// Games returns the games that the engine plays.
func Games() Catalogue { return catalogue }

// Find returns the built-in game of that name.
func Find(name string) (*Game, error) { return catalogue.Find(name) }

// Find returns the game of that name; the error lists the names there are.
func (c Catalogue) Find(name string) (*Game, error) {
	for _, g := range c {
		if g.Rules.Name == name {
			return g, nil
		}
	}
	return nil, fmt.Errorf("game %q is unknown: want %s", name, Either(c.Names()))
}

// Names returns the names of the games, in order.
func (c Catalogue) Names() []string {
	names := make([]string, len(c))
	for i, g := range c {
		names[i] = g.Rules.Name
	}
	return names
}
