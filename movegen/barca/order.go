package barca

import "tetrarch/game"

// Weights of Rank, by judgement.
const (
	rankWin     = 10000 // the third hole
	rankEvict   = 3000  // scare a holder of a hole away
	rankTake    = 2500  // step onto a hole
	rankSecond  = 1500  // more, if it makes two
	rankLeave   = 2000  // lost for leaving a hole
	rankScare   = 1200  // scare an animal
	rankSight   = 150   // a hole on the lines of the new square
	rankUrgent  = 3000  // more, for evicting where two holes are held
	rankHighest = 9000  // short of a win
)

// prey are the enemy animals that a kind can scare, with what that is worth.
type prey struct {
	at    [2]Square
	value [2]int32
}

// hunt returns the prey of a kind of the actor.
func (p *Position) hunt(k Kind) (h prey) {
	me := int(p.Player) & 1
	first := 2 * int(k.FearedBy())
	for i := range h.at {
		s := p.at[me^1][(first+i)&7]
		h.at[i] = s
		if s == NoSquare || p.Fear(me^1, first+i)&standing[s&127] != 0 {
			continue // not there, or scared already
		}
		h.value[i] = rankScare
		if onHole[s&127] != 0 {
			h.value[i] = rankScare + rankEvict
			if p.held[me^1] == enough-1 {
				h.value[i] += rankUrgent
			}
		}
	}
	return h
}

// adjacent says whether two squares are neighbours or the same.
func adjacent(s, t Square) bool { return near[s&127][t&127]&standing[s&127] != 0 }

// Rank puts the third watering hole first, then evictions, holes taken and
// scares; leaving a hole comes last.
func (p *Position) Rank(l *game.MoveList) {
	var hunts [4]prey
	for k := range Kinds {
		hunts[k] = p.hunt(k)
	}
	held := p.held[p.Player&1]
	take := int32(rankTake)
	if held == enough-2 {
		take += rankSecond
	}
	for i := range l.Moves {
		k, from, to := Unpack(l.Moves[i].Move)
		enter := int32(onHole[to&127]) - int32(onHole[from&127])
		if enter > 0 && held == enough-1 {
			l.Moves[i].Order = rankWin
			continue
		}
		order := int32(seen[k&3][to&127]) * rankSight
		switch enter {
		case 1:
			order += take
		case -1:
			order -= rankLeave
		}
		h := &hunts[k&3]
		if adjacent(to, h.at[0]) {
			order += h.value[0]
		}
		if adjacent(to, h.at[1]) {
			order += h.value[1]
		}
		l.Moves[i].Order = min(order, rankHighest)
	}
}

// GenerateTactical adds what forces matters: all escapes where there are any;
// otherwise the moves that win, and where none does, the moves that take a
// second hole and those that scare the holder of a hole who was not scared
// before.
func (p *Position) GenerateTactical(l *game.MoveList) {
	switch {
	case p.Over:
		return
	case p.Forced:
		p.Generate(l)
		return
	}
	me := int(p.Player) & 1
	before := len(l.Moves)
	if p.held[me] >= enough-2 {
		p.addHoleMoves(l, me)
	}
	if p.held[me] == enough-1 && len(l.Moves) > before || p.held[me^1] == 0 {
		return
	}
	p.addEvictions(l, me)
}

// addHoleMoves adds the moves onto holes by animals that are on none.
func (p *Position) addHoleMoves(l *game.MoveList, me int) {
	for slot := range Slots {
		s := p.at[me][slot]
		if onHole[s&127] != 0 {
			continue
		}
		row := &sight[s&127]
		holes := row[0] | row[1] | row[2] | row[3]
		p.addSome(l, slot, p.destinations(slot)&holes)
	}
}

// addEvictions adds the moves next to an unscared holder of a hole that fears
// them.
func (p *Position) addEvictions(l *game.MoveList, me int) {
	for slot := range Slots {
		s := p.at[me][slot]
		first := 2 * int(Kind(slot>>1).FearedBy())
		for i := range 2 {
			holder := p.at[me^1][(first+i)&7]
			if onHole[holder&127] == 0 || p.Fear(me^1, first+i)&standing[holder&127] != 0 {
				continue
			}
			p.addSome(l, slot, p.destinations(slot)&near[s&127][holder&127]&^standing[s&127])
		}
	}
}

// addSome adds moves that l has perhaps no room for.
func (p *Position) addSome(l *game.MoveList, slot int, to Lanes) {
	from := p.at[p.Player&1][slot&7]
	for to != 0 {
		l.Add(NewMove(Kind(slot>>1), from, to.Pop(from)))
	}
}
