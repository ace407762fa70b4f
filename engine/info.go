package engine

import (
	"tetrarch/game"
	"tetrarch/search"
)

// Info is a search's report as people and clients read it.
type Info struct {
	search.Report
	// Line is the PV written out; "*" stands for a roll that was averaged and
	// ends it.
	Line []string
	// Move is Current written out.
	Move string
	// Centi is the score in hundredths, 100 being a chance of 3 to 1 to win,
	// from the view of the seat that acts. Meaningless if Mate is not 0.
	Centi int
	// Mate is the number of turns after which the side that acts has won, its
	// own as [search.Turns] counts them, negative if it has lost, 0 if neither
	// is known.
	Mate int
	// Win, Draw and Loss are the chances of these results, per mille.
	Win, Draw, Loss int
	// Values are the expected shares of the seats, per mille and summing to
	// 1000; nil for games of two sides without chance.
	Values []int
}

// scribe writes reports about one root position.
type scribe struct {
	game *Game
	pos  game.Position
	// oracle is the table of endgames that the search asks, or nil.
	oracle search.Oracle
}

func newScribe(g *Game, root game.Position) *scribe { return &scribe{game: g, pos: root} }

// info reads a report that has a line or a current action.
func (s *scribe) info(r *search.Report) Info {
	in := Info{Report: *r}
	if len(r.PV) == 0 {
		if r.Current != game.NoMove && s.pos.Legal(r.Current) {
			in.Move = s.pos.FormatMove(r.Current)
		}
		return in
	}
	in.Line = s.line(r.PV)
	scale := s.game.Scale(s.pos)
	switch {
	case r.Score > game.MaxEval:
		in.Mate = r.Turns
		if in.Mate == 0 {
			in.Mate = search.Turns(s.pos, r.PV, int(search.Mate-r.Score))
		}
		in.Win = 1000
	case r.Score < -game.MaxEval:
		in.Mate = -search.Turns(s.pos, r.PV, int(search.Mate+r.Score))
		in.Loss = 1000
	case r.Bound == search.Exact && s.drawn(r.PV[0]):
		// What a draw is worth to a search may be a little less.
		in.Score, in.Draw = 0, 1000
	default:
		in.Centi = scale.Centi(r.Score)
		in.Win, in.Draw, in.Loss = scale.WDL(r.Score)
	}
	if s.game.Rules.Chance || s.pos.Seating().Sides > 2 {
		in.Values = s.values(r)
	}
	return in
}

// drawn says whether the oracle knows that an action at the root makes a draw.
func (s *scribe) drawn(m game.Move) bool {
	if s.oracle == nil || !s.pos.Legal(m) {
		return false
	}
	score, known, _ := after(s.pos, m, s.oracle)
	return known && score == 0
}

// walk makes the actions of a line as far as it goes, calls each before every
// one, and takes all back.
func (s *scribe) walk(pv []game.Move, each func(m game.Move) bool) {
	made := 0
	for _, m := range pv {
		if !each(m) || m == game.NoMove || !s.pos.Legal(m) {
			break
		}
		s.pos.Make(m)
		made++
	}
	for range made {
		s.pos.Unmake()
	}
}

// line writes a line. It ends before anything that is not legal.
func (s *scribe) line(pv []game.Move) []string {
	texts := make([]string, 0, len(pv))
	s.walk(pv, func(m game.Move) bool {
		switch {
		case m == game.NoMove:
			texts = append(texts, "*")
		case s.pos.Legal(m):
			texts = append(texts, s.pos.FormatMove(m))
		}
		return true
	})
	return texts
}

// values shares a report's values out among the seats: seats of one side divide
// their side's.
func (s *scribe) values(r *search.Report) []int {
	seating, scale := s.pos.Seating(), s.game.Scale(s.pos)
	var share [game.MaxSides]float64
	if seating.Sides == 2 {
		own := s.pos.Base().Side
		share[own] = scale.Share(r.Score)
		share[1-own] = 1 - share[own]
	} else {
		for side := range seating.Sides {
			share[side] = scale.Share(r.Values[side])
		}
	}
	sum := 0.0
	var members [game.MaxSides]float64
	for seat := range seating.Seats {
		members[seating.SideOf[seat]]++
	}
	for side := range seating.Sides {
		sum += share[side]
	}
	values, given, run := make([]int, seating.Seats), 0, 0.0
	for seat := range values {
		side := seating.SideOf[seat]
		if sum > 0 {
			run += share[side] / members[side] / sum
		} else {
			run += 1 / float64(seating.Seats)
		}
		values[seat] = int(1000*run+0.5) - given // rounding the running sum keeps the total
		given += values[seat]
	}
	return values
}

// evaluate gives a report the value of the root without any search.
func (s *scribe) evaluate(r *search.Report) {
	s.game.Model.New(s.pos).Evaluate(&r.Values)
	r.Score = r.Values[s.pos.Base().Side]
}

// outcome reads a searcher's result. At a roll there is no action to play.
func (s *scribe) outcome(result search.Result, err error, roll bool) Outcome {
	o := Outcome{Result: result, Roll: roll, Err: err}
	if err != nil {
		return o
	}
	for _, line := range result.Lines {
		if line.Score <= -search.Infinite {
			// It was stopped before it knew any value: tell the evaluation's.
			s.evaluate(&line)
		}
		o.Lines = append(o.Lines, s.info(&line))
	}
	if roll || !s.pos.Legal(result.Best) {
		return o
	}
	o.Best = s.pos.FormatMove(result.Best)
	s.pos.Make(result.Best)
	if result.Ponder != game.NoMove && s.pos.Legal(result.Ponder) {
		o.Ponder = s.pos.FormatMove(result.Ponder)
	}
	s.pos.Unmake()
	return o
}
