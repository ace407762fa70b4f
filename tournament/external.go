package tournament

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/protocol"
	"tetrarch/record"
	"tetrarch/search"
	"tetrarch/tournament/process"
)

// DefaultWatchdog is how long a program may think about an action when its
// limits are no time.
const DefaultWatchdog = time.Minute

// program is a player's program as it was written, and how to treat it.
type program struct {
	name     string
	command  process.Command
	settings []process.Setting
	margin   time.Duration
	watchdog time.Duration
	seed     uint64
}

// check says what can be known before the program runs.
func (x program) check(g Game) error {
	_, err := x.find(&g)
	return err
}

// find returns the path of the program, if it can play a game.
func (x *program) find(g *Game) (string, error) {
	if err := process.CanCarry(x.command.Dialect, g.Rules, g.Setup, g.Variant.Start().Seating().Seats); err != nil {
		return "", fmt.Errorf("player %s: %w", x.name, err)
	}
	if dir := x.command.Dir; dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return "", fmt.Errorf("player %s: field dir: %q is no folder", x.name, dir)
		}
	}
	path, err := findProgram(x.command.Dir, x.command.Args[0])
	if err != nil {
		return "", fmt.Errorf("player %s: %w", x.name, err)
	}
	return path, nil
}

// open finds the program. It is started when the first game begins, and again
// for the game after a fault.
func (x program) open(g Game) (Player, error) {
	path, err := x.find(&g)
	if err != nil {
		return nil, err
	}
	x.command.Args = append([]string{path}, x.command.Args[1:]...)
	x.command.CPUs = g.Slot.CPUs
	return &external{program: x, game: g}, nil
}

// findProgram finds a program by its name as shells do, or by a path, which
// begins at dir or else at the present folder.
func findProgram(dir, name string) (string, error) {
	if !strings.ContainsRune(name, '/') && filepath.Base(name) == name {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("field cmd: the program %q is not in the path: want its name there, or a path such as ./%s", name, name)
		}
		return filepath.Abs(path)
	}
	tries := []string{name}
	if dir != "" && !filepath.IsAbs(name) {
		tries = []string{filepath.Join(dir, name), name}
	}
	var first error
	for _, path := range tries {
		found, err := exec.LookPath(path)
		if err == nil {
			return filepath.Abs(found)
		}
		if first == nil {
			first = err
		}
	}
	return "", fmt.Errorf("field cmd: the program %q cannot be run: %w", name, errors.Unwrap(first))
}

// external is a player that is a program.
type external struct {
	program
	game   Game
	engine *process.Engine // nil before the first game
	start  string          // text of the position that the game began with, empty for the game's own
}

// NewGame implements [Player].
func (x *external) NewGame(ctx context.Context, g *game.Play, seed uint64) error {
	x.start = ""
	if text := game.Text(g.Position()); text != game.Text(x.game.Variant.Start()) {
		x.start = text
	}
	err := x.begin(ctx, int64(playerSeed(seed, x.seed)))
	var fault *process.Fault
	if err == nil || errors.As(err, &fault) || ctx.Err() != nil {
		return err
	}
	return &RefusalError{x.name, err}
}

// RefusalError ends a match in which a program plays no part: it cannot be
// started, does not play the game, or does not take an option that is set.
type RefusalError struct {
	Player string
	Err    error
}

func (e *RefusalError) Error() string { return "player " + e.Player + ": " + e.Err.Error() }
func (e *RefusalError) Unwrap() error { return e.Err }

// begin starts the program if it does not run, and a game.
func (x *external) begin(ctx context.Context, seed int64) error {
	if x.engine == nil {
		e, err := process.Start(x.command)
		if err != nil {
			return err
		}
		x.engine = e
		if err := e.Handshake(ctx); err != nil {
			return err
		}
		if err := e.Choose(ctx, x.game.Rules, x.game.Setup, x.settings); err != nil {
			return err
		}
	} else {
		x.engine.ForgetStderr()
	}
	for _, s := range x.settings {
		if strings.EqualFold(s.Name, "Seed") {
			seed = -1 // it was chosen for all games
		}
	}
	return x.engine.Begin(ctx, seed)
}

// Choose implements [Player].
func (x *external) Choose(ctx context.Context, g *game.Play, l search.Limits) (Decision, error) {
	pos := g.Position()
	seat := pos.Base().Player
	q := process.Question{
		Text: x.start, Moves: g.Texts(), Limits: process.Limits(x.command.Dialect, &l, seat),
		Allowed: x.watchdog, Late: process.Timeout,
	}
	for _, t := range []time.Duration{l.MoveTime, l.Clock[seat]} {
		if t > 0 && (q.Late == process.Timeout || t+x.margin < q.Allowed) {
			q.Allowed, q.Late = t+x.margin, process.TimeForfeit
		}
	}
	a, err := x.engine.Ask(ctx, &q)
	if err != nil {
		return Decision{}, err
	}
	return Decision{
		Move:  a.Best,
		Score: scoreOf(&a.Info, g),
		Depth: a.Info.Depth,
		Nodes: a.Info.Nodes,
		Time:  max(a.Time, time.Nanosecond),
	}, nil
}

// scoreOf writes a program's score as records do: its turns to the end become
// actions as if a turn had one, after a roll where there are dice.
func scoreOf(in *protocol.Info, g *game.Play) record.Score {
	round := g.Position().Seating().Seats
	if g.Rules().Chance {
		round *= 2
	}
	switch {
	case !in.Scored:
		return record.Score{}
	case in.Mate > 0:
		return record.Score{Kind: record.Decided, Value: (in.Mate-1)*round + 1}
	case in.Mate < 0:
		return record.Score{Kind: record.Decided, Value: in.Mate * round}
	}
	return record.Score{Kind: record.Centi, Value: in.Centi}
}

// Stderr implements [Witness].
func (x *external) Stderr(file string) string {
	if x.engine == nil {
		return ""
	}
	text := x.engine.Stderr()
	if dir := x.game.Slot.Dir; dir != "" && text != "" {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			text += "\n(not kept: " + err.Error() + ")"
		}
	}
	return text
}

// stderrName names the file with the standard error of a player that failed in a
// game.
func stderrName(round, player string) string {
	return fmt.Sprintf("stderr-%s-%s.txt", round, fileName(player))
}

// longestName is how many characters of a player's name a file's name holds: file
// systems allow no more than 255 bytes in all.
const longestName = 50

// fileName makes a part of a file's name of a player's.
func fileName(name string) string {
	if runes := []rune(name); len(runes) > longestName {
		name = string(runes[:longestName])
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>| `, r) {
			return '_'
		}
		return r
	}, name)
}

// Close implements [Player].
func (x *external) Close() error {
	if x.engine != nil {
		x.engine.Close()
		x.engine = nil
	}
	return nil
}

// dialects are those that a program can speak, the default first.
var dialects = []protocol.Dialect{protocol.TGI, protocol.UCI, protocol.UGI}

func parseDialect(text string) (protocol.Dialect, bool) {
	var names []string
	for _, d := range dialects {
		if string(d) == strings.ToLower(text) {
			return d, true
		}
		names = append(names, string(d))
	}
	return protocol.Dialect(engine.Either(names)), false
}
