package report

import (
	"tetrarch/tournament/stats"
)

// mostPoints is about how many points a history keeps.
const mostPoints = 400

// keep says whether a history of n blocks keeps the point after block i, from 1.
func keep(i, n int) bool { return i == n || i%(n/mostPoints+1) == 0 }

// match says what two players prove about each other.
func (c *count) match() *Match {
	m := &Match{Player: c.names[0], Opponent: c.names[1]}
	s := stats.Sample{Par: 0.5}
	var p stats.Pentanomial
	for i, block := range c.pairs {
		s.Add(block...)
		if len(block) == 2 {
			p.Add(block[0], block[1])
		}
		if keep(i+1, len(c.pairs)) {
			m.History = append(m.History, EloPoint{i + 1, s.Elo()})
		}
	}
	m.Elo, m.NElo, m.LOS, m.DrawRatio = s.Elo(), s.NElo(), s.LOS(), s.DrawRatio()
	if c.size() == 2 {
		m.Pentanomial = &p
	}
	return m
}

// size returns the number of games in every block of two players; 0 if they
// differ.
func (c *count) size() int {
	if len(c.pairs) == 0 {
		return c.head.Size
	}
	size := len(c.pairs[0])
	for _, b := range c.pairs {
		if len(b) != size {
			return 0
		}
	}
	return size
}

// test follows a sequential test block by block; nil if it does not apply. Its
// verdict is that of the first bound reached, whatever came after.
func (c *count) test(sprt *stats.SPRT) *Test {
	size := c.size()
	if sprt == nil || sprt.Check() != nil || c.out.Match == nil || size != 1 && size != 2 {
		return nil
	}
	t := &Test{SPRT: *sprt}
	t.Lower, t.Upper = sprt.Bounds()
	verdict := stats.Continue
	var pairs stats.Pentanomial
	var single [3]int // losses, draws, wins
	for i, block := range c.pairs {
		if size == 2 {
			pairs.Add(block[0], block[1])
			t.LLR = sprt.LLR(pairs)
		} else {
			single[points(block[0])]++
			t.LLR = sprt.LLRGames(single[0], single[1], single[2])
		}
		if verdict == stats.Continue {
			if verdict = sprt.Judge(t.LLR); verdict != stats.Continue {
				t.Decided = i + 1
			}
		}
		if keep(i+1, len(c.pairs)) {
			t.History = append(t.History, LLRPoint{i + 1, t.LLR})
		}
	}
	t.Verdict = verdict.String()
	return t
}

// points returns 0, 1 or 2 for a share of nothing, of a part and of all.
func points(share int) int {
	switch {
	case share <= 0:
		return 0
	case share >= stats.Unit:
		return 2
	}
	return 1
}
