package protocol

import (
	"fmt"
	"strings"
)

// command is a row of the table of commands.
type command struct {
	name    string
	aliases []string
	usage   string // what follows the name
	help    string
	run     func(v *server, words []string) error
}

// commands returns the table of commands.
func commands() []command {
	return []command{
		{"tgi", nil, "", "say who the engine is, its games and options", func(v *server, w []string) error { return v.handshake("tgi", w) }},
		{"uci", nil, "", "the same for clients of UCI", func(v *server, w []string) error { return v.handshake("uci", w) }},
		{"ugi", nil, "", "the same for clients of UGI; query then speaks UGI's words", func(v *server, w []string) error { return v.handshake("ugi", w) }},
		{"isready", nil, "", "answer readyok, also during a search", (*server).isReady},
		{"setoption", nil, "name NAME [value VALUE]", "set an option", (*server).setOption},
		{"games", nil, "", "list the games and their rule options", (*server).games},
		{"game", nil, "NAME [key=value …]", "choose a game and its rule options", (*server).game},
		{"newgame", []string{"ucinewgame", "uginewgame"}, "", "go to the start and forget everything searched", (*server).newGame},
		{"position", nil, "[game NAME [key=value …]] startpos|fen TEXT [moves A …]", "set the position", (*server).position},
		{"roll", nil, "[SEED]", "roll the die that is due and play the outcome", (*server).roll},
		{"query", nil, strings.Join(questionNames(), "|"), "ask about the position", (*server).query},
		{"d", nil, "", "draw the board", (*server).draw},
		{"eval", nil, "", "print the evaluation term by term", (*server).eval},
		{"perft", nil, "N", "count the sequences of N actions", (*server).perft},
		{"go", nil, "[depth N] [nodes N] [movetime MS] [mate N] [p1time MS] [p1inc MS] … [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [infinite] [ponder] [roll] [searchmoves A …]",
			"search; without a limit for one second. go rollout [games N] [turns N] [depth N] [nodes N] [movetime MS] [roll] [searchmoves A …]: play many games from here", (*server).goSearch},
		{"stop", nil, "", "end the search or perft and answer", (*server).stop},
		{"ponderhit", nil, "", "the action pondered on was played: clocks start", (*server).ponderHit},
		{"help", nil, "", "print this list", (*server).help},
		{"quit", nil, "", "leave", func(*server, []string) error { return errQuit }},
	}
}

func (v *server) help([]string) error {
	var lines []string
	for _, c := range commands() {
		line := strings.TrimSpace(c.name + " " + c.usage)
		if len(c.aliases) > 0 {
			line += " (also " + strings.Join(c.aliases, ", ") + ")"
		}
		lines = append(lines, fmt.Sprintf("%s: %s", line, c.help))
	}
	v.out.lines(lines...)
	return nil
}
