package pairing

import "slices"

// Unit is a won meeting in the points of a [Standing].
const Unit = 12

// Standing is how a player stands in a format with rounds.
type Standing struct {
	Player int
	// Points counts meetings in [Unit] parts: won, shared by those level at
	// its top, or free for want of an opponent.
	Points int
	// Scored and Most are what the player scored in its meetings and what could
	// be scored, in the unit of [Played].
	Scored, Most int
	// Free counts the rounds in which the player had no opponent.
	Free int
	// Out is the round of a knockout in which the player lost, 0 if none.
	Out int
}

// Standings returns the players of a Swiss tournament or a knockout, the best
// first; nil for other formats, whose tables do not depend on rounds. A Swiss
// tournament ranks by points, then by the part of its games that a player
// scored, then by seed; a knockout by how far a player came.
func (f Format) Standings(players, places int, done []Played) []Standing {
	if f.Kind != Swiss && f.Kind != Knockout {
		return nil
	}
	if f.Kind == Knockout {
		_, lost := f.bout(players, done)
		list := tally(players, done, lost)
		last := 1
		for _, round := range lost {
			last = max(last, round+1)
		}
		for i := range list {
			list[i].Out = lost[i]
		}
		slices.SortStableFunc(list, func(a, b Standing) int {
			reached := func(s Standing) int {
				if s.Out == 0 {
					return last
				}
				return s.Out
			}
			if x := reached(b) - reached(a); x != 0 {
				return x
			}
			return compare(a, b)
		})
		return list
	}
	list := tally(players, done, make([]int, players))
	slices.SortStableFunc(list, compare)
	return list
}

// compare orders by points, then by the part scored, then by seed.
func compare(a, b Standing) int {
	if x := b.Points - a.Points; x != 0 {
		return x
	}
	if x := b.Scored*max(1, a.Most) - a.Scored*max(1, b.Most); x != 0 {
		return x
	}
	return a.Player - b.Player
}

// tally counts meetings by player; a round that others played and one did not
// was free for that one, unless it had lost in a round before.
func tally(players int, done []Played, lost []int) []Standing {
	list := make([]Standing, players)
	for i := range list {
		list[i].Player = i
	}
	for from := 0; from < len(done); {
		to := from
		seen := make([]bool, players)
		for to < len(done) && done[to].Round == done[from].Round {
			p := done[to]
			best, level, sum := slices.Max(p.Points), 0, 0
			for _, x := range p.Points {
				sum += x
				if x == best {
					level++
				}
			}
			for i, player := range p.Players {
				s := &list[player]
				s.Scored += p.Points[i]
				s.Most += sum
				if p.Points[i] == best && !p.Extra {
					s.Points += Unit / level
				}
				seen[player] = true
			}
			to++
		}
		for i := range seen {
			if !seen[i] && (lost[i] == 0 || lost[i] >= done[from].Round) {
				list[i].Free++
				list[i].Points += Unit
			}
		}
		from = to
	}
	return list
}

// swiss returns the meetings of the next round.
func (f Format) swiss(players, places int, done []Played) []Meeting {
	round := 1
	met := make([][]int, players)
	for i := range met {
		met[i] = make([]int, players)
	}
	for _, p := range done {
		round = max(round, p.Round+1)
		for _, a := range p.Players {
			for _, b := range p.Players {
				met[a][b]++
			}
		}
	}
	if round > f.rounds(players) {
		return nil
	}
	list := f.Standings(players, places, done)
	var sets [][]int
	if places == 2 {
		sets = pairs(list, met)
	} else {
		sets = groups(list, places, met)
	}
	due := meetings(sets)
	for i := range due {
		due[i].Round = round
		slices.Sort(due[i].Players)
	}
	return due
}

// without returns list with the last k players left out who had the fewest free
// rounds.
func without(list []Standing, k int) []Standing {
	list = slices.Clone(list)
	for range k {
		out := len(list) - 1
		for i := out; i >= 0; i-- {
			if list[i].Free < list[out].Free {
				out = i
			}
		}
		list = slices.Delete(list, out, out+1)
	}
	return list
}

// groups fills games of more than two places down the standings, each place by
// the next player who met those already there the least.
func groups(list []Standing, places int, met [][]int) [][]int {
	list = without(list, len(list)%places)
	var sets [][]int
	for len(list) > 0 {
		set := []int{list[0].Player}
		list = list[1:]
		for len(set) < places {
			best, least := 0, -1
			for i, s := range list {
				times := 0
				for _, p := range set {
					times += met[p][s.Player]
				}
				if least < 0 || times < least {
					best, least = i, times
				}
			}
			set = append(set, list[best].Player)
			list = slices.Delete(list, best, best+1)
		}
		sets = append(sets, set)
	}
	return sets
}

// maxSteps bounds the search for pairs that have not met.
const maxSteps = 100_000

// pairs finds a partner for everyone who has not met him, as near in the
// standings as can be: the upper half of those with equal points against the
// lower half. If there is no such pairing some meet once more.
func pairs(list []Standing, met [][]int) [][]int {
	for most := 0; ; most++ {
		// The free round goes to the last who had the fewest; if that leaves
		// no pairing, to one higher up with as few.
		free := -1
		fewest := 0
		if len(list)%2 == 1 {
			fewest = slices.MinFunc(list, func(a, b Standing) int { return a.Free - b.Free }).Free
			free = len(list)
		}
		for {
			rest := list
			if len(list)%2 == 1 {
				for free--; free >= 0 && list[free].Free > fewest; free-- {
				}
				if free < 0 {
					break
				}
				rest = slices.Delete(slices.Clone(list), free, free+1)
			}
			m := matcher{met: met, most: most, steps: maxSteps}
			if m.match(rest) {
				return m.sets
			}
			if len(list)%2 == 0 {
				break
			}
		}
	}
}

// matcher pairs players by trying.
type matcher struct {
	met   [][]int
	most  int // times that two may have met
	steps int // tries left
	sets  [][]int
}

// match pairs all of list, or says that it cannot.
func (m *matcher) match(list []Standing) bool {
	if len(list) == 0 {
		return true
	}
	first := list[0]
	level := 1
	for level < len(list) && list[level].Points == first.Points {
		level++
	}
	for n := 1; n < len(list); n++ {
		// From the middle of those level down, then those above the middle,
		// then the rest.
		i := n
		if half := level / 2; level > 1 && n < level {
			if i = half + n - 1; i >= level {
				i = level - n
			}
		}
		if m.steps--; m.steps < 0 {
			return false
		}
		if m.met[first.Player][list[i].Player] > m.most {
			continue
		}
		m.sets = append(m.sets, []int{first.Player, list[i].Player})
		rest := slices.Delete(slices.Clone(list), i, i+1)[1:]
		if m.match(rest) {
			return true
		}
		m.sets = m.sets[:len(m.sets)-1]
	}
	return false
}
