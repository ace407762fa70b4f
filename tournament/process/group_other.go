//go:build !unix

package process

import "os/exec"

func apart(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
