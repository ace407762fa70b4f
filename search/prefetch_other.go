//go:build !amd64

package search

// prefetch does nothing where there is no instruction for it.
func prefetch(*Table, uint64) {}
