package search

import (
	"fmt"
	"unsafe"
)

// MaxHash returns the largest table, in megabytes, that this machine allows:
// seven eighths of its memory, or of what the process's control groups may use
// where that is less. How much of it is free is not asked. Where neither is
// known it is 1 TB.
func MaxHash() int {
	if total := machineMemory(); total > 0 {
		return max(1, int((total-total/8)>>20))
	}
	return 1 << 20
}

// tableMemory returns n zeroed bytes that begin at a multiple of the size of a
// bucket. free gives them back to the system and is nil where the collector
// does so. Memory that cannot be had is an error.
func tableMemory(n int) (mem []byte, free func(), err error) {
	if limit := MaxHash(); n>>20 > limit {
		return nil, nil, fmt.Errorf("this machine allows %d MB", limit)
	}
	if n >= hugePage {
		return mapMemory(n)
	}
	return aligned(make([]byte, n+bucketSize), n, bucketSize), nil, nil
}

// hugePage is the size of a large page of memory, and the least that is asked of
// the system itself.
const hugePage = 2 << 20

// aligned returns the first n bytes of mem from a multiple of align, a power of
// two, on. mem has n+align bytes.
func aligned(mem []byte, n, align int) []byte {
	skip := -int(uintptr(unsafe.Pointer(&mem[0]))) & (align - 1)
	return mem[skip : skip+n : skip+n]
}
