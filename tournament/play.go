package tournament

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"tetrarch/engine"
	"tetrarch/game"
	"tetrarch/record"
	"tetrarch/search"
	"tetrarch/tournament/process"
	"tetrarch/tournament/results"
)

// Reasons why a match ends a game that the rules would let go on. By all but
// the last a player loses.
const (
	IllegalMove = "illegal-move"      // an action was not legal, or none at all
	PlayerError = "player-error"      // a player in this process gave no action
	TimeForfeit = process.TimeForfeit // a player took more time than it had
	Crash       = process.Crash       // a program ended
	Hang        = process.Hang        // a program gave no answer, not even when told to stop
	Timeout     = process.Timeout     // without a limit of time a program had to be told to stop
	Flood       = process.Flood       // a program wrote too much without an answer
	Disconnect  = process.Disconnect  // a program closed its input or its output
	EngineError = process.EngineError // a program answered with an error
	TurnCap     = "turn-cap"          // the game was too long: a draw
)

// Outcome is a finished game of a match.
type Outcome struct {
	Block, Number int // of the block, and of the game in it, both from 0
	// Seats is the index of the player at each seat.
	Seats [game.MaxSeats]int
	// Shares are the sides' shares of the game in twelfths.
	Shares [game.MaxSides]game.Score
	Reason string
	Fault  string // what the player who lost by a fault did
	// Faulty is that player's index, -1 if there is none.
	Faulty int
	// FaultSeat is the seat, from 0, at which it failed.
	FaultSeat int
	// Stderr is the end of what that player, if it is a program, wrote to its
	// standard error in this game.
	Stderr string
	// Turns and Actions count decisions that begin a turn, and all actions
	// but rolls, the opening included.
	Turns, Actions int
	// Work is what each player did.
	Work []results.Work
	// Record is the whole game.
	Record *record.Record

	seating game.Seating
}

// Share returns the share in twelfths of a player's side.
func (o *Outcome) Share(player int) int {
	for seat := range o.seating.Seats {
		if o.Seats[seat] == player {
			return int(o.Shares[o.seating.SideOf[seat]])
		}
	}
	return 0
}

// table is one game being played.
type table struct {
	match   *Match
	players []Player
	play    *game.Play
	rolls   dice
	rolled  bool // the last action was a roll
	clocks  clocks
	referee referee
	out     *Outcome
}

// open puts the opening on the board, as text for the record too.
func (t *table) open(opening []game.Move) {
	for _, m := range opening {
		if t.play.Position().Base().Player == game.Chance {
			t.rolls.roll(t.play.Position()) // the same outcome: the opening took it from here
		}
		t.push(m, record.Action{})
	}
}

// push makes a legal action and notes it.
func (t *table) push(m game.Move, a record.Action) {
	pos := t.play.Position()
	st := pos.Base()
	a.Text = pos.FormatMove(m)
	if st.Player != game.Chance {
		t.out.Actions++
	}
	if t.turnBegins() {
		t.out.Turns++
		a.Turn = t.out.Turns
	}
	t.out.Record.Actions = append(t.out.Record.Actions, a)
	t.rolled = st.Player == game.Chance
	t.play.Push(m)
}

// turnBegins says that the next action is the first of a turn: the roll where
// there is one.
func (t *table) turnBegins() bool {
	st := t.play.Position().Base()
	return st.Player == game.Chance || !st.Midturn && !t.rolled
}

// run plays the game to its end. An error means that ctx ended and the game does
// not count.
func (t *table) run(ctx context.Context) error {
	for !t.play.Over() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.out.Turns >= t.match.MaxTurns && t.turnBegins() {
			t.play.Shared(&t.out.Shares)
			t.out.Reason = TurnCap
			return nil
		}
		pos := t.play.Position()
		seat := pos.Base().Player
		if seat == game.Chance {
			t.push(t.rolls.roll(pos), record.Action{})
			continue
		}
		fault, err := t.turn(ctx, seat)
		if err != nil {
			return err
		}
		if fault != "" {
			t.forfeit(seat, fault)
			return nil
		}
		if t.adjudicated(pos.Seating().SideOf[seat]) {
			return nil
		}
	}
	t.play.Returns(&t.out.Shares)
	t.out.Reason = t.play.Reason()
	return nil
}

// turn lets the player at seat act once. It returns a fault that loses the game,
// with its text in the outcome, or the context's error.
func (t *table) turn(ctx context.Context, seat game.Player) (fault string, err error) {
	if t.rolled || !t.play.Position().Base().Midturn {
		t.clocks.begin(seat)
	}
	who := t.out.Seats[seat]
	limits := t.limits(who, seat)
	start := time.Now()
	d, err := t.players[who].Choose(ctx, t.play, limits)
	took := time.Since(start)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return t.faultOf(err), nil
	}
	if d.Time > 0 {
		took = d.Time
	}
	if !t.charge(seat, took) {
		return TimeForfeit, nil
	}
	m, err := t.play.Position().ParseMove(d.Move)
	if err != nil {
		t.out.Fault = err.Error()
		return IllegalMove, nil
	}
	t.out.Work[who].Add(&results.Work{Moves: 1, Time: took, Longest: took, Nodes: d.Nodes, Depth: d.Depth})
	t.push(m, record.Action{Score: d.Score, Depth: max(0, d.Depth), Nodes: d.Nodes, Time: took.Round(time.Microsecond)})
	return "", nil
}

// faultOf keeps the text of a player's error and returns its reason.
func (t *table) faultOf(err error) string {
	t.out.Fault = err.Error()
	var fault *process.Fault
	if errors.As(err, &fault) {
		return fault.Reason
	}
	return PlayerError
}

