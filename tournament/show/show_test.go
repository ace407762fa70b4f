package show

import (
	"strings"
	"testing"
	"time"

	"tetrarch/tournament/results"
	"tetrarch/tournament/stats"
)

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"12.5 %":      Percent(0.125),
		"-":           PercentOf(0, 0.5),
		"50.0 %":      PercentOf(3, 0.5),
		"1 block":     Plural(1, "block"),
		"0 blocks":    Plural(0, "block"),
		"1.24s":       Duration(1236 * time.Millisecond),
		"12.3ms":      Duration(12345 * time.Microsecond),
		"7µs":         Duration(7300 * time.Nanosecond),
		"a?[2J?bé":    Clean("a\x1b[2J\nbé"),
		"2 (dark)":    SeatName(1, "dark"),
		"3":           SeatName(2, ""),
		"1 (a?b)":     SeatName(0, "a\tb"),
		"- - - -":     strings.Join(Thinking(&results.Work{Nodes: 9, Depth: 9}), " "),
		"2ms 5ms - -": strings.Join(Thinking(&results.Work{Moves: 3, Time: 6 * time.Millisecond, Longest: 5 * time.Millisecond}), " "),
		"2ms 5ms 4.5 1500": strings.Join(Thinking(&results.Work{
			Moves: 2, Time: 4 * time.Millisecond, Longest: 5 * time.Millisecond, Nodes: 6000, Depth: 9}), " "),
		"blocks by points of a?, 0 to 2: [1 2 3 4 5]": Pairs("a\n", stats.Pentanomial{1, 2, 3, 4, 5}),
	} {
		if got != want {
			t.Errorf("written %q, want %q", got, want)
		}
	}
}

func TestSeats(t *testing.T) {
	var b strings.Builder
	Seats(&b, []string{"light", ""}, []string{"new", "base\t"}, [][]stats.SeatScore{
		{{Games: 2, Shares: 18}, {}},
		{{Games: 1, Shares: 0}, {Games: 2, Shares: 6}},
	})
	const want = "score at seat  1 (light)  2\n" +
		"new            75.0 %     -\n" +
		"base?          0.0 %      25.0 %\n" +
		"all            50.0 %     25.0 %\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestSequentialTest(t *testing.T) {
	test := stats.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for want, got := range map[string]string{
		"LLR 0.50 (-2.94 to 2.94)": LLR(test, 0.5),
		"Sequential test of Elo 0 against 10, normalized Elo, alpha 0.05, beta 0.05: LLR 0.50, bounds -2.94 and 2.94, no verdict yet.":               Test(test, 0.5, stats.Continue.String(), 0),
		"Sequential test of Elo 0 against 10, normalized Elo, alpha 0.05, beta 0.05: LLR 3.00, bounds -2.94 and 2.94, H1 accepted after 1 block.":    Test(test, 3, stats.AcceptH1.String(), 1),
		"Sequential test of Elo 0 against 10, normalized Elo, alpha 0.05, beta 0.05: LLR -3.00, bounds -2.94 and 2.94, H0 accepted after 12 blocks.": Test(test, -3, stats.AcceptH0.String(), 12),
	} {
		if got != want {
			t.Errorf("written %q, want %q", got, want)
		}
	}
}
