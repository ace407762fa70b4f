package tournament

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tetrarch/game"
)

// TimeControl is a clock: time for a number of turns, and an increment after
// each. The zero value is no clock.
type TimeControl struct {
	// Turns is the number of turns that Time is for, again and again; 0 means
	// the whole game.
	Turns int
	// Time is what the clock begins with.
	Time time.Duration
	// Increment is added after each turn, however many actions it had.
	Increment time.Duration
}

// longestTime bounds the times of a clock.
const longestTime = 30 * 24 * time.Hour

// ParseTimeControl reads "TURNS/TIME+INCREMENT", where "TURNS/" and "+INCREMENT"
// may be absent: "60+0.5", "40/5:00", "1m30s". A time is a number of seconds,
// minutes and seconds with a colon, or a number with a unit.
func ParseTimeControl(text string) (TimeControl, error) {
	bad := fmt.Errorf("%q: want TURNS/TIME+INCREMENT in seconds, such as 60+0.5 or 40/5:00", text)
	var c TimeControl
	rest := text
	if turns, after, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.ParseUint(turns, 10, 16)
		if err != nil || n == 0 {
			return TimeControl{}, bad
		}
		c.Turns, rest = int(n), after
	}
	main, inc, more := strings.Cut(rest, "+")
	var ok bool
	if c.Time, ok = parseSeconds(main); !ok || c.Time < time.Millisecond {
		return TimeControl{}, bad
	}
	if more {
		if c.Increment, ok = parseSeconds(inc); !ok {
			return TimeControl{}, bad
		}
	}
	return c, nil
}

// parseSeconds reads "90", "1.5", "1:30" or "90s".
func parseSeconds(text string) (time.Duration, bool) {
	if minutes, seconds, ok := strings.Cut(text, ":"); ok {
		m, err := strconv.ParseUint(minutes, 10, 16)
		s, err2 := strconv.ParseFloat(seconds, 64)
		if err != nil || err2 != nil || !(s >= 0 && s < 60) {
			return 0, false
		}
		text = strconv.FormatFloat(float64(60*m)+s, 'f', -1, 64)
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		d, err = time.ParseDuration(text + "s")
	}
	return d, err == nil && d >= 0 && d <= longestTime
}

// String writes c as [ParseTimeControl] reads it; empty for no clock.
func (c TimeControl) String() string {
	if c == (TimeControl{}) {
		return ""
	}
	var b strings.Builder
	if c.Turns > 0 {
		fmt.Fprintf(&b, "%d/", c.Turns)
	}
	b.WriteString(strconv.FormatFloat(c.Time.Seconds(), 'f', -1, 64))
	if c.Increment > 0 {
		b.WriteString("+" + strconv.FormatFloat(c.Increment.Seconds(), 'f', -1, 64))
	}
	return b.String()
}

// MarshalText implements [encoding.TextMarshaler].
func (c TimeControl) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (c *TimeControl) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*c = TimeControl{}
		return nil
	}
	*c, err = ParseTimeControl(string(text))
	return err
}

// clock is that of one seat.
type clock struct {
	control TimeControl
	left    time.Duration
	turns   int // to go until more time comes; 0 if none will
}

// clocks are those of a game. The zero value has none.
type clocks struct {
	seats [game.MaxSeats]clock
	owner game.Player // of the turn under way
	begun bool        // a turn is under way
}

// set winds up a seat's clock.
func (c *clocks) set(seat int, control TimeControl) {
	c.seats[seat] = clock{control, control.Time, control.Turns}
}

// begin starts a turn of a seat, which ends the one before: only then is that
// one's increment due, since other seats' decisions may come within a turn.
func (c *clocks) begin(seat game.Player) {
	if c.begun {
		c.seats[c.owner].turnEnded()
	}
	c.owner, c.begun = seat, true
}

func (k *clock) turnEnded() {
	k.left += k.control.Increment
	if k.turns > 0 {
		if k.turns--; k.turns == 0 {
			k.turns = k.control.Turns
			k.left += k.control.Time
		}
	}
}

// on says whether the seat has a clock.
func (k *clock) on() bool { return k.control.Time > 0 }
