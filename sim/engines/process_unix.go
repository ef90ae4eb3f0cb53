//go:build unix

package engines

import (
	"os/exec"
	"syscall"
)

// attributes of an engine: a group of its own, so that Ctrl-C does not reach it, which
// would be taken for a failure.
var attributes = syscall.SysProcAttr{Setpgid: true}

func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &attributes }

func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
