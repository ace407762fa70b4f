//go:build !unix

package endgame

import "os"

// mapFile reads a file.
func mapFile(file string) (data []byte, release func() error, err error) {
	data, err = os.ReadFile(file)
	return data, func() error { return nil }, err
}
