package tournament

import (
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// AvailableCPUs returns the processors that this program may use.
func AvailableCPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("processors of this program: %w", err)
	}
	var list []int
	for cpu := 0; len(list) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			list = append(list, cpu)
		}
	}
	return list, nil
}

// pin keeps the calling goroutine to processors for the rest of its life: its
// thread is its own from now on and ends with it.
func pin(cpus []int) error {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	runtime.LockOSThread()
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("processors %v: %w", cpus, err)
	}
	return nil
}
