// Package movegen counts and names what all move generators share: perft and
// the stable keys of Zobrist hashing. Each game lives in a folder below.
package movegen

import "github.com/dgryski/go-farm"

// Key returns the 64-bit Zobrist key of a feature by its name, such as
// "barca/E/e1". Names never change, so keys mean the same in every build, book
// and record. It is meant for package initialisation, not for the search.
func Key(name string) uint64 { return farm.Hash64([]byte(name)) }
