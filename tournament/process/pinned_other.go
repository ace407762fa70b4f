//go:build !linux

package process

import (
	"errors"
	"os/exec"
)

func startOn(cpus []int, cmd *exec.Cmd) error {
	if len(cpus) > 0 {
		return errors.New("programs can be kept to processors on Linux only")
	}
	return cmd.Start()
}
