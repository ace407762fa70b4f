package endgame

import "tetrarch/movegen/tricolor"

// A kind is what the outcome depends on of a unit when two seats play: its
// height, counted up to 3, and whether it holds a man of the other colour. Of
// the twelve kinds that move generation tells apart (see tricolor.Unit) only
// these five can ever lead to different play.
//
// The men of a unit matter when it is attacked. Captured, all of them go below
// the attacker: its height grows by the whole height and it is mixed from then
// on, since the unit's top man is foreign to it. Destroyed, those of the
// attacker's colour are freed. A unit of height 1 has none. A unit of height 2
// has one or none. To destroy one of height 3 takes at least twice its height in
// strength, 6, so the attacker has height 2 at least, and one man freed makes it
// 3, as many as count. So it is enough to know whether there is any; and what
// the attacker is afterwards is again a kind, for the men it joins are its own
// (destroyed) or make it mixed (captured). Merging adds heights, and the result
// is mixed if either was.
type kind uint8

const (
	single     kind = iota // one man
	pair                   // two of one colour
	mixedPair              // two of both
	tower                  // three or more of one colour
	mixedTower             // three or more of both
	kinds
)

var heights = [kinds]int{1, 2, 2, 3, 3}

func (k kind) mixed() bool { return k == mixedPair || k == mixedTower }

// kindOf returns the kind of a unit of two-seat play.
func kindOf(u tricolor.Unit) kind {
	return newKind(u.Height(), u.Men(1-u.Owner()) > 0)
}

// newKind returns the kind of a height, at least 1, mixed or not.
func newKind(height int, mixed bool) kind {
	switch {
	case height == 1:
		return single
	case height == 2 && mixed:
		return mixedPair
	case height == 2:
		return pair
	case mixed:
		return mixedTower
	}
	return tower
}

// merge returns the kind of a with b below it, both of one owner.
func merge(a, b kind) kind { return newKind(heights[a]+heights[b], a.mixed() || b.mixed()) }

// capture returns the kind of a with the whole of an enemy's v below it.
func capture(a, v kind) kind { return newKind(heights[a]+heights[v], true) }

// destroy returns the kind of a after it has destroyed an enemy's v.
func destroy(a, v kind) kind {
	if !v.mixed() {
		return a
	}
	return newKind(heights[a]+1, a.mixed())
}

// lone returns the kind that stands for k where its side has no other unit: the
// game is over when it is lost, so that what it holds does not matter.
func (k kind) lone() kind { return newKind(heights[k], false) }
