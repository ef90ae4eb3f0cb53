//go:build unix

package hub

import (
	"os/exec"
	"syscall"
)

// apart gives the engine a group of processes of its own. What interrupts us at a
// terminal does not reach it: it would be taken for a failure.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill kills what is left of the group: the engine may have been started by a script.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
