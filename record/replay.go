package record

import (
	"errors"
	"fmt"
	"strings"

	"tetrarch/game"
)

// Replay plays the record from its start and returns the game. The rules must
// be those of the game that the record names. An action that is not legal is an
// error that gives its number; so is a result that contradicts the board.
func (r *Record) Replay(rules *game.Rules) (*game.Play, error) {
	play, err := r.Open(rules)
	if err != nil {
		return nil, err
	}
	for i, a := range r.Actions {
		if err := play.Make(a.Text); err != nil {
			return nil, fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return play, r.checkResult(play)
}

func (r *Record) start(rules *game.Rules) (game.Position, error) {
	setup, err := game.ParseSetup(strings.Fields(r.Get(Setup)))
	if err != nil {
		return nil, err
	}
	variant, err := rules.Variant(setup)
	if err != nil {
		return nil, err
	}
	switch text := r.Get(Start); text {
	case "", StartPos:
		return variant.Start(), nil
	default:
		return variant.Parse(text)
	}
}

// checkResult compares the result, if there is one, with that of a game that
// ended by its rules. A game may also end otherwise: by a fault, by a cap.
func (r *Record) checkResult(play *game.Play) error {
	text := r.Get(Result)
	if text == "" {
		return nil
	}
	seating := play.Position().Seating()
	shares, err := ParseShares(seating, text)
	if err != nil {
		return err
	}
	var onBoard [game.MaxSides]game.Score
	if play.Returns(&onBoard) && onBoard != shares {
		return fmt.Errorf("result %q: the board says %q (%s)", text, FormatShares(seating, &onBoard), play.Reason())
	}
	if !play.Over() && r.Get(Reason) == "" {
		return errors.New("the record has a result but the game is not over: want a reason")
	}
	return nil
}
