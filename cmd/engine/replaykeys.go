package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// key is what a person wants next.
type key uint8

const (
	keyNone key = iota
	keyNext
	keyBack
	keyFirst
	keyLast
	keyNextGame
	keyPreviousGame
	keyQuit
)

// keysByText are the bytes that terminals send for keys.
var keysByText = map[string]key{
	"\r": keyNext, "\n": keyNext, " ": keyNext, "\x1b[C": keyNext, "\x1bOC": keyNext, "\x1b[B": keyNext, "\x1bOB": keyNext, "j": keyNext, "l": keyNext,
	"\x7f": keyBack, "\b": keyBack, "\x1b[D": keyBack, "\x1bOD": keyBack, "\x1b[A": keyBack, "\x1bOA": keyBack, "b": keyBack, "h": keyBack, "k": keyBack,
	"\x1b[H": keyFirst, "\x1b[1~": keyFirst, "\x1bOH": keyFirst, "g": keyFirst,
	"\x1b[F": keyLast, "\x1b[4~": keyLast, "\x1bOF": keyLast, "G": keyLast,
	"n": keyNextGame, "p": keyPreviousGame, "q": keyQuit, "\x03": keyQuit, "\x04": keyQuit,
}

// readKey reads one key; keyQuit at the end of the input. Other keys than those
// known are keyNone.
func readKey(in *bufio.Reader) key {
	c, err := in.ReadByte()
	if err != nil {
		return keyQuit
	}
	text := []byte{c}
	if c == 0x1b {
		for in.Buffered() > 0 {
			c, _ := in.ReadByte()
			text = append(text, c)
			if len(text) > 2 && (c >= 'A' && c <= 'Z' || c == '~') {
				break
			}
		}
	}
	return keysByText[string(text)]
}

// rawWriter writes to a terminal in raw mode, where "\n" alone does not return
// to the first column.
type rawWriter struct{ screen }

// Write implements [io.Writer].
func (w rawWriter) Write(b []byte) (int, error) {
	if _, err := w.screen.Write(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// step lets a person go through the games with keys.
func step(keys screen, out io.Writer, games []*replayed) error {
	to, ok := out.(screen)
	if !ok {
		return list(out, games)
	}
	state, err := term.MakeRaw(int(keys.Fd()))
	if err != nil {
		return fmt.Errorf("the terminal's keys: %w", err)
	}
	defer func() { _ = term.Restore(int(keys.Fd()), state) }()
	in, w := bufio.NewReader(keys.(io.Reader)), rawWriter{to}
	for at := 0; ; {
		g := games[at]
		if err := g.screen(w); err != nil {
			return err
		}
		turn := g.at
		switch readKey(in) {
		case keyNext:
			turn = min(turn+1, len(g.turns))
		case keyBack:
			turn = max(turn-1, 0)
		case keyFirst:
			turn = 0
		case keyLast:
			turn = len(g.turns)
		case keyNextGame:
			at = min(at+1, len(games)-1)
		case keyPreviousGame:
			at = max(at-1, 0)
		case keyQuit:
			return nil
		case keyNone:
		}
		if err := g.goTo(turn); err != nil {
			return err
		}
	}
}

// screen draws one position in place of what was there. A terminal that cannot
// be cleared gets one picture below the other.
func (g *replayed) screen(w rawWriter) error {
	clear := "\x1b[H\x1b[2J"
	if os.Getenv("TERM") == "dumb" {
		clear = "\n"
	}
	if _, err := fmt.Fprintf(w, "%s%s\nturn %d of %d: ", clear, g.title(), g.at, len(g.turns)); err != nil {
		return err
	}
	if err := g.board(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "enter next  backspace back  home end  n p game  q quit")
	return err
}
