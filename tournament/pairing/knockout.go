package pairing

// bracket returns the players in the order of a knockout's first round, padded
// with -1 to a power of two: seeds meet as late as they can, and the best go
// through the first round without an opponent.
func bracket(players int) []int {
	field := []int{0}
	for len(field) < players {
		size := 2 * len(field)
		next := make([]int, 0, size)
		for _, seed := range field {
			next = append(next, seed, size-1-seed)
		}
		field = next
	}
	for i := range field {
		if field[i] >= players {
			field[i] = -1
		}
	}
	return field
}

// knockout returns the meetings that are due.
func (f Format) knockout(players int, done []Played) []Meeting {
	due, _ := f.bout(players, done)
	return due
}

// bout follows the bracket as far as the meetings go. It returns those that are
// due, and the round in which each player lost, 0 for those still in.
func (f Format) bout(players int, done []Played) (due []Meeting, lost []int) {
	lost = make([]int, players)
	field := bracket(players)
	for round := 1; len(field) > 1; round++ {
		through := make([]int, 0, len(field)/2)
		for i := 0; i < len(field); i += 2 {
			a, b := field[i], field[i+1]
			if a < 0 || b < 0 {
				through = append(through, max(a, b))
				continue
			}
			if a > b {
				a, b = b, a
			}
			lead, met := 0, 0
			for _, p := range done {
				if p.Round == round && p.Players[0] == a && p.Players[1] == b {
					lead += p.Points[0] - p.Points[1]
					met++
				}
			}
			if met == 0 || lead == 0 && met <= f.Extra {
				due = append(due, Meeting{Round: round, Players: []int{a, b}, Extra: met > 0})
				continue
			}
			if lead < 0 {
				a, b = b, a
			}
			through = append(through, a)
			lost[b] = round
		}
		if len(due) > 0 {
			return due, lost
		}
		field = through
	}
	return nil, lost
}
