package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"tetrarch/search"
)

// NoEndgame is the value of the option EndgamePath that forbids tables.
const NoEndgame = "none"

// An Endgame is how a game opens its tables of endgames.
type Endgame struct {
	// File is the usual name of a table's file.
	File string
	// Open opens a table, which may be asked from many goroutines.
	Open func(file string) (search.Oracle, error)
}

// openTables are the tables of endgames that have been opened. They stay open:
// searches of all sessions share them.
var openTables = struct {
	mu sync.Mutex
	of map[tableKey]search.Oracle
}{of: map[tableKey]search.Oracle{}}

// tableKey tells files apart, also one that was replaced.
type tableKey struct {
	game, file string
	size, time int64
}

// Oracle returns the table of endgames of a file; an empty name stands for the
// file of the usual name beside the program, if there is one, and [NoEndgame]
// for none. It is nil without an error where the game has no tables or there is
// no file beside the program.
func (g *Game) Oracle(file string) (search.Oracle, error) {
	if g.Endgame == nil || file == NoEndgame {
		return nil, nil
	}
	wanted := file != ""
	if !wanted {
		program, err := os.Executable()
		if err != nil {
			return nil, nil // a system that does not say: nothing is beside it
		}
		file = filepath.Join(filepath.Dir(program), g.Endgame.File)
	}
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) && !wanted {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	key := tableKey{g.Rules.Name, file, info.Size(), info.ModTime().UnixNano()}
	openTables.mu.Lock()
	defer openTables.mu.Unlock()
	if o, ok := openTables.of[key]; ok {
		return o, nil
	}
	o, err := g.Endgame.Open(file)
	if err != nil {
		return nil, err
	}
	openTables.of[key] = o
	return o, nil
}

// checkEndgame says whether one of the games can open a file.
func (s *Session) checkEndgame(file string) error {
	if file == "" || file == NoEndgame {
		return nil
	}
	err := errors.New("no game has tables of endgames")
	for _, g := range s.games {
		if g.Endgame == nil {
			continue
		}
		if _, err = g.Oracle(file); err == nil {
			return nil
		}
	}
	return fmt.Errorf("option EndgamePath: %w", err)
}

// oracle returns the table of endgames for the game that is played. A file that
// cannot be used is no reason not to search: one that was asked for has been
// opened when the option was set. s.mu is held.
func (s *Session) oracle() search.Oracle {
	o, err := s.game.Oracle(s.opts.EndgamePath)
	if err != nil {
		return nil
	}
	return o
}
