package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// File is what a file of results holds.
type File struct {
	Header Header
	Games  []Game
	// Whole is the length in bytes of the lines that are whole: what comes after
	// was cut off when the writer died.
	Whole int64
}

// ErrEmpty says that a file holds no header: the run died before it began.
var ErrEmpty = errors.New("the file of results is empty: want a header")

// Read reads a file of results. A last line without its end, or one that was cut
// and is no JSON, is left out, and [File.Whole] is where it begins. Any other
// line that is not a game is an error that gives its number.
func Read(r io.Reader) (*File, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	f := &File{}
	for number := 1; ; number++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			break // what is left has no end: it was cut
		}
		if err != nil {
			return nil, err
		}
		if err := f.line(text, number); err != nil {
			if _, more := in.Peek(1); more == io.EOF && !json.Valid(text) && number > 1 {
				break // the machine died while this was written
			}
			return nil, fmt.Errorf("results, line %d: %w", number, err)
		}
		f.Whole += int64(len(text))
	}
	if f.Whole == 0 {
		return nil, ErrEmpty
	}
	return f, nil
}

// line reads one whole line.
func (f *File) line(text []byte, number int) error {
	if number == 1 {
		if err := json.Unmarshal(text, &f.Header); err != nil {
			return fmt.Errorf("%w: want a header", err)
		}
		if f.Header.Version != Version {
			return fmt.Errorf("version %d: want %d", f.Header.Version, Version)
		}
		return nil
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	var g Game
	if err := json.Unmarshal(text, &g); err != nil {
		return fmt.Errorf("%w: want a game", err)
	}
	if !g.valid() {
		return fmt.Errorf("block %d, game %d of %d does not add up: want shares of all sides that sum to a game", g.Block, g.Number, g.Size)
	}
	f.Games = append(f.Games, g)
	return nil
}

// Append writes one line, a [Header] or a [Game], in one call of w's Write: a
// program that dies leaves a line that is whole or one that [Read] leaves out.
func Append[T Header | Game](w io.Writer, line *T) error {
	b, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
