//go:build !unix

package engines

import "os/exec"

func inGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
