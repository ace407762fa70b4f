package positions

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"

	"tetrarch/game"
)

// ReferenceLine is what an independent implementation says of one position.
type ReferenceLine struct {
	// Game is the name in the file, which for some variants is not the name of
	// the rules; Setup then holds the rule options.
	Game string `json:"game"`
	// FEN is the canonical position text.
	FEN string `json:"fen"`
	// Actor is the name of the seat that acts, or "chance"; where the game is
	// over, whatever FEN says.
	Actor string `json:"actor"`
	// Legal holds the legal actions sorted by bytes; nil if they are not listed.
	Legal []string `json:"legal"`
	// N counts the legal actions.
	N int `json:"n"`
	// Perft[k-1] counts the sequences of k actions.
	Perft []uint64 `json:"perft"`
	// Result is "*" while the game goes on; else "1-0", "0-1" or "1/2-1/2" of
	// two seats, or "win:" and the winner's name.
	Result string `json:"result"`
	// Setup holds the rule options that FEN needs; nil means the defaults.
	Setup game.Setup `json:"-"`
	// Source says where the line stands, as "file:line".
	Source string `json:"-"`
}

// variants names the files that hold a game's reference data under rule options.
var variants = map[string]struct {
	file  string
	setup game.Setup
}{
	"tricolor": {"tricolor3", game.Setup{"players": "3"}},
}

// Reference returns all reference lines of a game. The error wraps
// fs.ErrNotExist if there are none.
func Reference(gameName string) ([]ReferenceLine, error) {
	lines, err := readReference(gameName, nil)
	if err != nil {
		return nil, err
	}
	if v, ok := variants[gameName]; ok {
		more, err := readReference(v.file, v.setup)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

func readReference(file string, setup game.Setup) ([]ReferenceLine, error) {
	name := "reference/" + file + ".jsonl"
	b, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("reference data of %q: %w", file, err)
	}
	var lines []ReferenceLine
	number := 0
	for text := range bytes.Lines(b) {
		number++
		line := ReferenceLine{Setup: setup, Source: fmt.Sprintf("%s:%d", name, number)}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&line); err != nil {
			return nil, fmt.Errorf("%s: %w", line.Source, err)
		}
		if line.Game != file {
			return nil, fmt.Errorf("%s: game %q: want %q", line.Source, line.Game, file)
		}
		lines = append(lines, line)
	}
	return lines, nil
}
