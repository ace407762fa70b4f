package process

import (
	"fmt"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// dieWithStarter lets the kernel end a program when its starter is gone, however that
// ended: a program that hangs would run for ever. What counts is the thread that
// started it, and the runtime ends threads only with goroutines that are locked to
// them; those close their programs first.
func dieWithStarter(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// startOn starts a command that keeps to some processors, any if there are none.
// A process inherits them from the thread that starts it.
func startOn(cpus []int, cmd *exec.Cmd) error {
	if len(cpus) == 0 {
		return cmd.Start()
	}
	var before, set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	runtime.LockOSThread()
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		runtime.UnlockOSThread()
		return fmt.Errorf("processors of this thread: %w", err)
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		runtime.UnlockOSThread()
		return fmt.Errorf("processors %v: %w", cpus, err)
	}
	err := cmd.Start()
	if unix.SchedSetaffinity(0, &before) == nil {
		runtime.UnlockOSThread() // else the thread ends with its goroutine, unfit for others
	}
	return err
}
