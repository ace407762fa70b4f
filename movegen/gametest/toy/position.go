package toy

import (
	"strconv"

	"tetrarch/game"
	"tetrarch/movegen"
)

// A move is packed as
//
//	bit   6 5 4 3 2 1 0
//	      0 0 1 0 0 n n   roll of n
//	      0 1 0 l 0 n n   run of n fields in lane l; n = 0 retreats by one
//	      1 0 0 0 0 k k   k = 0 pass, 1 home, 2 swap
const (
	rollBits = 0x10
	runBits  = 0x20
	pass     = game.Move(0x40)
	home     = game.Move(0x41)
	swap     = game.Move(0x42)

	moveIndexes = 0x80
)

const (
	lanes   = 2
	maxDie  = 3 // the die has 3 outcomes, n with chance (4-n)/6
	chosen  = 2 // without dice a seat runs 1 to 2 fields
	gone    = int8(15)
	maxHome = 2 // with drop=yes, so many "home" and the seat is out
)

func run(lane, n int) game.Move { return game.Move(runBits | lane<<3 | n) }

// board is everything that Make changes; Unmake puts back a copy.
type board struct {
	game.State
	at    [game.MaxSeats][lanes]int8 // field of each runner; gone if its seat is out
	homes [game.MaxSeats]int8        // with drop=yes, how often the seat has said "home"
	turn  game.Player                // whose turn it is
	die   int8                       // 0 if none is rolled
	lane  int8                       // of the hit to be answered
	hit   int8                       // fields run by the hitter; 0 if no hit is to be answered
}

type position struct {
	board
	*variant
	stack []board
}

// Keys of what a position is made of.
var (
	keyAt    [game.MaxSeats][lanes][gone + 1]uint64
	keyHomes [game.MaxSeats][maxHome + 1]uint64
	keyTurn  [game.MaxSeats]uint64
	keyDie   [maxDie + 1]uint64
	keyHit   [lanes][maxDie + 1]uint64
)

func init() {
	key := func(name string, n ...int) uint64 {
		for _, i := range n {
			name += "/" + strconv.Itoa(i)
		}
		return movegen.Key("toy/" + name)
	}
	for seat := range game.MaxSeats {
		for lane := range lanes {
			for f := range keyAt[seat][lane] {
				keyAt[seat][lane][f] = key("at", seat, lane, f)
			}
		}
		for n := 1; n <= maxHome; n++ {
			keyHomes[seat][n] = key("homes", seat, n)
		}
		keyTurn[seat] = key("turn", seat)
	}
	for n := 1; n <= maxDie; n++ {
		keyDie[n] = key("die", n)
		keyHit[0][n], keyHit[1][n] = key("hit", 0, n), key("hit", 1, n)
	}
}

// scratch computes the key from nothing, of the position or of its mirror image.
func (p *position) scratch(mirror bool) uint64 {
	flip := 0
	if mirror {
		flip = 1
	}
	k := keyTurn[p.turn] ^ keyDie[p.die] ^ keyHit[int(p.lane)^flip][p.hit]
	for seat := range p.seating.Seats {
		k ^= keyHomes[seat][p.homes[seat]]
		for lane := range lanes {
			k ^= keyAt[seat][lane^flip][p.at[seat][lane]]
		}
	}
	return k
}

// The setters keep the key.

func (p *position) put(seat game.Player, lane int, f int8) {
	p.Key ^= keyAt[seat][lane][p.at[seat][lane]] ^ keyAt[seat][lane][f]
	p.at[seat][lane] = f
}

func (p *position) setTurn(seat game.Player) {
	p.Key ^= keyTurn[p.turn] ^ keyTurn[seat]
	p.turn = seat
}

func (p *position) setDie(n int8) {
	p.Key ^= keyDie[p.die] ^ keyDie[n]
	p.die = n
}

func (p *position) setHit(lane, n int8) {
	p.Key ^= keyHit[p.lane][p.hit] ^ keyHit[lane][n]
	p.lane, p.hit = lane, n
}

