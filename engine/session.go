// Package engine is one engine as its users meet it: the list of games, the one
// table of options, and a [Session] that holds a game under way and searches it
// in the background. The protocol, the command line and the match runner are
// thin layers over it.
//
// Start with [New]; then [Session.SetGame], [Session.SetPosition] and
// [Session.Go] or [Session.Think].
package engine

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"

	"tetrarch/game"
	"tetrarch/search"
)

// Session is a game under way with the settings and the memory of a search. All
// methods may be called from any goroutine. What would change the session while
// it searches is refused with [ErrBusy]; an error leaves the session as it was, but
// for what the table remembers where one of another size cannot be had.
type Session struct {
	games      Catalogue
	algorithms []search.Algorithm
	rows       []Option

	mu       sync.Mutex // guards everything below
	opts     Options
	game     *Game
	setup    game.Setup
	variant  game.Variant
	play     *game.Play
	from     string          // the text that play began with; empty for the start
	searcher search.Searcher // nil until it is needed, and after a change of options
	table    *search.Table   // nil until a searcher asks for it
	job      *job            // the last one begun, or nil
}

// Setting changes how [New] makes a session.
type Setting func(*Session)

// WithGames replaces the built-in list of games, which must not be empty.
func WithGames(games ...*Game) Setting { return func(s *Session) { s.games = games } }

// WithAlgorithms replaces the built-in list of algorithms; the first is the
// default.
func WithAlgorithms(list ...search.Algorithm) Setting {
	return func(s *Session) { s.algorithms = list }
}

// New returns a session at the start of the first game, with default options.
// It panics if there is no game or a game cannot be opened without options:
// that is a mistake in the program.
func New(settings ...Setting) *Session {
	s := &Session{games: catalogue, algorithms: search.Algorithms()}
	for _, set := range settings {
		set(s)
	}
	if len(s.games) == 0 {
		panic("engine: a session needs at least one game")
	}
	s.rows = table(s.games, s.algorithms)
	s.opts = defaults(s.rows)
	if err := s.SetGame(s.games[0].Rules.Name, nil); err != nil {
		panic("engine: " + err.Error())
	}
	return s
}

// Close stops what is under way and waits for it.
func (s *Session) Close() {
	s.Stop()
	s.Wait()
}

// Games returns the games that the session can play.
func (s *Session) Games() Catalogue { return s.games }

// Game returns the game that is played and the rule options that were chosen.
func (s *Session) Game() (*Game, game.Setup) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game, s.setup
}

// View calls look with the game under way, at any time, also during a search.
// look may read it, within the call and without changing anything; it must not
// call the session.
func (s *Session) View(look func(*game.Play)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	look(s.play)
}

// SetGame chooses a game and its rule options and goes to its start.
func (s *Session) SetGame(name string, setup game.Setup) error {
	return s.SetGamePosition(name, setup, "", nil)
}

// SetPosition goes to the position of a text, or to the start of the game if
// text is empty, and makes actions there. Errors are [ErrBusy],
// [*PositionError] and [*MoveError].
func (s *Session) SetPosition(text string, moves []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	// Clients repeat the whole game before every action: only what is new is made.
	if made := s.play.Texts(); text == s.from && len(made) <= len(moves) && slices.Equal(made, moves[:len(made)]) {
		return extend(s.play, moves)
	}
	play, err := start(s.game.Rules, s.variant, text, moves)
	if err != nil {
		return err
	}
	s.play, s.from = play, text
	return nil
}

// SetGamePosition is [Session.SetGame] and [Session.SetPosition] in one: either
// both succeed or nothing changes.
func (s *Session) SetGamePosition(name string, setup game.Setup, text string, moves []string) error {
	if s.Busy() {
		return ErrBusy
	}
	g, err := s.games.Find(name)
	if err != nil {
		return err
	}
	variant, err := g.Rules.Variant(setup)
	if err != nil {
		return err
	}
	play, err := start(g.Rules, variant, text, moves)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	if g != s.game || setup.String() != s.setup.String() {
		s.searcher = nil // what it has learnt is of another game
		if s.table != nil {
			s.table.Clear()
		}
	}
	s.game, s.setup, s.variant, s.play, s.from = g, setup, variant, play, text
	s.opts.Variant = name
	return nil
}

// start makes a game at the position of a text, or the start if it is empty.
func start(r *game.Rules, v game.Variant, text string, moves []string) (*game.Play, error) {
	var p game.Position
	if text == "" {
		p = v.Start()
	} else {
		var err error
		if p, err = v.Parse(text); err != nil {
			return nil, &PositionError{err}
		}
	}
	play := game.NewPlay(r, p)
	if err := extend(play, moves); err != nil {
		return nil, err
	}
	return play, nil
}

// extend makes those of a list of actions that come after the ones made; if one
// is not legal, none is made.
func extend(play *game.Play, moves []string) error {
	made := len(play.Texts())
	for i := made; i < len(moves); i++ {
		if err := play.Make(moves[i]); err != nil {
			for range i - made {
				play.Undo()
			}
			return &MoveError{Number: i + 1, Text: moves[i], Err: err}
		}
	}
	return nil
}

// Make plays one action of the seat that acts, or the outcome of a roll.
func (s *Session) Make(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	if err := s.play.Make(text); err != nil {
		return &MoveError{Number: len(s.play.Moves()) + 1, Text: text, Err: err}
	}
	return nil
}

// Undo takes back the last action, if there is one since the position was set.
func (s *Session) Undo() (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return false, ErrBusy
	}
	return s.play.Undo(), nil
}

// NewGame goes to the start of the game and forgets everything searched.
func (s *Session) NewGame() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	s.play, s.from = game.NewPlay(s.game.Rules, s.variant.Start()), ""
	return s.clear()
}