// leastClock is what a player is told of a clock that has run out but for the
// margin.
const leastClock = time.Millisecond

// limits returns the limits of a player's next action at seat.
func (t *table) limits(who int, seat game.Player) search.Limits {
	l, _ := t.match.limits(who)
	own := &t.clocks.seats[seat]
	if !own.on() {
		return l
	}
	for i := range t.out.seating.Seats {
		if k := &t.clocks.seats[i]; k.on() {
			l.Clock[i], l.Increment[i] = max(k.left, leastClock), k.control.Increment
		}
	}
	l.MovesToGo = own.turns
	return l
}

// charge takes time from a seat's clock; it says whether there was enough.
func (t *table) charge(seat game.Player, took time.Duration) bool {
	k := &t.clocks.seats[seat]
	if !k.on() {
		return true
	}
	margin := t.match.Players[t.out.Seats[seat]].margin()
	if took > k.left+margin {
		t.out.Fault = fmt.Sprintf("took %v with %v on the clock", took.Round(time.Millisecond), max(0, k.left).Round(time.Millisecond))
		return false
	}
	k.left -= took
	return true
}

// forfeit gives the game to all sides in play but that of seat.
func (t *table) forfeit(seat game.Player, reason string) {
	engine.Forfeit(t.play.Position(), seat, &t.out.Shares)
	t.out.Reason = reason
	who := t.out.Seats[seat]
	t.out.Faulty, t.out.FaultSeat = who, int(seat)
	t.out.Fault = fmt.Sprintf("%s at seat %d: %s", t.match.Players[who].Name, seat+1, t.out.Fault)
	if w, ok := t.players[who].(Witness); ok {
		t.out.Stderr = w.Stderr(stderrName(t.out.Record.Get(record.Round), t.match.Players[who].Name))
	}
}

// seatOf returns the first seat of a player.
func (t *table) seatOf(player int) game.Player {
	for seat := range t.out.seating.Seats {
		if t.out.Seats[seat] == player {
			return game.Player(seat)
		}
	}
	panic("tournament: a player has no seat")
}

// welcome tells the players of the game. It returns the first of them who lost
// the game by failing at once, or -1, and the reason.
func (t *table) welcome(ctx context.Context) (faulty int, reason string, err error) {
	for i, p := range t.players {
		seed := mix("game", t.match.Seed, uint64(t.out.Block), uint64(t.out.Number), uint64(i))
		err := p.NewGame(ctx, t.play, seed)
		var fault *process.Fault
		switch {
		case ctx.Err() != nil:
			return -1, "", ctx.Err()
		case errors.As(err, &fault):
			return i, t.faultOf(err), nil
		case err != nil:
			return -1, "", err
		}
	}
	return -1, "", nil
}

// game plays game number of a block.
func (m *Match) game(ctx context.Context, players []Player, block, number int, a arrangement, o *opening) (*Outcome, error) {
	play := game.NewPlay(m.Game.Rules, o.position(&m.Game))
	seating := play.Position().Seating()
	t := &table{match: m, players: players, play: play, rolls: dice{match: m.Seed, block: uint64(block)}, referee: referee{rules: m.Adjudication, oracle: m.oracle}}
	t.out = &Outcome{
		Block: block, Number: number, Seats: a.bySeat(seating), Faulty: -1,
		Work: make([]results.Work, len(players)), Record: &record.Record{}, seating: *seating,
	}
	for i := range t.out.Work {
		t.out.Work[i].Player = m.Players[i].Name
	}
	m.head(t.out, o)
	for seat := range seating.Seats {
		_, control := m.limits(t.out.Seats[seat])
		t.clocks.set(seat, control)
	}
	faulty, reason, err := t.welcome(ctx)
	if err != nil {
		return nil, err
	}
	t.open(o.moves)
	if faulty >= 0 {
		t.forfeit(t.seatOf(faulty), reason)
	} else if err := t.run(ctx); err != nil {
		return nil, err
	}
	rec := t.out.Record
	rec.Set(record.Result, record.FormatShares(seating, &t.out.Shares))
	rec.Set(record.Reason, t.out.Reason)
	if t.out.Fault != "" {
		t.out.Fault = record.Note(t.out.Fault)
		rec.Set(record.Fault, t.out.Fault)
	}
	return t.out, nil
}

// head writes the headers that are known before the game.
func (m *Match) head(o *Outcome, from *opening) {
	r := o.Record
	r.Set(record.Game, m.Game.Rules.Name)
	if len(m.Game.Setup) > 0 {
		r.Set(record.Setup, m.Game.Setup.String())
	}
	for seat := range o.seating.Seats {
		r.Set(record.Seat+strconv.Itoa(seat+1), m.Players[o.Seats[seat]].Name)
	}
	r.Set(record.Round, fmt.Sprintf("%d.%d", o.Block+1, o.Number+1))
	r.Set(record.Seed, strconv.FormatUint(m.Seed, 10))
	r.Set(record.Start, from.text)
	r.Set(record.Opening, strconv.Itoa(len(from.moves)))
}

// limits returns the limits and the clock of a player: its own if it has any, else
// those of the match.
func (m *Match) limits(player int) (search.Limits, TimeControl) {
	e := &m.Players[player]
	if engine.Limited(e.Limits) || e.Clock != (TimeControl{}) {
		return e.Limits, e.Clock
	}
	return m.Limits, m.Clock
}

// limited says that every action of a player comes to an end.
func (m *Match) limited(player int) bool {
	l, c := m.limits(player)
	return engine.Limited(l) || c != (TimeControl{})
}
