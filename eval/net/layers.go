package net

import "unsafe"

// The loops over the lanes in plain Go, which every machine can run. They are what
// faster ones are tested against.

func slice(p *int16, lanes int) []int16 { return unsafe.Slice(p, lanes) }

func addPlain(to, row *int16, lanes int) {
	t := slice(to, lanes)
	for i, x := range slice(row, lanes) {
		t[i] += x
	}
}

func removePlain(to, row *int16, lanes int) {
	t := slice(to, lanes)
	for i, x := range slice(row, lanes) {
		t[i] -= x
	}
}

func changePlain(to, off, on *int16, lanes int) {
	t, o := slice(to, lanes), slice(off, lanes)
	for i, x := range slice(on, lanes) {
		t[i] += x - o[i]
	}
}

// squaresPlain returns the sum of the squares of the cells, cut to between 0 and
// cellStep, times their weights.
func squaresPlain(cells, weights *int16, lanes int) int32 {
	sum := int32(0)
	w := slice(weights, lanes)
	for i, x := range slice(cells, lanes) {
		c := int32(min(max(x, 0), cellStep))
		sum += c * c * int32(w[i])
	}
	return sum
}
