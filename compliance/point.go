package compliance

import (
	"context"
	"slices"
	"strings"
	"time"

	"tetrarch/engine"
	"tetrarch/protocol"
)

// row is a row of the table of points.
type row struct {
	name    string // "group.word"
	promise string
	needs   need
	check   func(t *talk)
}

// need is a set of conditions for a point to be examined.
type need uint16

// The conditions.
const (
	tgi       need = 1 << iota // the dialect is TGI
	ugi                        // the dialect is TGI or UGI
	known                      // there is a game that both know
	each                       // examined with every such game
	chance                     // the game has dice
	multi                      // the game has turns of several actions
	crowd                      // the game can have more than two seats
	duel                       // two seats, single actions, no dice
	unstarted                  // the point starts its processes itself
)

// table returns the table of points.
func table() []row {
	return slices.Concat(handshakePoints, lifePoints, gamePoints, positionPoints, queryPoints, toolPoints,
		searchPoints, infoPoints, stopPoints, dicePoints, seatPoints, endPoints, errorPoints, inputPoints, exitPoints)
}

func (r *row) describe(number int) Point {
	group, _, _ := strings.Cut(r.name, ".")
	return Point{Number: number, Name: r.name, Group: group, Promise: r.promise}
}

// subject is the engine under examination as it introduced itself.
type subject struct {
	config  *Config
	dialect protocol.Dialect
	name    string
	author  string
	options []option
	games   engine.Catalogue // declared and known
	choice  bool             // it has several games to choose from
}

// examine goes through one row, with every game that it wants.
func (x *subject) examine(ctx context.Context, r *row, number int) []Result {
	if why := x.lacks(r.needs); why != "" {
		return []Result{{Point: r.describe(number), Status: Skip, Note: why}}
	}
	games := x.fitting(r.needs)
	switch {
	case len(games) == 0 && r.needs&(known|chance|multi|crowd|duel) != 0:
		return []Result{{Point: r.describe(number), Status: Skip, Note: "the engine has no such game, or none that is known here"}}
	case len(games) == 0:
		games = engine.Catalogue{nil} // its rules stay unchecked
	case r.needs&each == 0:
		games = games[:1]
	}
	var results []Result
	for _, g := range games {
		if ctx.Err() != nil {
			break
		}
		results = append(results, x.one(ctx, r, number, g))
	}
	return results
}

// lacks says why the engine's dialect cannot have the point, if it cannot.
func (x *subject) lacks(n need) string {
	switch {
	case n&tgi != 0 && x.dialect != protocol.TGI:
		return "only in TGI"
	case n&ugi != 0 && x.dialect == protocol.UCI:
		return "not in UCI"
	}
	return ""
}

// fitting returns the known games that meet the conditions, ordinary ones first.
func (x *subject) fitting(n need) engine.Catalogue {
	var games, others engine.Catalogue
	for _, g := range x.games {
		r := g.Rules
		ordinary := !r.Chance && !r.MultiTurn && r.MinSeats == 2
		if n&chance != 0 && !r.Chance || n&multi != 0 && !r.MultiTurn || n&crowd != 0 && r.MaxSeats < 3 || n&duel != 0 && !ordinary {
			continue
		}
		if ordinary {
			games = append(games, g)
		} else {
			others = append(others, g)
		}
	}
	return append(games, others...)
}

// one examines one point with one game, which may be nil.
func (x *subject) one(ctx context.Context, r *row, number int, g *engine.Game) (result Result) {
	began := time.Now()
	result = Result{Point: r.describe(number), Status: Pass}
	if g != nil && r.needs&each != 0 {
		result.Game = g.Rules.Name
	}
	t := &talk{subject: x, ctx: ctx, game: g}
	defer func() {
		result.Elapsed = time.Since(began)
		result.Note = t.note
		switch f := recover().(type) {
		case nil:
		case failure:
			result.Status, result.Sent, result.Came, result.Wanted = Fail, clip(t.sent), clip(f.came), clip(f.wanted)
			result.Talk = t.transcript()
			if t.p != nil {
				t.p.kill()
				result.Stderr = t.p.errs.text()
			}
		case skipped:
			result.Status, result.Note = Skip, f.why
		default:
			panic(f)
		}
		if t.p != nil {
			t.p.kill()
		}
	}()
	if r.needs&unstarted == 0 {
		t.begin()
	}
	r.check(t)
	return result
}