// settle derives who acts and whether the race is over.
func (p *position) settle() {
	p.Over = p.finisher() >= 0 || p.sidesLeft() == 1
	p.Midturn = p.hit != 0
	p.Forced = p.hit != 0
	switch {
	case p.hit != 0:
		p.Player = p.victim()
	case p.dice && p.die == 0 && !p.Over:
		p.Player = game.Chance
	default:
		p.Player = p.turn
	}
	p.Side = p.seating.SideOf[p.turn]
	if p.hit != 0 {
		p.Side = p.seating.SideOf[p.Player]
	}
}

func (p *position) Seating() *game.Seating { return &p.seating }

// Dropped says whether a seat has dropped out.
func (p *position) Dropped(seat game.Player) bool { return p.at[seat][0] == gone }

// finisher returns the seat with both runners at the goal, or -1.
func (p *position) finisher() game.Player {
	for seat := range p.seating.Seats {
		if p.at[seat] == [lanes]int8{p.goal, p.goal} {
			return game.Player(seat)
		}
	}
	return -1
}

func (p *position) sidesLeft() int {
	var in [game.MaxSides]bool
	n := 0
	for seat := range p.seating.Seats {
		if side := p.seating.SideOf[seat]; p.at[seat][0] != gone && !in[side] {
			in[side] = true
			n++
		}
	}
	return n
}

// holder returns the seat whose runner is on a field between home and goal, or
// -1; except leaves one seat out.
func (p *position) holder(lane int, f int8, except game.Player) game.Player {
	if f == 0 || f == p.goal {
		return -1
	}
	for seat := range p.seating.Seats {
		if p.at[seat][lane] == f && game.Player(seat) != except {
			return game.Player(seat)
		}
	}
	return -1
}

// victim returns the owner of the runner that was hit.
func (p *position) victim() game.Player {
	return p.holder(int(p.lane), p.at[p.turn][p.lane], p.turn)
}

// next returns the seat after the one whose turn it is.
func (p *position) next() game.Player {
	for seat := p.turn; ; {
		seat = (seat + 1) % game.Player(p.seating.Seats)
		if !p.Dropped(seat) {
			return seat
		}
	}
}

// canRun says whether the seat whose turn it is may run n fields in a lane; 0
// stands for the retreat.
func (p *position) canRun(lane, n int) bool {
	f := p.at[p.turn][lane]
	if n == 0 {
		return p.retreat && f > 0 && f < p.goal && p.holder(lane, f-1, p.turn) < 0
	}
	f += int8(n)
	if f > p.goal {
		return false
	}
	h := p.holder(lane, f, p.turn)
	return h < 0 || p.seating.SideOf[h] != p.seating.SideOf[p.turn]
}

// steps returns the bounds of what the seat may run.
func (p *position) steps() (from, to int) {
	if p.dice {
		return int(p.die), int(p.die)
	}
	return 1, chosen
}

// Generate lists runs by lane and length, then retreats.
func (p *position) Generate(l *game.MoveList) {
	switch {
	case p.Over:
	case p.hit != 0:
		l.Add(home)
		l.Add(swap)
	case p.Player == game.Chance:
		for n := 1; n <= maxDie; n++ {
			l.Add(game.Move(rollBits | n))
		}
	default:
		before := l.Len()
		p.runs(l)
		for lane := range lanes {
			if p.canRun(lane, 0) {
				l.Add(run(lane, 0))
			}
		}
		if l.Len() == before {
			l.Add(pass)
		}
	}
}

func (p *position) runs(l *game.MoveList) {
	from, to := p.steps()
	for lane := range lanes {
		for n := from; n <= to; n++ {
			if p.canRun(lane, n) {
				l.Add(run(lane, n))
			}
		}
	}
}

// stuck says that the seat whose turn it is can only pass.
func (p *position) stuck() bool {
	from, to := p.steps()
	for lane := range lanes {
		if p.canRun(lane, 0) {
			return false
		}
		for n := from; n <= to; n++ {
			if p.canRun(lane, n) {
				return false
			}
		}
	}
	return true
}

