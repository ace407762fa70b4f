//go:build !linux

package tournament

import "errors"

var errAffinity = errors.New("players can be kept to processors on Linux only")

// AvailableCPUs returns the processors that this program may use.
func AvailableCPUs() ([]int, error) { return nil, errAffinity }

func pin([]int) error { return errAffinity }