// forget is the button that empties the search's memory.
func (s *Session) forget() error { return s.clear() }

// clear empties the search's memory, a table that a searcher has by that searcher
// alone: it takes time. s.mu is held.
func (s *Session) clear() error {
	tabled := false
	if s.searcher != nil {
		s.searcher.NewGame()
		a, err := s.algorithm()
		if err != nil {
			return err
		}
		tabled = a.Tabled
	}
	if s.table != nil && !tabled {
		s.table.Clear()
	}
	return nil
}

// Roll plays the outcome of the roll that is due, drawn by its odds, and returns
// it. The draw follows from the option Seed and the number of actions made; with
// seed 0 it is different each time.
func (s *Session) Roll() (string, error) {
	o := s.Options()
	if o.Seed == 0 {
		return s.RollSeed(rand.Uint64())
	}
	return s.RollSeed(o.Seed)
}

// RollSeed is [Session.Roll] with a seed of its own: equal seeds and equal
// numbers of actions give equal draws.
func (s *Session) RollSeed(seed uint64) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return "", ErrBusy
	}
	chances := Chances(s.play)
	if chances == nil {
		return "", ErrNoRoll
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(s.play.Moves()))))
	left := rng.IntN(chances[0].Den)
	for _, c := range chances {
		if left -= c.Num; left < 0 {
			s.play.Push(c.Move)
			return c.Text, nil
		}
	}
	return "", fmt.Errorf("the odds of this roll do not sum to %d", chances[0].Den)
}

// Rows returns the table of options for the games of the session.
func (s *Session) Rows() []Option { return slices.Clone(s.rows) }

// Options returns the settings.
func (s *Session) Options() Options {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opts
}

// SetOption sets the option of that name, whose case does not matter. UCI_Variant
// goes to the start of the game, unless that game is played without rule options
// already: then nothing changes.
func (s *Session) SetOption(name, value string) error {
	row, err := find(s.rows, name)
	if err != nil {
		return err
	}
	if row.Name == variantOption {
		var chosen Options
		if err := row.Set(&chosen, value); err != nil {
			return err
		}
		if g, setup := s.Game(); g.Rules.Name == chosen.Variant && len(setup) == 0 && !s.Busy() {
			return nil // it is played already: position and actions stay
		}
		return s.SetGame(chosen.Variant, nil)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	next := s.opts
	if err := row.Set(&next, value); err != nil {
		return err
	}
	if row.Kind == Button {
		return row.press(s)
	}
	return s.apply(next)
}

// SetOptions sets all options at once.
func (s *Session) SetOptions(o Options) error {
	if o.Variant != s.Options().Variant {
		if err := s.SetGame(o.Variant, nil); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return ErrBusy
	}
	return s.apply(o)
}

// apply takes over settings and remakes what depends on them. s.mu is held.
func (s *Session) apply(o Options) error {
	if o.EndgamePath != s.opts.EndgamePath {
		if err := s.checkEndgame(o.EndgamePath); err != nil {
			return err
		}
	}
	if s.table != nil && o.Hash != s.opts.Hash {
		if err := s.resize(o.Hash); err != nil {
			return err
		}
	}
	if o.Algorithm != s.opts.Algorithm {
		s.searcher = nil
	}
	if o.Without != s.opts.Without {
		s.searcher = nil // what it has learnt, other features may have cut short
		if s.table != nil {
			s.table.Clear()
		}
	}
	s.opts = o
	return nil
}

// resize replaces the table by one of another size, or after an error by one of
// its own. The old one goes first: the two together may be more than there is.
// s.mu is held.
func (s *Session) resize(mb int) error {
	if most := search.MaxHash(); mb < 1 || mb > most {
		return fmt.Errorf("hash of %d MB: want 1 to %d", mb, most)
	}
	s.table.Free()
	s.table, s.searcher = nil, nil
	debug.FreeOSMemory() // of a small table, and of what the searcher had besides
	table, err := search.NewTable(mb)
	if err != nil {
		if _, again := s.memory(); again != nil {
			err = fmt.Errorf("%w; nor is the old one to be had again: %w", err, again)
		}
		return err
	}
	s.table = table
	return nil
}

// Prepare makes the searcher and the table that the next search needs, so that
// the search itself answers at once: the first touch of a large table takes tens
// of milliseconds. It does nothing while something is under way. Without it the
// first search does the same.
func (s *Session) Prepare() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy() {
		return nil
	}
	_, err := s.engage()
	return err
}

// engage returns the searcher, making it if needed. s.mu is held.
func (s *Session) engage() (search.Searcher, error) {
	if s.searcher != nil {
		return s.searcher, nil
	}
	a, err := s.algorithm()
	if err != nil {
		return nil, err
	}
	if a.Tabled {
		if _, err := s.memory(); err != nil {
			return nil, err
		}
	}
	s.searcher = a.New(s.table)
	return s.searcher, nil
}

// algorithm returns the algorithm that is set. s.mu is held.
func (s *Session) algorithm() (*search.Algorithm, error) {
	i := slices.IndexFunc(s.algorithms, func(a search.Algorithm) bool { return a.Name == s.opts.Algorithm })
	if i < 0 {
		return nil, fmt.Errorf("algorithm %q is unknown", s.opts.Algorithm)
	}
	return &s.algorithms[i], nil
}

// memory returns the table of positions, making it if needed. s.mu is held.
func (s *Session) memory() (*search.Table, error) {
	if s.table == nil {
		t, err := search.NewTable(s.opts.Hash)
		if err != nil {
			return nil, err
		}
		s.table = t
	}
	return s.table, nil
}
