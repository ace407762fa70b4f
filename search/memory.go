package search

import (
	"fmt"
	"unsafe"
)

// MaxHash returns the largest table, in megabytes, that this machine's memory
// allows: all of it but an eighth. Where that is not known it is 1 TB.
func MaxHash() int {
	if total := available(); total > 0 {
		return max(1, int((total-total/8)>>20))
	}
	return 1 << 20
}

// allocate returns n zeroed bytes that begin at a multiple of align, a power of
// two. Memory that cannot be had is an error.
func allocate(n, align int) ([]byte, error) {
	if limit := MaxHash(); n>>20 > limit {
		return nil, fmt.Errorf("this machine allows %d MB", limit)
	}
	mem := make([]byte, n+align)
	skip := -int(uintptr(unsafe.Pointer(&mem[0]))) & (align - 1)
	return mem[skip : skip+n : skip+n], nil
}
