package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tetrarch/game"
	"tetrarch/search"
)

func newPlay() *cobra.Command {
	var (
		t      target
		limits search.Limits
		seats  string
	)
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "play a game against the engine in the terminal",
		Long: `Play a game in the terminal: the board is drawn, moves are typed, and the engine
plays the other seats, a second a move without a limit. Type help for what else
there is to type. Dice are rolled by the program.`,
		Example: `  engine play barca
  engine play barca --seat 2 --movetime 5s
  engine play barca --seat all`,
		Args:              arguments("GAME"),
		ValidArgsFunction: gameNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := t.open(args[0])
			if err != nil {
				return err
			}
			defer s.Close()
			var seating *game.Seating
			s.View(func(p *game.Play) { seating = p.Position().Seating() })
			people, err := parseSeats(seats, seating.Seats)
			if err != nil {
				return usage(err)
			}
			return newTable(cmd, s, people, limits, t.start()).run()
		},
	}
	t.flags(cmd)
	limitFlags(cmd, &limits)
	cmd.Flags().StringVar(&seats, "seat", "1", "the seats that people play: `numbers` separated by commas, all, or none")
	return cmd
}

// start writes the target's position as the protocol's position command does,
// without the moves made since.
func (t *target) start() string {
	words := append([]string{"position game", t.game}, t.rules...)
	if t.fen == "" {
		return strings.Join(append(words, "startpos"), " ")
	}
	return strings.Join(append(words, "fen", t.fen), " ")
}

// parseSeats reads "1,3", "all" or "none" as who of n seats is a person.
func parseSeats(text string, n int) ([game.MaxSeats]bool, error) {
	var people [game.MaxSeats]bool
	switch text {
	case "none":
		return people, nil
	case "all":
		return [game.MaxSeats]bool{true, true, true, true}, nil
	}
	for _, word := range strings.Split(text, ",") {
		seat, err := strconv.Atoi(word)
		if err != nil || seat < 1 || seat > n {
			return people, fmt.Errorf("seat %q: want numbers from 1 to %d separated by commas, all, or none", word, n)
		}
		people[seat-1] = true
	}
	return people, nil
}
