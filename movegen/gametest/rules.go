package gametest

import (
	"regexp"
	"slices"

	"tetrarch/game"
)

var (
	nameForm  = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	boardForm = regexp.MustCompile(`^(rect [0-9]+x[0-9]+|hex [0-9]+|graph [0-9]+)$`)
)

// checkRules looks at the record of the game.
func checkRules(t TB, c *Config, _ game.Setup) {
	r := c.Rules
	switch {
	case !nameForm.MatchString(r.Name):
		t.Errorf("name %q: want a small word", r.Name)
	case r.Title == "":
		t.Errorf("the game has no title")
	case r.MinSeats < 2 || r.MinSeats > r.MaxSeats || r.MaxSeats > game.MaxSeats:
		t.Errorf("%d to %d seats: want 2 to %d", r.MinSeats, r.MaxSeats, game.MaxSeats)
	case !boardForm.MatchString(r.Board):
		t.Errorf("board %q: want such as \"rect 10x10\", \"hex 5\", \"graph 112\"", r.Board)
	case r.Repetition < 0 || r.Repetition == 1:
		t.Errorf("repetition %d: want 0 or at least 2", r.Repetition)
	}
	seen := map[string]bool{}
	for _, o := range r.Options {
		if !nameForm.MatchString(o.Name) || seen[o.Name] || o.Help == "" {
			t.Errorf("option %q: want a small word that is given once, and a help", o.Name)
		}
		seen[o.Name] = true
		if o.Values != nil && !slices.Contains(o.Values, o.Default) {
			t.Errorf("option %s has default %q, which is none of its values %q", o.Name, o.Default, o.Values)
		}
		if _, err := r.Variant(game.Setup{o.Name: "no such value \x00"}); err == nil {
			t.Errorf("option %s takes a senseless value", o.Name)
		}
	}
	if _, err := r.Variant(game.Setup{"no such option": "1"}); err == nil {
		t.Errorf("an option that does not exist is taken")
	}
}

// checkSeating looks at the seating of a set-up and at the start.
func checkSeating(t TB, c *Config, s game.Setup) {
	v := open(t, c, s)
	a, b := v.Start(), v.Start()
	if snap(a) != snap(b) || a == b {
		t.Errorf("two starts differ or are one: %+v and %+v", snap(a), snap(b))
	}
	if st := a.Base(); st.Over || st.Ply != 0 || st.Progress != 0 || st.Midturn {
		t.Errorf("the start is %+v: want ply 0, not over and no turn under way", *st)
	}
	seats := a.Seating()
	if seats.Seats < c.Rules.MinSeats || seats.Seats > c.Rules.MaxSeats || seats.Sides < 2 || seats.Sides > seats.Seats {
		t.Fatalf("%d seats on %d sides: want %d to %d seats", seats.Seats, seats.Sides, c.Rules.MinSeats, c.Rules.MaxSeats)
	}
	var held [game.MaxSides]bool
	names := map[string]bool{}
	for seat := range seats.Seats {
		side, name := seats.SideOf[seat], seats.Names[seat]
		if side < 0 || int(side) >= seats.Sides || name == "" || names[name] {
			t.Fatalf("seat %d is %q on side %d of %d", seat, name, side, seats.Sides)
		}
		held[side], names[name] = true, true
	}
	if slices.Contains(held[:seats.Sides], false) {
		t.Errorf("a side has no seat: %v", seats.SideOf)
	}
}
