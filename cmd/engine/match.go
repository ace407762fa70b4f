package main

import (
	"github.com/spf13/cobra"

	"tetrarch/tournament"
)

func newMatch() *cobra.Command {
	f := newPlan()
	cmd := &cobra.Command{
		Use:   "match --game GAME --players A,B[,C,D]",
		Short: "play players against each other",
		Long: `Play a match: games in blocks that share an opening and the dice and in which the
players exchange seats, so that nobody is favoured. The result is a table with wins,
draws, losses and the Elo difference with its 95 % range. Equal seeds give equal games
where the limits are nodes or depth. Without a limit a player thinks 100 ms a move.
Ctrl-C, or the signal to terminate, ends the match and prints the blocks that are
complete. With --dir every game is kept, and --resume goes on where a match ended.

` + tournament.PlayerHelp() + `
` + exitHelp,
		Example: `  engine match --game barca --players tetrarch,greedy --games 100 --movetime 100ms
  engine match --game barca --players tetrarch,nodes=5000,plain,nodes=50000 --games 200 --concurrency 2 --record games.txt
  engine match --game tricolor --opt players=3 --players tetrarch,random,random --games 60 --depth 2
  engine match --game barca --players cmd=./new,cmd=./old --tc 5+0.05 --sprt "elo0=0 elo1=10" --dir test`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd, "") },
	}
	f.flags(cmd)
	return cmd
}
