package protocol

import (
	"fmt"
	"os"
	"strings"

	"tetrarch/engine"
	"tetrarch/game"
)

// Name and Author are what the engine calls itself and its makers.
const (
	Name   = "Tetrarch"
	Author = "the Tetrarch authors"
)

// handshake introduces the engine and ends with "tgiok", "uciok" or "ugiok".
func (v *server) handshake(dialect string, _ []string) error {
	v.ugi = dialect == "ugi"
	lines := []string{"id name " + Name, "id author " + Author, "protocol tgi 1"}
	lines = append(lines, v.gameLines()...)
	options := v.session.Options()
	for _, row := range v.session.Rows() {
		lines = append(lines, optionLine(&row, &options))
	}
	v.out.lines(append(lines, dialect+"ok")...)
	return nil
}

// optionLine declares an option as UCI does. The default of the game's option is
// the game that is chosen.
func optionLine(row *engine.Option, now *engine.Options) string {
	line := fmt.Sprintf("option name %s type %s", row.Name, row.Kind)
	def := row.Default
	if row.Name == "UCI_Variant" {
		def = now.Variant
	}
	switch row.Kind {
	case engine.Button:
		return line
	case engine.Spin:
		return fmt.Sprintf("%s default %s min %d max %d", line, def, row.Min, row.Max)
	case engine.Combo:
		return line + " default " + def + " var " + strings.Join(row.Values, " var ")
	}
	if def == "" {
		def = "<empty>"
	}
	return line + " default " + def
}

// gameLines describes the games.
func (v *server) gameLines() []string {
	var lines []string
	for _, g := range v.session.Games() {
		lines = append(lines, gameLine(g.Rules))
	}
	return lines
}

func gameLine(r *game.Rules) string {
	chance, turns := "no", "single"
	if r.Chance {
		chance = "yes"
	}
	if r.MultiTurn {
		turns = "multi"
	}
	line := fmt.Sprintf("game %s seats %d..%d chance %s turns %s board %s", r.Name, r.MinSeats, r.MaxSeats, chance, turns, r.Board)
	if len(r.Options) > 0 {
		line += " options"
	}
	for _, o := range r.Options {
		line += " " + o.Name + "=" + o.Default
	}
	return line
}

func (v *server) games([]string) error {
	v.out.lines(v.gameLines()...)
	return nil
}

// isReady answers when the next search can begin at once. The answer is owed even
// if there is no memory for it.
func (v *server) isReady([]string) error {
	err := v.session.Prepare()
	v.out.lines("readyok")
	return err
}

// setOption reads "name NAME [value VALUE]"; both may hold spaces.
func (v *server) setOption(words []string) error {
	if len(words) < 2 || words[0] != "name" {
		return fail(BadCommand, "%s: want setoption name NAME [value VALUE]", strings.Join(append([]string{"setoption"}, words...), " "))
	}
	name, value := words[1:], []string(nil)
	for i, w := range words {
		if i > 1 && w == "value" {
			name, value = words[1:i], words[i+1:]
			break
		}
	}
	before := v.session.Options()
	if err := v.session.SetOption(strings.Join(name, " "), strings.Join(value, " ")); err != nil {
		return err
	}
	if err := v.followLog(); err != nil {
		_ = v.session.SetOption("Debug Log File", before.DebugLog)
		return err
	}
	if v.session.Options().Hash != before.Hash {
		return v.session.Prepare()
	}
	return nil
}

// followLog opens and closes the log as the option says.
func (v *server) followLog() error {
	file := v.session.Options().DebugLog
	if file == v.logFile {
		return nil
	}
	if file == "" {
		v.out.logTo(nil)
	} else {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return fmt.Errorf("option Debug Log File: %w", err)
		}
		v.out.logTo(f)
	}
	v.logFile = file
	return nil
}
