//go:build race

package gametest

// raceEnabled says that the race detector is on: it allocates by itself and
// makes everything ten times slower.
const raceEnabled = true
