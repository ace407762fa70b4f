package search

// Features is a set of the search's switchable features.
type Features uint64
