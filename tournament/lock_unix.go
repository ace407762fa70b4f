//go:build unix

package tournament

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock keeps other programs from writing to a file until it is closed or this
// program ends.
func lock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
