package gametest

import (
	"fmt"
	"slices"

	"tetrarch/game"
	"tetrarch/movegen"
	"tetrarch/positions"
)

// briefNodes bounds the perft counts of one reference line when tests should
// cost little.
const briefNodes = 5_000

// checkReference compares every reference line with the game.
func checkReference(t TB, c *Config, _ game.Setup) {
	variants := map[string]game.Variant{}
	for i, line := range c.Reference {
		v, ok := variants[line.Setup.String()]
		if !ok {
			v = open(t, c, line.Setup)
			variants[line.Setup.String()] = v
		}
		pos, err := v.Parse(line.FEN)
		if err != nil {
			t.Errorf("%s: %v", line.Source, err)
			continue
		}
		if err := agrees(pos, line); err != nil {
			t.Errorf("%s: %q: %v", line.Source, line.FEN, err)
			continue
		}
		if i%4 == 0 {
			p := &probe{TB: t, c: c, v: v, pos: pos, where: line.Source}
			p.inspect(rngFor(c.Seed, i))
		}
	}
}

// agrees compares one line.
func agrees(pos game.Position, line positions.ReferenceLine) error {
	if got := game.Text(pos); got != line.FEN {
		return fmt.Errorf("written again it is %q", got)
	}
	if got := result(pos); got != line.Result {
		return fmt.Errorf("result is %s, want %s", got, line.Result)
	}
	if got := actor(pos); !pos.Base().Over && got != line.Actor {
		return fmt.Errorf("actor is %s, want %s", got, line.Actor)
	}
	moves := list(pos.Generate)
	if line.Legal != nil {
		if got := formatAll(pos, moves); !slices.Equal(got, line.Legal) {
			more, less := differ(got, line.Legal)
			return fmt.Errorf("%d actions, want %d: %q should not be there, %q are missing", len(got), line.N, more, less)
		}
	}
	if len(moves) != line.N {
		return fmt.Errorf("%d actions, want %d", len(moves), line.N)
	}
	for i, want := range line.Perft {
		if brief() && want > briefNodes {
			break
		}
		if got := movegen.Perft(pos, i+1); got != want {
			return fmt.Errorf("perft %d is %d, want %d", i+1, got, want)
		}
	}
	return nil
}

// differ returns what only a and what only b holds.
func differ(a, b []string) (onlyA, onlyB []string) {
	for _, s := range a {
		if !slices.Contains(b, s) {
			onlyA = append(onlyA, s)
		}
	}
	for _, s := range b {
		if !slices.Contains(a, s) {
			onlyB = append(onlyB, s)
		}
	}
	return onlyA, onlyB
}

// actor names who acts as reference data does.
func actor(pos game.Position) string {
	if p := pos.Base().Player; p != game.Chance {
		return pos.Seating().Names[p]
	}
	return "chance"
}

// result writes the result as reference data does.
func result(pos game.Position) string {
	if !pos.Base().Over {
		return "*"
	}
	var to [game.MaxSides]game.Score
	pos.Returns(&to)
	s := pos.Seating()
	if s.Seats == 2 {
		switch to[s.SideOf[0]] {
		case game.Whole:
			return "1-0"
		case 0:
			return "0-1"
		case game.Whole / 2:
			return "1/2-1/2"
		}
	}
	for seat := range s.Seats {
		if to[s.SideOf[seat]] == game.Whole {
			return "win:" + s.Names[seat]
		}
	}
	return fmt.Sprint("shared:", to[:s.Sides])
}
