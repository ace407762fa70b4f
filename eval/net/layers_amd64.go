package net

import "golang.org/x/sys/cpu"

// wide says that the processor has the instructions of layers_amd64.s.
var wide = cpu.X86.HasAVX2

//go:noescape
func addWide(to, row *int16, lanes int)

//go:noescape
func removeWide(to, row *int16, lanes int)

//go:noescape
func changeWide(to, off, on *int16, lanes int)

//go:noescape
func squaresWide(cells, weights *int16, lanes int) int32

func add(to, row *int16, lanes int) {
	if wide {
		addWide(to, row, lanes)
		return
	}
	addPlain(to, row, lanes)
}

func remove(to, row *int16, lanes int) {
	if wide {
		removeWide(to, row, lanes)
		return
	}
	removePlain(to, row, lanes)
}

func change(to, off, on *int16, lanes int) {
	if wide {
		changeWide(to, off, on, lanes)
		return
	}
	changePlain(to, off, on, lanes)
}

func squares(cells, weights *int16, lanes int) int32 {
	if wide {
		return squaresWide(cells, weights, lanes)
	}
	return squaresPlain(cells, weights, lanes)
}
