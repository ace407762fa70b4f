package process

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A program keeps to its processors, and this process to what it had.
func TestPinned(t *testing.T) {
	var set, after unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Fatal(err)
	}
	last := 0
	for c := range 1024 {
		if set.IsSet(c) {
			last = c
		}
	}
	e := fake(t, "sound", 0, func(c *Command) { c.CPUs = []int{last} })
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("Cpus_allowed_list:\t%d\n", last); !strings.Contains(string(status), want) {
		t.Errorf("no %q in\n%s", want, status)
	}
	if err := unix.SchedGetaffinity(0, &after); err != nil || after != set {
		t.Errorf("this thread now has %v, error %v, want %v", after, err, set)
	}
	if _, err := Start(Command{Args: []string{executable(t)}, CPUs: []int{1023}}); err == nil {
		t.Error("a processor that does not exist: no error")
	}
}
