package barricade

import "math/bits"

// Set is a set of fields. Field f is bit f of Low for f below 64, else bit f-64
// of High.
type Set struct{ Low, High uint64 }

// Single returns the set that holds field f alone.
func Single(f uint8) Set { return Set{1 << f, 1 << (f - 64)} }

// Has says whether field f is in s.
func (s Set) Has(f uint8) bool { return (s.Low>>f|s.High>>(f-64))&1 != 0 }

// Empty says that s holds no field.
func (s Set) Empty() bool { return s.Low|s.High == 0 }

// Len counts the fields of s.
func (s Set) Len() int { return bits.OnesCount64(s.Low) + bits.OnesCount64(s.High) }

// Or returns the fields of s, of t, or of both.
func (s Set) Or(t Set) Set { return Set{s.Low | t.Low, s.High | t.High} }

// And returns the fields that s and t share.
func (s Set) And(t Set) Set { return Set{s.Low & t.Low, s.High & t.High} }

// Without returns the fields of s that are not in t.
func (s Set) Without(t Set) Set { return Set{s.Low &^ t.Low, s.High &^ t.High} }

// Xor returns the fields that are in just one of s and t.
func (s Set) Xor(t Set) Set { return Set{s.Low ^ t.Low, s.High ^ t.High} }

// Meets says whether s and t share a field.
func (s Set) Meets(t Set) bool { return s.Low&t.Low|s.High&t.High != 0 }

// First returns the lowest field of s, which must not be empty.
func (s Set) First() uint8 {
	if s.Low != 0 {
		return uint8(bits.TrailingZeros64(s.Low))
	}
	return uint8(64 + bits.TrailingZeros64(s.High))
}

// Rest returns s without its lowest field.
func (s Set) Rest() Set {
	if s.Low != 0 {
		return Set{s.Low & (s.Low - 1), s.High}
	}
	return Set{0, s.High & (s.High - 1)}
}
