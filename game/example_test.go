package game_test

import (
	"fmt"

	"tetrarch/game"
	"tetrarch/movegen/gametest/toy"
)

// A game is opened with its options, played by text, and asked who acts.
func Example() {
	variant, err := toy.Rules.Variant(game.Setup{"track": "4"})
	if err != nil {
		fmt.Println(err)
		return
	}
	play := game.NewPlay(toy.Rules, variant.Start())
	for _, action := range []string{"3", "L3", "1", "R1", "1", "L1", "2", "L1", "R2", "1", "R1"} {
		if err := play.Make(action); err != nil {
			fmt.Println("error:", err)
			continue
		}
		pos := play.Position()
		fmt.Printf("%-3s %-18s %s\n", action, game.Text(pos), pos.Phase())
	}
	fmt.Println("over:", play.Over())
	// Output:
	// 3   0,0/0,0 3 - w      move
	// L3  3,0/0,0 - - b      roll
	// 1   3,0/0,0 1 - b      move
	// R1  3,0/0,1 - - w      roll
	// 1   3,0/0,1 1 - w      move
	// L1  g,0/0,1 - - w      roll
	// 2   g,0/0,1 2 - w      move
	// error: action "L1": want R2
	// R2  g,2/0,1 - - b      roll
	// 1   g,2/0,1 1 - b      move
	// R1  g,2/0,2 - xR1 b    answer
	// over: false
}

// An optional ability is asked for once and used where the position has it.
func ExampleRoller() {
	variant, err := toy.Rules.Variant(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	pos := variant.Start()
	roller, ok := pos.(game.Roller)
	if !ok || pos.Base().Player != game.Chance {
		fmt.Println("no die")
		return
	}
	var outcomes game.MoveList
	pos.Generate(&outcomes)
	for _, o := range outcomes.Moves {
		num, den := roller.Weight(o.Move)
		fmt.Printf("%s: %d/%d\n", pos.FormatMove(o.Move), num, den)
	}
	// Output:
	// 1: 3/6
	// 2: 2/6
	// 3: 1/6
}
