//go:build !amd64

package net

func add(to, row *int16, lanes int)                  { addPlain(to, row, lanes) }
func remove(to, row *int16, lanes int)               { removePlain(to, row, lanes) }
func change(to, off, on *int16, lanes int)           { changePlain(to, off, on, lanes) }
func squares(cells, weights *int16, lanes int) int32 { return squaresPlain(cells, weights, lanes) }
