package search

import "unsafe"

//go:noescape
func prefetchLine(p unsafe.Pointer)

// prefetch asks for the cache line of a key that will be probed soon.
func prefetch(t *Table, key uint64) { prefetchLine(unsafe.Pointer(t.bucket(key))) }
