package engine

import (
	"strconv"
	"strings"
	"time"

	"tetrarch/search"
)

// Either lists what may be chosen: "a", "a or b", "a, b or c".
func Either(names []string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}

// ParseTime reads a time above 0, such as "500ms" or "2s"; a bare number counts
// milliseconds.
func ParseTime(text string) (d time.Duration, ok bool) {
	if _, err := strconv.ParseUint(text, 10, 32); err == nil {
		text += "ms"
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}

// PerSecond returns the speed of n in a time; times below a millisecond count
// as one.
func PerSecond(n uint64, d time.Duration) uint64 {
	return uint64(float64(n) / max(d.Seconds(), 1e-3))
}

// Limited says whether limits of depth, nodes or time for the move are among l:
// those that end every search.
func Limited(l search.Limits) bool { return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 }