func (p *position) Legal(m game.Move) bool {
	switch {
	case p.Over:
		return false
	case p.hit != 0:
		return m == home || m == swap
	case p.Player == game.Chance:
		return m > rollBits && m <= rollBits+maxDie
	case m == pass:
		return p.stuck()
	case m&^0xb != runBits:
		return false
	}
	lane, n := int(m>>3&1), int(m&3)
	from, to := p.steps()
	return (n == 0 || n >= from && n <= to) && p.canRun(lane, n)
}

func (p *position) Make(m game.Move) {
	p.stack = append(p.stack, p.board)
	p.Ply++
	p.Progress++
	switch {
	case m == home:
		p.sendHome()
	case m == swap:
		// The hitter keeps the turn.
		v := p.victim()
		p.put(v, int(p.lane), p.at[p.turn][p.lane]-p.hit)
		p.setHit(0, 0)
	case m == pass:
		p.endTurn()
	case m&rollBits != 0:
		p.setDie(int8(m & 3))
	default:
		p.move(int(m>>3&1), int8(m&3))
	}
	p.settle()
}

func (p *position) sendHome() {
	v := p.victim()
	p.put(v, int(p.lane), 0)
	p.setHit(0, 0)
	if p.drop {
		p.Key ^= keyHomes[v][p.homes[v]] ^ keyHomes[v][p.homes[v]+1]
		p.homes[v]++
		p.Progress = 0
		if p.homes[v] == maxHome {
			p.put(v, 0, gone)
			p.put(v, 1, gone)
		}
	}
	p.endTurn()
}

func (p *position) move(lane int, n int8) {
	p.setDie(0)
	f := p.at[p.turn][lane]
	if n == 0 {
		p.put(p.turn, lane, f-1)
		p.endTurn()
		return
	}
	p.put(p.turn, lane, f+n)
	switch {
	case f+n == p.goal:
		p.Progress = 0 // nobody leaves the goal
	case p.struck(lane) >= 0:
		p.setHit(int8(lane), n)
	default:
		p.endTurn()
	}
}

// struck returns whose runner shares the field of the runner just moved, or -1.
func (p *position) struck(lane int) game.Player {
	return p.holder(lane, p.at[p.turn][lane], p.turn)
}

func (p *position) endTurn() {
	p.setDie(0)
	if p.sidesLeft() > 1 {
		p.setTurn(p.next())
	}
}

func (p *position) Unmake() {
	n := len(p.stack) - 1
	p.board = p.stack[n]
	p.stack = p.stack[:n]
}

// photo says whether a seat has one runner at the goal and one just before it.
func (p *position) photo(seat int) bool {
	a, b := p.at[seat][0], p.at[seat][1]
	return a == p.goal && b == p.goal-1 || b == p.goal && a == p.goal-1
}

func (p *position) Returns(to *[game.MaxSides]game.Score) {
	*to = [game.MaxSides]game.Score{}
	winner, photo, n := p.outcome()
	if n == 0 {
		to[winner] = game.Whole
		return
	}
	to[winner] = game.Whole / 2
	for side := range photo {
		if photo[side] {
			to[side] = game.Whole / 2 / n
		}
	}
}

// outcome returns the winning side and the n other sides of a photo finish.
func (p *position) outcome() (winner game.Side, photo [game.MaxSides]bool, n game.Score) {
	f := p.finisher()
	for seat := range p.seating.Seats {
		side := p.seating.SideOf[seat]
		switch {
		case f < 0:
			if !p.Dropped(game.Player(seat)) {
				winner = side
			}
		case game.Player(seat) == f:
			winner = side
		case side != p.seating.SideOf[f] && p.photo(seat) && !photo[side]:
			photo[side] = true
			n++
		}
	}
	return winner, photo, n
}

func (p *position) Reason() string {
	if !p.Over {
		return ""
	}
	if p.finisher() < 0 {
		return "last-side"
	}
	if _, _, n := p.outcome(); n > 0 {
		return "photo-finish"
	}
	return "race"
}

// Phase is "roll", "answer" or "move".
func (p *position) Phase() string {
	switch {
	case p.hit != 0:
		return "answer"
	case p.Player == game.Chance:
		return "roll"
	}
	return "move"
}

func (p *position) Clone() game.Position {
	return &position{board: p.board, variant: p.variant}
}
