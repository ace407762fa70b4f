//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// apart gives a command a process group of its own: what it starts can be ended
// with it, and a Ctrl-C on the terminal is not for it.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithStarter(cmd.SysProcAttr)
}

// killGroup ends a started command and all that it started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
