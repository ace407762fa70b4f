// Package memtest lets tests run with little memory, each in a process of its own.
package memtest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// alone says to a process that it was started to run one test.
const alone = "TETRARCH_TEST_ALONE"

// Alone runs the test that calls it once more, in a process of its own, and fails
// it if that fails. It returns true in that process, where the test is to go on,
// and false in the one that started it, where it is to return.
func Alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) != "" {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), alone+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), t.Name()) {
		t.Fatalf("%v\n%s", err, out)
	}
	return false
}

// Addressed returns for how many bytes the process has addresses.
func Addressed(t *testing.T) uint64 {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatalf("the size of the process: %v", err)
	}
	var pages uint64
	if _, err := fmt.Sscan(string(text), &pages); err != nil {
		t.Fatalf("the size of the process, %q: %v", text, err)
	}
	return pages * uint64(os.Getpagesize())
}

// Limit leaves the process so many bytes more than it has.
func Limit(t *testing.T, room uint64) {
	t.Helper()
	limit := Addressed(t) + room
	if err := unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: limit, Max: limit}); err != nil {
		t.Fatalf("a limit of %d bytes: %v", limit, err)
	}
}
