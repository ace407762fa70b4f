//go:build !linux

package search

// mapMemory returns n zeroed bytes, for the collector to free.
func mapMemory(n int) (mem []byte, free func(), err error) {
	return aligned(make([]byte, n+bucketSize), n, bucketSize), nil, nil
}

// machineMemory returns 0: the memory of the machine is not known here.
func machineMemory() uint64 { return 0 }
