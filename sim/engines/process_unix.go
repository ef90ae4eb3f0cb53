//go:build unix

package engines

import (
	"os/exec"
	"syscall"
)

// attributes of an engine: a group of its own, so that Ctrl-C, which would make it fail, does
// not reach it.
var attributes = syscall.SysProcAttr{Setpgid: true}

func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &attributes }

func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
