//go:build !unix

package hub

import "os/exec"

// apart does nothing: here no groups of processes are known.
func apart(*exec.Cmd) {}

// limited sets no limits.
func limited(path string, words []string) *exec.Cmd { return exec.Command(path, words[1:]...) }

// kill kills the engines alone.
func kill(ps ...*process) bool {
	for _, p := range ps {
		p.cmd.Process.Kill()
	}
	return true
}
