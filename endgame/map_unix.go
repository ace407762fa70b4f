//go:build unix

package endgame

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory, for reading.
func mapFile(file string) (data []byte, release func() error, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() < int64(headerSize) || !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s: no endgame table of Tricolor", file)
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be mapped into memory: %w", file, err)
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
