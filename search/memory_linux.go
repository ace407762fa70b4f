package search

import (
	"fmt"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// mapped counts the bytes that mapMemory gave and were not freed.
var mapped atomic.Int64

// mapMemory returns n zeroed bytes straight from the system, which, unlike the
// allocator of the language, can refuse. They are in huge pages where the system
// has them: a dependent probe of a large table is a quarter to two fifths faster
// so.
func mapMemory(n int) (mem []byte, free func(), err error) {
	if mapped.Load() > 0 {
		runtime.GC() // does not see this memory fill, so is told to look for tables to free
	}
	all, err := unix.Mmap(-1, 0, n+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, fmt.Errorf("the system refuses: %w", err)
	}
	mapped.Add(int64(len(all)))
	mem = aligned(all, n, hugePage)
	// Only advice: without huge pages the table is slower, not wrong.
	_ = unix.Madvise(mem[:n&^(hugePage-1)], unix.MADV_HUGEPAGE)
	return mem, func() {
		mapped.Add(-int64(len(all)))
		_ = unix.Munmap(all)
	}, nil
}

// machineMemory returns the bytes of the machine's memory, or of what this
// process may use of it; 0 if the system does not say.
func machineMemory() uint64 {
	var info unix.Sysinfo_t
	total := uint64(0)
	if unix.Sysinfo(&info) == nil {
		total = uint64(info.Totalram) * uint64(info.Unit)
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return total
	}
	for line := range strings.Lines(string(groups)) {
		if limit := groupLimit(strings.TrimSpace(line), os.ReadFile); limit > 0 && (total == 0 || limit < total) {
			total = limit
		}
	}
	return total
}

// groupLimit returns the least memory limit of a control group and those above
// it, 0 for none. The line is one of /proc/self/cgroup: number:controllers:path,
// without controllers in version 2. A group that cannot be seen sets no limit.
func groupLimit(line string, read func(string) ([]byte, error)) (limit uint64) {
	field := strings.SplitN(line, ":", 3)
	if len(field) < 3 {
		return 0
	}
	root, file := "/sys/fs/cgroup", "memory.max"
	switch field[1] {
	case "":
	case "memory":
		root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
	default:
		return 0
	}
	for dir := path.Clean("/" + field[2]); ; dir = path.Dir(dir) {
		if text, err := read(path.Join(root, dir, file)); err == nil {
			n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64) // else "max"
			if err == nil && n > 0 && (limit == 0 || n < limit) {
				limit = n
			}
		}
		if dir == "/" {
			return limit
		}
	}
}
