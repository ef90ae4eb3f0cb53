//go:build !unix

package hub

import "os/exec"

// apart does nothing: here no groups of processes are known.
func apart(*exec.Cmd) {}

// kill kills the engine alone.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
