//go:build !linux

package search

// tableMemory returns n zeroed bytes.
func tableMemory(n int) ([]byte, error) { return allocate(n, bucketSize) }

// available returns 0: the memory of the machine is not known here.
func available() uint64 { return 0 }
